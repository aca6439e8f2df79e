// CIN-10: what distributors ask about cinemas, and what super admins answer.
import { OPEN_REQUESTS_MAX, REQUESTS_A_DAY } from "@bobine/contract/cinema-requests";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { workbook, type WorkbookCell } from "../../domain/parsing/tables/workbook.testing.ts";
import { aCinema, aDistributor, anInvoice, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
let serial = 0;
let distributor: Awaited<ReturnType<typeof aDistributor>>;
let staff: TestClient;
let cinema: { id: number; name: string };

async function someone(validation_status: "prospect" | "validated" = "validated") {
  const [made, user] = await app.inDatabase(async (tx) => {
    const one = await aDistributor(tx, { validation_status });
    return [one, await aStaffUser(tx, one)] as const;
  });
  return { made, client: await app.as(user) };
}
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(async () => app.close());
beforeEach(async () => {
  serial += 1;
  ({ made: distributor, client: staff } = await someone());
  cinema = await app.inDatabase((tx) =>
    aCinema(tx, distributor, { name: `Beffroi ${serial}`, city: "Douai" }),
  );
});

const correct = (words: string, id = cinema.id, by = staff) =>
  by.post("/cinemas/requests/", { cinema: id, words });
const proposal = (changes: object = {}) => ({
  name: `Rex ${serial}`,
  city: "Dole",
  address: "1 rue Neuve",
  pin_code: "39100",
  legal_name: "SARL Rex",
  siren: "",
  cnc_authorization: String(70_000 + serial),
  words: "Nous y sortons un film mercredi.",
  ...changes,
});
const propose = (changes: object = {}, by = staff) =>
  by.post("/cinemas/requests/proposals/", proposal(changes));
const answer = (id: number, state: "done" | "refused", text: string, to: number | null = null) =>
  admin.post(`/cinemas/requests/${id}/answer/`, { state, answer: text, cinema: to });
const mine = async (by = staff) => (await by.get("/cinemas/requests/")).body;
const answered = async (by = staff) =>
  (await by.get("/user-actions/", { reason_code: "request_answered" })).body.results;
const logOf = (distributorId: number) =>
  app.inDatabase((tx) =>
    tx.many<{ action_details: Record<string, unknown> }>(sql`
      select action_details from audit_log where distributor_id = ${distributorId} order by id`),
  );

describe("a correction", () => {
  test("is asked in one's own words, seen by super admins and listed for who asked", async () => {
    const asked = await correct("  Son SIREN est 900001001.  ");
    expect(asked.status).toBe(201);
    expect(asked.body).toMatchObject({
      state: "open",
      subject: `${cinema.name}, Douai`,
      cinema_id: cinema.id,
      proposal: null,
      words: "Son SIREN est 900001001.",
      asked_by: expect.any(String),
      answer: "",
      decided_at: null,
    });
    expect(await mine()).toMatchObject({ count: 1, results: [asked.body] });
    const [seen] = (await admin.get("/cinemas/requests/all/", { state: "open" })).body.results;
    expect(seen).toMatchObject({ id: asked.body.id, distributor: { id: distributor.id }, candidate: null });
    expect((await logOf(distributor.id)).at(-1)?.action_details).toMatchObject({
      event: "Correction demandée à Bobine",
      cinema_name: `${cinema.name}, Douai`,
      message: "Son SIREN est 900001001.",
    });
  });

  test("says whether its cinema is of the distributor's sandbox, which has no form (CIN-9)", async () => {
    const { body: before } = await correct("Adresse fausse.");
    await app.owner.query("update cinema set sandbox_distributor_id = $1 where id = $2", [
      distributor.id,
      cinema.id,
    ]);
    const { body: own } = await correct("SIREN faux.");
    const { body: proposed } = await propose();
    const { results } = (await admin.get("/cinemas/requests/all/", { state: "open" })).body;
    const told = new Map(
      results.map((one: { id: number; is_sandboxed: boolean }) => [one.id, one.is_sandboxed]),
    );
    expect([before.id, own.id, proposed.id].map((id) => told.get(id))).toEqual([true, true, false]);
  });

  test("that is asked twice is one request, until it is answered", async () => {
    const [first, second] = await Promise.all([correct("Adresse fausse."), correct("Adresse fausse.")]);
    expect(second.body.id).toBe(first.body.id);
    await answer(first.body.id, "done", "");
    expect((await correct("Adresse fausse.")).body.id).not.toBe(first.body.id);
    expect((await mine()).count).toBe(2);
  });

  test("comes back to the queue and the list with its answer, once", async () => {
    const { body: asked } = await correct("Son SIREN est 900001001.");
    const done = await answer(asked.id, "done", "C’est fait, merci.");
    expect(done.status).toBe(200);
    expect((await answer(asked.id, "refused", "Non.")).status).toBe(409);
    expect((await mine()).results).toEqual([
      expect.objectContaining({
        state: "done",
        answer: "C’est fait, merci.",
        decided_at: expect.any(String),
      }),
    ]);
    expect(await answered()).toEqual([
      expect.objectContaining({
        status: "PENDING",
        reason: "Réponse de Bobine",
        cinema_id: cinema.id,
        transaction_description: `${cinema.name}, Douai\u00a0: votre demande est traitée.`,
        explanation: [
          "Réponse de Bobine\u00a0: C’est fait, merci.",
          "Vous aviez écrit\u00a0: Son SIREN est 900001001.",
        ],
      }),
    ]);
    expect((await logOf(distributor.id)).at(-1)?.action_details).toMatchObject({
      event: "Demande sur un cinéma traitée",
      message: "C’est fait, merci.",
    });
  });

  test("is refused with a reason only", async () => {
    const { body: asked } = await correct("Fermez ce cinéma.");
    expect((await answer(asked.id, "refused", " ")).body).toEqual({
      answer: ["Indiquez la raison du refus."],
    });
    expect((await answer(asked.id, "refused", "Il est ouvert.")).status).toBe(200);
    expect((await mine()).results).toEqual([expect.objectContaining({ state: "refused" })]);
  });

  test("may be about a cinema whose link is cut, when it was invoiced; another's does not exist", async () => {
    const other = await app.inDatabase((tx) => aCinema(tx, undefined, { name: `Autre ${serial}` }));
    expect((await correct("Qui est-ce\u202f?", other.id)).status).toBe(404);
    await app.inDatabase((tx) => anInvoice(tx, distributor, cinema));
    await admin.delete(`/cinemas/${cinema.id}/linked-distributors/${distributor.id}/`);
    expect((await correct("Rétablissez ce lien.")).body).toMatchObject({ cinema_id: cinema.id });
  });

  test("stays of a cinema that is deleted meanwhile", async () => {
    const { body: asked } = await correct("En double.");
    await admin.delete(`/cinemas/${cinema.id}/`);
    expect((await mine()).results).toEqual([
      expect.objectContaining({ id: asked.id, cinema_id: null, subject: `${cinema.name}, Douai` }),
    ]);
  });
});

describe("a proposed cinema", () => {
  test("is created, validated and linked by the answer, from what was proposed", async () => {
    const { body: asked, status } = await propose();
    expect(status).toBe(201);
    expect((await staff.get("/cinemas/")).body.count).toBe(1);
    const done = await answer(asked.id, "done", "Bienvenue au Rex.");
    expect(done.status).toBe(200);
    expect((await staff.get(`/cinemas/${done.body.cinema_id}/`)).body).toMatchObject({
      name: `Rex ${serial}`,
      pin_code: "39100",
      cnc_authorization: String(70_000 + serial),
      is_validated: true,
      short_name_code: expect.any(String),
    });
    expect(await answered()).toHaveLength(1);
    expect((await logOf(distributor.id)).map(({ action_details }) => action_details["comment"])).toContain(
      "Cinéma lié au distributeur",
    );
  });

  test("is the one that the super admin names, when it is known", async () => {
    const known = await app.inDatabase((tx) =>
      aCinema(tx, undefined, { name: "Le Rex", city: "Dole", cnc_authorization: String(70_000 + serial) }),
    );
    const { body: asked } = await propose();
    expect(asked.cinema_id).toBeNull();
    const [seen] = (await admin.get("/cinemas/requests/all/", { state: "open" })).body.results;
    expect(seen.candidate).toEqual({ id: known.id, name: "Le Rex", city: "Dole" });
    // Its number is taken: it cannot be created, and nothing of the answer is kept.
    expect((await answer(asked.id, "done", "")).body).toEqual({
      cnc_authorization: ["Ce numéro CNC est déjà utilisé."],
    });
    expect((await mine()).results[0].state).toBe("open");
    expect((await answer(asked.id, "done", "", known.id)).body.cinema_id).toBe(known.id);
    expect((await staff.get(`/cinemas/${known.id}/`)).status).toBe(200);
  });

  test("is judged by its values at once, and is one however often it is sent", async () => {
    expect((await propose({ siren: "123456789" })).body).toHaveProperty("siren");
    expect((await propose({ name: " " })).status).toBe(400);
    // Others' invoices print it as well (SEC-17).
    expect(await propose({ address: "1 rue Neuve, FR76 3000 6000 0112 3456 7890 189" })).toMatchObject({
      status: 400,
      body: { address: [expect.stringContaining("un IBAN")] },
    });
    const [first, second] = [await propose(), await propose()];
    expect(second.body.id).toBe(first.body.id);
  });
});

describe("a list of cinemas that is proposed (CIN-11)", () => {
  const HEADER = ["Nom", "Ville", "N° CNC", "SIREN", "E-mails facturation"];
  const list = (...rows: WorkbookCell[][]) => workbook([HEADER, ...rows]);
  const proposeList = async (content: Buffer | Promise<Buffer>, by = staff, fields = {}) =>
    by.upload("/cinemas/requests/lists/", "file", "nos-cinemas.xlsx", await content, undefined, fields);
  const preview = (id: number, by = admin) => by.get(`/cinemas/requests/${id}/list/`);

  test("waits with its good rows and a sentence for each other, and shows who sent it nothing of other cinemas", async () => {
    await app.inDatabase((tx) =>
      aCinema(tx, undefined, { name: `Louxor ${serial}`, city: "Paris", cnc_authorization: `81${serial}0` }),
    );
    const sent = await proposeList(
      list(
        [`Louxor ${serial}`, "Paris", `81${serial}0`],
        [`Vox ${serial}`, "Albi", "", "123456789"],
        [`Vox ${serial}`, "FR76 3000 6000 0112 3456 7890 189"],
        [`Rio ${serial}`, "Lens"],
        [`Rio ${serial}`, "Lens"],
      ),
      staff,
      { words: "Nos salles de 2026" },
    );
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({
      state: "open",
      subject: expect.stringMatching(/^Liste de 2\scinémas$/),
      words: "Nos salles de 2026",
      proposal: null,
      list: {
        file_name: "nos-cinemas.xlsx",
        count: 2,
        errors: [
          expect.stringMatching(/^Ligne 3\s: .*SIREN/),
          expect.stringMatching(/^Ligne 4\s: .*un IBAN.*colonne «\sVille\s»/),
          expect.stringMatching(/^Ligne 6\s: .*ligne\s5/),
        ],
      },
    });
    expect((await mine()).results).toEqual([sent.body]);
    expect((await staff.get("/cinemas/")).body.count).toBe(1);
  });

  test("is shown to super admins as what it would bring: what is new, and what is there with what differs", async () => {
    const known = await app.inDatabase((tx) =>
      aCinema(tx, undefined, { name: `Louxor ${serial}`, city: "Paris", cnc_authorization: `82${serial}0` }),
    );
    const { body: asked } = await proposeList(
      list([`Louxor ${serial}`, "Paris", `82${serial}0`, "", "louxor@exemple.fr"], [`Rio ${serial}`, "Lens"]),
    );
    expect((await preview(asked.id)).body).toEqual({
      created: [{ name: `Rio ${serial}`, line_number: 3 }],
      known: [
        {
          name: `Louxor ${serial}`,
          line_number: 2,
          cinema_id: known.id,
          differs: ["E-mails facturation"],
        },
      ],
      errors: [],
    });
    const [seen] = (await admin.get("/cinemas/requests/all/", { state: "open" })).body.results;
    expect(seen).toMatchObject({ id: asked.id, list: { count: 2 }, candidate: null });
  });

  test("that is accepted creates the new cinemas, links all, and changes nothing of those that were there", async () => {
    const known = await app.inDatabase((tx) =>
      aCinema(tx, undefined, { name: `Louxor ${serial}`, city: "Paris", cnc_authorization: `83${serial}0` }),
    );
    const before = (await admin.get(`/cinemas/${known.id}/`)).body;
    const { body: asked } = await proposeList(
      list([`Louxor ${serial}`, "Paris", `83${serial}0`, "", "vole@exemple.fr"], [`Rio ${serial}`, "Lens"]),
    );
    const done = await answer(asked.id, "done", "Merci.");
    expect(done.status).toBe(200);
    expect((await admin.get(`/cinemas/${known.id}/`)).body).toEqual(before);
    const cinemas = (await staff.get("/cinemas/")).body.results;
    expect(cinemas.map((one: { name: string }) => one.name).toSorted()).toEqual(
      [cinema.name, `Louxor ${serial}`, `Rio ${serial}`].toSorted(),
    );
    expect(cinemas.find((one: { name: string }) => one.name === `Rio ${serial}`)).toMatchObject({
      city: "Lens",
      is_validated: true,
      short_name_code: expect.any(String),
    });
    expect(await answered()).toEqual([
      expect.objectContaining({
        transaction_description: expect.stringMatching(
          /^Liste de 2\scinémas\s: votre demande est traitée\.$/,
        ),
        explanation: [
          "Réponse de Bobine\u00a0: Merci.",
          expect.stringMatching(/^1\scinéma créé, 1\sdéjà connu\s: ils sont dans votre liste\.$/),
          "Vous aviez proposé la liste «\u00a0nos-cinemas.xlsx\u00a0».",
        ],
      }),
    ]);
    expect((await answer(asked.id, "done", "")).status).toBe(409);
    expect((await preview(asked.id)).status).toBe(404);
    const comments = (await logOf(distributor.id)).map(({ action_details }) => action_details["comment"]);
    expect(comments.filter((comment) => comment === "Cinéma lié au distributeur")).toHaveLength(2);
  });

  test("that is accepted tells how many rows were left out, with the first of them, and names no cinema of others (SEC-16)", async () => {
    const others = `Ailleurs ${serial}`;
    const numbers = Array.from({ length: 21 }, (_, n) => `${70_000 + serial * 100 + n}`);
    await app.inDatabase(async (tx) => {
      const known = await aCinema(tx, undefined, { name: others });
      await tx.run(
        sql`update cinema set default_accounting_code = ${`411-Z${serial}`} where id = ${known.id}`,
      );
      await tx.run(sql`
        insert into screen (cinema_id, name, authorization_number)
        select ${known.id}, 'Salle', n from unnest(${numbers}::text[]) n`);
    });
    const rows = numbers.map((number, n) => [`Rex ${serial}-${n}`, "Lens", "Salle 1", number, ""]);
    const { body: asked } = await proposeList(
      workbook([
        ["Nom", "Ville", "Salles", "N° auto", "Code comptable"],
        ...rows,
        [`Pax ${serial}`, "Lens", "", "", `411Z${serial}`],
        [`Rio ${serial}`, "Lens", "", "", ""],
      ]),
    );
    const shown = (await preview(asked.id)).body;
    expect(JSON.stringify(shown.errors)).toContain(others);
    expect((await answer(asked.id, "done", "")).status).toBe(200);
    const [{ explanation }] = await answered();
    expect(explanation).toHaveLength(1 + 1 + 20 + 1 + 1);
    expect(explanation[1]).toMatch(/^\d+\slignes n’ont pas été reprises\s:$/);
    expect(explanation[2]).toMatch(/^Ligne 2\s: Le numéro d’autorisation \S+ est déjà utilisé\.$/);
    expect(explanation.at(-2)).toMatch(/^Et \d+\sautres?\.$/);
    expect(explanation.join(" ")).not.toContain(others);
  });

  test("that is refused creates nothing, and needs a reason", async () => {
    const { body: asked } = await proposeList(list([`Rio ${serial}`, "Lens"]));
    expect((await answer(asked.id, "refused", "")).status).toBe(400);
    expect((await answer(asked.id, "refused", "Cinémas fermés.")).status).toBe(200);
    expect((await staff.get("/cinemas/")).body.count).toBe(1);
  });

  test("is one however often its file is sent while it waits", async () => {
    const content = await list([`Rio ${serial}`, "Lens"]);
    const [first, second] = await Promise.all([proposeList(content), proposeList(content)]);
    expect(second.body.id).toBe(first.body.id);
  });

  test("that is no workbook, or has no cinema to propose, is refused in words", async () => {
    expect((await proposeList(Buffer.from("Nom;Ville\nRio;Lens"))).status).toBe(400);
    const none = await proposeList(list(["", "Lens"], [`Vox ${serial}`, "Albi", "", "12"]));
    expect(none.status).toBe(400);
    expect(none.body.error).toMatch(/^Aucun cinéma de ce fichier ne peut être proposé\. Ligne 2\s:/);
  });

  test("of a prospect, or of one that is no longer validated, waits for its validation", async () => {
    const prospect = await someone("prospect");
    expect((await proposeList(list([`Rio ${serial}`, "Lens"]), prospect.client)).status).toBe(409);
    const { body: asked } = await proposeList(list([`Rio ${serial}`, "Lens"]));
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set validation_status = 'prospect' where id = ${distributor.id}`),
    );
    expect((await answer(asked.id, "done", "")).status).toBe(409);
    expect((await staff.get("/cinemas/")).body.count).toBe(1);
  });
});

describe("who asks too much, or may not", () => {
  test("waits for answers once twenty requests are open", async () => {
    for (let number = 0; number < OPEN_REQUESTS_MAX; number += 1)
      expect((await correct(`Faute n°\u00a0${number}`)).status).toBe(201);
    expect((await correct("Encore une")).body).toMatchObject({ code: "too_many_requests" });
    // The same as one that waits is that one.
    expect((await correct("Faute n°\u00a03")).status).toBe(201);
  });

  test("is told when the day has room again, fifty in a day being the most (CIN-10)", async () => {
    const now = app.clock.now().getTime();
    const hour = 3_600_000;
    // A minute apart since twenty hours; one of two days ago counts no more.
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into cinema_request (distributor_id, cinema_id, subject, words, created_at, state, decided_at)
        select ${distributor.id}, ${cinema.id}, 'Beffroi', 'Faute n° ' || n,
          ${new Date(now - 20 * hour)}::timestamptz + n * interval '1 minute' - (n = 0)::integer * interval '2 days', 'withdrawn', ${new Date(now)}
        from generate_series(0, ${REQUESTS_A_DAY}) n`),
    );
    const refused = await correct("Encore une");
    // The first of the fifty is 19 hours and 59 minutes old.
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, String(4 * 3600 + 60)]);
    expect(refused.body.detail).toBe("Trop de tentatives. Réessayez dans 14\u202f460 secondes.");
  });

  test("is a prospect: its own validation comes first", async () => {
    const prospect = await someone("prospect");
    const own = await app.inDatabase((tx) => aCinema(tx, prospect.made, { name: `Sien ${serial}` }));
    expect((await correct("Faux", own.id, prospect.client)).status).toBe(409);
    expect((await propose({}, prospect.client)).status).toBe(409);
  });

  test("is a distributor that is no longer the one that was validated", async () => {
    const { body: asked } = await propose();
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set validation_status = 'prospect' where id = ${distributor.id}`),
    );
    expect((await answer(asked.id, "done", "")).status).toBe(409);
    expect((await answer(asked.id, "refused", "Plus tard.")).status).toBe(200);
  });

  test("words are bounded", async () => {
    expect((await correct("")).body).toHaveProperty("words");
    expect((await correct("x".repeat(2001))).body).toHaveProperty("words");
  });
});

describe("a request that is taken back", () => {
  const withdraw = (id: number, by = staff) => by.post(`/cinemas/requests/${id}/withdraw/`, {});

  test("waits no more, once or twice; nobody answers it, and another takes its place", async () => {
    const { body: asked } = await correct("Faux");
    expect((await withdraw(asked.id)).body).toMatchObject({ state: "withdrawn", answer: "" });
    expect((await withdraw(asked.id)).status).toBe(200);
    expect((await logOf(distributor.id)).map((entry) => entry.action_details["event"])).toEqual([
      "Correction demandée à Bobine",
      "Demande à Bobine retirée",
    ]);
    expect((await answer(asked.id, "done", "")).body.detail).toContain("a été retirée");
    expect((await correct("Faux")).body.id).not.toBe(asked.id);
  });

  test("is neither another's nor one that was answered", async () => {
    const { body: asked } = await correct("Faux");
    const other = await someone();
    expect((await withdraw(asked.id, other.client)).status).toBe(404);
    await answer(asked.id, "done", "");
    expect((await withdraw(asked.id)).status).toBe(409);
  });
});

test("each super admin is mailed what is asked, once an hour for a distributor, and not what was taken back", async () => {
  await app.drainJobs();
  app.mails.length = 0;
  await correct("Son SIREN est faux.");
  await correct("Son adresse aussi.");
  await app.drainJobs();
  const { rows } = await app.owner.query(
    "select email from app_user where system_role = 'super_admin' and disabled_at is null",
  );
  expect(new Set(app.mails.map((mail) => mail.to))).toEqual(
    new Set((rows as { email: string }[]).map(({ email }) => email)),
  );
  expect(app.mails).toHaveLength(rows.length);
  expect(app.mails[0]).toMatchObject({ subject: expect.stringContaining(cinema.name) });
  expect(app.mails[0]!.text).toContain("Son SIREN est faux.");
  expect(app.mails[0]!.text).toContain("/super-admin?tab=requests");
  app.mails.length = 0;
  const other = await someone();
  const theirs = await app.inDatabase((tx) => aCinema(tx, other.made, { name: `Rex ${serial}` }));
  const { body: asked } = await correct("Faux", theirs.id, other.client);
  await other.client.post(`/cinemas/requests/${asked.id}/withdraw/`, {});
  await app.drainJobs();
  expect(app.mails).toEqual([]);
});
