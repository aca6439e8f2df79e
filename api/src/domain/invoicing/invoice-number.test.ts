import { expect, test } from "vitest";
import { formatInvoiceNumber } from "./invoice-number.ts";

test.each([
  [{ series: "F", year: 2026, counter: 123 }, "F26000123"],
  [{ series: "A", year: 2026, counter: 7 }, "A26000007"],
  [{ series: "F", year: 2007, counter: 999999 }, "F07999999"],
] as const)("%o is written %s", (number, text) => {
  expect(formatInvoiceNumber(number)).toBe(text);
});

test.each([
  [2026, 0],
  [2026, 1_000_000],
  [2026, 1.5],
  [1999, 1],
])("year %d and counter %d make no number", (year, counter) => {
  expect(() => formatInvoiceNumber({ series: "F", year, counter })).toThrow(RangeError);
});
