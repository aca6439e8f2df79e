import { describe, expect, test } from "vitest";
import { isUnderLine, precisionOf } from "./lettering-precision.ts";

describe("how right automatic lettering was", () => {
  test.each([
    [0, 0, null],
    [10, 0, 10_000],
    [1000, 2, 9980],
    [3, 1, 6666],
    [1_000_000, 1, 9999],
  ])("of %i letterings, %i taken apart: %s", (automatic, reverted, expected) => {
    expect(precisionOf({ automatic, reverted })).toBe(expected);
  });

  const line = { precision_line_bp: 9950, min_sample: 200 };
  test.each([
    ["nothing lettered, nothing wrong", 0, 0, false],
    ["one slip of a beginner", 5, 1, false],
    ["two slips of a beginner", 5, 2, true],
    ["exactly on the line", 1000, 5, false],
    ["just under it", 999, 5, true],
    ["just under it by one more", 1000, 6, true],
  ])("%s: %i letterings, %i taken apart", (_, automatic, reverted, expected) => {
    expect(isUnderLine({ automatic, reverted }, line)).toBe(expected);
  });

  test("a line of 100 % suffers nothing", () => {
    expect(isUnderLine({ automatic: 10_000, reverted: 1 }, { ...line, precision_line_bp: 10_000 })).toBe(
      true,
    );
    expect(isUnderLine({ automatic: 10_000, reverted: 0 }, { ...line, precision_line_bp: 10_000 })).toBe(
      false,
    );
  });
});
