import { expect, test } from "vitest";
import { requestSessions, statementsAtOnceOn } from "./statements-at-once.ts";

test.each([
  [1, 1, 2],
  [2, 24, 2],
  [4, 32, 4],
  [8, 32, 8],
  [8, 9, 4],
  [8, 4, 2],
  [64, 256, 8],
])("with %i cores and %d GiB a node letters %i statements at once (LET-17)", (cores, gib, expected) => {
  expect(statementsAtOnceOn({ cores, memory: gib * 2 ** 30 })).toBe(expected);
});

test("each statement has two sessions, and six stay for everybody else", () => {
  expect([2, 8].map(requestSessions)).toEqual([10, 22]);
});
