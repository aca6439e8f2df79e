import { expect, test } from "vitest";
import { isInstalmentOf, isShare, shareOf } from "./shares.ts";

test("a share is known without trying each of them", () => {
  const different: (readonly [number, number])[] = [];
  for (let sum = 1; sum <= 600; sum++)
    for (let amount = 1; amount <= sum; amount++)
      if (isShare(amount, sum) !== (shareOf(amount, sum) !== undefined)) different.push([amount, sum]);
  expect(different).toEqual([]);
});

test.each([
  ["half", 6_600, true],
  ["two thirds", 8_800, true],
  ["a quarter", 3_300, true],
  ["six tenths", 7_920, true],
  ["four fifths", 10_560, false],
  ["nine tenths", 11_880, false],
])("%s of an invoice is a part in which people pay: %j", (_part, cents, isPart) => {
  expect(isInstalmentOf(cents, 13_200)).toBe(isPart);
});
