import { globSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { expect, test } from "vitest";
import { must } from "./must.ts";

test("a value that is there comes back, also 0, an empty text and false", () => {
  for (const value of [0, "", false, Number.NaN]) expect(must(value, "value")).toBe(value);
});

test("a value that cannot be missing is an error with its name", () => {
  for (const value of [undefined, null])
    expect(() => must(value, "due date")).toThrow("there is no due date, which cannot be missing");
});

/** An index that may lie beyond the end, and what that means. */
const MAY_BE_BEYOND = new Map([
  ["bounce.ts", "a header on the last line"],
  ["reference-index.ts", "a pattern with more digits than were written"],
  ["box-office-amounts.ts", "an amount that the file does not give"],
  ["cinema-xlsx-columns.ts", "a row shorter than its header"],
  ["invoice-csv-columns.ts", "a row shorter than its header"],
  ["statement-columns.ts", "a row shorter than others"],
  ["chosen-layout.ts", "a row shorter than others"],
  ["cut-row.ts", "a row shorter than others"],
  ["decimal-mark.ts", "a row shorter than others"],
  ["fingerprint-of-line.ts", "none: each character of ASCII is in the table, and `must` is a call for each"],
  ["mt94x-details.ts", "a field that the bank does not give"],
  ["payers.ts", "after the last word"],
  ["cut-words.ts", "after the last word"],
  ["guess-columns.ts", "a row shorter than others, and a column that nobody named"],
  ["xlsx-rows.ts", "a cell whose text the file does not have"],
  ["adopt-sandbox.ts", "a cinema that no identifier found, a screen without a name"],
  ["short-name-code.ts", "a name without a word"],
  ["bridge-http.ts", "after the last attempt"],
  ["operation-status.ts", "a row shorter than others"],
  ["table-reader.ts", "a row shorter than others"],
  ["simulator-state.ts", "a status without a text"],
]);

test("what stands in for a missing element is `must`, unless the element may be missing", () => {
  const src = resolve(import.meta.dirname, "..");
  const standIn = /(?<![=(]\[|\?\.)\w\[[\w .+()-]+\]\)? \?\? (?:0\b(?!\.)|"")|\?\? Number\.NaN/;
  const found = globSync("**/*.ts", { cwd: src })
    .filter((path) => !/\.test(?:ing)?\.ts$|\.integration\.test\.ts$|testing/.test(path))
    .filter((path) => standIn.test(readFileSync(resolve(src, path), "utf8")));
  expect(found.map((path) => basename(path)).toSorted()).toEqual([...MAY_BE_BEYOND.keys()].toSorted());
});
