import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../testing/database.ts";
import { createPool, settingsThroughPooler } from "./pool.ts";

let database: TestDatabase;
let pool: Pool;
const idleErrors: Error[] = [];

beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  pool = createPool({
    url: database.url,
    statementTimeoutMs: 400,
    onError: (error) => idleErrors.push(error),
  });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const valueOf = async (sql: string) =>
  (await pool.query<{ value: unknown }>(`select ${sql} as value`)).rows[0]?.value;

describe("values read from PostgreSQL", () => {
  it.each([
    ["9007199254740991::bigint", 9_007_199_254_740_991],
    ["(-5)::bigint", -5],
    ["null::bigint", null],
    ["count(*)", 1],
    ["2897.31::numeric", "2897.31"],
    ["date '2026-02-28'", "2026-02-28"],
    ["timestamptz '2026-03-29 02:30:00+01'", "2026-03-29T01:30:00.000Z"],
    ["timestamptz '2026-03-29 01:30:00.04+00'", "2026-03-29T01:30:00.040Z"],
    ["timestamptz '2026-03-29 01:30:00.289999+00'", "2026-03-29T01:30:00.289Z"],
    ["timestamptz '0044-03-15 00:00:00+00'", "0044-03-15T00:00:00.000Z"],
    ["timestamptz '12026-03-15 00:00:00+00'", "+012026-03-15T00:00:00.000Z"],
    ["timestamptz '0044-03-15 00:00:00+00 BC'", "-000043-03-15T00:00:00.000Z"],
    ["timestamptz 'infinity'", "infinity"],
    ["array[1, null, 3]::bigint[]", [1, null, 3]],
    ["array[array[1], array[2]]::bigint[]", [[1], [2]]],
    ["array[date '2026-01-01', null]", ["2026-01-01", null]],
    ["array[timestamptz '2026-01-01 00:00:00+00']", ["2026-01-01T00:00:00.000Z"]],
    ["'{\"a\": 1}'::jsonb", { a: 1 }],
    ["current_setting('TimeZone')", "UTC"],
    ["current_setting('application_name')", "bobine"],
  ])("%s is %j", async (sql, expected) => {
    expect(await valueOf(sql)).toEqual(expected);
  });

  it("a bigint that JavaScript cannot hold is an error, never a rounded number", async () => {
    await expect(valueOf("9007199254740992::bigint")).rejects.toThrow("bigint out of range");
    expect(await valueOf("1::bigint")).toBe(1);
  });
});

describe("sessions", () => {
  it.each([{}, { forReading: true }, { throughPooler: true }])(
    "plan for an SSD, and without merge joins, which row-level security makes read to the end (OPS-9): %j",
    async (how) => {
      const other = createPool({ url: database.url, max: 1, ...how });
      try {
        const client = await other.connect();
        await client.query(`begin${settingsThroughPooler(other)}`);
        const { rows } = await client.query(
          "select current_setting('random_page_cost') as page, current_setting('enable_mergejoin') as merge",
        );
        await client.query("commit");
        client.release();
        expect(rows).toEqual([{ page: "1.1", merge: "off" }]);
      } finally {
        await other.end();
      }
    },
  );

  it("a statement that takes too long is ended", async () => {
    await expect(pool.query("select pg_sleep(5)")).rejects.toMatchObject({ code: "57014" });
  });

  it("the end of a session kills neither the process nor the pool", async () => {
    const admin = createPool({ url: database.url, max: 1 });
    const inUse = await pool.connect();
    const idle = await pool.connect();
    idle.release();
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await sleep(100);
    await expect(inUse.query("select 1")).rejects.toBeInstanceOf(Error);
    inUse.release(true);
    expect(idleErrors.length).toBeGreaterThan(0);
    expect(await valueOf("1")).toBe(1);
    await admin.end();
  });
});
