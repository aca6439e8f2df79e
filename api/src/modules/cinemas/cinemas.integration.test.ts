import sql from "sql-template-tag";
import { inTransaction } from "../../db/scope.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let staff: TestClient;
let admin: TestClient;
let adminUser: { id: number; email: string };
/** Linked to Lumen. */
let ours: Record<"ecran" | "eden" | "rex", { id: number; name: string }>;
let theirs: { id: number; name: string };
let shared: { id: number; name: string };
let nobodys: { id: number; name: string };

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx, { name: "Lumen Films Distribution" });
    boreal = await aDistributor(tx, { name: "Boréal" });
    ours = {
      ecran: await aCinema(tx, lumen, {
        name: "L’Écran",
        city: "Saint-Étienne",
        group: "Utopia",
        is_validated: false,
      }),
      eden: await aCinema(tx, lumen, {
        name: "eden",
        city: "La Ciotat",
        group: "Indépendant",
        screens: ["600002", "600001"],
      }),
      rex: await aCinema(tx, lumen, { name: "Rex", city: "Châlons", group: "100%_Ciné" }),
    };
    theirs = await aCinema(tx, boreal, { name: "Boréal-Palace", city: "Lille" });
    shared = await aCinema(tx, lumen, { name: "Zénith", city: "Pau" });
    await tx.run(
      sql`insert into cinema_distributor (cinema_id, distributor_id) values (${shared.id}, ${boreal.id})`,
    );
    await tx.run(sql`update cinema set status = 'closed' where id = ${ours.rex.id}`);
    nobodys = await aCinema(tx, undefined, { name: "Abandon", is_validated: false });
  });
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)));
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
});
afterAll(() => app.close());

const namesOf = (answer: TestAnswer): string[] => {
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  return answer.body.results.map((cinema: { name: string }) => cinema.name);
};
const OURS = ["eden", "L’Écran", "Rex", "Zénith"];
const ALL = ["Abandon", "Boréal-Palace", ...OURS];
const NOT_FOUND = { detail: "Élément introuvable.", code: "not_found" };

describe("the list", () => {
  test("of staff holds the cinemas of their distributor, by name without accents or case", async () => {
    const answer = await staff.get("/cinemas/");
    expect(namesOf(answer)).toEqual(OURS);
    expect(answer.body).toMatchObject({ count: 4, next: null, previous: null });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  test("answers the same without the last slash", async () => {
    expect(namesOf(await staff.get("/cinemas"))).toEqual(OURS);
  });

  test("carries each cinema whole, with its screens", async () => {
    const { body } = await staff.get("/cinemas/?search=eden");
    expect(body.results).toEqual([
      expect.objectContaining({
        id: ours.eden.id,
        name: "eden",
        city: "La Ciotat",
        group: "Indépendant",
        pin_code: "59500",
        default_invoice_emails: ["facturation@cinema.example"],
        phones: [],
        classification: {},
        status: "active",
        is_validated: true,
        screens: [
          { id: expect.any(Number), name: "Salle 1", authorization_number: "600002" },
          { id: expect.any(Number), name: "Salle 2", authorization_number: "600001" },
        ],
      }),
    ]);
  });

  test("ignores the distributor header of staff", async () => {
    const other = await app.as(await app.inDatabase((tx) => aStaffUser(tx, lumen)), boreal.id);
    expect(namesOf(await other.get("/cinemas/"))).toEqual(OURS);
    expect(namesOf(await other.get("/cinemas/?page=1"))).toEqual(OURS);
    expect((await other.get(`/cinemas/${theirs.id}/`)).status).toBe(404);
  });

  test("of staff may be filtered by their own distributor, and not by another's", async () => {
    expect(namesOf(await staff.get(`/cinemas/?distributors__id=${lumen.id}`))).toEqual(OURS);
    for (const other of [boreal.id, 999_999]) {
      const answer = await staff.get(`/cinemas/?distributors__id=${other}`);
      expect([answer.status, answer.body]).toEqual([404, NOT_FOUND]);
    }
  });

  test("of a super admin holds every cinema, the chosen distributor's, or the filter's", async () => {
    expect(namesOf(await admin.get("/cinemas/"))).toEqual(ALL);
    expect(namesOf(await admin.get(`/cinemas/?distributors__id=${boreal.id}`))).toEqual([
      "Boréal-Palace",
      "Zénith",
    ]);
    const chosen = await app.as(adminUser, boreal.id);
    expect(namesOf(await chosen.get("/cinemas/"))).toEqual(["Boréal-Palace", "Zénith"]);
    expect(namesOf(await chosen.get(`/cinemas/?distributors__id=${lumen.id}`))).toEqual(OURS);
    // The console's pages show all of them, whatever distributor is chosen (UI-16).
    expect(namesOf(await chosen.get("/cinemas/?page=1"))).toEqual(ALL);
  });

  test.each([
    ["search=ECRAN", ["L’Écran"]],
    ["search=etienne", ["L’Écran"]],
    ["search=utopia", ["L’Écran"]],
    ["search=ciotat+eden", ["eden"]],
    ["search=100%25_", ["Rex"]],
    ["search=%25", ["Rex"]],
    ["search=_", ["Rex"]],
    ["search=%5C", []],
    ["search=%27%3B+drop+table+cinema%3B--", []],
    ["search=", OURS],
    ["search=++", OURS],
    ["status=closed", ["Rex"]],
    ["status=closed&status=active", OURS],
    ["status=inactive", []],
    ["ordering=-name", OURS.toReversed()],
    ["ordering=city", ["Rex", "eden", "Zénith", "L’Écran"]],
    ["ordering=-city", ["L’Écran", "Zénith", "eden", "Rex"]],
    ["ordering=is_validated", ["L’Écran", "eden", "Rex", "Zénith"]],
    ["ordering=group", ["Rex", "eden", "Zénith", "L’Écran"]],
  ])("?%s, whole and by page", async (query, names) => {
    expect(namesOf(await staff.get(`/cinemas/?${query}`))).toEqual(names);
    const page = await staff.get(`/cinemas/?${query}&page=1`);
    expect(namesOf(page)).toEqual(names);
    expect(page.body.count).toBe(names.length);
  });

  test.each([
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=x", "page"],
    ["page=1&page=2", "page"],
    ["ordering=siren", "ordering"],
    ["ordering=name%3Bdrop", "ordering"],
    ["ordering=constructor", "ordering"],
    ["status=open", "status"],
    ["distributors__id=x", "distributors__id"],
    [`search=${"x".repeat(201)}`, "search"],
  ])("?%s is a bad request that names the field", async (query, field) => {
    const answer = await staff.get(`/cinemas/?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
  });

  test("a NUL in a search is a bad request, not a failure", async () => {
    expect((await staff.get("/cinemas/?search=%00")).status).toBe(400);
  });

  test("pages hold a hundred, with the addresses of their neighbours", async () => {
    const many = await app.inDatabase((tx) => aDistributor(tx));
    await app.inDatabase(async (tx) => {
      await tx.run(sql`
        with made as (insert into cinema (name) select 'Salle ' || lpad(n::text, 3, '0') from generate_series(1, 250) n returning id)
        insert into cinema_distributor (cinema_id, distributor_id) select id, ${many.id} from made`);
    });
    const client = await app.as(await app.inDatabase((tx) => aStaffUser(tx, many)));
    const first = await client.get("/cinemas/?page=1&ordering=name&search=salle");
    expect(namesOf(first)).toHaveLength(100);
    expect(first.body).toMatchObject({
      count: 250,
      previous: null,
      next: "/api/v1/cinemas/?page=2&ordering=name&search=salle",
    });
    const second = await client.get(first.body.next);
    expect(namesOf(second)[0]).toBe("Salle 101");
    expect(second.body.previous).toBe("/api/v1/cinemas/?page=1&ordering=name&search=salle");
    const third = await client.get(second.body.next);
    expect(namesOf(third).at(-1)).toBe("Salle 250");
    expect(third.body).toMatchObject({ next: null, count: 250 });
    const beyond = await client.get("/cinemas/?page=4");
    expect(beyond.body).toMatchObject({ count: 250, results: [], next: null });
    expect(namesOf(await client.get("/cinemas/"))).toHaveLength(250);
  });

  test("needs a signed-in user", async () => {
    const answer = await app.anonymous().get("/cinemas/");
    expect([answer.status, answer.body.code]).toEqual([401, "not_authenticated"]);
  });
});

describe("one cinema", () => {
  test("of one's distributor is answered", async () => {
    const answer = await staff.get(`/cinemas/${ours.eden.id}/`);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      id: ours.eden.id,
      name: "eden",
      screens: [{ name: "Salle 1" }, { name: "Salle 2" }],
    });
  });

  test("of another, unknown or with no id at all, is the same 404", async () => {
    for (const id of [
      theirs.id,
      nobodys.id,
      999_999,
      "9007199254740993",
      "9999999999999999",
      0,
      "01",
      "-1",
      "1.0",
      "1e3",
      "abc",
      "%00",
      "1%20",
      "x".repeat(150),
    ]) {
      const answer = await staff.get(`/cinemas/${id}/`);
      expect([id, answer.status, answer.body]).toEqual([id, 404, NOT_FOUND]);
    }
  });

  test("is any for a super admin, whatever distributor is chosen (UI-16)", async () => {
    for (const cinema of [ours.rex, theirs, nobodys])
      expect((await admin.get(`/cinemas/${cinema.id}/`)).body.name).toBe(cinema.name);
    const chosen = await app.as(adminUser, boreal.id);
    for (const cinema of [ours.rex, theirs, nobodys])
      expect((await chosen.get(`/cinemas/${cinema.id}/`)).body.name).toBe(cinema.name);
  });

  test("of a sandbox is read by a super admin with its distributor chosen, and by no other choice (SEC-16)", async () => {
    const scope = { kind: "distributor", distributorId: lumen.id } as const;
    const own = await inTransaction(app.services.pool, scope, async (tx) => {
      const made = await tx.one<{ id: number }>(sql`
        insert into cinema (name, is_validated, sandbox_distributor_id) values ('Bac à sable', false, ${lumen.id}) returning id`);
      await tx.run(sql`
        insert into cinema_distributor (distributor_id, cinema_id, origin, identifier, created_at)
        values (${lumen.id}, ${made.id}, 'report', 'created', now())`);
      return made;
    });
    const statusFor = async (distributorId?: number) =>
      (await (await app.as(adminUser, distributorId)).get(`/cinemas/${own.id}/`)).status;
    expect([await statusFor(lumen.id), await statusFor(boreal.id), await statusFor()]).toEqual([
      200, 404, 404,
    ]);
  });
});

describe("validation", () => {
  const validated = (id: number) =>
    app.inDatabase((tx) =>
      tx.one<{ is_validated: boolean }>(sql`select is_validated from cinema where id = ${id}`),
    );
  const jobsFor = async (id: number) =>
    (
      await app.owner.query<{ count: number }>(
        "select count(*)::integer as count from pgboss.job where (data->>'distributor_id')::bigint = $1",
        [id],
      )
    ).rows[0]!.count;
  const logOf = (id: number) =>
    app.inDatabase((tx) =>
      tx.many(sql`
        select actor_id, distributor_id, action_type, action_details from audit_log
        where (action_details->>'cinema_id')::bigint = ${id} order by distributor_id nulls first`),
    );

  test("is refused to staff, and the cinema stays as it is", async () => {
    const answer = await staff.patch(`/cinemas/${ours.ecran.id}/`, { is_validated: true });
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({
      detail: "Vous n’avez pas les droits nécessaires pour cette action.",
      code: "permission_denied",
    });
    expect(await validated(ours.ecran.id)).toEqual({ is_validated: false });
  });

  test("by a super admin is kept, told in the log of each distributor that issues, and wakes its invoicing", async () => {
    const cinema = await app.inDatabase(async (tx) => {
      const made = await aCinema(tx, lumen, { name: "Le Neuf", is_validated: false });
      const paused = await aDistributor(tx, { automation_on: false });
      for (const id of [boreal.id, paused.id])
        await tx.run(
          sql`insert into cinema_distributor (cinema_id, distributor_id) values (${made.id}, ${id})`,
        );
      return made;
    });
    const before = [await jobsFor(lumen.id), await jobsFor(boreal.id)];
    const answer = await admin.patch(`/cinemas/${cinema.id}/`, { is_validated: true });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ id: cinema.id, is_validated: true });
    const details = {
      cinema_id: cinema.id,
      cinema_name: "Le Neuf",
      changed_fields: ["is_validated"],
      new_value: true,
    };
    const entry = { actor_id: adminUser.id, action_type: "updated_cinema", action_details: details };
    expect(await logOf(cinema.id)).toEqual([
      { ...entry, distributor_id: null },
      { ...entry, distributor_id: lumen.id },
      { ...entry, distributor_id: boreal.id },
    ]);
    expect([await jobsFor(lumen.id), await jobsFor(boreal.id)]).toEqual(before.map((count) => count + 1));
  });

  test("twice, or ten times at once, is once", async () => {
    const cinema = await app.inDatabase((tx) => aCinema(tx, boreal, { is_validated: false }));
    const before = await jobsFor(boreal.id);
    await admin.get("/auth/csrf-token/");
    // All sessions of the pool are open, so that the ten really meet.
    await Promise.all(Array.from({ length: 25 }, () => admin.get("/cinemas/")));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => admin.patch(`/cinemas/${cinema.id}/`, { is_validated: true })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await logOf(cinema.id)).toHaveLength(2);
    expect(await jobsFor(boreal.id)).toBe(before + 1);
  });

  test("of a cinema of another distributor than the chosen one works too: cinemas are shared", async () => {
    const cinema = await app.inDatabase((tx) => aCinema(tx, lumen, { is_validated: false }));
    const chosen = await app.as(adminUser, boreal.id);
    expect((await chosen.patch(`/cinemas/${cinema.id}/`, { is_validated: true })).status).toBe(200);
    expect(await validated(cinema.id)).toEqual({ is_validated: true });
  });

  test.each([
    [{ is_validated: false }, { is_validated: ["La validation d’un cinéma ne s’annule pas."] }],
    [{ is_validated: "true" }, { is_validated: ["La validation d’un cinéma ne s’annule pas."] }],
    [{ is_validated: true, nom: "Autre" }, { nom: ["Ce champ n’est pas attendu."] }],
    [{}, { non_field_errors: ["Saisissez au moins un champ à modifier."] }],
  ])("with %j is a bad request", async (body, errors) => {
    const answer = await admin.patch(`/cinemas/${ours.ecran.id}/`, body);
    expect([answer.status, answer.body]).toEqual([400, errors]);
    expect(await validated(ours.ecran.id)).toEqual({ is_validated: false });
  });

  test("with no body, or one that is no object, is a bad request", async () => {
    expect((await admin.patch(`/cinemas/${ours.ecran.id}/`)).status).toBe(400);
    expect((await admin.patch(`/cinemas/${ours.ecran.id}/`, [])).status).toBe(400);
    const empty = { "content-type": "application/json" };
    expect((await admin.patch(`/cinemas/${ours.ecran.id}/`, undefined, empty)).status).toBe(400);
  });

  test("of an unknown cinema is a 404, and so is a malformed id", async () => {
    for (const id of [999_999, "abc", "0"])
      expect((await admin.patch(`/cinemas/${id}/`, { is_validated: true })).status).toBe(404);
  });
});
