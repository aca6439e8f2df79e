import { expect, test } from "vitest";
import { countsOf, talliesOfList } from "./queue-counts.ts";

test("what waits is counted by reason and by first suggestion, most frequent first", () => {
  const tallies = [
    { kind: "DONE", count: 900 },
    { kind: "REJECTED", count: 12 },
    { kind: "open/unknown_payer", count: 3 },
    { kind: "open/to_confirm/exact_single/exact", count: 4 },
    { kind: "open/ambiguous/exact_single", count: 1 },
    { kind: "open/ambiguous/subset/exact", count: 2 },
  ];
  expect(countsOf(tallies)).toEqual({
    done: 900,
    rejected: 12,
    by_reason: [
      { reason_code: "to_confirm", count: 4 },
      { reason_code: "ambiguous", count: 3 },
      { reason_code: "unknown_payer", count: 3 },
    ],
    by_suggestion: [
      { kind: "exact_single", count: 5, exact: 4 },
      { kind: "subset", count: 2, exact: 2 },
    ],
  });
});

test("an empty queue has no counts", () => {
  expect(countsOf([])).toEqual({ done: 0, rejected: 0, by_reason: [], by_suggestion: [] });
});

test.each([
  ["all", undefined, undefined, ["DONE", "REJECTED", "open/ambiguous", "open/to_confirm/subset/exact"]],
  [
    "what waits",
    ["PENDING", "CREATED", "AWAITING_INVOICE_SELECTION"],
    undefined,
    ["open/ambiguous", "open/to_confirm/subset/exact"],
  ],
  [
    "what waits for a reason",
    ["AWAITING_INVOICE_SELECTION", "PENDING", "CREATED"],
    ["to_confirm"],
    ["open/to_confirm/subset/exact"],
  ],
  ["what is done", ["DONE"], undefined, ["DONE"]],
  ["what is closed", ["DONE", "REJECTED"], undefined, ["DONE", "REJECTED"]],
] as const)("the number of %s is a sum of tallies", (_what, statuses, reasons, expected) => {
  const kinds = ["DONE", "REJECTED", "open/ambiguous", "open/to_confirm/subset/exact"];
  const isOfList = talliesOfList(statuses, reasons);
  expect(kinds.filter((kind) => isOfList?.(kind))).toEqual(expected);
});

test.each([
  ["a part of what waits", ["PENDING"], undefined],
  ["what is closed for a reason", ["DONE"], ["to_confirm"]],
  ["all for a reason", undefined, ["to_confirm"]],
] as const)("no tallies tell %s", (_what, statuses, reasons) => {
  expect(talliesOfList(statuses, reasons)).toBeUndefined();
});
