import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  aStaffUser,
  aSuperAdmin,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let me: BuiltDistributor;
let staff: TestClient;
/** As on the screen: with the distributor chosen whose groups it shows. */
let admin: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  me = await app.inDatabase((tx) => aDistributor(tx));
  const other = await app.inDatabase((tx) => aDistributor(tx));
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)));
  admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)), me.id);
  await app.inDatabase(async (tx) => {
    for (const group of ["Ciné Nord", "Ciné Nord", "CINÉ NORD", "Ciné Sud"]) await aCinema(tx, me, { group });
    await aCinema(tx, other, { group: "cine  nord" });
    await aCinema(tx, other, { group: "CINE SUD" });
  });
});
afterAll(() => app.close());

const merges = async () => (await staff.get("/cinemas/group-merges/")).body.results;

test("staff see the groups of their cinemas that are written in several ways, and may not merge them (CLI-5)", async () => {
  expect(await merges()).toEqual([
    {
      proposed: "Ciné Nord",
      names: [
        { name: "Ciné Nord", cinema_count: 2 },
        { name: "CINÉ NORD", cinema_count: 1 },
      ],
    },
  ]);
  expect((await staff.post("/cinemas/group-merges/", { name: "Ciné Nord" })).status).toBe(403);
});

test("a super admin writes a group in one way for all cinemas, each told in the log of those that work with it alone; twice changes nothing", async () => {
  const merged = await admin.post("/cinemas/group-merges/", { name: "Ciné Nord" });
  expect([merged.status, merged.body.changed]).toEqual([200, 2]);
  expect(merged.body.message.replaceAll("\u00a0", " ")).toBe("2 cinémas mis dans le groupe « Ciné Nord ».");
  expect(await merges()).toEqual([]);
  const { groups, entries } = await app.inDatabase((tx) =>
    tx.one<{ groups: string[]; entries: number }>(sql`
      select array(select distinct "group" from cinema where "group" <> '' order by 1) as groups,
        (select count(*)::integer from audit_log where action_type = 'updated_cinema' and distributor_id = ${me.id}) as entries`),
  );
  expect(groups.toSorted()).toEqual(["CINE SUD", "Ciné Nord", "Ciné Sud"].toSorted());
  expect(entries).toBe(1);
  const again = await admin.post("/cinemas/group-merges/", { name: "Ciné Nord" });
  expect([again.status, again.body.changed]).toEqual([200, 0]);
});
