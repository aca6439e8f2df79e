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
    ["slips of a beginner that chance may bring", 5, 3, false],
    ["one more of a beginner", 5, 4, true],
    ["exactly on the line", 1000, 5, false],
    ["under it, as chance may bring", 1000, 9, false],
    ["one more: sure at 95 %", 1000, 10, true],
    ["a large number", 100_000, 537, false],
    ["one more of a large number", 100_000, 538, true],
  ])("%s: %i letterings, %i taken apart", (_, automatic, reverted, expected) => {
    expect(isUnderLine({ automatic, reverted }, line)).toBe(expected);
  });

  test("four of fifteen are no evidence where the sample asked for is 600, seven are", () => {
    const usual = { precision_line_bp: 9950, min_sample: 600 };
    expect(isUnderLine({ automatic: 15, reverted: 4 }, usual)).toBe(false);
    expect(isUnderLine({ automatic: 15, reverted: 7 }, usual)).toBe(true);
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
