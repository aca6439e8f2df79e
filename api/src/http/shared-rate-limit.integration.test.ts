import { setTimeout as pause } from "node:timers/promises";
import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPool } from "../db/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { sharedRateLimit } from "./shared-rate-limit.ts";

const MINUTE = 60_000;

let database: TestDatabase;
let pools: [Pool, Pool];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = [createPool({ url: database.url }), createPool({ url: database.url })];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

const storeOf = (pool: Pool, url: string): FastifyRateLimitStore => {
  const Store = sharedRateLimit(pool, "a secret");
  return new Store({}).child({ routeInfo: { method: "POST", url } } as never);
};
const hit = (store: FastifyRateLimitStore, address: string, windowMs = MINUTE) =>
  new Promise<{ current: number; ttl: number } | undefined>((resolve, reject) => {
    store.incr(address, (error, result) => (error ? reject(error) : resolve(result)), windowMs, 30);
  });

test("two nodes count together, each address and each call by itself", async () => {
  const [first, second] = pools.map((pool) => storeOf(pool, "/login/"));
  const counts = await Promise.all(
    Array.from({ length: 40 }, (_, n) => hit(n % 2 ? first! : second!, "203.0.113.1")),
  );
  expect(counts.map((counted) => counted?.current).sort((a, b) => a! - b!)).toEqual(
    Array.from({ length: 40 }, (_, n) => n + 1),
  );
  expect((await hit(first!, "203.0.113.2"))?.current).toBe(1);
  expect((await hit(storeOf(pools[0], "/verify/"), "203.0.113.1"))?.current).toBe(1);
});

test("a window that has ended begins anew, and says when it ends", async () => {
  const store = storeOf(pools[0], "/window/");
  expect(await hit(store, "203.0.113.3", 300)).toMatchObject({ current: 1 });
  expect((await hit(store, "203.0.113.3", 300))?.ttl).toBeLessThanOrEqual(300);
  await pause(350);
  expect(await hit(store, "203.0.113.3", 300)).toMatchObject({ current: 1 });
});

test("no address is kept, and what has ended goes", async () => {
  const [pool] = pools;
  await pool.query("update rate_limit set ends_at = now() - interval '1 hour'");
  await hit(storeOf(pool, "/sweep/"), "203.0.113.4");
  let rows: { key: Buffer }[] = [];
  for (let tries = 0; tries < 100 && rows.length !== 1; tries += 1) {
    rows = (await pool.query<{ key: Buffer }>("select key from rate_limit")).rows;
    await pause(20);
  }
  expect(rows).toHaveLength(1);
  expect(rows[0]!.key).toHaveLength(32);
});

test("while the database is away, the request fails as any other", async () => {
  const away = createPool({ url: "postgres://nobody@127.0.0.1:1/nothing" });
  await expect(hit(storeOf(away, "/login/"), "203.0.113.5")).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await away.end();
});
