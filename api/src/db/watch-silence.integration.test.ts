import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startFaultProxy, type FaultProxy } from "../nodes/fault-proxy.testing.ts";
import { startTemporaryPostgres, type TemporaryPostgres } from "../testing/temporary-postgres.ts";
import { createPool } from "./pool.ts";
import { watchSilence } from "./watch-silence.ts";

const LIMITS = { lookMs: 20, silentMs: 200, knockMs: 400 };

let postgres: TemporaryPostgres;
let proxy: FaultProxy;
let url: string;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  postgres = await startTemporaryPostgres("silence", { max_connections: "12" });
  proxy = await startFaultProxy(Number(new URL(postgres.url).port));
  url = proxy.through(postgres.url);
});
afterEach(async () => {
  await proxy.end();
  for (const close of closers.splice(0)) await close();
});
afterAll(async () => {
  await proxy.close();
  await postgres.stop();
});

function watchedPool() {
  const pool = createPool({ url });
  const end = watchSilence([pool], [url], LIMITS);
  closers.push(end, () => pool.end());
  return pool;
}

test("who waits for a database that lets nobody hear of it is told, and is served when it is there again", async () => {
  const pool = watchedPool();
  await pool.query("select 1");
  await proxy.begin("hanging");
  await expect(pool.query("select 1")).rejects.toMatchObject({ code: "ETIMEDOUT" });
  await proxy.end();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a long statement of a database that is there is left alone, also when it has no room for another session", async () => {
  const pool = watchedPool();
  const others: { end(): Promise<void> }[] = [];
  const slow = pool.query("select pg_sleep(2)");
  try {
    for (;;) {
      const other = createPool({ url, max: 1 });
      others.push(other);
      await other.query("select 1");
    }
  } catch (error) {
    expect(error).toMatchObject({ code: "53300" });
  }
  expect((await slow).rowCount).toBe(1);
  for (const other of others) await other.end();
});

test("a session that is quiet since nobody asks it anything is left alone", async () => {
  const pool = watchedPool();
  const client = await pool.connect();
  await client.query("begin");
  await proxy.begin("hanging");
  await new Promise((done) => setTimeout(done, 3 * (LIMITS.silentMs + LIMITS.knockMs)));
  await proxy.end();
  expect((await client.query("commit")).command).toBe("COMMIT");
  client.release();
});
