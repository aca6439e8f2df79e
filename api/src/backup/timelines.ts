// A restore begins a new timeline of the database, and leaves the one before where it forked off. PostgreSQL finds its way by the
// history files of an archive; one that was promoted without an archive has put none there.
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { BackupProblem, walFolder } from "./backup-folder.ts";

const HISTORY = /^([0-9A-F]{8})\.history$/;

/**
 * Puts the histories of a PostgreSQL into the archive of a folder of backups, so that what was backed up before leads to what it writes.
 * @throws {BackupProblem} when the archive has another history of that name: another database was restored from it, and archives there
 */
export function saveHistories(postgres: string, backups: string): void {
  const wal = walFolder(backups);
  for (const name of readdirSync(join(postgres, "pg_wal")).filter((file) => HISTORY.test(file))) {
    const text = readFileSync(join(postgres, "pg_wal", name));
    const to = join(wal, `${name}.gz`);
    if (existsSync(to)) {
      if (gunzipSync(readFileSync(to)).equals(text)) continue;
      throw new BackupProblem(
        `Another database that was restored from ${backups} goes on in it (${name}): name a folder of its own.`,
      );
    }
    const part = join(wal, `.${name}.part`);
    const file = openSync(part, "w", 0o600);
    try {
      writeSync(file, gzipSync(text));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    const owner = statSync(postgres);
    if (process.getuid?.() === 0) chownSync(part, owner.uid, owner.gid);
    renameSync(part, to);
  }
}

/** @returns whether what begins with this segment, or is it, leads to the newest timeline of an archive */
export function readWayOn(backups: string): (segment: string) => boolean {
  const wal = walFolder(backups);
  const newest = existsSync(wal)
    ? readdirSync(wal)
        .map((name) => HISTORY.exec(name.replace(/\.gz$/, ""))?.[1])
        .filter((timeline) => timeline !== undefined)
        .toSorted()
        .at(-1)
    : undefined;
  if (newest === undefined) return () => true;
  const history = readHistory(join(wal, `${newest}.history.gz`));
  if (history === undefined) return () => true;
  const forks = new Map<string, string>();
  // A line is: timeline, where the next one left it, why.
  for (const line of history.split("\n")) {
    const [, timeline, log, offset] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/i.exec(line) ?? [];
    if (timeline === undefined || log === undefined || offset === undefined) continue;
    const digits = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0");
    const name = digits(Number(timeline));
    // 16 MB are a segment.
    forks.set(
      name,
      name + digits(Number.parseInt(log, 16)) + digits(Math.floor(Number.parseInt(offset, 16) / 0x1000000)),
    );
  }
  return (segment) => {
    const timeline = segment.slice(0, 8);
    return timeline >= newest || segment <= (forks.get(timeline) ?? "");
  };
}

/** One that cannot be read is none, as to PostgreSQL. */
function readHistory(file: string): string | undefined {
  try {
    return gunzipSync(readFileSync(file)).toString("utf8");
  } catch {
    return undefined;
  }
}
