import { cents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactRate, frenchAmount, frenchInteger, frenchRate, reportAmount } from "./french-number.ts";

describe("an amount", () => {
  test.each([
    ["1234.56", 123456],
    ["1 234,56", 123456],
    ["1\u00a0234,56", 123456],
    ["1\u202f234,56", 123456],
    ["1\u2009234,56", 123456],
    ["1'234.56", 123456],
    ["1’234,56", 123456],
    ["1.234,56", 123456],
    ["1,234.56", 123456],
    ["1.234.567,89", 123456789],
    ["1,234,567.89", 123456789],
    ["1.234.567", 123456700],
    ["1.234", 123400],
    ["1,234", 123400],
    ["999.999", 99999900],
    ["12,5", 1250],
    ["12,50", 1250],
    ["12,500", 1250000],
    ["0,500", 50],
    ["1234", 123400],
    ["0", 0],
    ["0.00", 0],
    ["-0,00", 0],
    ["-12,50", -1250],
    ["12,50-", -1250],
    ["\u221212,50", -1250],
    ["- 12,50", -1250],
    ["(12,50)", -1250],
    ["+3", 300],
    ["3 €", 300],
    ["€3", 300],
    ["3,10 EUR", 310],
    ["3,10 eur", 310],
    [" 3,10 ", 310],
    ["0001,50", 150],
    ["5.", 500],
    ["999999999999.99", 99999999999999],
    ["9 999 999 999 999,99", 999999999999999],
    ["-999999999999.99", -99999999999999],
  ])("written « %s » is %i cents", (text, expected) => {
    expect(frenchAmount(text)).toBe(expected);
  });

  test.each([
    "",
    " ",
    "-",
    "€",
    ".",
    ",",
    ".5",
    "12,3O",
    "l2,30",
    "1.2.3",
    "1,2,3",
    "1,234.5678",
    "12,345,6",
    "1234,567",
    "0,123",
    "12,345,67",
    "1234.567,89",
    "1,23.456",
    "1.234,567.89",
    "--5",
    "-5-",
    "5+-",
    "1e5",
    "0x10",
    "NaN",
    "Infinity",
    "12:50",
    "5 $",
    "٣",
    "99 999 999 999 999,00",
  ])("« %s » is none: nothing is guessed", (text) => {
    expect(frenchAmount(text)).toBeUndefined();
  });

  test.each([
    ["500.000", 50_000],
    ["150,000", 15_000],
    ["1 234.500", 123_450],
    ["1.234.567", 123_456_700],
    ["1.234,56", 123_456],
    ["1.234", undefined],
    ["12.345", undefined],
  ])("of a report written « %s » is %s cents: what is behind a lone mark are decimals", (text, expected) => {
    expect(reportAmount(text)).toBe(expected);
  });

  test("is read back as it was written, whatever the notation", () => {
    const notations = [
      (whole: string, fraction: string) => `${whole}.${fraction}`,
      (whole: string, fraction: string) => `${whole},${fraction}`,
      (whole: string, fraction: string) => `${grouped(whole, "\u202f")},${fraction} €`,
      (whole: string, fraction: string) => `${grouped(whole, ".")},${fraction}`,
      (whole: string, fraction: string) => `${grouped(whole, ",")}.${fraction}`,
    ];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 14 - 1 }),
        fc.boolean(),
        fc.constantFrom(...notations),
        (amount, isNegative, notation) => {
          const digits = String(amount).padStart(3, "0");
          const text = notation(digits.slice(0, -2), digits.slice(-2));
          expect(frenchAmount(isNegative ? `-${text}` : text)).toBe(cents(isNegative ? -amount : amount));
        },
      ),
    );
  });

  test("of any text is whole cents or nothing", () => {
    const signs = fc.constantFrom(...Array.from("0123456789.,-+ ()€'\u00a0E"));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: signs, maxLength: 24 })), (text) => {
        const amount = frenchAmount(text);
        expect(amount === undefined || Number.isSafeInteger(amount)).toBe(true);
      }),
    );
  });
});

function grouped(whole: string, mark: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, mark);
}

describe("a count", () => {
  test.each([
    ["0", 0],
    ["812", 812],
    ["1 234", 1234],
    ["1\u202f234\u202f567", 1234567],
    ["1.234", 1234],
    ["1,234", 1234],
    ["12,00", 12],
    ["12.0", 12],
    ["007", 7],
    ["999999999", 999999999],
  ])("written « %s » is %i", (text, expected) => {
    expect(frenchInteger(text)).toBe(expected);
  });

  test.each([
    "",
    " ",
    "-1",
    "+1",
    "1,5",
    "1.25",
    "1.2.3",
    "12,345.678",
    // One, or a thousand.
    "1,000",
    "12.000",
    "1e3",
    "0x1F",
    "un",
    "9999999999",
    "12 €",
  ])("« %s » is none", (text) => {
    expect(frenchInteger(text)).toBeUndefined();
  });
});

describe("a rate", () => {
  test.each([
    ["50", 5000],
    ["50,00", 5000],
    ["50.00", 5000],
    ["50 %", 5000],
    ["47,5", 4750],
    ["33,333", 3333],
    ["0,5", 5000],
    ["0.475", 4750],
    ["1", 10000],
    ["0,5 %", 50],
    ["1 %", 100],
    ["0", 0],
    ["-5", -500],
    ["101", 10100],
  ])("written « %s » is %i hundredths of a percent: up to 1 it is a fraction", (text, expected) => {
    expect(frenchRate(text)).toBe(expected);
  });

  test.each([
    ["33,3333", 33_333_300],
    ["33.333333 %", 33_333_333],
    ["0,333333", 33_333_300],
    ["0,3333333333", 33_333_333],
    ["0.6666666666666666666666666667", 66_666_667],
    ["33,33333350 %", 33_333_334],
    ["50", 50_000_000],
  ])(
    "written « %s » is %i millionths of a percent: no decimal more than that counts (BILL-3)",
    (text, expected) => {
      expect(exactRate(text)).toBe(expected);
    },
  );

  test.each(["", "%", "cinquante", "50%%", "1/2", "5000", "50,", "5,0,0"])("« %s » is none", (text) => {
    expect(frenchRate(text)).toBeUndefined();
  });
});
