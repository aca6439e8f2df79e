import { expect, it } from "vitest";
import { literals } from "./literals.ts";

it("words are written as they are", () => {
  expect(literals(["DONE", "part_paid"]).text).toBe("('DONE', 'part_paid')");
});

it.each([[[]], [["it's"]], [["a b"]], [["DONE", ""]]])("%j is no list of words", (words) => {
  expect(() => literals(words)).toThrow("not a list of words");
});
