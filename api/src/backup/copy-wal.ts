import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { BackupProblem, walFolder } from "./backup-folder.ts";
import { copyTree } from "./copy-tree.ts";

/**
 * Copies what was written while a backup was taken, so that it can be restored from its own folder of backups.
 * @param options.backups whose archive may have what PostgreSQL has forgotten by now; one elsewhere is of no use to it
 * @returns bytes copied
 * @throws {BackupProblem} when a segment is in neither
 */
export async function copyWal(
  postgres: string,
  to: string,
  { first, last, backups }: { first: string; last: string; backups: string },
): Promise<number> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  const bytes = await copyTree(join(postgres, "pg_wal"), to, {
    includes: (path) => /^[0-9A-F]{24}$/.test(path) && path >= first && path <= last,
  });
  const missing = segmentsFrom(first, last).find(
    (name) => !existsSync(join(to, name)) && !existsSync(join(walFolder(backups), `${name}.gz`)),
  );
  if (missing !== undefined)
    throw new BackupProblem(
      `PostgreSQL wrote so much that it forgot what the backup needs (${missing}): take it into the folder that PostgreSQL archives into (npm run ops -- backup archive <folder>), or in a quieter hour.`,
    );
  return bytes;
}

/** A segment has 16 MB; the second eight digits of its name count 4 GB, the last ones the segments of these. */
const SEGMENTS = 0x100;

/** The names of all segments of a timeline, both ends included. */
function segmentsFrom(first: string, last: string): string[] {
  const timeline = first.slice(0, 8);
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * SEGMENTS + Number.parseInt(name.slice(16), 16);
  const digits = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0");
  const from = numberOf(first);
  return Array.from(
    { length: numberOf(last) - from + 1 },
    (_, index) =>
      timeline + digits(Math.floor((from + index) / SEGMENTS)) + digits((from + index) % SEGMENTS),
  );
}
