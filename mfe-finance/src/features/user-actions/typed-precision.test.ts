import { describe, expect, it } from "vitest";
import { precisionTyped, sampleTyped } from "./typed-precision.ts";

describe("a precision that is typed", () => {
  it.each([
    ["99,5", 9950],
    ["99.5 %", 9950],
    ["99,87\u00a0%", 9987],
    ["100", 10_000],
    ["90", 9000],
    ["99,", 9900],
    ["89,99", undefined],
    ["100,01", undefined],
    ["99,555", undefined],
    ["-95", undefined],
    ["1e2", undefined],
    ["presque tout", undefined],
    ["", undefined],
  ])("%s is %s", (text, expected) => {
    expect(precisionTyped(text)).toBe(expected);
  });
});

describe("a least number of letterings that is typed", () => {
  it.each([
    ["600", 600],
    ["1\u202f000", 1000],
    ["20", 20],
    ["19", undefined],
    ["10001", undefined],
    ["99,5", undefined],
    ["", undefined],
  ])("%s is %s", (text, expected) => {
    expect(sampleTyped(text)).toBe(expected);
  });
});
