// Two nodes whose lists are read from a standby that streams from the database (OPS-11).
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { civilDateInParis } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { createPool } from "../db/pool.ts";
import { prepareDatabase } from "../db/prepare-database.ts";
import { inTransaction } from "../db/scope.ts";
import { urlFor } from "../db/web-role.ts";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../testing/builders.ts";
import { WEB_LOGIN } from "../testing/database.ts";
import { startStreamingReplica, type StreamingReplica } from "../testing/streaming-replica.ts";
import {
  query,
  startTemporaryPostgres,
  type TemporaryPostgres,
  urlOfDatabase,
} from "../testing/temporary-postgres.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { browserAt, type NodeAnswer, type NodeBrowser } from "./browser.testing.ts";
import { startNode, type TestNode, until } from "./node.testing.ts";
import { aReportedCinema, UPLOAD_REPORT, weeklyReport } from "./weekly-reports.testing.ts";

/** Two servers of PostgreSQL and nodes that begin for nearly each test. */
const isLeft = extentOf("machines") === "part";
const LEFT = isLeft ? " (left out: npm run campaign machines)" : "";
const LAG_SECONDS = 3;
const INVOICES = "/invoices/invoices/?page=1";
const REPORTS = "/box-office/reports/?page=1";

/** The cookie of who has seen more than any replica can have. */
const whoHasSeenAll = (): Map<string, string> => new Map([["bobine-read", "FFFFFFFF/FFFFFFFF"]]);

let primary: TemporaryPostgres;
let replica: StreamingReplica;
/** For what tests write and read beneath the nodes. */
let inside: TestApp;
let environment: Record<string, string>;
let nodes: readonly [TestNode, TestNode];
let distributor: BuiltDistributor;

beforeAll(async () => {
  primary = await startTemporaryPostgres("primary", { max_connections: "120", fsync: "off" });
  const webUrl = urlFor(WEB_LOGIN, primary.url);
  await prepareDatabase({ ownerUrl: primary.url, webUrl });
  inside = await createTestApp({
    today: new Date().toISOString(),
    database: { url: primary.url, webUrl, drop: async () => undefined },
  });
  replica = await startStreamingReplica(primary);
  const dataDir = join(primary.folder, "data");
  mkdirSync(dataDir, { recursive: true });
  environment = {
    DATABASE_URL: webUrl,
    DATABASE_READ_URL: urlFor(WEB_LOGIN, replica.url),
    DATABASE_READ_LAG_SECONDS: String(LAG_SECONDS),
    DATA_DIR: dataDir,
  };
  nodes = await Promise.all([startNode(environment), startNode(environment)]);
  await inside.inDatabase(aReportedCinema);
  distributor = await inside.inDatabase((tx) => aDistributor(tx));
}, 240_000);
afterAll(async () => {
  await Promise.all((nodes ?? []).map((node) => node.kill()));
  await inside?.close();
  await replica?.stop();
  await primary?.stop();
});

const somebody = async (url = nodes[0].url, of = distributor): Promise<NodeBrowser> =>
  browserAt(url, await inside.bearerOf(await inside.inDatabase((tx) => aStaffUser(tx, of))));
const isOfReplica = ({ headers }: NodeAnswer): boolean => headers.has("x-data-behind-ms");
const untilReplicaServes = (browser: NodeBrowser): Promise<void> =>
  until("lists are read from the replica", async () => isOfReplica(await browser.get(INVOICES)));
const report = async (browser: NodeBrowser, of = distributor): Promise<void> => {
  expect((await browser.send("POST", UPLOAD_REPORT, weeklyReport(of, 1, 1))).status).toBe(200);
};

describe.skipIf(isLeft)(`OPS-11: a replica for lists${LEFT}`, () => {
  test("every list and every file of one is read from it, and says how old it may be", async () => {
    const staff = await somebody();
    const admin = browserAt(
      nodes[0].url,
      await inside.bearerOf(await inside.inDatabase((tx) => aSuperAdmin(tx))),
    );
    await untilReplicaServes(staff);
    const lists = [
      INVOICES,
      "/invoices/invoices/",
      "/invoices/export-csv/",
      "/audit-logs/?page=1",
      "/exports/lists/audit-logs/",
      "/user-actions/?page=1",
      "/exports/lists/user-actions/",
      REPORTS,
      "/exports/lists/box-office-reports/",
      "/banking/all-transactions/?page=1",
      "/banking/all-transactions/",
      "/exports/lists/transactions/",
      "/banking/credits/?page=1",
      "/exports/lists/client-credits/",
      "/cinemas/?page=1",
      "/cinemas/",
    ];
    for (const [browser, paths] of [
      [staff, lists],
      [admin, ["/operations/jobs/?page=1", "/exports/lists/jobs/", "/exports/lists/cinemas/"]],
    ] as const)
      for (const path of paths) {
        let answer = await browser.get(path);
        // The entry that the file before has left in the audit log may still be on its way.
        await until(`${path} is read from the replica`, async () => {
          answer = await browser.get(path);
          return isOfReplica(answer);
        });
        expect([path, answer.status]).toEqual([path, 200]);
        expect(Number(answer.headers.get("x-data-behind-ms"))).toBeLessThanOrEqual(LAG_SECONDS * 1000);
      }
  }, 60_000);

  test("a file that is longer than what is kept back says so too, and one that is read from the database itself does not", async () => {
    await inside.inDatabase((tx) =>
      tx.run(sql`insert into cinema (name, city, siren)
        select 'Cinéma ' || n, 'Douai', (300000000 + n)::text from generate_series(1, 1500) n`),
    );
    const bearer = await inside.bearerOf(await inside.inDatabase((tx) => aSuperAdmin(tx)));
    const [admin, direct] = [
      browserAt(nodes[0].url, bearer),
      browserAt(nodes[0].url, bearer, whoHasSeenAll()),
    ];
    await until("the long file is read from the replica", async () => {
      const file = await admin.get("/exports/lists/cinemas/");
      return isOfReplica(file) && String(file.body).length > 64 * 1024;
    });
    expect(isOfReplica(await direct.get("/exports/lists/cinemas/"))).toBe(false);
  }, 60_000);

  test("accounting exports and the VAT of a month are read from it, before a lot is made and after, and are what the database itself gives", async () => {
    const own = await inside.inDatabase((tx) => aDistributor(tx, { name: "Livres", siren: "400000015" }));
    const staff = await somebody(nodes[0].url, own);
    const colleague = await inside.inDatabase((tx) => aStaffUser(tx, own));
    const direct = browserAt(nodes[0].url, await inside.bearerOf(colleague), whoHasSeenAll());
    const today = civilDateInParis(new Date());
    const period = `from=${today.slice(0, 4)}-01-01&to=${today}`;
    const paths = [
      ...["", "-b", "-c"].map((format) => `/exports/export-csv${format}/?${period}`),
      `/accounting/vat/?month=${today.slice(0, 7)}`,
      `/accounting/vat/csv/?month=${today.slice(0, 7)}`,
    ];
    const readAll = async (): Promise<string[]> => {
      const texts: string[] = [];
      for (const path of paths) {
        let answer = await staff.get(path);
        await until(`${path} is read from the replica`, async () => {
          answer = await staff.get(path);
          return isOfReplica(answer);
        });
        const itself = await direct.get(path);
        expect([path, answer.status, isOfReplica(itself)]).toEqual([path, 200, false]);
        expect(answer.body).toEqual(itself.body);
        texts.push(JSON.stringify(answer.body));
      }
      return texts;
    };
    await report(staff, own);
    const issued = sql`select count(*)::integer as count from invoice where distributor_id = ${own.id} and invoice_number is not null`;
    const untilIssued = (count: number): Promise<void> =>
      until("the job has issued the invoices", async () =>
        inside.inDatabase(async (tx) => (await tx.one<{ count: number }>(issued)).count === count),
      );
    await untilIssued(1);
    const before = await readAll();
    expect(before[0]).toContain("411000");
    const made = await staff.send("POST", "/accounting/lots/", { period_from: today, period_to: today });
    expect(made.status).toBe(201);
    const next = weeklyReport(own, 2, 2);
    expect((await staff.send("POST", UPLOAD_REPORT, next)).status).toBe(200);
    await untilIssued(2);
    const after = await readAll();
    expect(after[0]).toMatch(/VE-\d{4}-000001/);
    expect(after[0]!.length).toBeGreaterThan(before[0]!.length);
    // What is wrong with letters is put right where it can be written, and read again where that is seen.
    await inside.inDatabase((tx) =>
      tx.run(sql`update invoice set lettering_letters = 'AAF' where distributor_id = ${own.id}`),
    );
    await until("the replica has it", async () => {
      const wrong = await query<{ count: number }>(
        replica.url,
        "select count(*)::integer as count from invoice where lettering_letters = 'AAF'",
      );
      return (wrong[0]?.count ?? 0) > 0;
    });
    await replica.pause();
    try {
      const [path = ""] = paths;
      const mended = await staff.get(path);
      expect([mended.status, isOfReplica(mended)]).toEqual([200, false]);
      expect(JSON.stringify(mended.body)).toBe(after[0]);
    } finally {
      await replica.resume();
    }
    const lettered = sql`select count(*)::integer as count from invoice where distributor_id = ${own.id} and lettering_letters is not null`;
    expect(await inside.inDatabase((tx) => tx.one(lettered))).toEqual({ count: 0 });
  }, 60_000);

  test("who took a file finds that in the audit log at once", async () => {
    const staff = await somebody();
    await untilReplicaServes(staff);
    await replica.pause();
    try {
      const file = await staff.get("/exports/lists/transactions/");
      expect([file.status, isOfReplica(file)]).toEqual([200, true]);
      const log = await staff.get("/audit-logs/?page=1");
      expect(isOfReplica(log)).toBe(false);
      expect(JSON.stringify(log.body.results[0])).toContain("releve-bancaire.csv");
    } finally {
      await replica.resume();
    }
  });

  test("who changed something finds it on every node; others find it after the lag at most", async () => {
    const [mine, other] = [await somebody(), await somebody(nodes[1].url)];
    const elsewhere = await somebody(
      nodes[0].url,
      await inside.inDatabase((tx) => aDistributor(tx, { name: "Autre", siren: "400000007" })),
    );
    await Promise.all([mine, other, elsewhere].map(untilReplicaServes));
    const before = (await mine.get(REPORTS)).body.count as number;
    await replica.pause();
    try {
      await report(mine);
      for (const { url } of nodes) {
        const seen = await mine.at(url).get(REPORTS);
        expect([seen.body.count, isOfReplica(seen)]).toEqual([before + 1, false]);
      }
      // A colleague on the node that made the change.
      expect((await other.at(nodes[0].url).get(REPORTS)).body.count).toBe(before + 1);
      const stale = await elsewhere.get(REPORTS);
      expect([stale.status, isOfReplica(stale)]).toEqual([200, true]);
      // A colleague elsewhere: what the replica has, until it is older than it may be.
      const colleague = await somebody(nodes[1].url);
      await until("the change is seen", async () => (await colleague.get(REPORTS)).body.count === before + 1);
      await until(
        "a replica that is too far behind is not read",
        async () => !isOfReplica(await elsewhere.get(REPORTS)),
      );
    } finally {
      await replica.resume();
    }
    await Promise.all([mine, other, elsewhere].map(untilReplicaServes));
    expect((await mine.get(REPORTS)).body.count).toBe(before + 1);
  }, 60_000);

  test("what somebody has seen is not gone from the next list: of a job's work too", async () => {
    const staff = await somebody();
    await untilReplicaServes(staff);
    const before = (await staff.get(INVOICES)).body.count as number;
    const made = await inside.inDatabase((tx) => aDistributor(tx, { name: "Tâche", siren: "400000008" }));
    const theirs = await somebody(nodes[0].url, made);
    await untilReplicaServes(theirs);
    await replica.pause();
    try {
      await report(theirs, made);
      const issued = sql`select count(*) from invoice where distributor_id = ${made.id}`;
      await until(
        "the job has issued the invoice",
        async () => (await inside.inDatabase((tx) => tx.one<{ count: number }>(issued))).count === 1,
      );
      // Any answer of the primary tells how far it is.
      expect((await theirs.get("/auth/user/")).status).toBe(200);
      expect((await theirs.at(nodes[1].url).get(INVOICES)).body.count).toBe(1);
      expect((await staff.get(INVOICES)).body.count).toBe(before);
    } finally {
      await replica.resume();
    }
  }, 60_000);

  test.each([
    ["dies", () => replica.kill(), () => replica.start()],
    ["answers no more", async () => replica.freeze(), async () => replica.thaw()],
  ] as const)(
    "one that %s under load costs nobody an error",
    async (_how, breaks, mends) => {
      const people = await Promise.all([0, 1, 2].map((n) => somebody(nodes[n % 2]?.url)));
      await Promise.all(people.map(untilReplicaServes));
      const statuses = new Set<number>();
      let isOver = false;
      const asking = people.map(async (browser) => {
        while (!isOver)
          for (const path of [INVOICES, "/exports/lists/transactions/", REPORTS])
            statuses.add((await browser.get(path)).status);
      });
      await pause(200);
      await breaks();
      await until(
        "lists are read from the primary",
        async () => !isOfReplica(await people[0]!.get(INVOICES)),
      );
      await pause(1_500);
      await mends();
      await Promise.all(people.map(untilReplicaServes));
      isOver = true;
      await Promise.all(asking);
      expect([...statuses]).toEqual([200]);
    },
    60_000,
  );

  test("metrics tell how far behind it is, and where lists were read", async () => {
    const text = await (await fetch(`${nodes[0].url}/metrics`)).text();
    expect(text).toMatch(/^bobine_replica_behind_seconds [\d.e-]+$/m);
    expect(text).toMatch(/^bobine_list_reads_total\{from="replica"\} [1-9]/m);
    expect(text).toMatch(/^bobine_list_reads_total\{from="before-own-change"\} [1-9]/m);
    expect(text).toMatch(/^bobine_list_reads_total\{from="away"\} [1-9]/m);
  });

  test("a node starts without it, says so, and reads it once it is there", async () => {
    await replica.kill();
    const node = await startNode(environment);
    try {
      expect(node.printed()).toContain("DATABASE_READ_URL does not answer");
      const browser = await somebody(node.url);
      expect((await browser.get(INVOICES)).status).toBe(200);
      await replica.start();
      await untilReplicaServes(browser);
    } finally {
      await node.kill();
    }
  }, 60_000);

  test("a node does not start when it is another database", async () => {
    const another = urlOfDatabase(environment["DATABASE_READ_URL"] ?? "", "postgres");
    await expect(startNode({ ...environment, DATABASE_READ_URL: another })).rejects.toThrow(
      "DATABASE_READ_URL is no replica of DATABASE_URL",
    );
  }, 60_000);
});

describe.skipIf(isLeft)(`OPS-12: a standby where DATABASE_URL leads${LEFT}`, () => {
  test("has each sequence: one that is not in the log may be a page of zeros there, which no change gets past", async () => {
    const outside = `select relname from pg_class where relkind = 'S' and relpersistence <> 'p' and relnamespace <> 'pg_catalog'::regnamespace`;
    expect(await query(primary.url, outside)).toEqual([]);
  });

  test("gets no session: one that it has once would stay after the address leads to the primary again", async () => {
    const pool = createPool({ url: replica.url, onlyPrimary: true });
    try {
      await expect(pool.query("select 1")).rejects.toMatchObject({ code: "57P03" });
      // A pooler tells nothing of its server.
      const blind = createPool({ url: replica.url });
      const writing = inTransaction(blind, { kind: "all" }, (tx) => tx.run(sql`delete from saved_filter`));
      await expect(writing).rejects.toMatchObject({ code: "57P03" });
      expect(blind.totalCount).toBe(0);
      await blind.end();
      await query(replica.url, "select pg_promote()");
      expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    } finally {
      await pool.end();
    }
  });
});
