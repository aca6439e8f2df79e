import { chownSync, existsSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientBase } from "pg";
import { BackupProblem, readClusterId, walFolder } from "./backup-folder.ts";
import { must } from "../domain/must.ts";
import { saveHistories, saveSegments } from "./timelines.ts";

/** At most that much work is lost when the disk of the database is: a segment that is not full is archived too. */
const ARCHIVE_SECONDS = 60;

/**
 * PostgreSQL's own folder, which must be on this machine: another one's may lie at the same path.
 * @throws {BackupProblem} when it is not, or when it is not this user's to read
 */
export async function postgresFolder(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ folder: string; id: string }>(
    "select current_setting('data_directory') as folder, system_identifier::text as id from pg_control_system()",
  );
  const { folder, id } = must(rows[0], "row");
  try {
    const isThere =
      existsSync(join(folder, "postmaster.pid")) && statSync(join(folder, "base")).isDirectory();
    if (isThere && readClusterId(folder) === BigInt(id)) return folder;
  } catch {
    // Not ours to read.
  }
  throw new BackupProblem(
    `PostgreSQL keeps its files in ${folder}, which this user does not find or cannot read on this machine: run this there, as root or as its owner, or use pg_basebackup (docs/operations.md).`,
  );
}

/**
 * Has PostgreSQL archive all that it writes to a folder of backups, also after restarts, whoever starts it.
 * @returns false when it must be restarted for that
 */
export async function archiveInto(client: ClientBase, backups: string): Promise<boolean> {
  const folder = await postgresFolder(client);
  const owner = statSync(folder);
  const wal = walFolder(backups);
  mkdirSync(wal, { recursive: true, mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(wal, owner.uid, owner.gid);
  saveHistories(folder, backups);
  for (const [name, value] of [
    ["archive_mode", "on"],
    ["archive_command", archiveCommand(wal)],
    ["archive_timeout", String(ARCHIVE_SECONDS)],
  ] as const)
    await client.query(`alter system set ${name} = ${client.escapeLiteral(value)}`);
  await client.query("select pg_reload_conf()");
  const { rows } = await client.query<{ archive_mode: string }>("show archive_mode");
  return rows[0]?.archive_mode === "on";
}

/** How much a restored database has of what it wrote, until it archives. */
export const UNARCHIVED_SIZE = "1GB";

/**
 * Archives what a restored database has written before it archived by itself.
 * @returns whether the backups from before the restore lead to what it writes
 */
export async function archiveUnarchived(client: ClientBase, backups: string): Promise<boolean> {
  const folder = await postgresFolder(client);
  const { rows } = await client.query<{ now: string; mode: string; kept: string }>(
    "select pg_walfile_name(pg_current_wal_lsn()) as now, current_setting('archive_mode') as mode, current_setting('wal_keep_size') as kept",
  );
  const { now, mode, kept } = must(rows[0], "row");
  const leadsOn = saveSegments(folder, backups, now);
  if (mode === "on" && kept === UNARCHIVED_SIZE) {
    await client.query("alter system reset wal_keep_size");
    await client.query("select pg_reload_conf()");
  }
  return leadsOn;
}

/**
 * Has PostgreSQL archive what there is, which shows whether it may write there: its unit may have a read-only view of the folder.
 * Anything that arrives is proof: the oldest is archived first, and a night of it may wait.
 * @param waitMs how long it may take
 * @returns how many segments wait then
 * @throws {BackupProblem} when nothing is there by then
 */
export async function proveArchive(client: ClientBase, backups: string, waitMs: number): Promise<number> {
  const look = async () => {
    const { rows } = await client.query<{ count: string; last: string | null; waiting: number }>(
      `select archived_count::text as count, last_archived_wal as last,
        (select count(*)::int from pg_ls_archive_statusdir() where name like '%.ready') as waiting from pg_stat_archiver`,
    );
    return must(rows[0], "row");
  };
  const before = await look();
  for (let waited = 0; waited < waitMs; waited += LOOK_MS) {
    // Once more after a second: the first one may have gone where the archive was before.
    if (waited === 0 || waited === SECOND_TRY_MS) await switchSegment(client);
    const { count, last, waiting } = await look();
    if (count !== before.count && last !== null && existsSync(join(walFolder(backups), `${last}.gz`)))
      return waiting;
    await sleep(LOOK_MS);
  }
  throw new BackupProblem(
    `PostgreSQL is to archive into ${walFolder(backups)}, and has NOT done so within ${waitMs / 1000} s: its log says why. Under systemd the unit must name the folder (ReadWritePaths).`,
  );
}

const LOOK_MS = 100;
const SECOND_TRY_MS = 1000;

async function switchSegment(client: ClientBase): Promise<void> {
  // A segment that holds nothing is not switched.
  await client.query("select pg_logical_emit_message(true, 'bobine', 'archive')");
  await client.query("select pg_switch_wal()");
}

/**
 * Whether PostgreSQL archives into this folder of backups. A backup then waits for that in the end, and would fill a disk with copies meanwhile.
 * @throws {BackupProblem} while that fails; an archive elsewhere keeps no backup from being taken
 */
export async function isArchivedInto(client: ClientBase, backups: string): Promise<boolean> {
  const { rows } = await client.query<{ mode: string; command: string; failed: string | null }>(
    `select current_setting('archive_mode') as mode, current_setting('archive_command') as command,
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_wal end as failed
     from pg_stat_archiver`,
  );
  const { mode, command, failed } = must(rows[0], "row");
  if (mode !== "on" || !command.includes(inFolder(walFolder(backups)))) return false;
  if (failed === null) return true;
  throw new BackupProblem(
    `Archiving FAILS since ${failed}, and a backup would wait for it: PostgreSQL's log says why. Mend that first (PostgreSQL tries again each minute), or take it into another folder.`,
  );
}

/**
 * A segment appears whole or not at all, is on the disk before PostgreSQL forgets it, and never takes the place of another one.
 * Packed: a minute's segment is mostly empty, and takes 16 MB all the same.
 */
export function archiveCommand(wal: string): string {
  const to = (name: string) => inFolder(wal) + name;
  const [file, part] = [to('"%f.gz"'), to('".%f.part"')];
  return `if test -f ${file}; then gunzip -c ${file} | cmp -s - "%p"; else gzip -c "%p" > ${part} && sync ${part} && mv ${part} ${file} && sync ${to(".")}; fi`;
}

export const restoreCommand = (wal: string): string => `gunzip -c ${inFolder(wal)}"%f.gz" > "%p"`;

const inFolder = (folder: string): string => shellWord(`${folder}/`).replaceAll("%", "%%");
const shellWord = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
