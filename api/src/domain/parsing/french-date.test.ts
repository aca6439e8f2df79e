import { isCivilDate } from "@bobine/contract/civil-date";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { excelDate, frenchDate } from "./french-date.ts";

describe("a date", () => {
  test.each([
    ["2026-11-18", "2026-11-18"],
    ["2026/11/18", "2026-11-18"],
    ["2026-1-8", "2026-01-08"],
    ["2026-11-18T08:30:00+01:00", "2026-11-18"],
    ["2026-11-18 08:30", "2026-11-18"],
    ["18/11/2026", "2026-11-18"],
    ["18-11-2026", "2026-11-18"],
    ["18.11.2026", "2026-11-18"],
    ["8/1/2026", "2026-01-08"],
    ["18/11/26", "2026-11-18"],
    ["18-11-26", "2026-11-18"],
    ["18/11/2026 20:30", "2026-11-18"],
    ["20261118", "2026-11-18"],
    [" 18/11/2026 ", "2026-11-18"],
    ["29/02/2028", "2028-02-29"],
    ["05/06/2026", "2026-06-05"],
  ])("written « %s » is %s: the day comes first", (text, expected) => {
    expect(frenchDate(text)).toBe(expected);
  });

  test.each([
    "",
    "29/02/2026",
    "31/11/2026",
    "11/18/2026",
    "2026-13-01",
    "2026-00-10",
    "00/11/2026",
    "20261131",
    "18/11",
    "18/11/026",
    "18 novembre 2026",
    "2026-11-18x",
    "2026-11",
    "S47 2026",
    "46344",
  ])("« %s » is none of the calendar", (text) => {
    expect(frenchDate(text)).toBeUndefined();
  });

  test("of any text is a day of the calendar or nothing", () => {
    const signs = fc.constantFrom(...Array.from("0123456789/-. T"));
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: signs, maxLength: 12 })), (text) => {
        const date = frenchDate(text);
        expect(date === undefined || isCivilDate(date)).toBe(true);
      }),
    );
  });
});

describe("an Excel serial number", () => {
  test.each([
    [46344, "2026-11-18"],
    [46344.875, "2026-11-18"],
    [20_000, "1954-10-03"],
    [80_000, "2119-01-11"],
  ])("%f is the day %s", (serial, expected) => {
    expect(excelDate(serial)).toBe(expected);
  });

  test.each([0, 19_999, 80_001, -46344, Number.NaN, Number.POSITIVE_INFINITY])(
    "%f is no day of a statement",
    (serial) => {
      expect(excelDate(serial)).toBeUndefined();
    },
  );
});
