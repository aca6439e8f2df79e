import { expect, test } from "vitest";
import { byteRangeOf } from "./byte-range.ts";

test.each([
  ["nothing", undefined, undefined],
  ["the first bytes", "bytes=0-3", { start: 0, end: 3 }],
  ["from the middle to the end", "bytes=4-", { start: 4, end: 9 }],
  ["beyond the end", "bytes=4-999", { start: 4, end: 9 }],
  ["the last bytes", "bytes=-3", { start: 7, end: 9 }],
  ["more last bytes than there are", "bytes=-99", { start: 0, end: 9 }],
  ["one byte", "bytes=9-9", { start: 9, end: 9 }],
  ["the unit in capitals", "BYTES=0-1", { start: 0, end: 1 }],
  ["after the end", "bytes=10-", "unsatisfiable"],
  ["the last none", "bytes=-0", "unsatisfiable"],
  ["backwards, which is no range", "bytes=5-2", undefined],
  ["several parts, which are answered by everything", "bytes=0-1,4-5", undefined],
  ["another unit", "lines=1-2", undefined],
  ["no numbers", "bytes=-", undefined],
  ["words", "bytes=a-b", undefined],
  ["a number beyond all", `bytes=${"9".repeat(400)}-`, "unsatisfiable"],
])("of ten bytes, %s", (_title, header, range) => {
  expect(byteRangeOf(header, 10)).toEqual(range);
});

test.each([["bytes=0-"], ["bytes=-1"]])("an empty file has no part: %s", (header) => {
  expect(byteRangeOf(header, 0)).toBe("unsatisfiable");
});
