import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { isTotalRight, numberKey, ownSeriesOf, vatBreakdownOf } from "./imported-invoice.ts";

test.each(["F-2211", "f2211", "F 22/11", "f.2211\u00a0"])("%j is the invoice F2211", (number) => {
  expect(numberKey(number)).toBe("F2211");
});

test.each([
  ["F26000123", { series: "F", year: 2026, counter: 123 }],
  ["a-27/000001", { series: "A", year: 2027, counter: 1 }],
  ["F2600012", undefined],
  ["B26000123", undefined],
])("%s in our series: %j", (number, place) => {
  expect(ownSeriesOf(number)).toEqual(place);
});

test.each([
  [0, true],
  [2, true],
  [-2, true],
  [3, false],
  [-3, false],
])("HT + TVA may be %i cents off TTC: %s", (gap, right) => {
  expect(isTotalRight(cents(10_000), cents(1000), cents(11_000 + gap))).toBe(right);
});

describe("the VAT of an invoice of one rate", () => {
  test.each([
    ["shows the rate of its amounts", 100_00, 5_50, undefined, 550],
    ["to two cents of rounding", 100_00, 10_02, undefined, 1000],
    ["has the rate that is told, even another", 100_00, 10_00, 2000, 2000],
    ["has none when its amounts show none", 100_00, 7_00, undefined, undefined],
    ["has none when several would do", 10, 1, undefined, undefined],
    ["has that of nothing without VAT", 100_00, 0, undefined, 0],
    ["has that of nothing on a credit note without VAT", -100_00, 0, undefined, 0],
    ["has none when a rate rounds to no VAT", 90, 0, undefined, undefined],
  ])("%s", (_name, net, vat, told, rate) => {
    expect(vatBreakdownOf(cents(net), cents(vat), told).map((one) => one.vat_rate_bp)).toEqual(
      rate === undefined ? [] : [rate],
    );
  });
});
