import { expect, test } from "vitest";
import { lowerBound } from "./lower-bound.ts";

test.each([
  ["nothing", [], 5, 0],
  ["what is below all", [10, 20], 5, 0],
  ["the first of equal ones", [10, 20, 20, 30], 20, 1],
  ["between two", [10, 30], 20, 1],
  ["what is above all", [10, 20], 25, 2],
])("a value stands before the first that is not below it: %s", (_what, values, wanted, place) => {
  expect(lowerBound(values, wanted)).toBe(place);
  expect(lowerBound(values.map(String), String(wanted).padStart(2, "0"))).toBe(place);
});
