// A database that was restored goes on in the folder of backups that it came from (OPS-16): what it does there comes back, too.
import { gunzipSync, gzipSync } from "node:zlib";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { backupCommand, type BackedUp } from "../cli/backup-commands.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { must } from "../domain/must.ts";
import { until } from "../nodes/node.testing.ts";
import { startBackedUp, type TestBackedUp } from "./backed-up.testing.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let product: TestBackedUp;
let restored: string;
let server: EmbeddedPostgres;
/** When the accident had happened. */
let late: string;

/** The clock of the product that was lost. */
async function now(): Promise<string> {
  const rows = await query(product.url, "select clock_timestamp()::text as at");
  return new Date(String(must(rows[0], "row")["at"])).toISOString();
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return await client
    .query<Record<string, unknown>>(text)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** Runs `backup …` of the restored product. */
async function backup(...args: readonly string[]): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  const theirs: BackedUp = {
    config: {
      databaseUrl: null,
      dataDir: restored,
      filesUrl: pathToFileURL(join(restored, "files")).href,
      registryUrl: pathToFileURL(join(restored, "remotes")).href,
    },
    withClient: async (work) => {
      const client = new Client({ connectionString: server.url });
      await client.connect();
      return await work(client).finally(() => client.end());
    },
  };
  const code = await backupCommand(theirs, args, (line) => void said.push(line));
  return { code, said };
}

describe.skipIf(extentOf("machines") === "part")(
  "a database that was restored (npm run campaign machines)",
  () => {
    beforeAll(async () => {
      product = await startBackedUp();
      await product.backup("take", product.backups);
      await query(product.url, "create table day_one ()");
      const at = await now();
      await query(product.url, "create table accident ()");
      late = await now();
      await product.archiveSegment();
      // On the timeline that is left: a backup that leads nowhere.
      await product.backup("take", product.backups);
      await product.archiveSegment();
      restored = product.newPath();
      await product.backup("restore", product.backups, restored, "--until", at);
      server = await startEmbeddedPostgres({ dataDir: restored, log: quiet });
    }, 240_000);
    afterAll(async () => {
      await server.stop();
      await product.stop();
    });

    test("what a restored database writes before its first backup comes back from one before, without what was left behind", async () => {
      // People work on it before it archives, and while it is stopped and started for that.
      await query(server.url, "create table early ()");
      await query(server.url, "select pg_switch_wal()");
      expect((await backup("archive", product.backups)).said).toContain(
        "Now stop Bobine and start it: PostgreSQL archives from then on. Then ask again, which proves it.",
      );
      await query(server.url, "create table meanwhile ()");
      await query(server.url, "select pg_switch_wal()");
      await server.stop();
      server = await startEmbeddedPostgres({ dataDir: restored, log: quiet });
      expect((await backup("archive", product.backups)).said).toContain(
        "Then take a backup: an archive without one restores nothing.",
      );
      const status = await backup("status", product.backups);
      expect(status.said).toContain(
        "No backup since the database was restored: take one now, those before may not lead to its work.",
      );
      expect(status.code).toBe(1);
      await query(server.url, "create table day_two ()");
      const [row] = await query(server.url, "select pg_walfile_name(pg_switch_wal()) as wal");
      await until("it is archived", async () =>
        existsSync(join(product.backups, "wal", `${String(row?.["wal"])}.gz`)),
      );
      const again = product.newPath();
      const { code, said } = await product.backup("restore", product.backups, again);
      expect(said.filter((line) => line.startsWith("NOT all"))).toEqual([]);
      expect(code).toBe(0);
      const copy = await startEmbeddedPostgres({ dataDir: again, log: quiet });
      const there = await query(
        copy.url,
        "select to_regclass('day_one')::text as one, to_regclass('day_two')::text as two, to_regclass('accident')::text as accident, to_regclass('early')::text as early, to_regclass('meanwhile')::text as meanwhile",
      );
      await copy.stop();
      expect(there).toEqual([
        { one: "day_one", two: "day_two", accident: null, early: "early", meanwhile: "meanwhile" },
      ]);
    }, 240_000);

    test("an instant that a restore has left behind is refused, and comes back by its timeline", async () => {
      await expect(
        product.backup("restore", product.backups, product.newPath(), "--until", late),
      ).rejects.toThrow(`${late} lies on timeline 1, which an earlier restore has left before that instant`);
      const there = product.newPath();
      const args = ["restore", product.backups, there, "--until", late, "--timeline", "1"];
      expect((await product.backup(...args)).code).toBe(0);
      const copy = await startEmbeddedPostgres({ dataDir: there, log: quiet });
      const rows = await query(
        copy.url,
        "select to_regclass('accident')::text as accident, to_regclass('day_two')::text as two",
      );
      await copy.stop();
      expect(rows).toEqual([{ accident: "accident", two: null }]);
      await expect(
        product.backup("restore", product.backups, product.newPath(), "--timeline", "7"),
      ).rejects.toThrow("The archive has no history of timeline 7 (00000007.history).");
    }, 240_000);

    test("a backup since the restore is what the status asks for", async () => {
      expect((await backup("take", product.backups)).code).toBe(0);
      expect((await backup("status", product.backups)).code).toBe(0);
    }, 120_000);

    test("a second database that was restored from a folder does not archive into it beside the first", async () => {
      const history = join(product.backups, "wal/00000002.history.gz");
      const text = gunzipSync(readFileSync(history)).toString("utf8");
      writeFileSync(history, gzipSync(text.replace("1\t", "1\t0/1")));
      await expect(backup("archive", product.backups)).rejects.toThrow(
        `Another database that was restored from ${product.backups} goes on in it (00000002.history): name a folder of its own.`,
      );
      writeFileSync(history, gzipSync(text));
    });
  },
);
