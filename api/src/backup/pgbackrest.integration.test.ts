// A server of one's own is backed up by pgBackRest while the product works, and is brought back to just before an accident.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { ledgerCommand } from "../cli/ledger-commands.ts";
import { createPool } from "../db/pool.ts";
import { prepareDatabase } from "../db/prepare-database.ts";
import { inTransaction, type Tx } from "../db/scope.ts";
import { urlFor } from "../db/web-role.ts";
import { browserAt } from "../nodes/browser.testing.ts";
import { startNode, type TestNode, until } from "../nodes/node.testing.ts";
import { aReportedCinema, UPLOAD_REPORT, weeklyReport } from "../nodes/weekly-reports.testing.ts";
import { openFileStore } from "../platform/files/open-file-store.ts";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../testing/builders.ts";
import { WEB_LOGIN } from "../testing/database.ts";
import {
  asPostgres,
  type DebianPostgres,
  folderOfPostgres,
  missingOldestPostgresReason,
  startOldestPostgres,
} from "../testing/debian-postgres.ts";
import { TEST_SECRET_KEY } from "../testing/secret-key.ts";
import { query, urlOfDatabase } from "../testing/temporary-postgres.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const PROGRAM = "/usr/bin/pgbackrest";
const left =
  extentOf("backups") !== "all"
    ? "npm run campaign backups"
    : existsSync(PROGRAM)
      ? missingOldestPostgresReason()
      : "pgBackRest is not installed (Debian: apt-get install pgbackrest)";
const DATABASE = "bobine";

/** pgBackRest's own folder: its settings, and the backups, which elsewhere are on another machine. */
let vault: string;
let dataDir: string;
let server: DebianPostgres;
let node: TestNode | undefined;
let inside: TestApp;
let distributor: BuiltDistributor;

const pgbackrest = (...args: string[]): void =>
  asPostgres(PROGRAM, [`--config=${join(vault, "pgbackrest.conf")}`, "--stanza=bobine", ...args], {
    PGPASSWORD: server.password,
  });
const ownerOf = ({ url }: DebianPostgres): string => urlOfDatabase(url, DATABASE);
const webOf = (of: DebianPostgres): string => urlFor(WEB_LOGIN, ownerOf(of));
const asOwner = async <T>(of: DebianPostgres, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const pool = createPool({ url: ownerOf(of) });
  return await inTransaction(pool, { kind: "all" }, work).finally(() => pool.end());
};
const startOn = (of: DebianPostgres): Promise<TestNode> =>
  startNode({ DATABASE_URL: webOf(of), DATA_DIR: dataDir });

beforeAll(async () => {
  if (left !== undefined) return;
  vault = folderOfPostgres("pgbackrest");
  dataDir = mkdtempSync(join(tmpdir(), "bobine-backed-up-"));
  const settings = join(vault, "pgbackrest.conf");
  server = await startOldestPostgres({
    archive_mode: "on",
    archive_command: `${PROGRAM} --config=${settings} --stanza=bobine archive-push %p`,
    max_wal_senders: "3",
  });
  writeFileSync(
    settings,
    `[global]
repo1-path=${vault}/repository
log-path=${vault}
lock-path=${vault}/lock
spool-path=${vault}/spool
log-level-console=warn
repo1-retention-full=2
start-fast=y
compress-type=lz4
[bobine]
pg1-path=${server.data}
pg1-port=${server.port}
pg1-socket-path=${server.folder}
pg1-user=postgres
`,
  );
  pgbackrest("stanza-create");
  await query(server.url, `create database ${DATABASE}`);
  await prepareDatabase({ ownerUrl: ownerOf(server), webUrl: webOf(server) });
  inside = await createTestApp({
    today: new Date().toISOString(),
    database: { url: ownerOf(server), webUrl: webOf(server), drop: async () => undefined },
  });
  await inside.inDatabase(aReportedCinema);
  distributor = await inside.inDatabase((tx) => aDistributor(tx));
  node = await startOn(server);
}, 300_000);
afterAll(async () => {
  if (left !== undefined) return;
  await node?.kill();
  await inside?.close();
  await server?.stop();
  for (const folder of [vault, dataDir]) if (folder) rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Sends reports of so many weeks and waits for their invoices. */
async function work(weeks: number): Promise<void> {
  const person = await inside.inDatabase((tx) => aStaffUser(tx, distributor));
  const browser = browserAt(node!.url, await inside.bearerOf(person));
  const answer = await browser.send("POST", UPLOAD_REPORT, weeklyReport(distributor, weeks, weeks));
  expect(answer.status).toBe(200);
  await until(
    "the invoices are issued and drawn",
    async () =>
      (await inside.inDatabase(async (tx) => (await tx.one<{ count: number }>(jobsLeft)).count)) === 0 &&
      (await inside.inDatabase(numbersOf)).length === weeks,
    120_000,
  );
}
const jobsLeft = sql`select count(*) from pgboss.job
  where name in ('issue-invoices', 'draw-documents') and state <> 'completed'`;
const numbersOf = (tx: Tx) =>
  tx.many<{ invoice_number: string; total_amount: string }>(
    sql`select invoice_number, total_amount from invoice where distributor_id = ${distributor.id} order by invoice_number`,
  );

describe.skipIf(left !== undefined)(`pgBackRest${left === undefined ? "" : ` (left out: ${left})`}`, () => {
  test("brings a server back to just before an accident, and the product starts on it with its books whole", async () => {
    await work(2);
    const begun = performance.now();
    // While the node works.
    pgbackrest("backup", "--type=full");
    const backupMs = performance.now() - begun;
    await work(5);
    const before = await inside.inDatabase(numbersOf);
    const [now] = await query<{ at: string }>(server.url, "select clock_timestamp()::text as at");
    await asOwner(server, async (tx) => {
      await tx.client.query("reset role; set local session_replication_role = replica");
      await tx.run(sql`delete from invoice where distributor_id = ${distributor.id}`);
    });
    expect(await inside.inDatabase(numbersOf)).toEqual([]);
    await query(server.url, "select pg_switch_wal()");
    pgbackrest("check");

    await node!.stop();
    node = undefined;
    const data = join(vault, "restored");
    const restoring = performance.now();
    pgbackrest(
      `--pg1-path=${data}`,
      "--type=time",
      `--target=${now!.at}`,
      "--target-action=promote",
      "restore",
    );
    const restored = await startOldestPostgres({ archive_mode: "off" }, { data, password: server.password });
    try {
      await until(
        "all of the archive up to then is replayed",
        async () =>
          (await query<{ replays: boolean }>(restored.url, "select pg_is_in_recovery() as replays"))[0]
            ?.replays === false,
      );
      const restoreMs = performance.now() - restoring;
      expect(await asOwner(restored, numbersOf)).toEqual(before);
      const printed: string[] = [];
      const pool = createPool({ url: webOf(restored) });
      const operator = {
        secret: TEST_SECRET_KEY,
        files: openFileStore({ filesUrl: pathToFileURL(join(vault, "files")).href, s3: null }),
        now: () => new Date(),
        print: (line: string) => void printed.push(line),
      };
      expect([await ledgerCommand(pool, ["verify"], operator), printed]).toEqual([0, printed]);
      await pool.end();
      // `npm run migrate`, as after every restore.
      await prepareDatabase({ ownerUrl: ownerOf(restored), webUrl: webOf(restored) });
      node = await startOn(restored);
      const again = await createTestApp({
        today: new Date().toISOString(),
        database: { url: ownerOf(restored), webUrl: webOf(restored), drop: async () => undefined },
      });
      try {
        const person = await again.inDatabase((tx) => aStaffUser(tx, distributor));
        const browser = browserAt(node.url, await again.bearerOf(person));
        const list = await browser.get("/invoices/invoices/?page=1");
        expect([list.status, list.body.count]).toEqual([200, before.length]);
        // Numbers go on where they were.
        const sent = await browser.send("POST", UPLOAD_REPORT, weeklyReport(distributor, 6, 6));
        expect(sent.status).toBe(200);
        await until("its invoice is issued", async () => (await again.inDatabase(numbersOf)).length === 6);
      } finally {
        await again.close();
      }
      const size = execFileSync("du", ["-sk", join(vault, "repository")], { encoding: "utf8" }).split(
        "\t",
      )[0];
      process.stdout.write(
        `pgBackRest: a full backup in ${Math.round(backupMs)} ms, restored and replayed in ${Math.round(restoreMs)} ms, ${size} KB in the repository\n`,
      );
    } finally {
      await node?.kill();
      node = undefined;
      await restored.stop();
    }
  }, 300_000);
});
