// What a folder of backups holds, and where:
//   wal/        what PostgreSQL archives by itself, segment by segment
//   base/<at>/  backups of the whole database, each with what the installation keeps beside it
//   files/      the documents; never changed in place, so one copy serves all backups
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
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

/**
 * Opens, or makes, a folder of backups: others may go through it (PostgreSQL's account writes in `wal`), and read nothing.
 * @returns its real path
 */
export function openBackups(path: string): string {
  const folder = resolve(path);
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  for (const inside of [baseFolder(folder), filesFolder(folder)])
    mkdirSync(inside, { recursive: true, mode: 0o700 });
  return realpathSync(folder);
}

/** The complete backups, oldest first; one that was broken off has no record, and is none. */
export function baseBackups(backups: string): BaseBackup[] {
  const base = baseFolder(backups);
  if (!existsSync(base)) return [];
  return readdirSync(base)
    .map((name) => join(base, name))
    .filter((folder) => existsSync(join(folder, RECORD)))
    .map((folder) => ({
      folder,
      ...recordSchema.parse(JSON.parse(readFileSync(join(folder, RECORD), "utf8"))),
    }))
    .toSorted((a, b) => Date.parse(a.ended_at) - Date.parse(b.ended_at));
}

/**
 * Removes all but the newest backups, and what the archive has from before the oldest one that is left.
 * @param keep at least one
 * @returns how many backups and segments went
 */
export function pruneBackups(backups: string, keep: number): { bases: number; segments: number } {
  const bases = baseBackups(backups);
  const gone = bases.slice(0, -keep);
  const oldest = bases[gone.length];
  for (const { folder } of gone) rmSync(folder, { recursive: true });
  const wal = walFolder(backups);
  if (!oldest || !existsSync(wal)) return { bases: gone.length, segments: 0 };
  // Names are in the order of writing within a timeline; the first eight digits are the timeline.
  const old = readdirSync(wal).filter(
    (name) => /^[0-9A-F]{24}/.test(name) && name.slice(0, 24) < oldest.first_wal,
  );
  for (const name of old) rmSync(join(wal, name));
  return { bases: gone.length, segments: old.length };
}
