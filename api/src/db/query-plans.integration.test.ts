// How PostgreSQL reads for each call of a screen where many distributors have years behind them (OPS-9).
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byExtent } from "../../../tooling/extent.mjs";
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
    part: { distributors: 100, weeks: 14, transactions: 30, auditEntries: 30 },
    ci: { distributors: 200, weeks: 20, transactions: 50, auditEntries: 100 },
    all: { distributors: 1_000, weeks: 100 },
  }),
  today: "2026-11-30",
};
const ASKED = 17;
/** They do not grow with the platform. */
const OF_THE_COUNTRY = ["cinema", "screen"];
/** Rows of a table that is as quickly read whole as by an index. */
const SMALL = 2_000;

let app: TestApp;
let scans: () => Scan[];
let staff: TestClient;
let beginner: TestClient;
let admin: TestClient;
let rowsOf: ReadonlyMap<string, number>;

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
  await explainAll(owner);
  await owner.end();
  app = await createTestApp({ database, today: SIZE.today });
  scans = await hearScans([app.services.pool, ...(app.services.readers ? [app.services.readers] : [])]);
  staff = await app.as({ id: personOf(ASKED) });
  beginner = await app.as({ id: personOf(newcomer(SIZE)) });
  admin = await app.as({ id: superAdmin(SIZE) });
}, 7_200_000);
afterAll(() => app.close());

describe("a call of a screen", () => {
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
});

async function asked(client: TestClient, path: string): Promise<{ status: number; tooMuch: Scan[] }> {
  scans();
  const { status } = await client.get(path);
  return { status, tooMuch: tooMuchOf(scans()) };
}

/** What was read from end to end, or half of it looked at. */
const tooMuchOf = (heard: readonly Scan[]): Scan[] =>
  heard.filter(({ node, table, rows }) => {
    const all = rowsOf.get(table);
    return all !== undefined && (node === "Seq Scan" || rows > all / 2);
  });
