import { describe, expect, test } from "vitest";
import { accountNamed, freeLedgerAccount, journalsWithOneMore, standardLabel } from "./bank-account.ts";

const FIRST = { number: "FR7699999142140372104572296" };
const SECOND = { number: "FR7699998657174792713421727" };

describe("the account that a source names (BANK-15)", () => {
  test.each([
    ["its IBAN", "FR76 9999 9142 1403 7210 4572 296", FIRST],
    ["the end of its number, without the key of the IBAN", "****5722", FIRST],
    ["the end of its IBAN", "****1727", SECOND],
    ["branch and number", "0301000020987654", { number: "FR7630003030100002098765455" }],
    ["branch and number, apart", "00823 010234567", { number: "FR7630002008230000102345672" }],
  ])("is found by %s", (_, name, account) => {
    expect(accountNamed(name, [...new Set([FIRST, SECOND, account])])).toEqual(account);
  });

  test.each([
    ["another end", "****9999"],
    ["another IBAN", "FR1420041010050500013M02606"],
    ["nothing", ""],
    ["digits from the middle", "****4037"],
  ])("is none for %s", (_, name) => {
    expect(accountNamed(name, [FIRST, SECOND])).toBeUndefined();
  });

  test("is none when several may be meant", () => {
    expect(accountNamed("****22", [FIRST, { number: "FR7699999142140372104000022" }])).toBeUndefined();
    expect(
      accountNamed("****5722", [FIRST, { number: "FR7699999142140372100005722" }, SECOND]),
    ).toBeUndefined();
  });

  test("is found by its IBAN when only the end was known before", () => {
    const known = { number: "****5722" };
    expect(accountNamed(FIRST.number, [known])).toBe(known);
  });
});

describe("a currency behind the number of an account is no part of it (BANK-28)", () => {
  const IN_EUROS = "30066/00020345101EUR";
  test.each([
    [IN_EUROS, "30066/00020345101", true],
    ["30066/10021/00020345101/EUR", "30066/10021/00020345101", true],
    ["30003/00054321000EUR", "FR7630003000200005432100044", true],
    [IN_EUROS, "30066/00020345101USD", false],
    // Of a number that ends with letters nothing is taken.
    ["30066/0002034510ABC", "30066/0002034510", false],
    ["30066/00020345AEUR", "30066/00020345A", false],
  ])("« %s » and « %s »: %s", (one, other, isSame) => {
    for (const [name, number] of [
      [one, other],
      [other, one],
    ] as const)
      expect(accountNamed(name, [{ number }])).toEqual(isSame ? { number } : undefined);
  });

  test("but tells which of two is named", () => {
    const dollars = { number: "30066/00020345101USD" };
    expect(accountNamed(dollars.number, [{ number: IN_EUROS }, dollars])).toBe(dollars);
    expect(standardLabel(IN_EUROS)).toBe("Compte 5101");
  });
});

describe("the journals of several accounts (EXP-14)", () => {
  const none = () => false;
  test.each([
    [[], none, ["BQ"]],
    [["BQ"], none, ["BQ1", "BQ2"]],
    [["BQ1", "BQ2"], none, ["BQ1", "BQ2", "BQ3"]],
    [["BQ"], (journal: string) => journal === "BQ", ["BQ", "BQ2"]],
    [["BQ3", "BQ1"], none, ["BQ3", "BQ1", "BQ4"]],
  ])("%j become %j", (journals, isPosted, expected) => {
    expect(journalsWithOneMore(journals, isPosted)).toEqual(expected);
  });

  test("take the first account of the books that is free", () => {
    expect(freeLedgerAccount([])).toBe("512100");
    expect(freeLedgerAccount(["512200", "512100"])).toBe("512300");
  });
});
