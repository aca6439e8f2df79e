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
import { basename, dirname, join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { BackupProblem, baseBackups, walFolder } from "./backup-folder.ts";

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
    saveInArchive(postgres, to, text);
  }
}

/**
 * Puts into the archive what a PostgreSQL has written on its timeline before it archived, as far as it still has it: the segment in
 * which it forked off among it, without which nothing leads to what it writes.
 * @param now the segment that it writes
 * @returns whether the backups from before the restore lead there; true where there are none
 */
export function saveSegments(postgres: string, backups: string, now: string): boolean {
  const wal = walFolder(backups);
  const timeline = now.slice(0, 8);
  const fork = readForks(wal, timeline)?.at(-1);
  if (fork === undefined) return true;
  const first = timeline + fork.segment.slice(8);
  for (const name of readdirSync(join(postgres, "pg_wal"))) {
    if (!/^[0-9A-F]{24}$/.test(name) || name < first || name >= now) continue;
    const from = join(postgres, "pg_wal", name);
    const to = join(wal, `${name}.gz`);
    if (existsSync(to)) continue;
    const bytes = readFileSync(from);
    // Otherwise it was being written anew meanwhile, as another one.
    if (existsSync(from)) saveInArchive(postgres, to, bytes);
  }
  const isFromBefore = baseBackups(backups).some(({ last_wal }) => last_wal.slice(0, 8) < timeline);
  return !isFromBefore || hasAll(wal, first, now);
}

/** Whether an archive has each segment from the first one to before the last one. */
function hasAll(wal: string, first: string, last: string): boolean {
  // 256 segments of 16 MB have the same eight digits in their middle.
  const numberOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * 256 + Number.parseInt(name.slice(16), 16);
  for (let number = numberOf(first); number < numberOf(last); number += 1) {
    const name = first.slice(0, 8) + digits(Math.floor(number / 256)) + digits(number % 256);
    if (!existsSync(join(wal, `${name}.gz`))) return false;
  }
  return true;
}

/** Whole or not at all, as PostgreSQL's own user's, which may put the same there at the same time. */
function saveInArchive(postgres: string, to: string, bytes: Uint8Array): void {
  const part = join(dirname(to), `.${basename(to)}.copy.part`);
  const file = openSync(part, "w", 0o600);
  try {
    writeSync(file, gzipSync(bytes));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  const owner = statSync(postgres);
  if (process.getuid?.() === 0) chownSync(part, owner.uid, owner.gid);
  renameSync(part, to);
}

/** Where a restore left a timeline. */
export interface Fork {
  /** That was left. */
  readonly timeline: number;
  /** The last segment of it that counts. */
  readonly segment: string;
  /** When the first transaction was made that was left behind, in microseconds; undefined where none is known. */
  readonly left_at: number | undefined;
}

/** The newest timeline of an archive, and where those before were left for it; undefined without a history. */
export function readNewestTimeline(
  backups: string,
): { readonly timeline: number; readonly forks: readonly Fork[] } | undefined {
  const wal = walFolder(backups);
  const newest = existsSync(wal)
    ? readdirSync(wal)
        .map((name) => HISTORY.exec(name.replace(/\.gz$/, ""))?.[1])
        .filter((timeline) => timeline !== undefined)
        .toSorted()
        .at(-1)
    : undefined;
  if (newest === undefined) return undefined;
  const forks = readForks(wal, newest);
  return forks && { timeline: Number.parseInt(newest, 16), forks };
}

/**
 * @param timeline that is to be reached, without it the newest one of the archive
 * @returns whether what begins with this segment, or is it, leads there
 * @throws {BackupProblem} when the archive does not know that timeline
 */
export function readWayOn(backups: string, timeline?: number): (segment: string) => boolean {
  const newest = readNewestTimeline(backups);
  const target = timeline ?? newest?.timeline;
  if (target === undefined) return () => true;
  const forks = target === newest?.timeline ? newest.forks : readForks(walFolder(backups), digits(target));
  // The first one has none.
  if (forks === undefined && target !== 1)
    throw new BackupProblem(`The archive has no history of timeline ${target} (${digits(target)}.history).`);
  return (segment) => {
    const own = Number.parseInt(segment.slice(0, 8), 16);
    // Of one that is newer than all histories it is only known that it is newer.
    if (own === target || (timeline === undefined && own > target)) return true;
    return forks?.some((fork) => fork.timeline === own && segment <= fork.segment) ?? false;
  };
}

const digits = (number: number): string => number.toString(16).toUpperCase().padStart(8, "0");

function readForks(wal: string, timeline: string): Fork[] | undefined {
  const history = readHistory(join(wal, `${timeline}.history.gz`));
  // A line is: timeline, where the next one left it, why.
  return history?.split("\n").flatMap((line) => {
    const [, left, log, offset, why] = /^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)(.*)/i.exec(line) ?? [];
    if (left === undefined || log === undefined || offset === undefined) return [];
    // 16 MB are a segment.
    const segment =
      digits(Number(left)) +
      digits(Number.parseInt(log, 16)) +
      digits(Math.floor(Number.parseInt(offset, 16) / 0x1000000));
    const before = /^\s*before (.*)/.exec(why ?? "")?.[1];
    return [
      { timeline: Number(left), segment, left_at: before === undefined ? undefined : readInstant(before) },
    ];
  });
}

/** Microseconds of an instant as PostgreSQL's log and histories have it; undefined where it is none. */
function readInstant(text: string): number | undefined {
  const [, day, time, micros = "", zone] =
    /(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?([+-]\d\d(?::?\d\d)?)/.exec(text) ?? [];
  if (day === undefined || time === undefined || zone === undefined) return undefined;
  const offset = zone.length === 3 ? `${zone}:00` : zone;
  return Date.parse(`${day}T${time}${offset}`) * 1000 + Number(micros.padEnd(6, "0"));
}

/**
 * The timeline that was left behind though it leads to an instant: what was replayed until then ends where it was left.
 * @param options.log of the PostgreSQL that has replayed the archive
 * @param options.from of the backup, where nothing was replayed
 */
export function findLeftBehind(options: {
  readonly forks: readonly Fork[];
  readonly until: Date;
  readonly log: string;
  readonly from: string;
}): number | undefined {
  const said = existsSync(options.log) ? readFileSync(options.log, "utf8") : "";
  const last = /last completed transaction was at log time (.*)/.exec(said)?.[1];
  const reached = (last === undefined ? undefined : readInstant(last)) ?? Date.parse(options.from) * 1000;
  return options.forks.findLast(
    ({ left_at }) => left_at !== undefined && reached < left_at && left_at <= options.until.getTime() * 1000,
  )?.timeline;
}

/** One that cannot be read is none, as to PostgreSQL. */
function readHistory(file: string): string | undefined {
  try {
    return gunzipSync(readFileSync(file)).toString("utf8");
  } catch {
    return undefined;
  }
}
