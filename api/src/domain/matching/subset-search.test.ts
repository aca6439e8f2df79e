import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SUBSET_MAX_NODES, searchSubsets } from "./subset-search.ts";

describe("searchSubsets", () => {
  test.each([
    ["the only pair", [100, 250, 400], 350, [[0, 1]], true],
    ["all of them", [100, 250, 400], 750, [[0, 1, 2]], true],
    ["none", [100, 250, 400], 360, [], true],
    ["a single amount is no set", [100, 250, 350], 350, [[0, 1]], true],
    [
      "twins count apart",
      [100, 100, 250],
      350,
      [
        [0, 2],
        [1, 2],
      ],
      true,
    ],
    ["credit notes and zeros are left out", [-50, 0, 100, 250], 350, [[2, 3]], true],
    [
      "small sets first",
      [1, 2, 3, 4, 5],
      6,
      [
        [0, 4],
        [1, 3],
        [0, 1, 2],
      ],
      true,
    ],
  ])("%s", (_name, amounts, target, solutions, complete) => {
    const found = searchSubsets(amounts, target);
    expect(found.solutions).toEqual(solutions);
    expect(found.complete).toBe(complete);
  });

  test("more solutions than asked are reported as not complete", () => {
    const found = searchSubsets(
      Array.from({ length: 20 }, () => 100),
      1_000,
      5,
    );
    expect(found.solutions).toHaveLength(5);
    expect(found.complete).toBe(false);
  });

  test("above 24 amounts it says that it did not try everything", () => {
    const amounts = Array.from({ length: 40 }, (_, index) => 10_000 + 37 * index * index);
    const target = (amounts[3] ?? 0) + (amounts[17] ?? 0) + (amounts[31] ?? 0);
    const found = searchSubsets(amounts, target);
    expect(found.complete).toBe(false);
    expect(found.solutions).toContainEqual([3, 17, 31]);
  });

  test("above 24 amounts it finds a run that leaves out two", () => {
    const amounts = Array.from({ length: 40 }, (_, index) => 10_007 + 137 * index * index);
    const members = [4, 5, 7, 8, 9, 11, 12];
    const target = members.reduce((sum, index) => sum + (amounts[index] ?? 0), 0);
    expect(searchSubsets(amounts, target).solutions).toContainEqual(members);
  });

  test("above 24 amounts it still finds the whole balance and a run", () => {
    const amounts = Array.from({ length: 60 }, (_, index) => 10_007 + 101 * index);
    const sum = (list: number[]) => list.reduce((total, amount) => total + amount, 0);
    expect(searchSubsets(amounts, sum(amounts)).solutions).toContainEqual(amounts.map((_, index) => index));
    expect(searchSubsets(amounts, sum(amounts.slice(10, 17))).solutions).toContainEqual([
      10, 11, 12, 13, 14, 15, 16,
    ]);
  });

  test("no input makes it pass its bound", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 20, maxLength: 400 }),
        fc.integer({ min: 1, max: 2_000 }),
        (amounts, target) => searchSubsets(amounts, target).nodes <= SUBSET_MAX_NODES + 1,
      ),
      { numRuns: 60 },
    );
  });

  test("up to twelve amounts it finds exactly what trying all sets finds", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 10 }),
        fc.integer({ min: 1, max: 120 }),
        (amounts, target) => {
          let expected = 0;
          for (let mask = 0; mask < 2 ** amounts.length; mask++) {
            const members = amounts.filter((_, index) => (mask >> index) & 1);
            if (members.length > 1 && members.reduce((a, b) => a + b, 0) === target) expected++;
          }
          const found = searchSubsets(amounts, target, 2_000);
          expect(found.solutions).toHaveLength(expected);
          expect(found.complete).toBe(true);
        },
      ),
    );
  });
});
