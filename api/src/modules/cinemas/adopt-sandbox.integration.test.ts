// From a sandbox to the shared list: when its distributor is validated, and when a super admin decides on one cinema. And back: a cut link.
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/scope.ts";
import { systemSource } from "../../http/audit.ts";
import { aCinema, aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";
import { adoptSandboxCinemas } from "./adopt-sandbox.ts";
import { sandboxRepository } from "./sandbox.repository.ts";

let app: TestApp;
let admin: TestClient;
let serial = 0;
let distributor: { id: number };
let client: TestClient;
let siren: string;
let cnc: string;
let town: string;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(async () => app.close());

async function newcomer(validation_status: "prospect" | "validated") {
  serial += 1;
  siren = String(330_000_000 + serial);
  cnc = String(50_000 + serial);
  town = `Ville ${serial}`;
  const user = await app.inDatabase(async (tx) => {
    const made = await aDistributor(tx, { siren, validation_status, automation_on: false });
    distributor = made;
    return await aStaffUser(tx, made);
  });
  client = await app.as(user);
}

const one = <T>(query: ReturnType<typeof sql>): Promise<T> => app.inDatabase((tx) => tx.one<T>(query));
const report = (name: string, number: string, screen: string, week = "2026-11-18", end = "2026-11-24") =>
  client.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "rapport.xml",
    reportOf([declaration({ screen, reference: `R${screen}${week}`, week, end })])
      .replaceAll('numeroCNC="91023"', `numeroCNC="${number}"`)
      .replaceAll('siret="00020001400017"', "")
      .replaceAll("Cinéma Le Beffroi", name)
      .replaceAll("Douai", town)
      .replaceAll("000100016", siren),
  );
const list = async (...lines: [number: string, name: string, paid?: string][]) => {
  const answer = await client.upload(
    "/invoices/upload/",
    "file",
    "factures.csv",
    [
      "numero_facture;date_facture;nom_cinema;ville;montant_ht;montant_tva;montant_ttc;montant_regle",
      ...lines.map(
        ([number, name, paid = ""]) => `${number};01/10/2026;${name};${town};100,00;10,00;110,00;${paid}`,
      ),
    ].join("\r\n"),
  );
  const cinemas = ((await client.get("/invoices/to-confirm/")).body.results as { id: number }[]).map(
    (cinema) => cinema.id,
  );
  if (cinemas.length > 0) await client.post("/invoices/to-confirm/confirm/", { cinemas });
  return answer;
};
const adopt = () =>
  app.inDatabase(async (tx) => {
    await tx.run(sql`update distributor set validation_status = 'validated' where id = ${distributor.id}`);
    await adoptSandboxCinemas(tx, app.services.jobs, distributor.id, systemSource(null), app.clock.now());
  });
/** A super admin's decision in the console. */
const validate = async () => {
  const waiting = (await admin.get("/onboarding/admin/prospects/")).body;
  const prospect = (waiting.results ?? waiting).find((row: { id: number }) => row.id === distributor.id);
  return await admin.post(`/onboarding/admin/prospects/${distributor.id}/decision/`, {
    decision: "validate",
    reason: "",
    version: prospect.version,
  });
};
const sandboxed = async () =>
  (
    await app.inDatabase(
      (tx) => tx.many(sql`select from cinema where sandbox_distributor_id = ${distributor.id}`),
      distributor.id,
    )
  ).length;
const shared = (changes: Parameters<typeof aCinema>[2]) =>
  app.inDatabase((tx) => aCinema(tx, undefined, { city: town, ...changes }));

describe("when a prospect is validated", () => {
  beforeEach(() => newcomer("prospect"));

  test("a cinema that the shared list has becomes that one, with all that the prospect had of it", async () => {
    await report("Mon Eden", cnc, `${cnc}1`);
    await list(["A-1", "Mon Eden"], ["A-2", "Mon Eden", "10,00"]);
    const [own] = (await client.get("/cinemas/")).body.results;
    await client.post(`/cinemas/${own.id}/distributor-settings/`, {
      distributor: distributor.id,
      cinema: own.id,
      minimum_guarantee: 12,
    });
    const eden = await shared({ name: "L’Éden", cnc_authorization: cnc, default_accounting_code: "411EDEN" });
    await adopt();

    expect(await sandboxed()).toBe(0);
    const cinemas = (await client.get("/cinemas/")).body.results;
    expect(cinemas).toEqual([expect.objectContaining({ id: eden.id, name: "L’Éden" })]);
    expect(
      await one(sql`select cinema_id from declaration where distributor_id = ${distributor.id}`),
    ).toEqual({
      cinema_id: eden.id,
    });
    const invoices = await app.inDatabase((tx) =>
      tx.many(sql`
        select invoice_number, cinema_id, cinema_name, client_account = '411EDEN' as is_of_its_account from invoice
        where distributor_id = ${distributor.id} order by id`),
    );
    expect(invoices).toEqual([
      { invoice_number: "A-1", cinema_id: eden.id, cinema_name: "L’Éden", is_of_its_account: true },
      // Something was paid of it: it stays as it was booked.
      { invoice_number: "A-2", cinema_id: eden.id, cinema_name: "Mon Eden", is_of_its_account: false },
    ]);
    expect(
      await one(
        sql`select cinema_id, minimum_guarantee from distributor_cinema_settings where distributor_id = ${distributor.id}`,
      ),
    ).toEqual({ cinema_id: eden.id, minimum_guarantee: "12.00" });
    // Its screen is proposed, as a report's would be, and its link told.
    expect(
      await one(
        sql`select cinema_id, authorization_number, name from screen_proposal where distributor_id = ${distributor.id}`,
      ),
    ).toEqual({ cinema_id: eden.id, authorization_number: `${cnc}1`, name: "Salle 1" });
    expect(
      await one(
        sql`select origin, identifier from cinema_distributor where distributor_id = ${distributor.id}`,
      ),
    ).toEqual({ origin: "validation", identifier: "cnc" });
    expect(await app.inDatabase(verifyLedger)).toEqual([]);
    // The same report again finds it there.
    expect((await report("Mon Eden", cnc, `${cnc}1`)).body.preliminary_stats).toMatchObject({
      duplicates: 1,
      unknown_cinemas: 0,
    });
  });

  test("COM-6: what was said of a client goes with its last document to the account of the cinema that it is", async () => {
    await report("Mon Eden", cnc, `${cnc}1`);
    await list(["A-1", "Mon Eden"]);
    const account = (
      await app.inDatabase((tx) =>
        tx.one<{ account: string }>(
          sql`select client_account as account from invoice where distributor_id = ${distributor.id}`,
        ),
      )
    ).account;
    const said = await client.post("/comments/", { subject: `client:${account}`, text: "En trois fois" });
    expect(said.status).toBe(201);
    await shared({ name: "L’Éden", cnc_authorization: cnc, default_accounting_code: `411${cnc}` });
    await adopt();
    expect((await client.get(`/comments/?subject=client:${account}`)).status).toBe(404);
    const { results } = (await client.get(`/comments/?subject=client:411${cnc}`)).body;
    expect(results.map(({ text }: { text: string }) => text)).toEqual(["En trois fois"]);
  });

  test("COM-6: what was said of a client without a document goes to the account of the cinema that it is", async () => {
    await report("Mon Eden", cnc, `${cnc}1`);
    const { id } = await one<{ id: number }>(
      sql`select cinema_id as id from cinema_distributor where distributor_id = ${distributor.id}`,
    );
    const account = `411${String(id).padStart(5, "0")}`;
    const said = await client.post("/comments/", { subject: `client:${account}`, text: "Rappeler lundi" });
    expect(said.status).toBe(201);
    await shared({ name: "L’Éden", cnc_authorization: cnc, default_accounting_code: `411${cnc}` });
    await adopt();
    expect((await client.get(`/comments/?subject=client:${account}`)).status).toBe(404);
    const { results } = (await client.get(`/comments/?subject=client:411${cnc}`)).body;
    expect(results.map(({ text }: { text: string }) => text)).toEqual(["Rappeler lundi"]);
  });

  test("a cinema that a list alone has named waits for a super admin, known or not", async () => {
    await shared({ name: "Le Rex" });
    await list(["A-1", "Cinéma Rex"], ["A-2", "Le Neuf"]);
    await adopt();
    expect(await sandboxed()).toBe(2);
    expect(
      await one(sql`
        select count(*) from cinema_distributor l join cinema c on c.id = l.cinema_id
        where l.distributor_id = ${distributor.id} and c.name = 'Le Rex'`),
    ).toEqual({ count: 0 });
    const { results } = (await admin.get("/cinemas/link-requests/")).body;
    const own = results.filter(
      (row: { distributor: { id: number } }) => row.distributor.id === distributor.id,
    );
    expect(own).toHaveLength(2);
  });

  test("a cinema that nobody knows joins the shared list with its screens, to be validated", async () => {
    await report("Le Neuf", cnc, `${cnc}1`);
    const before = (await admin.get("/cinemas/?page=1")).body.count;
    await adopt();
    expect((await admin.get("/cinemas/?page=1")).body.count).toBe(before + 1);
    const [cinema] = (await client.get("/cinemas/")).body.results;
    const seen = await admin.get(`/cinemas/${cinema.id}/`);
    expect([seen.status, seen.body]).toEqual([
      200,
      expect.objectContaining({
        name: "Le Neuf",
        is_validated: false,
        screens: [expect.objectContaining({ authorization_number: `${cnc}1` })],
      }),
    ]);
  });

  test("it is all or nothing: what fails at the end leaves the sandbox as it was", async () => {
    await report("Le Neuf", cnc, `${cnc}1`);
    await shared({ name: "Autre" });
    const failing = inTransaction(app.services.pool, { kind: "all" }, async (tx) => {
      await adoptSandboxCinemas(tx, app.services.jobs, distributor.id, systemSource(null), app.clock.now());
      throw new Error("the server is gone");
    });
    await expect(failing).rejects.toThrow("the server is gone");
    expect(await sandboxed()).toBe(1);
    expect((await client.get("/cinemas/")).body.results).toHaveLength(1);
  });

  test("an import that comes at once ends in the shared list too", async () => {
    await report("Le Neuf", cnc, `${cnc}1`);
    await Promise.all([adopt(), report("Le Suivant", `9${cnc}`, `9${cnc}1`)]);
    expect(await sandboxed()).toBe(0);
    expect((await client.get("/cinemas/")).body.results).toHaveLength(2);
  });

  test("a super admin's decision in the console does it", async () => {
    await report("Le Neuf", cnc, `${cnc}1`);
    expect([(await validate()).status, await sandboxed()]).toEqual([200, 0]);
  });
});

describe("a cinema that a validated distributor has confirmed", () => {
  beforeEach(() => newcomer("validated"));
  const requests = async () =>
    ((await admin.get("/cinemas/link-requests/")).body.results as Record<string, unknown>[]).filter(
      (request) => (request["distributor"] as { id: number }).id === distributor.id,
    );

  test("waits in the console with the shared one that it may be, and becomes it", async () => {
    const rex = await shared({ name: "Le Rex" });
    await list(["B-1", "Cinéma Rex"]);
    const [request] = await requests();
    expect(request).toMatchObject({
      name: "Cinéma Rex",
      city: town,
      invoice_count: 1,
      declaration_count: 0,
      candidate: { id: rex.id, name: "Le Rex", city: town },
    });
    const path = `/cinemas/link-requests/${String(request?.["id"])}/accept/`;
    expect((await admin.post(path, { cinema: 999_999_999 })).status).toBe(400);
    const answers = await Promise.all([
      admin.post(path, { cinema: rex.id }),
      admin.post(path, { cinema: rex.id }),
    ]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 404]);
    expect(await one(sql`select cinema_id from invoice where distributor_id = ${distributor.id}`)).toEqual({
      cinema_id: rex.id,
    });
    expect(await requests()).toEqual([]);
  });

  test("becomes it with a credit note by hand, which goes on saying what it says (BILL-11, SEC-16)", async () => {
    const rex = await shared({ name: "Le Rex" });
    await list(["B-1", "Cinéma Rex"]);
    const [request] = await requests();
    const standIn = Number(request?.["id"]);
    await app.owner.query(
      "update cinema set legal_name = 'SARL Rex', address = '1 rue Neuve', pin_code = '39100', siren = '552100554' where id = $1",
      [standIn],
    );
    const invoice = await one<{ id: number }>(
      sql`select id from invoice where distributor_id = ${distributor.id}`,
    );
    const credit = await client.post(`/invoices/invoices/${invoice.id}/credit-notes/`, {
      remaining_net_amount: "100.00",
      reason: "Erreur",
    });
    expect(credit.status).toBe(201);
    const note = () =>
      one<Record<string, unknown>>(sql`
        select cinema_id, cinema_name, client, client_account from invoice where id = ${credit.body.id}`);
    const before = await note();
    expect(before).toMatchObject({ cinema_id: standIn, cinema_name: "Cinéma Rex" });
    const path = `/cinemas/link-requests/${standIn}/accept/`;
    expect((await admin.post(path, { cinema: rex.id })).status).toBe(204);
    expect(await note()).toEqual({ ...before, cinema_id: rex.id });
    expect(await app.inDatabase(verifyLedger)).toEqual([]);
    // Elsewhere its cinema is as final as all that it says.
    const other = await shared({ name: "Le Vox" });
    for (const change of [sql`cinema_id = ${other.id}`, sql`cinema_name = 'Le Vox'`, sql`client = '{}'`])
      await expect(
        app.inDatabase((tx) =>
          sandboxRepository.amongSandboxes(tx, () =>
            tx.run(sql`update invoice set ${change} where id = ${credit.body.id}`),
          ),
        ),
      ).rejects.toMatchObject({ code: "BO001" });
  });

  test("joins the shared list when it is none of it", async () => {
    await list(["B-1", "Le Neuf"]);
    const [request] = await requests();
    expect(request?.["candidate"]).toBeNull();
    const id = Number(request?.["id"]);
    expect((await admin.post(`/cinemas/link-requests/${id}/accept/`, { cinema: null })).status).toBe(204);
    expect((await admin.get(`/cinemas/${id}/`)).body).toMatchObject({ name: "Le Neuf", is_validated: false });
  });

  test("does not join it with a number that a shared cinema or screen has, written otherwise (CIN-2)", async () => {
    await list(["B-1", "Le Neuf"]);
    const id = Number((await requests())[0]?.["id"]);
    const path = `/cinemas/link-requests/${id}/accept/`;
    const set = (statement: string, number: string) => app.owner.query(statement, [number, id]);
    await app.inDatabase((tx) => aCinema(tx, undefined, { cnc_authorization: "98765", screens: ["987651"] }));
    await set("update cinema set cnc_authorization = $1 where id = $2", "098765");
    const ofCinema = await admin.post(path, { cinema: null });
    expect([ofCinema.status, Object.keys(ofCinema.body)]).toEqual([400, ["cnc_authorization"]]);
    await set("update cinema set cnc_authorization = $1 where id = $2", "98766");
    await set(
      "insert into screen (name, authorization_number, cinema_id) values ('Salle 1', $1, $2)",
      "98 7651",
    );
    const ofScreen = await admin.post(path, { cinema: null });
    expect([ofScreen.status, Object.keys(ofScreen.body)]).toEqual([400, ["cinema"]]);
    await set("update screen set authorization_number = $1 where cinema_id = $2", "987661");
    expect((await admin.post(path, { cinema: null })).status).toBe(204);
  });

  test("is not a request while its distributor is a prospect", async () => {
    await newcomer("prospect");
    await list(["B-1", "Le Neuf"]);
    expect(await requests()).toEqual([]);
    const [own] = (await client.get("/cinemas/")).body.results;
    expect((await admin.post(`/cinemas/link-requests/${own.id}/accept/`, { cinema: null })).status).toBe(404);
  });
});

describe("a link that is cut", () => {
  let eden: { id: number };
  beforeEach(async () => {
    await newcomer("validated");
    eden = await shared({ name: "L’Éden", cnc_authorization: cnc, screens: [`${cnc}1`] });
  });
  const path = () => `/cinemas/${eden.id}/linked-distributors/${distributor.id}/`;
  const isLinked = async () => (await client.get(`/cinemas/${eden.id}/`)).status === 200;

  test("by a super admin is not made again by a report: a request asks the console, and the report says so", async () => {
    await report("L’Éden", cnc, `${cnc}1`);
    expect((await admin.delete(path())).status).toBe(204);
    expect(await isLinked()).toBe(false);
    // What it imported stays readable.
    const [first] = (await client.get("/box-office/reports/")).body.results;
    expect(
      (await client.get(`/box-office/reports/${first.id}/declarations/`)).body.results[0].cinema_name,
    ).toBe("Cinéma dont le lien est coupé");
    const again = await report("L’Éden", cnc, `${cnc}1`, "2026-11-11", "2026-11-17");
    expect(again.body.preliminary_stats).toMatchObject({ imported: 1, warnings_count: 1 });
    expect(again.body.preliminary_stats.warnings[0]).toContain("n’est plus lié à votre distributeur");
    expect(await isLinked()).toBe(false);
    // Nor by two identifiers in a list.
    const csv = await client.upload(
      "/invoices/upload/",
      "file",
      "factures.csv",
      `numero_facture;date_facture;cnc;nom_cinema;ville;montant_ht;montant_tva;montant_ttc\r\nC-1;01/10/2026;${cnc};L’Éden;${town};100;10;110`,
    );
    expect(csv.status).toBe(200);
    expect(await isLinked()).toBe(false);
    const { results } = (await admin.get("/cinemas/link-requests/")).body;
    const request = results.find(
      (row: { candidate: { id: number } | null }) => row.candidate?.id === eden.id,
    );
    expect(request).toMatchObject({ distributor: { id: distributor.id }, declaration_count: 1 });
    await admin.post(`/cinemas/link-requests/${request.id}/accept/`, { cinema: eden.id });
    expect(await isLinked()).toBe(true);
    const logs = await app.inDatabase((tx) =>
      tx.many<{ comment: string }>(sql`
        select action_details->>'comment' as comment from audit_log
        where distributor_id = ${distributor.id} and action_type = 'updated_cinema' and action_details ? 'comment' order by id`),
    );
    expect(logs.map((log) => log.comment)).toEqual([
      "Cinéma lié au distributeur",
      "Lien avec le distributeur coupé",
      "Cinéma rattaché au référentiel",
    ]);
  });

  test("is not made again by a validation after a new name either: what stands for the cinema waits (SEC-15, SEC-16)", async () => {
    await report("L’Éden", cnc, `${cnc}1`);
    const vox = await shared({ name: "Le Vox", cnc_authorization: `7${cnc}`, siren: `7${siren.slice(1)}` });
    const voxPath = `/cinemas/${vox.id}/linked-distributors/${distributor.id}/`;
    await app.inDatabase((tx) =>
      tx.run(
        sql`insert into cinema_distributor (cinema_id, distributor_id) values (${vox.id}, ${distributor.id})`,
      ),
    );
    for (const cut of [path(), voxPath]) expect((await admin.delete(cut)).status).toBe(204);
    await report("L’Éden", cnc, `${cnc}1`, "2026-11-11", "2026-11-17");
    await list(["D-1", "Le Vox"]);
    await app.owner.query(
      "update cinema set cnc_authorization = $1 where sandbox_distributor_id = $2 and name = 'Le Vox'",
      [`7${cnc}`, distributor.id],
    );
    await app.inDatabase((tx) =>
      tx.run(sql`update distributor set validation_status = 'prospect' where id = ${distributor.id}`),
    );
    expect(await sandboxed()).toBe(2);

    expect((await validate()).status).toBe(200);
    expect(await sandboxed()).toBe(2);
    expect(await isLinked()).toBe(false);
    expect((await client.get(`/cinemas/${vox.id}/`)).status).toBe(404);
    const { results } = (await admin.get("/cinemas/link-requests/")).body;
    const own = results.filter(
      (row: { distributor: { id: number } }) => row.distributor.id === distributor.id,
    );
    expect(own.map((row: { candidate: { id: number } | null }) => row.candidate?.id)).toEqual([
      vox.id,
      eden.id,
    ]);
  });

  test("by its own people only while nothing was declared or invoiced to it; a report makes it again", async () => {
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into cinema_distributor (cinema_id, distributor_id) values (${eden.id}, ${distributor.id})`),
    );
    expect((await client.delete(path())).status).toBe(204);
    expect(await isLinked()).toBe(false);
    expect((await client.delete(path())).status).toBe(404);
    await report("L’Éden", cnc, `${cnc}1`);
    expect(await isLinked()).toBe(true);
    const refused = await client.delete(path());
    expect([refused.status, refused.body.code]).toEqual([409, "link_in_use"]);
  });
});
