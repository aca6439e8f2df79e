import { expect, test } from "vitest";
import { newestFirst } from "./registered-keys.ts";

test("an answer that comes after that of a later question is no news (FED-34)", () => {
  const ask = newestFirst();
  const [first, second, third] = [ask(), ask(), ask()];
  expect([second(), first(), third()]).toEqual([true, false, true]);
});

test("answers in the order of their questions all are", () => {
  const ask = newestFirst();
  const [first, second] = [ask(), ask()];
  expect([first(), second()]).toEqual([true, true]);
});
