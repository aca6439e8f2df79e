import type { Money } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { percentOf, roundTop, sharesOf, weightOf } from "./weights.ts";

test.each([
  [0, 0],
  [1, 1],
  [12_300, 20_000],
  [20_000, 20_000],
  [24_000, 25_000],
  [99_999, 100_000],
])("a scale for %i ends at %i", (highest, top) => {
  expect(roundTop(highest)).toBe(top);
});

test("a bar of little still shows, one of nothing does not", () => {
  expect([percentOf(1, 100_000), percentOf(0, 100), percentOf(50, 100), percentOf(0, 0)]).toEqual([
    "0.70%",
    "0%",
    "50.00%",
    "0%",
  ]);
});

describe("shares", () => {
  test.each([
    [
      [1, 1, 1],
      [34, 33, 33],
    ],
    [
      [2, 1, 1, 1],
      [40, 20, 20, 20],
    ],
    [
      [0, 0],
      [0, 0],
    ],
    [
      [1, 999],
      [0, 100],
    ],
  ])("of %j are %j", (counts, shares) => {
    expect(sharesOf(counts)).toEqual(shares);
  });
});

test("an amount is as long as its cents", () => {
  expect(weightOf("12.34" as Money)).toBe(1234);
});
