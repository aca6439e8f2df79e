import { expect, it } from "vitest";
import { centsTyped } from "./typed-amount.ts";

it.each([
  ["118,97", 11897],
  ["118.97", 11897],
  ["1 234,5", 123450],
  ["1\u202f234,50\u00a0€", 123450],
  ["12,", 1200],
  ["0", 0],
  ["", undefined],
  ["-3", undefined],
  ["1,234", undefined],
  ["douze", undefined],
])("« %s » is %s cents", (typed, amount) => expect(centsTyped(typed)).toBe(amount));
