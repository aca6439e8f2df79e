import { expect, test } from "vitest";
import {
  compactVatNumber,
  isUnionVatNumber,
  isVatNumberOfMonaco,
  isVatNumberOfOther,
  vatCountryOf,
} from "./vat-numbers.ts";

test.each([
  "FR39000100016",
  "FRZ9000100016",
  // Of Monaco, whose companies have no SIREN.
  "FR90000012345",
  "ATU12345678",
  "BE0123456749",
  "BE1123456749",
  "DE123456789",
  "EL123456789",
  "ESX1234567R",
  "IE1234567FA",
  "LU12345678",
  "NL123456789B01",
  "SE123456789001",
])("%s is a VAT number of the Union", (number) => {
  expect(isUnionVatNumber(number)).toBe(true);
});

test.each([
  "",
  "BE",
  "BE012345674",
  "BE2123456749",
  "FR38000100016",
  "FR39000100017",
  "FR47732829321",
  "FRO9000100016",
  "GB123456789",
  "CHE123456789",
  "000100016",
  "constructor",
])("« %s » is none", (number) => {
  expect(isUnionVatNumber(number)).toBe(false);
});

test("a VAT number is kept in capitals, without blanks, dots and hyphens", () => {
  expect(compactVatNumber(" be 0123.456-749\u00a0")).toBe("BE0123456749");
});

test.each([
  ["FR39000100016", "FR", false],
  ["be 0123.456.749", "BE", true],
  ["EL123456789", "GR", true],
  // What stood in the column before it had a form.
  ["sans objet", undefined, false],
  ["", undefined, false],
])("« %s » is of the country %s", (number, country, isOther) => {
  expect([vatCountryOf(number), isVatNumberOfOther(number)]).toEqual([country, isOther]);
});

test.each([
  ["fr 90 000 012 345", true],
  ["FR12123456782", false],
  ["BE0123456749", false],
  ["", false],
])("« %s » is of Monaco: %s", (number, isOfMonaco) => {
  expect(isVatNumberOfMonaco(number)).toBe(isOfMonaco);
});
