import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemSource, writeAudit } from "../../http/audit.ts";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

const LOG = "/audit-logs/console/";
const FILE = "/exports/lists/console-audit-logs/";

let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let person: { id: number; email: string };
let adminUser: { id: number; email: string };
let admin: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    boreal = await aDistributor(tx);
    person = await aStaffUser(tx, lumen);
    adminUser = await aSuperAdmin(tx);
    for (let n = 1; n <= 42; n += 1)
      for (const distributorId of [lumen.id, null, boreal.id])
        await writeAudit(
          tx,
          { ...systemSource(distributorId), actorId: n === 42 ? adminUser.id : null },
          n % 2 === 0 ? "other" : "updated_cinema",
          { row_count: n, distributor_name: distributorId === null ? "" : `secret ${distributorId}` },
        );
  });
  admin = await app.as(adminUser);
});
afterAll(() => app.close());

type Entries = { action_details: Record<string, unknown> }[];
const numbersOf = (results: Entries) => results.map(({ action_details }) => action_details["row_count"]);
const linesOf = (text: string) => text.trim().split("\r\n").slice(1);

describe("the console's own log (SEC-2)", () => {
  test("is answered newest first, twenty a page, as that of a distributor is", async () => {
    const first = await admin.get(LOG);
    expect(first.body).toMatchObject({ count: 42, previous: null, next: `/api/v1${LOG}?page=2` });
    expect(numbersOf(first.body.results)).toEqual(Array.from({ length: 20 }, (_, place) => 42 - place));
    expect(first.body.results[0]).toMatchObject({
      actor: { first_name: "Alex", last_name: "Admin", email: adminUser.email },
      action_type: "other",
    });
    expect(first.body.results[1].actor).toBeNull();
    const third = await admin.get(`${LOG}?page=3`);
    expect(numbersOf(third.body.results)).toEqual([2, 1]);
    expect(third.body).toMatchObject({ next: null, previous: `/api/v1${LOG}?page=2` });
  });

  test("has no entry of any distributor, on no page, in no filter and not in its file", async () => {
    const answers = await Promise.all(
      ["", "?page=2", "?page=3", "?action_type=other", "?from=2020-01-01"].map((query) =>
        admin.get(LOG + query),
      ),
    );
    const file = await admin.get(FILE);
    const all = answers.flatMap(({ body }) => body.results as Entries);
    expect(all).toHaveLength(20 + 20 + 2 + 20 + 20);
    expect(all.filter(({ action_details }) => action_details["distributor_name"] !== "")).toEqual([]);
    expect(linesOf(file.text)).toHaveLength(42);
    expect(file.text).not.toContain("secret");
  });

  test("is the same whichever distributor is chosen, whose own log has nothing of it", async () => {
    const choosing = await app.as(adminUser, lumen.id);
    expect((await choosing.get(LOG)).body).toEqual((await admin.get(LOG)).body);
    const own = await choosing.get("/audit-logs/");
    expect(own.body.count).toBe(42);
    expect(own.body.results[0].action_details).toMatchObject({ distributor_name: `secret ${lumen.id}` });
  });

  test("is narrowed by type and by the days of Paris, with its count and its file (UI-24)", async () => {
    await app.inDatabase(async (tx) => {
      for (const [row_count, at] of [
        [101, "2020-10-31T22:59:59Z"],
        [102, "2020-10-31T23:00:00Z"],
        [103, "2020-11-30T22:59:59Z"],
        [104, "2020-11-30T23:00:00Z"],
      ] as const)
        for (const distributorId of [null, lumen.id])
          await tx.run(sql`
            insert into audit_log (distributor_id, created_at, action_type, action_details)
            values (${distributorId}, ${at}, 'system_action', ${JSON.stringify({ row_count })})`);
    });
    const november = "from=2020-11-01&to=2020-11-30";
    const { body } = await admin.get(`${LOG}?${november}`);
    expect([body.count, numbersOf(body.results)]).toEqual([2, [103, 102]]);
    expect((await admin.get(`${LOG}?${november}&action_type=other`)).body).toMatchObject({
      count: 0,
      results: [],
    });
    expect((await admin.get(`${LOG}?action_type=system_action`)).body.count).toBe(4);
    expect(linesOf((await admin.get(`${FILE}?${november}`)).text)).toHaveLength(2);
  });

  test("tells a change of a shared cinema that nobody works with, and a team's token", async () => {
    const { id: cinema } = await app.inDatabase((tx) => aCinema(tx, undefined, { name: "Le Rex" }));
    const choosing = await app.as(adminUser, lumen.id);
    expect((await choosing.patch(`/cinemas/${cinema}/`, { city: "Dole" })).status).toBe(200);
    const token = { team: "Équipe Planning", remotes: ["mfe-planning"], rights: ["publish"] };
    expect((await choosing.post("/onboarding/admin/remote-tokens/", token)).status).toBe(201);
    const [made, changed] = (await admin.get(LOG)).body.results;
    expect(made).toMatchObject({
      actor: { email: adminUser.email },
      action_details: { event: "Jeton d’équipe créé", team: "Équipe Planning" },
    });
    expect(changed).toMatchObject({
      actor: { email: adminUser.email },
      action_type: "updated_cinema",
      action_details: { cinema_id: cinema, cinema_name: "Le Rex", changed_fields: ["city"] },
    });
    const own = await choosing.get("/audit-logs/?action_type=updated_cinema");
    expect(
      (own.body.results as Entries).filter(({ action_details: { cinema_id } }) => cinema_id === cinema),
    ).toEqual([]);
  });

  test("tells who took a list of all distributors, which the chosen one's log does not", async () => {
    const choosing = await app.as(adminUser, boreal.id);
    for (const path of [FILE, "/exports/lists/jobs/", "/exports/lists/cinemas/"])
      expect((await choosing.get(path)).status).toBe(200);
    const files = async (path: string) =>
      ((await choosing.get(path)).body.results as Entries)
        .filter(({ action_details: { event } }) => event === "list_export")
        .map(({ action_details: { file_name } }) => file_name);
    expect((await files(LOG)).slice(0, 3)).toEqual([
      expect.stringContaining("cinemas"),
      "taches-de-fond.csv",
      "journal-console.csv",
    ]);
    expect(await files("/audit-logs/")).toEqual([]);
  });

  test("is read by super admins alone", async () => {
    const staff = await app.as(person);
    for (const path of [LOG, FILE]) {
      expect((await staff.get(path)).status).toBe(403);
      expect((await app.anonymous().get(path)).status).toBe(401);
    }
  });

  test.each(["page=0", "action_type=unknown", "from=2020-02-30"])(
    "?%s is a bad request that names the field",
    async (query) => {
      const answer = await admin.get(`${LOG}?${query}`);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body)).toEqual([query.split("=")[0]]);
    },
  );
});
