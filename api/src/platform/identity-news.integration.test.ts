import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { IdentityCache } from "../http/identity-cache.ts";
import type { Identity } from "../http/identity.ts";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { listenForIdentityNews } from "./identity-news.ts";

const LIST = "/audit-logs/?page=1";

let database: TestDatabase;
/** A node that remembers, and another one on the same database. */
let node: TestApp;
let other: TestApp;
let identities: IdentityCache<Identity>;
let stop: () => Promise<void>;
let distributor: BuiltDistributor;
beforeAll(async () => {
  database = await createTestDatabase();
  identities = new IdentityCache<Identity>();
  stop = listenForIdentityNews(database.url, identities, () => undefined);
  node = await createTestApp({ database: { ...database, drop: async () => undefined }, identities });
  other = await createTestApp({ database: { ...database, drop: async () => undefined } });
  distributor = await node.inDatabase(aDistributor);
  await hears();
});
afterAll(async () => {
  await stop();
  await node.close();
  await other.close();
  await database.drop();
});

const aPerson = () => node.inDatabase((tx) => aStaffUser(tx, distributor));
/** Times that the database was asked for a session. */
const questions = async (work: () => Promise<unknown>): Promise<number> => {
  const load = vi.spyOn(identities, "load");
  await work();
  const asked = load.mock.calls.length;
  load.mockRestore();
  return asked;
};
/** Waits until the node remembers. */
async function hears(): Promise<void> {
  const client = await node.as(await aPerson());
  await vi.waitFor(
    async () => {
      await client.get(LIST);
      expect(await questions(() => client.get(LIST))).toBe(0);
    },
    { timeout: 20_000, interval: 50 },
  );
}
const refused = (get: () => Promise<{ status: number }>) =>
  vi.waitFor(async () => expect((await get()).status).toBe(401), { timeout: 5_000, interval: 10 });

test("a page of clicks asks for its user once", async () => {
  const client = await node.as(await aPerson());
  expect(await questions(() => client.get(LIST))).toBe(1);
  expect(
    await questions(async () => {
      for (const path of [LIST, "/cinemas/?page=1", "/invoices/invoices/", "/banking/dashboard-stats/"])
        expect((await client.get(path)).status).toBe(200);
    }),
  ).toBe(0);
});

test("whoever signs out on another node is refused on this one", async () => {
  const person = await aPerson();
  const headers = await other.bearerOf(person);
  expect((await node.anonymous().get(LIST, headers)).status).toBe(200);
  expect((await other.anonymous().post("/auth/logout/", {}, headers)).status).toBe(204);
  await refused(() => node.anonymous().get(LIST, headers));
});

test("a person who is disabled is refused", async () => {
  const person = await aPerson();
  const client = await node.as(person);
  expect((await client.get(LIST)).status).toBe(200);
  await other.inDatabase((tx) =>
    tx.run(sql`update app_user set disabled_at = now() where id = ${person.id}`),
  );
  await refused(() => client.get(LIST));
});

test("whoever an administrator disables or signs out on another node is refused on this one", async () => {
  const admin = await other.as(await other.inDatabase(aSuperAdmin));
  for (const ending of ["disable", "end-sessions"]) {
    const person = await aPerson();
    const client = await node.as(person);
    expect((await client.get(LIST)).status).toBe(200);
    expect((await admin.post(`/users/${person.id}/${ending}/`)).status).toBe(200);
    await refused(() => client.get(LIST));
  }
});

test("a super admin who becomes staff reads no other distributor", async () => {
  const admin = await node.inDatabase(aSuperAdmin);
  const client = await node.as(admin);
  expect((await client.get("/onboarding/admin/distributors/")).status).toBe(200);
  await other.inDatabase((tx) =>
    tx.run(
      sql`update app_user set system_role = 'distributor_staff', distributor_id = ${distributor.id} where id = ${admin.id}`,
    ),
  );
  await vi.waitFor(
    async () => expect((await client.get("/onboarding/admin/distributors/")).status).toBe(403),
    { timeout: 5_000, interval: 10 },
  );
});

test("a super admin's distributor is remembered by whom they chose", async () => {
  const admin = await node.inDatabase(aSuperAdmin);
  const second = await node.inDatabase(aDistributor);
  const headers = await node.bearerOf(admin);
  const nameFor = async (id: number) =>
    (
      await node.anonymous().get("/onboarding/distributor/profile/", {
        ...headers,
        "x-distributor-id": String(id),
      })
    ).body.name;
  for (const each of [distributor, second, distributor, second])
    expect(await nameFor(each.id)).toBe(each.name);
});

test("when the news are cut off, each request asks again", async () => {
  const person = await aPerson();
  const client = await node.as(person);
  await client.get(LIST);
  await node.owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bobine news' and datname = current_database()",
  );
  await vi.waitFor(async () => expect(await questions(() => client.get(LIST))).toBe(1), { timeout: 20_000 });
  await other.inDatabase((tx) =>
    tx.run(sql`update app_user set disabled_at = now() where id = ${person.id}`),
  );
  expect((await client.get(LIST)).status).toBe(401);
  await hears();
});
