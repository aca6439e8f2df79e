import { expect, test } from "vitest";
import { remember } from "./remember.ts";

test("the oldest goes when there is no more room", () => {
  const map = new Map<string, number>();
  for (const [value, key] of ["a", "b", "c"].entries()) remember(map, key, value, 2);
  expect([...map]).toEqual([
    ["b", 1],
    ["c", 2],
  ]);
});

test("a key that is there already takes no room", () => {
  const map = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  remember(map, "b", 3, 2);
  expect([...map]).toEqual([
    ["a", 1],
    ["b", 3],
  ]);
});
