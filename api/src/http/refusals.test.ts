import { expect, test } from "vitest";
import { isRecorded } from "./refusals.ts";

test("the first refusals of an hour are entries, then fewer and fewer", () => {
  const told = Array.from({ length: 1_000_000 }, (_, index) => index + 1).filter((hits) =>
    isRecorded(hits, 10),
  );
  const own = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const hundreds = [20, 50, 100, 200, 500, 1000, 2000, 5000];
  const thousands = [10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000];
  expect(told).toEqual([...own, ...hundreds, ...thousands]);
});
