// `npm run ops -- backup`: what an operator does to have a yesterday to come back to (docs/operations.md, Backup).
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { ClientBase } from "pg";
import { archiveInto } from "../backup/archive-wal.ts";
import { BackupProblem, baseBackups, openBackups, pruneBackups } from "../backup/backup-folder.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { copyFiles, instant, takeBackup } from "../backup/take-backup.ts";
import type { Config } from "../config.ts";
import { type Area, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `backup archive <folder>        has PostgreSQL archive all that it writes there, from its next start on
backup take <folder>           backs up the database as it is now, and the documents; while the product runs
backup files <folder>          copies the documents that are not there yet
backup status <folder>         what is there, and how far the archive is
backup prune <folder> [--keep 14]
                               removes all but the newest backups, and what the archive has from before them
backup restore <folder> <new DATA_DIR> [--until 2026-11-21T10:30:00+01:00]
                               makes a DATA_DIR of it, as it was then or at the end of the archive, and proves its ledger and audit log`;

export const backupArea: Area = {
  help: HELP,
  problems: [BackupProblem],
  async run(args, say) {
    // Restoring needs no product: the one that is lost may have been here.
    const config = args[0] === "restore" ? { dataDir: "", filesUrl: "" } : readOperatorConfig();
    const withClient: BackedUp["withClient"] = (work) =>
      withOperatorPool(readOperatorConfig(), async (pool) => {
        const client = await pool.connect();
        return await work(client).finally(() => client.release(true));
      });
    return await backupCommand({ config, withClient }, args, say);
  },
};

/** What a command needs of the product that is backed up. */
export interface BackedUp {
  readonly config: Pick<Config, "dataDir" | "filesUrl">;
  /** Lends a session of the database's owner. */
  readonly withClient: <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>;
}

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/**
 * @returns the exit code: 1 when what was restored breaks a rule of the ledger or of the audit log, or when the archive is not well
 * @throws {UsageError} {BackupProblem}
 */
export async function backupCommand(product: BackedUp, args: readonly string[], say: Say): Promise<number> {
  const command = readArgs(args);
  if (command.name === "restore") return await restore(command, say);
  const folder = openBackups(command.folder);
  const { config, withClient } = product;
  switch (command.name) {
    case "archive": {
      const isOn = await withClient((client) => archiveInto(client, folder));
      say(
        isOn
          ? `PostgreSQL archives into ${folder}/wal.`
          : "Now stop Bobine and start it: PostgreSQL archives from then on.",
      );
      say("Then take a backup: an archive without one restores nothing.");
      return 0;
    }
    case "take": {
      const { ended_at, bytes } = await withClient((client) => takeBackup(client, config, folder));
      say(`Backed up as of ${ended_at}: ${megabytes(bytes)}.`);
      return 0;
    }
    case "files": {
      const bytes = await copyFiles(config, folder);
      say(
        bytes === undefined
          ? "The documents are in a bucket, which keeps its own versions."
          : `Copied ${megabytes(bytes)} of documents.`,
      );
      return 0;
    }
    case "prune": {
      const { bases, segments } = pruneBackups(folder, command.keep);
      say(`Removed ${bases} backups and ${segments} segments of the archive.`);
      return 0;
    }
    case "status":
      return await withClient((client) => status(client, folder, say));
  }
}

type Command =
  | { readonly name: "archive" | "take" | "files" | "status"; readonly folder: string }
  | { readonly name: "prune"; readonly folder: string; readonly keep: number }
  | {
      readonly name: "restore";
      readonly folder: string;
      readonly dataDir: string;
      readonly until: Date | undefined;
    };

function readArgs(args: readonly string[]): Command {
  let parsed: { positionals: string[]; values: { until?: string; keep?: string } };
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { until: { type: "string" }, keep: { type: "string" } },
    });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { positionals, values } = parsed;
  const [name, folder, dataDir, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) throw new UsageError(usageOf(HELP));
  if (name === "prune" && dataDir === undefined && values.until === undefined)
    return { name, folder, keep: readCount(values.keep ?? "14") };
  if (values.keep !== undefined) throw new UsageError(usageOf(HELP));
  if (name === "restore" && dataDir !== undefined)
    return {
      name,
      folder,
      dataDir,
      until: values.until === undefined ? undefined : readInstant(values.until),
    };
  if (dataDir !== undefined || values.until !== undefined) throw new UsageError(usageOf(HELP));
  if (name === "archive" || name === "take" || name === "files" || name === "status") return { name, folder };
  throw new UsageError(usageOf(HELP));
}

function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError("--keep needs a number from 1 on");
  return count;
}

/** Without its zone an instant is a matter of taste, and an hour of invoices. */
function readInstant(text: string): Date {
  const at = new Date(text);
  if (!/T.*(Z|[+-]\d{2}:\d{2})$/.test(text) || Number.isNaN(at.getTime()))
    throw new UsageError(
      `--until needs an instant with its zone, such as 2026-11-21T10:30:00+01:00, not ${text}`,
    );
  return at;
}

async function restore(
  { folder, dataDir, until }: Extract<Command, { name: "restore" }>,
  say: Say,
): Promise<number> {
  const restored = await restoreBackup({ backups: folder, dataDir, ...(until ? { until } : {}), log: say });
  say(
    `${restored.invoices} invoices; the last entry of the audit log is of ${restored.last_entry_at?.toISOString() ?? "never"}.`,
  );
  say(
    restored.violations === 0
      ? "The ledger holds."
      : `The ledger does not hold: ${restored.violations} broken.`,
  );
  say(
    `Before you start it (DATA_DIR=${resolve(dataDir)} npm start), read « To restore to a moment » of docs/operations.md: mails and numbers since then.`,
  );
  return restored.violations === 0 && restored.auditHolds ? 0 : 1;
}

async function status(client: ClientBase, folder: string, say: Say): Promise<number> {
  const bases = baseBackups(folder);
  for (const { ended_at, bytes } of bases) say(`Backup of ${ended_at}: ${megabytes(bytes)}.`);
  if (bases.length === 0) say("No backup yet.");
  const { rows } = await client.query<{
    mode: string;
    last: string | null;
    at: string | null;
    failing: boolean;
    failed: string | null;
  }>(
    `select current_setting('archive_mode') as mode, last_archived_wal as last, ${instant("last_archived_time")} as at, last_failed_wal as failed,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing from pg_stat_archiver`,
  );
  const archive = rows[0];
  if (archive?.mode !== "on") {
    say("PostgreSQL does not archive: only whole backups can be restored.");
    return 1;
  }
  say(
    archive.last === null
      ? "Nothing is archived yet."
      : `Archived up to ${archive.last}, at ${archive.at ?? ""}.`,
  );
  if (archive.failing)
    say(
      `Archiving FAILS since ${archive.failed ?? "?"}: PostgreSQL keeps all of it on its own disk until that fills up. Its log says why.`,
    );
  return archive.failing || bases.length === 0 ? 1 : 0;
}
