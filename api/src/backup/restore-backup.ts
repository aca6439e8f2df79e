import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { Client, DatabaseError } from "pg";
import sql from "sql-template-tag";
import { RESTORE_UNDER_WAY } from "../data-dir.ts";
import { createPool } from "../db/pool.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import {
  type Account,
  accountForNewDatabase,
  asAccount,
  canTraverse,
} from "../db/embedded-postgres-account.ts";
import { inTransaction } from "../db/scope.ts";
import { proveAudit } from "../modules/audit/prove-audit.ts";
import { verifyLedger } from "../modules/banking/verify-ledger.ts";
import { type AbsentDocuments, countAbsentDocuments } from "./absent-documents.ts";
import { restoreCommand, UNARCHIVED_SIZE } from "./archive-wal.ts";
import {
  BackupProblem,
  baseBackups,
  type BaseBackup,
  filesFolder,
  SAVED_BESIDE,
  walFolder,
} from "./backup-folder.ts";
import { copyTree } from "./copy-tree.ts";
import { removeForgotten } from "./forgotten-files.ts";
import { findDamage } from "./manifest.ts";
import { findLeftBehind, readNewestTimeline, readWayOn } from "./timelines.ts";
import { archivedSegments, findUnread, replayedSegments, type UnreadArchive } from "./unread-archive.ts";

export interface Restored {
  readonly from: BaseBackup;
  /** Of the last audit entry; null when there is none. */
  readonly last_entry_at: Date | null;
  readonly invoices: number;
  /** Rules of the ledger that do not hold. */
  readonly violations: number;
  /** Every entry of the audit log is the one that its chain was made of. */
  readonly auditHolds: boolean;
  /** Undefined where the documents are in a bucket. */
  readonly documents: AbsentDocuments | undefined;
  /** Where the archive breaks off before its end. */
  readonly unread: UnreadArchive | undefined;
}

/**
 * Makes a DATA_DIR of a backup: the database as it was at an instant, or at the end of what was archived.
 * Nothing of the backup is changed, and the new database archives nowhere until it is told to.
 * @param options.until of the clock of the database that was backed up
 * @param options.timeline that leads there, without it the newest one: an earlier restore has left the ones before
 * @throws {BackupProblem} when there is no such backup, when it is damaged, when the archive ends before that instant, or when only a
 * timeline that was left leads there
 */
export async function restoreBackup(options: {
  readonly backups: string;
  readonly dataDir: string;
  readonly until?: Date;
  readonly timeline?: number;
  readonly log?: (line: string) => void;
}): Promise<Restored> {
  const { until, timeline, log = () => undefined } = options;
  const backups = resolve(options.backups);
  const dataDir = resolve(options.dataDir);
  const leadsOn = readWayOn(backups, timeline);
  const from = chooseBase(backups, until, leadsOn);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new BackupProblem(`${dataDir} is not empty: name a folder that does not exist yet.`);
  const account = accountForNewDatabase();
  const wal = walFolder(backups);
  const isArchived = existsSync(wal);
  if (isArchived && !mayRead(account, wal))
    throw new BackupProblem(`PostgreSQL's user cannot read ${wal}: give it that folder (chown -R).`);
  if (!isArchived && until !== undefined)
    throw new BackupProblem(
      "There is no archive beside this backup: it can only be restored as it is, without --until.",
    );

  await refuseDamage(from, log);
  mkdirSync(dataDir, { recursive: true });
  chmodSync(dataDir, 0o711);
  const underWay = join(dataDir, RESTORE_UNDER_WAY);
  writeFileSync(underWay, `${from.ended_at}\n`, { flush: true });
  if (!canTraverse(account, dataDir))
    throw new BackupProblem(
      `PostgreSQL's user cannot go through the folders above ${dataDir}: choose another place.`,
    );
  log(`Copies the backup of ${from.ended_at}.`);
  const postgres = join(dataDir, "postgres");
  await copyTree(join(from.folder, "postgres"), postgres);
  for (const name of SAVED_BESIDE) {
    if (existsSync(join(from.folder, "beside", name)))
      await copyTree(join(from.folder, "beside", name), join(dataDir, name));
  }
  await copyTree(filesFolder(backups), join(dataDir, "files"));
  writeFileSync(join(postgres, "recovery.signal"), "", { mode: 0o600 });
  // The last word of a setting counts.
  appendFileSync(
    join(postgres, "postgresql.auto.conf"),
    Object.entries({
      // Nobody is let in before it is over; one that cannot reach its instant then ends, and says so.
      hot_standby: "off",
      archive_mode: "off",
      archive_command: "",
      // What it writes before it archives is archived then: from the end of its replay on, also while its books are proven.
      wal_keep_size: UNARCHIVED_SIZE,
      archive_timeout: "0",
      ...(isArchived ? { restore_command: restoreCommand(wal) } : { restore_command: "false" }),
      recovery_target_timeline: timeline === undefined ? "latest" : String(timeline),
      recovery_target_action: "promote",
      ...(until === undefined
        ? {}
        : { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00") }),
    })
      .map(([name, value]) => `${name} = '${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'\n`)
      .join(""),
  );
  if (!account.self) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, postgres]);
  chmodSync(postgres, 0o700);

  log(
    until === undefined
      ? "Replays all that was archived."
      : `Replays the archive until ${until.toISOString()}.`,
  );
  // What was written on a timeline that was left is not missed.
  const archived = archivedSegments(wal).filter(leadsOn);
  const postgresLog = join(dataDir, "postgres.log");
  const unread = () => findUnread({ wal, archived, log: postgresLog, own: from.last_wal });
  const forks = timeline === undefined ? (readNewestTimeline(backups)?.forks ?? []) : [];
  const refuseLeftBehind = (): void => {
    const left = until && findLeftBehind({ forks, until, log: postgresLog, from: from.ended_at });
    if (left === undefined) return;
    throw new BackupProblem(
      `${until?.toISOString()} lies on timeline ${left}, which an earlier restore has left before that instant: ask again with --timeline ${left}. ${dataDir} is left as it is: remove it before the next try.`,
    );
  };
  const files = join(dataDir, "files");
  // Of an earlier version it is not known where the documents are.
  const holdsFiles = from.holds_files ?? (existsSync(files) && readdirSync(files).length > 0);
  const recovered = await recover({
    dataDir,
    until,
    log,
    findGap: unread,
    refuseLeftBehind,
    files: holdsFiles ? files : undefined,
  }).catch((error: unknown) => {
    const reason = unreadableReason(error);
    if (reason === undefined) throw error;
    throw new BackupProblem(`What was restored cannot be read: ${reason}\n${dataDir} is left as it is.`, {
      cause: error,
    });
  });
  rmSync(underWay);
  // Behind an instant that was reached, the rest was not asked for.
  return { from, ...recovered, unread: until === undefined ? unread() : undefined };
}

const SHOWN = 5;

/** Before anything is made: what is damaged would come back as if it were whole, until somebody reads it. */
async function refuseDamage(from: BaseBackup, log: (line: string) => void): Promise<void> {
  if (from.manifest === undefined) {
    log(
      "UNVERIFIED: this backup has no manifest (an earlier version took it), so that damage to its files may go unseen.",
    );
    return;
  }
  log(`Reads the backup of ${from.ended_at}, and compares it with its manifest.`);
  const damage = await findDamage(from.folder, from.manifest);
  if (damage.length === 0) return;
  const more = damage.length > SHOWN ? `, and ${damage.length - SHOWN} more` : "";
  throw new BackupProblem(
    `The backup of ${from.ended_at} is damaged: ${damage.slice(0, SHOWN).join(", ")}${more}. Move ${from.folder} elsewhere and ask again: the one before it and the archive lead to the same moment.`,
  );
}

/** What PostgreSQL says of files that it does not understand. */
function unreadableReason(error: unknown): string | undefined {
  if (error instanceof BackupProblem) return undefined;
  for (const one of [error, (error as { cause?: unknown }).cause])
    if (one instanceof DatabaseError) return `${one.message} (${one.code ?? "no code"})`;
  // One that said nothing for too long may have a slow archive.
  return error instanceof Error && error.message.startsWith("The embedded PostgreSQL does not start")
    ? error.message
    : undefined;
}

/** The newest backup that had ended by then, of those that lead to the timeline that is asked for. */
function chooseBase(
  backups: string,
  until: Date | undefined,
  leadsOn: (segment: string) => boolean,
): BaseBackup {
  const all = baseBackups(backups).filter(({ last_wal }) => leadsOn(last_wal));
  const first = all[0];
  if (!first) throw new BackupProblem(`There is no complete backup in ${backups}.`);
  const chosen = all.findLast(
    ({ ended_at }) => until === undefined || Date.parse(ended_at) <= until.getTime(),
  );
  if (!chosen)
    throw new BackupProblem(
      `The oldest backup ended at ${first.ended_at}: nothing before that can be restored.`,
    );
  return chosen;
}

const mayRead = (account: Account, folder: string): boolean =>
  spawnSync("ls", [folder], { ...asAccount(account), stdio: "ignore" }).status === 0 &&
  statSync(folder).isDirectory();

/** A replay of days takes its time: it says that it goes on. */
const PROGRESS_MS = 60_000;

async function recover({
  dataDir,
  until,
  log,
  findGap,
  refuseLeftBehind,
  files,
}: {
  readonly dataDir: string;
  readonly until: Date | undefined;
  readonly log: (line: string) => void;
  readonly findGap: () => UnreadArchive | undefined;
  /** @throws {BackupProblem} when another timeline than what was replayed leads to the instant */
  readonly refuseLeftBehind: () => void;
  /** Where its documents are, if they are in a folder. */
  readonly files: string | undefined;
}): Promise<Omit<Restored, "from" | "unread">> {
  const quiet = { info: () => undefined, warn: log, error: log };
  const progress = setInterval(() => {
    const segment = replayedSegments(join(dataDir, "postgres.log")).at(-1);
    if (segment !== undefined) log(`Replayed up to ${segment}.`);
  }, PROGRESS_MS);
  const server = await startEmbeddedPostgres({ dataDir, log: quiet, isRestore: true }).catch(
    (error: unknown) => {
      clearInterval(progress);
      if (until !== undefined && /recovery ended before configured recovery target/.test(String(error))) {
        refuseLeftBehind();
        const gap = findGap();
        const reason = gap
          ? `The archive cannot be replayed until ${until.toISOString()}: ${gap.first}, and the archive goes on to ${gap.last}.`
          : `The archive ends before ${until.toISOString()}.`;
        throw new BackupProblem(
          `${reason} Name an earlier instant, or none for ${gap ? "all before that" : "its end"}. ${dataDir} is left as it is: remove it before the next try.`,
        );
      }
      throw error;
    },
  );
  clearInterval(progress);
  try {
    refuseLeftBehind();
    const client = new Client({ connectionString: server.url });
    client.on("error", () => undefined); // the query that is under way tells it
    await client.connect();
    // The next start is an ordinary one.
    for (const name of [
      "hot_standby",
      "archive_mode",
      "archive_command",
      "restore_command",
      "recovery_target_timeline",
      "recovery_target_action",
      "recovery_target_time",
    ])
      await client.query(`alter system reset ${name}`);
    await client.query("analyze");
    await client.query("set statement_timeout = 0");
    if (files !== undefined)
      await removeForgotten(client, files, { of: ["bank-statements", "operation-files"] });
    const documents = files === undefined ? undefined : await countAbsentDocuments(client, files);
    await client.end();
    const pool = createPool({ url: server.url, onError: () => undefined });
    try {
      const books = await inTransaction(pool, { kind: "all" }, async (tx) => {
        await tx.run(sql`set local statement_timeout = 0`);
        const { last_entry_at } = await tx.one<{ last_entry_at: string | null }>(
          sql`select max(created_at)::text as last_entry_at from audit_log`,
        );
        const { count } = await tx.one<{ count: number }>(sql`select count(*) from invoice`);
        const violations = await verifyLedger(tx);
        for (const { rule, subject, message } of violations) log(`${rule}: ${subject}: ${message}`);
        return {
          last_entry_at: last_entry_at === null ? null : new Date(last_entry_at),
          invoices: count,
          violations: violations.length,
        };
      });
      return { ...books, documents, auditHolds: (await proveAudit(pool, [], log, null, "0")).isIntact };
    } finally {
      await pool.end();
    }
  } finally {
    await server.stop();
  }
}
