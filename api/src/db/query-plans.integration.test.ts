// How PostgreSQL reads for each call of a screen where many distributors have years behind them (OPS-9).
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../tooling/extent.mjs";
import { contractRoutes } from "../../level/contract-routes.ts";
import { createTestDatabase } from "../testing/database.ts";
import { buildPlatform } from "../testing/platform/platform-world.ts";
import { newcomer, personOf, type PlatformSize, superAdmin } from "../testing/platform/platform-size.ts";
import { explainAll, hearScans, type Scan } from "../testing/platform/plans.ts";
import { CALLS_OF_NO_SCREEN, screenCalls } from "../testing/platform/screen-calls.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import type { TestClient } from "../testing/test-client.ts";

const SIZE: PlatformSize = {
  ...byExtent("growth", {
    part: { distributors: 0, weeks: 0 },
    ci: { distributors: 200, weeks: 20, transactions: 50, auditEntries: 100 },
    all: { distributors: 1_000, weeks: 100 },
  }),
  today: "2026-11-30",
};
/** The platform takes as long to make as all calls of it. */
const isLeft = extentOf("growth") === "part";
const ASKED = 17;
/** They do not grow with the platform. */
const OF_THE_COUNTRY = ["cinema", "screen"];
/** Rows of a table that is as quickly read whole as by an index. */
const SMALL = 2_000;

/**
 * Queries of screens that name no distributor of their own, in none or in some of the tables of distributors that they read: they have
 * the id of a row, and row-level security holds them. Sharded by distributor (docs/ten-thousand-distributors.md) each would be asked of
 * all servers, or refused. These numbers only ever fall.
 */
const BY_ID = { alone: 50, partly: 76 };

let app: TestApp;
let scans: () => Scan[];
let staff: TestClient;
let beginner: TestClient;
let admin: TestClient;
let rowsOf: ReadonlyMap<string, number>;
let ofDistributors: ReadonlySet<string>;
/** Each query of a distributor's person, and whether each table of distributors that it reads is told whose rows. */
const told = new Map<string, boolean[]>();

beforeAll(async () => {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  await buildPlatform(owner, SIZE);
  const counted = await owner.query<{ name: string; rows: number }>(
    `select relname as name, reltuples::float8 as rows from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1 and relname <> all ($2)`,
    [SMALL, OF_THE_COUNTRY],
  );
  rowsOf = new Map(counted.rows.map(({ name, rows }) => [name, rows]));
  const { rows: tables } = await owner.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'distributor_id'`,
  );
  ofDistributors = new Set(tables.map(({ name }) => name));
  await explainAll(owner);
  await owner.end();
  app = await createTestApp({ database, today: SIZE.today });
  scans = await hearScans(app.services);
  staff = await app.as({ id: personOf(ASKED) });
  beginner = await app.as({ id: personOf(newcomer(SIZE)) });
  admin = await app.as({ id: superAdmin(SIZE) });
}, 7_200_000);
afterAll(() => app.close());

describe.skipIf(isLeft)(`a call of a screen${isLeft ? " (left out: npm run campaign growth)" : ""}`, () => {
  test("is among those whose plans are looked at, or it is said why not", async () => {
    const asked = new Set(screenCalls(SIZE, ASKED).map(({ call }) => call));
    const reading = (await contractRoutes())
      .filter(({ method }) => method === "GET")
      .map(({ method, path }) => `${method} ${path}`);
    expect(reading.filter((call) => !asked.has(call) && !(call in CALLS_OF_NO_SCREEN))).toEqual([]);
  });

  test("would be caught", async () => {
    scans();
    await app.services.pool.query("select from bank_transaction where label = 'no index has it'");
    expect(tooMuchOf(scans())).toMatchObject([{ node: "Seq Scan", table: "bank_transaction" }]);
  });

  test.each(screenCalls(SIZE, ASKED).map((each) => [each.path, each] as const))(
    "reads no table whole that grows: %s",
    async (path, { isOfAll }) => {
      const { status, tooMuch } = await asked(isOfAll ? admin : staff, path);
      expect(status).toBeOneOf([200, 204]);
      expect(tooMuch).toEqual([]);
    },
  );

  test.each(
    screenCalls(SIZE, ASKED)
      .filter(({ isOfAll }) => !isOfAll)
      .map(({ path }) => path),
  )("reads no table whole in vain for a distributor that has nothing yet: %s", async (path) => {
    expect((await asked(beginner, path)).tooMuch).toEqual([]);
  });

  test("names its distributor in each table of distributors, but where it has the id of a row", () => {
    const alone = [...told].filter(([, named]) => !named.includes(true));
    const partly = [...told].filter(([, named]) => named.includes(true) && named.includes(false));
    expect(told.size).toBeGreaterThan(100);
    expect(alone.map(([sql]) => sql).slice(BY_ID.alone)).toEqual([]);
    expect(partly.map(([sql]) => sql).slice(BY_ID.partly)).toEqual([]);
  });
});

async function asked(client: TestClient, path: string): Promise<{ status: number; tooMuch: Scan[] }> {
  scans();
  const { status } = await client.get(path);
  const heard = scans();
  if (client === staff)
    for (const scan of heard.filter(({ table }) => ofDistributors.has(table)))
      told.set(beginningOf(scan.sql), [...(told.get(beginningOf(scan.sql)) ?? []), scan.namesDistributor]);
  return { status, tooMuch: tooMuchOf(heard) };
}

/** Of what a query asks for: with other filters and another order it is the same. */
const beginningOf = (sql: string): string => sql.replaceAll(/\s+/g, " ").slice(0, 260);

/** What was read from end to end, or half of it looked at. */
const tooMuchOf = (heard: readonly Scan[]): Scan[] =>
  heard.filter(({ node, table, rows }) => {
    const all = rowsOf.get(table);
    return all !== undefined && (node === "Seq Scan" || rows > all / 2);
  });
