import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { lateInterest } from "./late-interest.ts";

test.each([
  // BILL-7
  [289_731, 786, 40, 2496],
  [289_731, 1215, 40, 3858],
  [289_731, 1215, 0, 0],
  [289_731, 1215, -3, 0],
  [0, 1215, 40, 0],
  // Exactly half a cent goes up; less does not.
  [36_500, 50, 1, 1],
  [36_499, 49, 1, 0],
])("%i cents at %i hundredths of a percent for %i days are %i cents", (outstanding, rate, days, interest) => {
  expect(lateInterest(cents(outstanding), rate, days)).toBe(interest);
});

test("an amount beyond what a float holds exactly stays exact", () => {
  expect(lateInterest(cents(900_000_000_000_000), 1215, 365)).toBe(109_350_000_000_000);
});
