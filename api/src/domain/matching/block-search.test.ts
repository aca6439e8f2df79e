import { describe, expect, test } from "vitest";
import { logChoose, searchBlocks } from "./block-search.ts";

const placesOf = (dates: readonly number[], amounts: readonly number[], target: number) =>
  searchBlocks(dates, amounts, target, 5).map((block) => block.places);

describe("what is due up to a day, when the order inside a due date is nobody's", () => {
  const dates = [4, 4, 4, 11, 11, 18, 18, 18];
  const amounts = [1_001, 2_003, 4_007, 8_011, 16_033, 32_057, 64_081, 128_021];

  test.each([
    ["two whole due dates", [0, 1, 2, 3, 4]],
    ["a first due date that was begun before", [1, 3, 4]],
    ["a last due date that is not finished", [0, 1, 2, 3, 4, 6]],
    ["both", [2, 3, 4, 5, 7]],
    ["and one between them left out", [0, 2, 4, 6]],
  ])("finds %s", (_name, places) => {
    const target = places.reduce((sum, place) => sum + (amounts[place] ?? 0), 0);
    expect(placesOf(dates, amounts, target)).toContainEqual(places);
  });

  test("finds nothing when nothing has that sum, nor inside one due date", () => {
    expect(placesOf(dates, amounts, 999)).toEqual([]);
    expect(placesOf(dates, amounts, 1_001 + 2_003)).toEqual([]);
  });

  test("puts whole due dates before parts of them", () => {
    // 100 + 200 + 300 whole, or 150 + 450 of longer dates.
    const found = searchBlocks([4, 4, 11, 18, 18, 18], [100, 200, 300, 150, 400, 410], 600, 5);
    expect(found[0]?.places).toEqual([0, 1, 2]);
    expect(found.every((block, at) => at === 0 || block.shape >= (found[at - 1]?.shape ?? 0))).toBe(true);
  });

  test("stops at its bound, however many fit", () => {
    const many = Array.from({ length: 1_200 }, (_, at) => Math.floor(at / 3));
    expect(
      searchBlocks(
        many,
        many.map(() => 100),
        900,
        5,
      ),
    ).toHaveLength(5);
  });
});

test("the log of a number of choices is that of the binomial coefficient", () => {
  expect(Math.exp(logChoose(20, 6))).toBeCloseTo(38_760, 6);
  expect(logChoose(5, 0)).toBe(0);
});
