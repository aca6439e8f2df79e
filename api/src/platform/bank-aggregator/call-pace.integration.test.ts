// How fast two nodes may ask the aggregator together, on a real database.
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createPool } from "../../db/pool.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { type CallPace, paceOfAllNodes } from "./call-pace.ts";

let database: TestDatabase;
let pool: Pool;
let nodes: CallPace[];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query("delete from rate_limit");
  nodes = [paceOfAllNodes(pool, "secret"), paceOfAllNodes(pool, "secret")];
});

/** Calls of two nodes in turn. @returns what each has to wait */
const calls = async (count: number, caller = "u", isHurried = false): Promise<(number | undefined)[]> => {
  const waits: (number | undefined)[] = [];
  for (let i = 0; i < count; i += 1) waits.push(await nodes[i % 2]!.take(caller, isHurried));
  return waits;
};

test("two nodes together ask fifty times a minute at most for one user", async () => {
  const waits = (await calls(60)).map((wait) => wait ?? Number.NaN);
  expect(waits.slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 0));
  expect(waits[15]).toBeGreaterThan(1_000);
  expect(waits.filter((wait) => wait <= 60_000).length).toBeLessThanOrEqual(50);
  expect(waits.filter((wait) => wait <= 60_000).length).toBeGreaterThan(40);
});

test("a person in front of the screen has a few more, and is refused rather than kept waiting", async () => {
  await calls(15);
  expect(await calls(7, "u", true)).toEqual([0, 0, 0, 0, 0, undefined, undefined]);
});

test("another user's calls are another count", async () => {
  await calls(40);
  expect(await calls(2, "v")).toEqual([0, 0]);
});

test("all users together are two thousand in five minutes at most", async () => {
  await Promise.all(Array.from({ length: 470 }, (_, i) => nodes[i % 2]!.take(`user ${i}`, false)));
  expect((await calls(1, "late"))[0]).toBeGreaterThan(1_000);
  expect(await calls(1, "a person", true)).toEqual([0]);
});

test("what was reserved is given back by time", async () => {
  await calls(17);
  await pool.query("update rate_limit set ends_at = ends_at - interval '10 seconds'");
  expect(await calls(1)).toEqual([0]);
});
