import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where an archive breaks off though it goes on. */
export interface UnreadArchive {
  /** What cannot be read, as the subject of a sentence and its verb. */
  readonly first: string;
  /** The last segment that is there. */
  readonly last: string;
}

/**
 * The segments of an archive, in the order of writing: those of a later timeline stand behind those of the one before.
 */
export function archivedSegments(wal: string): string[] {
  if (!existsSync(wal)) return [];
  return readdirSync(wal)
    .map((name) => /^([0-9A-F]{24})\.gz$/.exec(name)?.[1])
    .filter((name) => name !== undefined)
    .toSorted();
}

/**
 * The segments that PostgreSQL took out of an archive, in their order of time.
 * @param log its log since the replay began
 */
export function replayedSegments(log: string): string[] {
  if (!existsSync(log)) return [];
  return Array.from(
    readFileSync(log, "utf8").matchAll(/restored log file "([0-9A-F]{24})" from archive/g),
    ([, name = ""]) => name,
  );
}

/**
 * What PostgreSQL did not replay of an archive: to it, a segment that cannot be read is the end.
 * @param options.archived its segments before the replay began: the product that is backed up may write on
 * @param options.log its log since the replay began
 * @param options.own the last segment of the backup itself
 */
export function findUnread(options: {
  readonly wal: string;
  readonly archived: readonly string[];
  readonly log: string;
  readonly own: string;
}): UnreadArchive | undefined {
  const { wal, archived, own } = options;
  const read = [own, ...replayedSegments(options.log)].toSorted();
  const lastRead = read.at(-1) ?? own;
  const next = archived.find((name) => name > lastRead);
  const last = archived.at(-1);
  if (next === undefined || last === undefined) return undefined;
  const isWhole = spawnSync("gunzip", ["-t", join(wal, `${next}.gz`)], { stdio: "ignore" }).status === 0;
  return {
    first: isWhole ? `the segment after ${lastRead} is missing or damaged` : `${next} cannot be unpacked`,
    last,
  };
}
