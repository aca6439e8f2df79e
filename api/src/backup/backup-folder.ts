// What a folder of backups holds, and where:
//   wal/        what PostgreSQL archives by itself, segment by segment
//   base/<at>/  backups of the whole database, each with what the installation keeps beside it
//   files/      the documents; never changed in place, so one copy serves all backups
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/** What an installation keeps in DATA_DIR beside the database and the documents, and cannot make again alike. */
export const SAVED_BESIDE = ["secrets", "remotes", "simulators"] as const;

const recordSchema = z.object({
  /** From this instant on it can be restored; ISO, of the database's clock. */
  ended_at: z.iso.datetime({ offset: true }),
  started_at: z.iso.datetime({ offset: true }),
  postgres: z.string(),
  first_wal: z.string(),
  last_wal: z.string(),
  bytes: z.number(),
  /** The SHA-256 of the list of its files (manifest.ts). Backups of earlier versions have none. */
  manifest: z.string().optional(),
  /** False where the documents are in a bucket. */
  holds_files: z.boolean().optional(),
});
export type BackupRecord = z.infer<typeof recordSchema>;
export interface BaseBackup extends BackupRecord {
  readonly folder: string;
}

/** Something that an operator must change first: one sentence. */
export class BackupProblem extends Error {
  override readonly name = "BackupProblem";
}

export const walFolder = (backups: string): string => join(backups, "wal");
export const baseFolder = (backups: string): string => join(backups, "base");
export const filesFolder = (backups: string): string => join(backups, "files");
export const RECORD = "backup.json";
/** Behind the name of a backup that is being taken, or was broken off. */
export const PARTIAL = ".partial";

/**
 * Opens, or makes, a folder of backups: others may go through it (PostgreSQL's account writes in `wal`), and read nothing.
 * @returns its real path
 * @throws {BackupProblem} when this user cannot
 */
export function openBackups(path: string): string {
  const folder = resolve(path);
  return inSentences(folder, () => {
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    for (const inside of [baseFolder(folder), filesFolder(folder)])
      mkdirSync(inside, { recursive: true, mode: 0o700 });
    return realpathSync(folder);
  });
}

/**
 * Finds a folder of backups, and makes nothing: a path may be mistyped, and its disk may not be mounted.
 * @returns its real path
 * @throws {BackupProblem} when there is none, or when this user may not read it
 */
export function findBackups(path: string): string {
  const folder = resolve(path);
  return inSentences(folder, () => {
    if (!statSync(baseFolder(folder), { throwIfNoEntry: false })?.isDirectory())
      throw new BackupProblem(
        `There is no folder of backups at ${folder}: its disk may not be mounted. A new one is made by \`backup archive\`, or by \`backup take\` and \`files\` with --new.`,
      );
    for (const inside of [baseFolder(folder), walFolder(folder)])
      if (existsSync(inside)) accessSync(inside, constants.R_OK | constants.X_OK);
    return realpathSync(folder);
  });
}

function inSentences<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new BackupProblem(
      `${folder} cannot be used (${code ?? syscall}): name another folder, or run this as root or as who took the backups.`,
      { cause: error },
    );
  }
}

/** The complete backups, oldest first; one that was broken off is none, also where its record was written already. */
export function baseBackups(backups: string): BaseBackup[] {
  const base = baseFolder(backups);
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .filter((name) => !name.endsWith(PARTIAL) && existsSync(join(base, name, RECORD)))
    .map((name) => join(base, name))
    .map((folder) => ({
      folder,
      ...recordSchema.parse(JSON.parse(readFileSync(join(folder, RECORD), "utf8"))),
    }))
    .toSorted((a, b) => Date.parse(a.ended_at) - Date.parse(b.ended_at));
}

/** Which database cluster the files of a PostgreSQL are of, whatever it was copied to; undefined where its file cannot be read. */
export function readClusterId(postgres: string): bigint | undefined {
  try {
    // The first eight bytes, as this machine writes numbers (PostgreSQL's catalog/pg_control.h).
    const head = readFileSync(join(postgres, "global/pg_control")).subarray(0, 8);
    return new BigInt64Array(new Uint8Array(head).buffer)[0];
  } catch {
    return undefined;
  }
}

/**
 * A folder of backups is of one database: pruning would keep the other's, and both would archive segments of one name.
 * What was restored from it is that database.
 * @param own the database's own number, and where it is
 * @throws {BackupProblem} when it holds backups of another one
 */
export function refuseOthersBackups(backups: string, own: { id: bigint | undefined; at: string }): void {
  for (const { folder } of baseBackups(backups)) {
    const id = readClusterId(join(folder, "postgres"));
    if (id === undefined || own.id === undefined || id === own.id) continue;
    throw new BackupProblem(
      `${folder} is a backup of another database than that of ${own.at}: look whether these are the settings of the product, or name a folder of its own.`,
    );
  }
}

/** Written again and again in a backup that is being taken: this says that it goes on. */
export const UNDER_WAY = "under-way";
/** A backup that has given no sign of life for so long was broken off: signs come each minute (take-backup.ts). */
const BROKEN_OFF_MS = 3_600_000;

/**
 * The backups that were broken off, by a power cut or a kill: no process is left that would remove them.
 * Ages are by the clock that dates the files, which may be another machine's.
 */
function brokenBackups(backups: string): string[] {
  const base = baseFolder(backups);
  if (!existsSync(base)) return [];
  const partial = readdirSync(base).filter((name) => name.endsWith(PARTIAL));
  if (partial.length === 0) return [];
  const probe = mkdtempSync(join(base, ".now-"));
  const now = statSync(probe).mtimeMs;
  rmSync(probe, { recursive: true });
  const lastSign = (folder: string): number =>
    Math.max(
      ...[folder, join(folder, UNDER_WAY)].map(
        // One that is gone meanwhile has become whole, or was removed.
        (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
      ),
    );
  return partial.map((name) => join(base, name)).filter((folder) => now - lastSign(folder) > BROKEN_OFF_MS);
}

/**
 * Removes all but the newest backups, those that were broken off, and what the archive has from before the oldest one that is left.
 * @param keep at least one
 * @param leadsOn whether what ends with this segment leads to what the database writes: no other backup counts among the newest
 * @returns how many backups, broken ones and segments went
 */
export function pruneBackups(
  backups: string,
  keep: number,
  leadsOn: (segment: string) => boolean,
): { bases: number; broken: number; segments: number } {
  const bases = baseBackups(backups);
  const counted = bases.filter(({ last_wal }) => leadsOn(last_wal));
  const oldestCounted = counted.at(-keep) ?? bases[0];
  const gone = bases.slice(0, oldestCounted ? bases.indexOf(oldestCounted) : 0);
  const oldest = bases[gone.length];
  const broken = brokenBackups(backups);
  for (const folder of [...gone.map((base) => base.folder), ...broken])
    rmSync(folder, { recursive: true, force: true });
  const removed = { bases: gone.length, broken: broken.length };
  const wal = walFolder(backups);
  if (!oldest || !existsSync(wal)) return { ...removed, segments: 0 };
  // Names are in the order of writing within a timeline; the first eight digits are the timeline.
  const old = readdirSync(wal).filter(
    (name) => /^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < oldest.first_wal,
  );
  for (const name of old) rmSync(join(wal, name));
  return { ...removed, segments: old.length };
}
