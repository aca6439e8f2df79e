import { expect, test } from "vitest";
import { chunksOf } from "./chunks-of.ts";

test("rows come some at a time, in their order, and none comes of none", () => {
  expect([...chunksOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]]);
  expect([...chunksOf([1, 2], 2)]).toEqual([[1, 2]]);
  expect([...chunksOf([], 2)]).toEqual([]);
});
