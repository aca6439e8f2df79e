import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchWindows } from "./window-search.ts";

// Powers of two plus their place: every set has a sum of its own.
const amounts = Array.from({ length: 40 }, (_, place) => 2 ** (place % 30) * 100 + place);
const sumOf = (places: readonly number[]): number =>
  places.reduce((sum, place) => sum + (amounts[place] ?? 0), 0);

describe("neighbours by due date, with any of them left out", () => {
  test.each([
    ["without a gap", [3, 4, 5]],
    ["with gaps", [7, 8, 9, 10, 11, 12, 13, 16, 17, 18, 19, 24]],
    ["at the very end", [33, 35, 36, 38, 39]],
    ["across windows", [9, 10, 11, 14, 15, 20, 21, 22]],
  ])("finds a set %s", (_name, places) => {
    expect(searchWindows(amounts, sumOf(places))).toContainEqual(places);
  });

  test("leaves out at most eight, and never more than it takes", () => {
    expect(searchWindows(amounts, sumOf([4, 5, 12]))).not.toContainEqual([4, 5, 12]);
    const sparse = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 19];
    expect(searchWindows(amounts, sumOf(sparse))).not.toContainEqual(sparse);
  });

  test("takes no invoice larger than the payment, and never one alone", () => {
    expect(searchWindows([500, 100, 900, 200], 300)).toEqual([[1, 3]]);
    expect(searchWindows([500, 100], 500)).toEqual([]);
  });

  test("lists each set once, with the right sum, and stops at its bound", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 120 }),
        fc.integer({ min: 2, max: 300 }),
        (values, target) => {
          const found = searchWindows(values, target);
          expect(found.length).toBeLessThanOrEqual(400);
          expect(new Set(found.map((places) => places.join())).size).toBe(found.length);
          for (const places of found)
            expect(places.reduce((sum, place) => sum + (values[place] ?? 0), 0)).toBe(target);
        },
      ),
      { numRuns: 60 },
    );
  });
});
