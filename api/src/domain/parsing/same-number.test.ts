import { expect, test } from "vitest";
import { isSameNumber, normaliseNumber } from "./same-number.ts";

test.each([
  ["0921846", "921846"],
  ["92 1846", "921846"],
  ["92.184-6", "921846"],
  ["92\u00a01846", "921846"],
  ["a12-03", "A1203"],
  ["0", "0"],
  ["000", "0"],
  ["0A1", "0A1"],
  ["--", ""],
])("the number « %s » is compared as « %s »", (number, form) => {
  expect(normaliseNumber(number)).toBe(form);
});

test.each([
  ["0921846", "92 1846", true],
  ["12-11", "1211", true],
  ["12-11", "12.11", true],
  ["012-11", "12 - 11", true],
  ["12-11", "121-1", false],
  ["12-11", "12-1-1", false],
  ["921846", "921847", false],
  ["-", ".", false],
])("« %s » and « %s » are the same: %s", (left, right, same) => {
  expect(isSameNumber(left, right)).toBe(same);
});
