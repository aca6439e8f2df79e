import { rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ClientBase, DatabaseError } from "pg";
import type { Config } from "../config.ts";
import { postgresFolder, isArchivedInto } from "./archive-wal.ts";
import {
  baseFolder,
  BackupProblem,
  type BackupRecord,
  filesFolder,
  SAVED_BESIDE,
  PARTIAL,
  RECORD,
  UNDER_WAY,
} from "./backup-folder.ts";
import { copyCluster } from "./copy-cluster.ts";
import { copyTree, flush } from "./copy-tree.ts";
import { copyWal } from "./copy-wal.ts";
import { writeManifest } from "./manifest.ts";

/**
 * Backs up the database as it is when this ends, while the product runs, with what the installation keeps beside it and then the
 * documents: they are stored before the row that names them.
 * @param client a session of a superuser of its own, which must stay open meanwhile
 * @param archiveWaitMs for tests, how long PostgreSQL may take to archive the last of it
 * @throws {BackupProblem}
 */
export async function takeBackup(
  client: ClientBase,
  config: Pick<Config, "dataDir" | "filesUrl" | "registryUrl">,
  backups: string,
  archiveWaitMs = ARCHIVE_WAIT_MS,
): Promise<BackupRecord> {
  const postgres = await postgresFolder(client);
  if ((await readdir(join(postgres, "pg_tblspc"))).length > 0)
    throw new BackupProblem("PostgreSQL uses tablespaces elsewhere: use pg_basebackup (docs/operations.md).");
  const isArchived = await isArchivedInto(client, backups);
  await client.query("set statement_timeout = 0");
  const begun = await oneRow<{ at: string; wal: string; version: string }>(
    client,
    `select ${instant("now()")} as at, pg_walfile_name(pg_backup_start('bobine', fast => true)) as wal,
      current_setting('server_version') as version`,
  );
  const partial = join(baseFolder(backups), `${begun.at.replaceAll(":", "-")}${PARTIAL}`);
  await mkdir(partial, { recursive: true, mode: 0o700 });
  const endSigns = giveSigns(join(partial, UNDER_WAY));
  try {
    let bytes = await copyCluster(postgres, join(partial, "postgres"));
    const ended = await stopBackup(client, isArchived, archiveWaitMs);
    await writeFile(join(partial, "postgres/backup_label"), ended.label, { mode: 0o600 });
    if (ended.map !== "")
      await writeFile(join(partial, "postgres/tablespace_map"), ended.map, { mode: 0o600 });
    bytes += await copyWal(postgres, join(partial, "postgres/pg_wal"), {
      first: begun.wal,
      last: ended.wal,
      backups,
    });
    for (const name of SAVED_BESIDE)
      bytes += await copyTree(folderBeside(config, name), join(partial, "beside", name));
    const copied = await copyFiles(config, backups);
    const record: BackupRecord = {
      started_at: begun.at,
      ended_at: ended.at,
      postgres: begun.version,
      first_wal: begun.wal,
      last_wal: ended.wal,
      bytes,
      manifest: await writeManifest(partial, [UNDER_WAY]),
      holds_files: copied !== undefined,
    };
    await writeFile(join(partial, RECORD), `${JSON.stringify(record, null, 2)}\n`, {
      mode: 0o600,
      flush: true,
    });
    await onDisk(partial);
    endSigns();
    await rename(partial, partial.slice(0, -PARTIAL.length));
    return record;
  } catch (error) {
    endSigns();
    await client.query("select pg_backup_stop(wait_for_archive => false)").catch(() => undefined);
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** The registry may be a folder elsewhere; a bucket keeps its own versions. */
const folderBeside = (
  { dataDir, registryUrl }: Pick<Config, "dataDir" | "registryUrl">,
  name: (typeof SAVED_BESIDE)[number],
): string =>
  name === "remotes" && registryUrl.startsWith("file:") ? fileURLToPath(registryUrl) : join(dataDir, name);

interface EndedBackup {
  readonly at: string;
  readonly wal: string;
  readonly label: string;
  readonly map: string;
}

/** What PostgreSQL has not archived by then, it may never: a copy a night would wait beside the others. */
const ARCHIVE_WAIT_MS = 1_800_000;

/** @throws {BackupProblem} when the last of it is not archived in that time */
async function stopBackup(
  client: ClientBase,
  isArchived: boolean,
  archiveWaitMs: number,
): Promise<EndedBackup> {
  await client.query(`set statement_timeout = ${isArchived ? archiveWaitMs : 0}`);
  try {
    return await oneRow<EndedBackup>(
      client,
      `select ${instant("clock_timestamp()")} as at, pg_walfile_name(lsn) as wal, labelfile as label, spcmapfile as map
       from pg_backup_stop(wait_for_archive => ${isArchived})`,
    );
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === TIMED_OUT)) throw error;
    throw new BackupProblem(
      `PostgreSQL has not archived the end of the backup within ${archiveWaitMs / 60_000} minutes, so that it was given up: its log says why (npm run ops -- backup status).`,
      { cause: error },
    );
  }
}

const TIMED_OUT = "57014";
const SIGN_MS = 60_000;

/**
 * Writes a file each minute, so that a pruning leaves a backup that goes on.
 * @returns ends that, and removes the file
 */
function giveSigns(path: string): () => void {
  // A disk that is full is told by the backup itself.
  const sign = () => {
    try {
      writeFileSync(path, "under way\n", { mode: 0o600 });
    } catch {
      // The backup goes on without it.
    }
  };
  sign();
  const timer = setInterval(sign, SIGN_MS);
  return () => {
    clearInterval(timer);
    rmSync(path, { force: true });
  };
}

/**
 * Copies the documents that a folder of backups lacks. A bucket keeps its own.
 * @returns bytes copied, or undefined when they are in a bucket
 */
export async function copyFiles(
  { filesUrl }: Pick<Config, "filesUrl">,
  backups: string,
): Promise<number | undefined> {
  if (!filesUrl.startsWith("file:")) return undefined;
  return await copyTree(fileURLToPath(filesUrl), filesFolder(backups), {
    // One that is being written has a hidden name.
    includes: (path) => !/(^|\/)\./.test(path),
    onlyNew: true,
  });
}

/** ISO, whatever a session makes of instants. */
export const instant = (sql: string): string =>
  `to_char(${sql} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

async function oneRow<Row extends object>(client: ClientBase, text: string): Promise<Row> {
  const [row] = (await client.query<Row>(text)).rows;
  if (row === undefined) throw new Error("a row was expected");
  return row;
}

/** All of a folder is on the disk before its record counts. */
async function onDisk(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || (await stat(path)).size === 0) continue;
    await flush(path);
  }
}
