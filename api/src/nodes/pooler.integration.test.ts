// Two nodes whose requests and jobs go through PgBouncer in transaction mode (OPS-6): nobody sees another's, nothing of one transaction is
// left to the next, and the pooler may end at any moment.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byExtent, extentOf } from "../../../tooling/extent.mjs";
import { createPool } from "../db/pool.ts";
import { inTransaction } from "../db/scope.ts";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { browserAt, type NodeBrowser } from "./browser.testing.ts";
import { startFaultProxy } from "./fault-proxy.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";
import { missingPgBouncerReason, startPgBouncer, type TestPooler } from "./pgbouncer.testing.ts";
import {
  aReportedCinema,
  reportedDistributors,
  UPLOAD_REPORT,
  weeklyReport,
} from "./weekly-reports.testing.ts";

const missing = extentOf("poolers") === "part" ? "npm run campaign poolers" : missingPgBouncerReason();
/** Fewer than the people who ask at once: each has a session of somebody else's before. */
const SESSIONS = 3;
const DISTRIBUTORS = 6;
const ROUNDS = byExtent("poolers", { part: 0, ci: 20, all: 200 });
const WEEKS = 4;

let database: TestDatabase;
/** For what tests write and read beneath the nodes. */
let inside: TestApp;
let folder: string;
let pooler: TestPooler;
let nodes: readonly [TestNode, TestNode];
let distributors: readonly BuiltDistributor[];

beforeAll(async () => {
  if (missing) return;
  database = await createTestDatabase();
  inside = await createTestApp({
    today: new Date().toISOString(),
    database: { ...database, drop: async () => undefined },
  });
  await inside.inDatabase(aReportedCinema);
  distributors = await inside.inDatabase((tx) => reportedDistributors(tx, DISTRIBUTORS));
  folder = mkdtempSync(join(tmpdir(), "bobine-pooled-"));
  pooler = await startPgBouncer(database.webUrl, { sessions: SESSIONS });
  const environment = { DATABASE_URL: database.webUrl, DATABASE_POOL_URL: pooler.url, DATA_DIR: folder };
  nodes = await Promise.all([startNode(environment), startNode(environment)]);
}, 240_000);
afterAll(async () => {
  if (missing) return;
  await Promise.all((nodes ?? []).map((node) => node.kill()));
  await pooler?.stop();
  await inside.close();
  await database.drop();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function signedIn(distributor: BuiltDistributor, url: string): Promise<NodeBrowser> {
  const person = await inside.inDatabase((tx) => aStaffUser(tx, distributor));
  return browserAt(url, await inside.bearerOf(person));
}
const countOf = (query: ReturnType<typeof sql>) =>
  inside.inDatabase(async (tx) => (await tx.one<{ count: number }>(query)).count);

const send = async (distributor: BuiltDistributor, url: string) =>
  (await signedIn(distributor, url)).send("POST", UPLOAD_REPORT, weeklyReport(distributor, WEEKS, WEEKS));

describe.skipIf(missing)(
  `OPS-6: through a pooler in transaction mode${missing ? ` (left out: ${missing})` : ""}`,
  () => {
    test("reports of several distributors at once are issued by jobs, each under its own numbers", async () => {
      const answers = await Promise.all(
        distributors.map((distributor, n) => send(distributor, nodes[n % 2]!.url)),
      );
      expect(answers.map(({ status }) => status)).toEqual(distributors.map(() => 200));
      const left = sql`
      select count(*) from pgboss.job where name in ('issue-invoices', 'draw-documents') and state <> 'completed'`;
      await until("all jobs are done", async () => (await countOf(left)) === 0, 150_000);
      for (const { id } of distributors) {
        const numbers = await inside.inDatabase((tx) =>
          tx.many<{ invoice_number: string }>(
            sql`select invoice_number from invoice where distributor_id = ${id} order by invoice_number`,
          ),
        );
        expect(numbers.map(({ invoice_number }) => Number(invoice_number.slice(-6)))).toEqual([1, 2, 3, 4]);
      }
    }, 200_000);

    test("people who ask at once see their own only, whose session they have", async () => {
      const people = await Promise.all(
        distributors.map(async ({ id, name }, n) => ({
          id,
          name,
          browser: await signedIn(distributors[n]!, nodes[n % 2]!.url),
        })),
      );
      for (let round = 0; round < ROUNDS; round += 1) {
        const answers = await Promise.all(
          people.flatMap(({ browser }) => [
            browser.get("/invoices/invoices/"),
            browser.get("/onboarding/distributor/profile/"),
            browser.get("/cinemas/"),
          ]),
        );
        for (const [n, { name }] of people.entries()) {
          const [invoices, profile, cinemas] = answers.slice(n * 3, n * 3 + 3);
          expect([invoices?.status, profile?.status, cinemas?.status]).toEqual([200, 200, 200]);
          expect(profile?.body.name).toBe(name);
          expect(invoices?.body.count ?? invoices?.body.results?.length).toBe(WEEKS);
        }
      }
    }, 240_000);

    test("a transaction has its limits and the time of the product, and leaves nothing to the next", async () => {
      const pool = createPool({ url: pooler.url, throughPooler: true, max: 4, statementTimeoutMs: 900 });
      try {
        const settings = sql`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('TimeZone') as zone, current_setting('app.distributor_id', true) as tenant, current_user::text as role`;
        for (const { id } of distributors)
          expect(
            await inTransaction(pool, { kind: "distributor", distributorId: id }, (tx) => tx.one(settings)),
          ).toEqual({ statement: "900ms", lock: "15s", zone: "UTC", tenant: String(id), role: "bobine_app" });
        const after = await Promise.all(Array.from({ length: 8 }, () => pool.query(settings)));
        for (const { rows } of after) {
          expect(rows[0]).toMatchObject({ role: "bobine_test_web", statement: "0" });
          expect(rows[0]?.tenant ?? "").toBe("");
        }
      } finally {
        await pool.end();
      }
    });

    test("who is signed out on one node is so on the other at once: news come past the pooler", async () => {
      const browser = await signedIn(distributors[0]!, nodes[0].url);
      expect((await browser.get("/auth/user/")).status).toBe(200);
      expect((await browser.at(nodes[1].url).get("/auth/user/")).status).toBe(200);
      expect((await browser.send("POST", "/auth/logout/")).status).toBe(204);
      await until(
        "the other node knows of it",
        async () => (await browser.at(nodes[1].url).get("/auth/user/")).status === 401,
      );
    });

    test("a pooler that ends under load costs refusals, and nothing that was acknowledged", async () => {
      const browser = await signedIn(distributors[1]!, nodes[0].url);
      const statuses = new Set<number>();
      let goes = true;
      const asking = (async () => {
        while (goes) statuses.add((await browser.get("/invoices/invoices/")).status);
      })();
      const made = await inside.inDatabase((tx) => aDistributor(tx, { name: "Après", siren: "400000099" }));
      const sent = send(made, nodes[1].url).then(({ status }) => status);
      await pooler.restart();
      const status = await sent;
      await until(
        "requests are served again",
        async () => (await browser.get("/invoices/invoices/")).status === 200,
      );
      goes = false;
      await asking;
      expect([...statuses].filter((one) => ![200, 503].includes(one))).toEqual([]);
      const kept = await countOf(sql`select count(*) from declaration where distributor_id = ${made.id}`);
      expect([status, kept]).toEqual(status === 200 ? [200, WEEKS] : [503, 0]);
      expect((await send(made, nodes[1].url)).status).toBe(200);
      expect(await countOf(sql`select count(*) from declaration where distributor_id = ${made.id}`)).toBe(
        WEEKS,
      );
    }, 120_000);

    test("a database that is silent or away behind it costs refusals (503), not a wait or a mistake of ours", async () => {
      const way = new URL(database.webUrl);
      way.searchParams.delete("host");
      const proxy = await startFaultProxy(Number(way.port));
      const own = await startPgBouncer(proxy.through(way.href), { sessions: SESSIONS });
      const hasty = await startPgBouncer(proxy.through(way.href), { sessions: SESSIONS, waitSeconds: 1 });
      const environment = { DATABASE_URL: proxy.through(way.href), DATABASE_POOL_URL: own.url };
      const node = await startNode({ ...environment, DATA_DIR: folder });
      const newcomer = createPool({ url: hasty.url, throughPooler: true, max: 1 });
      try {
        const browser = await signedIn(distributors[2]!, node.url);
        expect((await browser.get("/invoices/invoices/")).status).toBe(200);
        await proxy.begin("hanging");
        const silent = await browser.get("/invoices/invoices/");
        await proxy.end();
        await until(
          "requests are served again",
          async () => (await browser.get("/invoices/invoices/")).status === 200,
        );
        await proxy.begin("refusing");
        // As it says that it could give nobody a session.
        await expect(newcomer.query("select 1")).rejects.toMatchObject({ code: "08P01", severity: "FATAL" });
        const away = await browser.get("/invoices/invoices/");
        expect([silent.status, away.status]).toEqual([503, 503]);
      } finally {
        await newcomer.end();
        await node.kill();
        await Promise.all([own.stop(), hasty.stop()]);
        await proxy.close();
      }
    }, 180_000);

    test("a node whose DATABASE_URL leads through it does not start, and says what to set", async () => {
      await expect(startNode({ DATABASE_URL: pooler.url, DATA_DIR: folder })).rejects.toThrow(
        "set it to the database itself".replace(/^s/, "S"),
      );
    });
  },
);
