import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { archivedSegments, findUnread } from "./unread-archive.ts";

const segment = (number: number) => number.toString(16).toUpperCase().padStart(24, "0");
let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "bobine-archive-"));
});
afterEach(() => rmSync(place, { recursive: true }));

/** Of an archive with these whole segments, of which PostgreSQL read the first ones. */
function gapOf(archived: readonly number[], read: readonly number[], later: readonly number[] = []) {
  const write = (number: number) => writeFileSync(join(place, `${segment(number)}.gz`), gzipSync("wal"));
  archived.forEach(write);
  const before = archivedSegments(place);
  later.forEach(write);
  const log = join(place, "postgres.log");
  writeFileSync(log, read.map((one) => `restored log file "${segment(one)}" from archive\n`).join(""));
  return findUnread({ wal: place, archived: before, log, own: segment(5) });
}

test("an archive that was read to its end has no gap", () => {
  expect(gapOf([4, 5, 6, 7], [6, 7])).toBeUndefined();
});

test("one that goes on behind what was read has one", () => {
  expect(gapOf([4, 5, 6, 8, 9], [6])).toEqual({
    first: `the segment after ${segment(6)} is missing or damaged`,
    last: segment(9),
  });
});

test("what the product archives while its backup is restored is no gap: the end had been found", () => {
  expect(gapOf([4, 5, 6], [6], [7, 8])).toBeUndefined();
});
