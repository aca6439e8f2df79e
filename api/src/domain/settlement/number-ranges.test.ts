import { expect, test } from "vitest";
import { listRanges } from "./number-ranges.ts";

test.each([
  ["VIR FACTURES 47 A 49", [["47", "48", "49"]]],
  ["VIR FACTURES N 47 AU N 49", [["47", "48", "49"]]],
  ["FACTURES F26000047 A F26000049 REX", [["F26000047", "F26000048", "F26000049"]]],
  ["F26-000047 JUSQU'AU F26-000048", [["F26000047", "F26000048"]]],
  ["FACTURES 98 A 101", [["98", "99", "100", "101"]]],
  ["FACTURES 008 A 010", [["008", "009", "010"]]],
  [
    "FACTURES 1 A 2 A 3",
    [
      ["1", "2"],
      ["2", "3"],
    ],
  ],
  // Not ascending, far apart, of two series, or not written alike.
  ["FACTURES 49 A 47", []],
  ["FACTURES 47 A 47", []],
  ["FACTURES 47 A 67", []],
  ["F26000047 A F27000001", []],
  ["F26000047 A A26000049", []],
  ["F26000047 A 49", []],
  ["FACTURES 08 A 110", []],
  // Days, hours and sums.
  ["FACT 12 AU 15 NOV", []],
  ["FACT 12 AU 15 11 2026", []],
  ["FACT 12 AU 15/11", []],
  ["FACT 12/11 AU 15/11", []],
  ["FACT 14 A 16H", []],
  ["FACT 14 A 16 H", []],
  ["FACT 47 A 49 EUR", []],
  ["FACT 47 A 49,50", []],
  ["FACT 47 A 49 1 250,00", []],
])("LET-41: « %s » has the ranges %j", (text, expected) => {
  expect(listRanges(text)).toEqual(expected);
});
