import { civilDate } from "@bobine/contract/civil-date";
import { expect, test } from "vitest";
import {
  formatInvoiceNumber,
  invoiceNumberKey,
  nextInvoiceNumber,
  parseInvoiceNumber,
} from "./invoice-number.ts";

test.each([
  [{ series: "F", year: 2026, counter: 123 }, "F26000123"],
  [{ series: "A", year: 2026, counter: 7 }, "A26000007"],
  [{ series: "F", year: 2007, counter: 999999 }, "F07999999"],
] as const)("%o is written %s and read back", (number, text) => {
  expect(formatInvoiceNumber(number)).toBe(text);
  expect(parseInvoiceNumber(text)).toEqual(number);
});

test.each(["F2600012", "F260001234", "X26000123", "f26000123", "F26-000123", "F26000000", ""])(
  "« %s » is not a number of ours",
  (text) => {
    expect(parseInvoiceNumber(text)).toBeUndefined();
  },
);

test.each([
  [2026, 0],
  [2026, 1_000_000],
  [2026, 1.5],
  [1999, 1],
])("year %d and counter %d make no number", (year, counter) => {
  expect(() => formatInvoiceNumber({ series: "F", year, counter })).toThrow(RangeError);
});

test("a new series starts at one, and the next number follows without a gap", () => {
  const first = nextInvoiceNumber("F", civilDate("2026-11-30"), { last_number: 0, last_date: null });
  expect(first).toEqual({
    invoice_number: "F26000001",
    sequence: { last_number: 1, last_date: "2026-11-30" },
  });
  expect(nextInvoiceNumber("F", civilDate("2026-11-30"), first.sequence).invoice_number).toBe("F26000002");
});

test("dates never go back inside a series", () => {
  const sequence = { last_number: 122, last_date: civilDate("2026-11-30") };
  expect(() => nextInvoiceNumber("F", civilDate("2026-11-29"), sequence)).toThrow(RangeError);
  expect(nextInvoiceNumber("F", civilDate("2026-12-01"), sequence).sequence).toEqual({
    last_number: 123,
    last_date: "2026-12-01",
  });
});

test("the year of the number is the invoice date's", () => {
  const { invoice_number } = nextInvoiceNumber("A", civilDate("2027-01-02"), {
    last_number: 0,
    last_date: null,
  });
  expect(invoice_number).toBe("A27000001");
});

test("case and punctuation do not make another number", () => {
  expect(invoiceNumberKey("f-26 000.123")).toBe(invoiceNumberKey("F26000123"));
});
