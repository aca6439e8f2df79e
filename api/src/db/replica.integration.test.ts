import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startFaultProxy, type FaultProxy } from "../nodes/fault-proxy.testing.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { Replica } from "./replica.ts";

let database: TestDatabase;
/** Over the network. */
let way: string;
let proxy: FaultProxy;
const replicas: Replica[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.webUrl);
  url.searchParams.delete("host");
  way = url.href;
  proxy = await startFaultProxy(Number(url.port));
});
afterEach(async () => {
  await proxy.end();
  for (const replica of replicas.splice(0)) await replica.end();
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

/** What it reads is no standby: nobody would read lists there. */
function aReplica(other: { readonly url?: string; readonly primaryUrl?: string }): Replica {
  const replica = new Replica({
    url: database.webUrl,
    primaryUrl: database.webUrl,
    maxLagMs: 3_000,
    ...other,
  });
  replicas.push(replica);
  return replica;
}

test("OPS-14: a primary that does not say how far it is keeps no answer waiting, and is asked by another session afterwards", async () => {
  const replica = aReplica({ primaryUrl: proxy.through(way) });
  const before = await replica.position();
  await proxy.begin("hanging");
  const asked = await Promise.allSettled([replica.position(), replica.position()]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await proxy.end();
  await expect.poll(() => replica.position().catch(() => undefined)).toBeGreaterThanOrEqual(before);
});

test("OPS-14: a list that was let in and whose standby falls silent meanwhile is told, so that the primary is read", async () => {
  const { pool } = aReplica({ url: proxy.through(way) });
  const client = await pool.connect();
  await client.query("begin");
  await proxy.begin("hanging");
  const error = await client.query("select 1").catch((reason: unknown) => reason);
  client.release(true);
  expect(error).toMatchObject({ code: "ETIMEDOUT" });
}, 30_000);
