import { describe, expect, test } from "vitest";
import { centsOfJsonNumber, parseExactJson } from "./exact-json.ts";

describe("an amount of JSON", () => {
  test.each([
    ["2897.31", 2897_31],
    ["-4221.9", -4221_90],
    ["0.29", 29],
    ["1.10", 1_10],
    ["1.1000", 1_10],
    ["12", 12_00],
    ["-0", 0],
    ["1.0E7", 10_000_000_00],
    ["289731e-2", 2897_31],
    // As a float it would be 90071992547.41 at best.
    ["999999999.99", 999_999_999_99],
  ])("%s is %d cents", (text, expected) => {
    expect(centsOfJsonNumber(text)).toBe(expected);
  });

  test.each(["0.001", "1e-3", "1e999", "99999999999", "abc", "1,5", ""])("%s is none", (text) => {
    expect(centsOfJsonNumber(text)).toBeUndefined();
  });

  test("is read from the text, not through a float", () => {
    expect(parseExactJson('{"amount": 4.350000000000000001, "id": 7}')).toEqual({
      amount: "4.350000000000000001",
      id: 7,
    });
  });
});
