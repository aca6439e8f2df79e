// A product with a database of its own that a test backs up, archives and damages.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { backupCommand, type BackedUp } from "../cli/backup-commands.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { createPool } from "../db/pool.ts";
import { until } from "../nodes/node.testing.ts";

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What tests of backups need of a product. */
export interface TestBackedUp {
  readonly url: string;
  readonly dataDir: string;
  readonly backups: string;
  readonly withClient: BackedUp["withClient"];
  /** A path that is not there yet. */
  readonly newPath: () => string;
  /** A copy of the folder of backups, to damage. */
  readonly copyBackups: () => string;
  /** Runs `backup …`: its exit code and its lines. */
  readonly backup: (
    ...args: readonly string[]
  ) => Promise<{ readonly code: number; readonly said: readonly string[] }>;
  /** Begins a new segment of the archive, and waits until the last one is there: its name. */
  readonly archiveSegment: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts one that archives into its folder of backups, with a document. */
export async function startBackedUp(): Promise<TestBackedUp> {
  // As root, PostgreSQL's user must get in.
  const place = mkdtempSync(join(tmpdir(), "bobine-backed-up-"));
  chmodSync(place, 0o711);
  const dataDir = join(place, "data");
  const backups = join(place, "backups");
  const server = await startEmbeddedPostgres({
    dataDir,
    log: quiet,
    settings: { archive_mode: "on", fsync: "off" },
  });
  await migrate({ url: server.url });
  mkdirSync(join(dataDir, "files/invoices"), { recursive: true });
  writeFileSync(join(dataDir, "files/invoices/one.pdf"), "one");
  const product: BackedUp = {
    config: {
      databaseUrl: null,
      dataDir,
      filesUrl: pathToFileURL(join(dataDir, "files")).href,
      registryUrl: pathToFileURL(join(dataDir, "remotes")).href,
    },
    withClient: async (work) => {
      const pool = createPool({ url: server.url, onError: () => undefined });
      const client = await pool.connect();
      return await work(client).finally(async () => {
        client.release(true);
        await pool.end();
      });
    },
  };
  const backup: TestBackedUp["backup"] = async (...args) => {
    const said: string[] = [];
    const code = await backupCommand(product, args, (line) => void said.push(line));
    return { code, said };
  };
  await backup("archive", backups);
  let made = 0;
  const newPath = () => join(place, `${(made += 1)}`);
  return {
    url: server.url,
    dataDir,
    backups,
    withClient: product.withClient,
    newPath,
    copyBackups: () => {
      const copy = newPath();
      // With its owners: PostgreSQL's user reads its archive.
      spawnSync("cp", ["-a", backups, copy]);
      return copy;
    },
    backup,
    archiveSegment: async () => {
      const wal = await product.withClient(async (client) => {
        // A segment that holds nothing is not switched.
        await client.query("select pg_logical_emit_message(true, 'test', 'work')");
        const { rows } = await client.query<{ wal: string }>(
          "select pg_walfile_name(pg_switch_wal()) as wal",
        );
        return rows[0]?.wal ?? "";
      });
      await until("it is archived", async () => existsSync(join(backups, "wal", `${wal}.gz`)));
      return wal;
    },
    async stop() {
      await server.stop();
      const files = realpathSync(join(dataDir, "postgres"));
      if (!files.startsWith(realpathSync(place))) rmSync(dirname(files), { recursive: true, force: true });
      rmSync(place, { recursive: true, force: true });
    },
  };
}
