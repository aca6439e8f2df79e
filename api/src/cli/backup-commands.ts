// `npm run ops -- backup`: what an operator does to have a yesterday to come back to (docs/operations.md, Backup).
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { archiveInto, archiveUnarchived, proveArchive } from "../backup/archive-wal.ts";
import {
  BackupProblem,
  baseBackups,
  filesFolder,
  findBackups,
  openBackups,
  pruneBackups,
  readClusterId,
  refuseOthersBackups,
  walFolder,
} from "../backup/backup-folder.ts";
import { removeForgotten } from "../backup/forgotten-files.ts";
import { restoreBackup } from "../backup/restore-backup.ts";
import { copyFiles, instant, takeBackup } from "../backup/take-backup.ts";
import { readWayOn } from "../backup/timelines.ts";
import type { Config } from "../config.ts";
import { type Area, operatorPath, readOptions, type Say, UsageError, usageOf } from "./area.ts";
import { readOperatorConfig, withOperatorPool } from "./operator-pool.ts";

const HELP = `backup archive <folder>        has PostgreSQL archive all that it writes there, from its next start on
backup take <folder> [--new]   backs up the database as it is now, and the documents; while the product runs
backup files <folder> [--new]  copies the documents that are not there yet; only with --new is a folder made
backup status <folder>         what is there, and how far the archive is
backup prune <folder> [--keep 14]
                               removes all but the newest backups, those that were broken off, and what the archive has from before them
backup restore <folder> <new DATA_DIR> [--until 2026-11-21T10:30:00+01:00] [--timeline 1]
                               makes a DATA_DIR of it, as it was then or at the end of the archive, and proves its ledger and audit log;
                               with --timeline on what an earlier restore has left`;

export const backupArea: Area = {
  help: HELP,
  problems: [BackupProblem],
  async run(args, say) {
    // Restoring needs no product: the one that is lost may have been here.
    const config =
      args[0] === "restore"
        ? { databaseUrl: null, dataDir: "", filesUrl: "", registryUrl: "" }
        : readOperatorConfig();
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
  readonly config: Pick<Config, "databaseUrl" | "dataDir" | "filesUrl" | "registryUrl">;
  /** Lends a session of the database's owner. */
  readonly withClient: <T>(work: (client: ClientBase) => Promise<T>) => Promise<T>;
}

/** What they vouch for is a restore, which starts the PostgreSQL that the product brings. */
const LEAD_TO_RESTORE: ReadonlySet<Command["name"]> = new Set(["archive", "take", "status"] as const);

/** They need no database: it may be the full disk of the backups that has ended it. */
const WORK_ALONE: ReadonlySet<Command["name"]> = new Set(["files", "prune"] as const);

/** What it has not archived by then it does not archive: it tries thrice, a second apart. */
const ARCHIVE_PROOF_MS = 20_000;

const MEGABYTE = 1_000_000;
const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/**
 * @returns the exit code: 1 when what was restored breaks a rule of the ledger or of the audit log, is not all that was archived
 * or lacks documents, or when the archive is not well
 * @throws {UsageError} {BackupProblem}
 */
export async function backupCommand(product: BackedUp, args: readonly string[], say: Say): Promise<number> {
  const command = readArgs(args);
  if (command.name === "restore") return await restore(command, say);
  if (product.config.databaseUrl !== null && LEAD_TO_RESTORE.has(command.name))
    throw new BackupProblem(
      "The database of DATABASE_URL is not the one that the product brings, and `backup restore` could not bring it back: have pgBackRest back it up (docs/operations.md, « Elsewhere »). The documents alone: backup files.",
    );
  // A disk that is not mounted has an empty folder in its place, on the disk that is to be backed up.
  const isMade = command.name === "archive" || ("isNew" in command && command.isNew);
  const folder = isMade ? openBackups(command.folder) : findBackups(command.folder);
  refuseOthersBackups(folder, await whoseOf(product, WORK_ALONE.has(command.name) ? say : undefined));
  const { config, withClient } = product;
  switch (command.name) {
    case "archive": {
      const { isOn, leadsOn, waiting } = await withClient(async (client) => {
        const isArchiving = await archiveInto(client, folder);
        return {
          isOn: isArchiving,
          leadsOn: await archiveUnarchived(client, folder),
          waiting: isArchiving ? await proveArchive(client, folder, ARCHIVE_PROOF_MS) : 0,
        };
      });
      say(
        isOn
          ? `PostgreSQL archives into ${folder}/wal.`
          : "Now stop Bobine and start it: PostgreSQL archives from then on. Then ask again, which proves it.",
      );
      if (waiting > 0) say(`${waiting} segments wait to be archived; it goes on with them.`);
      say(
        leadsOn
          ? "Then take a backup: an archive without one restores nothing."
          : "Then take a backup: those from before the restore do NOT lead to what was written since, as a part of it was not archived.",
      );
      return 0;
    }
    case "take": {
      const { ended_at, bytes } = await withClient((client) => takeBackup(client, config, folder));
      say(`Backed up as of ${ended_at} in ${folder}: ${megabytes(bytes)}.`);
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
      const { bases, broken, segments } = pruneBackups(folder, command.keep, readWayOn(folder));
      say(`Removed ${bases} backups and ${segments} segments of the archive.`);
      if (broken > 0)
        say(`Removed ${broken === 1 ? "1 backup that was" : `${broken} backups that were`} broken off.`);
      await forgetStatements(product, folder, say);
      return 0;
    }
    case "status":
      return await withClient((client) => status(client, folder, say));
  }
}

/**
 * A statement that was never imported has no row any more (BANK-32): its copy goes once the backups that are left began after it. One
 * that was imported has its row for good.
 */
async function forgetStatements({ config, withClient }: BackedUp, folder: string, say: Say): Promise<void> {
  const oldest = baseBackups(folder)[0];
  if (oldest === undefined || config.databaseUrl !== null) return;
  const before = Date.parse(oldest.started_at);
  try {
    const count = await withClient((client) =>
      removeForgotten(client, filesFolder(folder), { of: ["bank-statements"], before }),
    );
    if (count > 0) say(`Removed ${count} copies of statements that were never imported.`);
  } catch (error) {
    // A full disk may have stopped the database: this makes room for it.
    const reason = error instanceof Error ? error.message : String(error);
    say(`Copies of statements that were never imported stay until the next time: ${reason}`);
  }
}

/**
 * Asked of the embedded one's files, which are there when it cannot run: what is pruned may be what it lacks.
 * @param say what is said of a database that does not answer; without it, it must
 */
async function whoseOf(
  { config, withClient }: BackedUp,
  say: Say | undefined,
): Promise<{ id: bigint | undefined; at: string }> {
  if (config.databaseUrl === null)
    return { id: readClusterId(join(config.dataDir, "postgres")), at: config.dataDir };
  const at = "DATABASE_URL";
  try {
    return await withClient(async (client) => {
      const { rows } = await client.query<{ id: string }>(
        "select system_identifier::text as id from pg_control_system()",
      );
      return { id: rows[0] ? BigInt(rows[0].id) : undefined, at };
    });
  } catch (error) {
    if (!say) throw error;
    say(`The database of ${at} does not answer: whether these backups are of it is not looked at.`);
    return { id: undefined, at };
  }
}

type Command =
  | { readonly name: "archive" | "status"; readonly folder: string }
  | { readonly name: "take" | "files"; readonly folder: string; readonly isNew: boolean }
  | { readonly name: "prune"; readonly folder: string; readonly keep: number }
  | {
      readonly name: "restore";
      readonly folder: string;
      readonly dataDir: string;
      readonly until: Date | undefined;
      readonly timeline: number | undefined;
    };

function readArgs(args: readonly string[]): Command {
  const isNew = args.includes("--new");
  const { positionals, values } = readOptions(
    args.filter((arg) => arg !== "--new"),
    ["until", "keep", "timeline"],
  );
  const [name, ...paths] = positionals;
  const [folder, dataDir, ...rest] = paths.map(operatorPath);
  const isForNew = name === "take" || name === "files";
  if (folder === undefined || rest.length > 0 || (isNew && !isForNew)) throw new UsageError(usageOf(HELP));
  const isOfRestore = values.until !== undefined || values.timeline !== undefined;
  if (name === "prune" && dataDir === undefined && !isOfRestore)
    return { name, folder, keep: readCount("keep", values.keep ?? "14") };
  if (values.keep !== undefined) throw new UsageError(usageOf(HELP));
  if (name === "restore" && dataDir !== undefined)
    return {
      name,
      folder,
      dataDir,
      until: values.until === undefined ? undefined : readInstant(values.until),
      timeline: values.timeline === undefined ? undefined : readCount("timeline", values.timeline),
    };
  if (dataDir !== undefined || isOfRestore) throw new UsageError(usageOf(HELP));
  if (isForNew) return { name, folder, isNew };
  if (name === "archive" || name === "status") return { name, folder };
  throw new UsageError(usageOf(HELP));
}

function readCount(option: string, text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--${option} needs a number from 1 on`);
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

const RESTORED_FOLDERS = [
  ["documents", "files", "FILES_URL"],
  ["published remotes", "remotes", "REGISTRY_URL"],
] as const;

async function restore(
  { folder, dataDir, until, timeline }: Extract<Command, { name: "restore" }>,
  say: Say,
): Promise<number> {
  const restored = await restoreBackup({
    backups: folder,
    dataDir,
    ...(until ? { until } : {}),
    ...(timeline === undefined ? {} : { timeline }),
    log: say,
  });
  say(
    `${restored.invoices} invoices; the last entry of the audit log is of ${restored.last_entry_at?.toISOString() ?? "never"}.`,
  );
  say(
    restored.violations === 0
      ? "The ledger holds."
      : `The ledger does not hold: ${restored.violations} broken.`,
  );
  const { documents } = restored;
  if (documents)
    say(
      documents.absent === 0
        ? `${documents.named} documents are named, and all are there.`
        : `${documents.absent} of ${documents.named} documents that the database names are NOT there as it names them, such as ${documents.example ?? ""}: look for them in other copies of the documents.`,
    );
  // Where the product keeps them, its own settings say, which a restore does not have.
  for (const [what, name, variable] of RESTORED_FOLDERS)
    if (existsSync(join(dataDir, name)))
      say(
        `The ${what} are in ${join(dataDir, name)}: where ${variable} names another folder, move them there before you start it, or start it without ${variable}.`,
      );
  if (restored.unread)
    say(
      `NOT all was replayed: ${restored.unread.first}, and the archive goes on to ${restored.unread.last}.`,
    );
  say(
    `Before you start it (DATA_DIR=${dataDir} npm start), read « To restore to a moment » of docs/operations.md: mails and numbers since then.`,
  );
  const isWhole = !restored.unread && (documents?.absent ?? 0) === 0;
  return restored.violations === 0 && restored.auditHolds && isWhole ? 0 : 1;
}

/** Two nights, and what one of them may last longer. */
const OLD_HOURS = 48;

async function status(client: ClientBase, folder: string, say: Say): Promise<number> {
  const bases = baseBackups(folder);
  for (const { ended_at, bytes } of bases) say(`Backup of ${ended_at}: ${megabytes(bytes)}.`);
  const newest = bases.at(-1);
  if (newest === undefined) say("No backup yet.");
  const { rows } = await client.query<{
    mode: string;
    now: string;
    last: string | null;
    at: string | null;
    failing: boolean;
    failed: string | null;
    old: boolean;
  }>(
    `select current_setting('archive_mode') as mode, pg_walfile_name(pg_current_wal_lsn()) as now, last_archived_wal as last, ${instant("last_archived_time")} as at, last_failed_wal as failed,
      coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing,
      coalesce(now() - $1::timestamptz > make_interval(hours => $2), false) as old from pg_stat_archiver`,
    [newest?.ended_at ?? null, OLD_HOURS],
  );
  const archive = rows[0];
  if (newest && archive?.old === true)
    say(`The newest backup is of ${newest.ended_at}: take one each night.`);
  if (archive?.mode !== "on") {
    say("PostgreSQL does not archive: only whole backups can be restored.");
    return 1;
  }
  const wal = walFolder(folder);
  // It may archive into another folder all the while.
  const isHere = existsSync(archive.last === null ? wal : join(wal, `${archive.last}.gz`));
  if (!isHere)
    say(
      `PostgreSQL does NOT archive here: ${archive.last === null ? `there is no ${wal}` : `${archive.last}, of ${archive.at ?? ""}, is not in ${wal}`}.`,
    );
  else if (archive.last === null) say("Nothing is archived yet.");
  else say(`Archived up to ${archive.last}, at ${archive.at ?? ""}.`);
  if (archive.failing)
    say(
      `Archiving FAILS since ${archive.failed ?? "?"}: PostgreSQL keeps all of it on its own disk until that fills up. Its log says why.`,
    );
  // A restore begins another timeline, whose first eight digits these are.
  const isBefore = newest !== undefined && newest.last_wal.slice(0, 8) !== archive.now.slice(0, 8);
  if (isBefore)
    say("No backup since the database was restored: take one now, those before may not lead to its work.");
  return !isHere || isBefore || archive.failing || archive.old || newest === undefined ? 1 : 0;
}
