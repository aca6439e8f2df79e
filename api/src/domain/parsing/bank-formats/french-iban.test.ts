import { isIban } from "@bobine/contract/business-numbers";
import { expect, test } from "vitest";
import { frenchIban } from "./french-iban.ts";

test.each([
  ["30003", "00020", "00054321000", "FR7630003000200005432100044"],
  ["20041", "01005", "0500013M026", "FR1420041010050500013M02606"],
])("bank %s, branch %s and account %s make %s", (bank, branch, account, iban) => {
  expect(frenchIban(bank, branch, account)).toBe(iban);
  expect(isIban(iban)).toBe(true);
});

test("what is no French account has no IBAN", () => {
  expect(frenchIban("30003", "00020", "123")).toBeUndefined();
});
