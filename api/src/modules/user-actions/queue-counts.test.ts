import { expect, test } from "vitest";
import { countsOf } from "./queue-counts.ts";

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
