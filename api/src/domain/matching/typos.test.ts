import { describe, expect, test } from "vitest";
import { isOneEditAway } from "./typos.ts";

describe("isOneEditAway", () => {
  test.each([
    ["another digit", "F26000123", "F26000124", true],
    ["a digit too few", "F2600123", "F26000123", true],
    ["a digit too few at the end", "F2600012", "F26000123", true],
    ["a digit too many", "F260001233", "F26000123", true],
    ["two digits swapped", "F26000132", "F26000123", true],
    ["a letter O for a zero", "F26O00123", "F26000123", true],
    ["the number itself", "F26000123", "F26000123", false],
    ["two other digits", "F26000145", "F26000123", false],
    ["another letter", "G26000123", "F26000123", false],
    ["a letter too many", "FA26000123", "F26000123", false],
    ["a letter too few", "26000123", "F26000123", false],
    ["a letter swapped with a digit", "2F6000123", "F26000123", false],
    ["digits swapped that are no neighbours", "F26000321", "F26000123", false],
    ["no number", "F26000123", "", false],
  ])("%s: %s for %s", (_, word, number, isAway) => {
    expect(isOneEditAway(word, number)).toBe(isAway);
  });
});
