import { describe, expect, test } from "vitest";
import { currenciesOf, foreignNotes, strayLine } from "./foreign-amounts.ts";

const line = (bank_account: string, currency_code: string) => ({ bank_account, currency_code });
const accountOf = (name: string) =>
  ({ A: { label: "Courant", currency: "EUR" }, D: { label: "Dollars", currency: "USD" } })[name];

describe("amounts in other currencies (BANK-38)", () => {
  test("make a new account theirs when all of it is in one of them", () => {
    expect(
      Object.fromEntries(
        currenciesOf([
          line("N", "USD"),
          line("N", "USD"),
          line("M", "USD"),
          line("M", "EUR"),
          line("", "EUR"),
        ]),
      ),
    ).toEqual({ N: "USD", M: "EUR", "": "EUR" });
  });

  test.each([
    ["euros on an account in dollars", line("D", "EUR"), true],
    ["francs on it", line("D", "CHF"), true],
    ["its own", line("D", "USD"), false],
    ["dollars on an account in euros, which are told", line("A", "USD"), false],
    ["an account that nobody knows yet", line("N", "USD"), false],
  ])("stand where they may: %s", (_, one, isStray) => {
    expect(strayLine([one], accountOf)).toBe(isStray ? one : undefined);
  });

  test("are told where the account is in euros, by account and currency", () => {
    const lines = [
      line("A", "USD"),
      line("A", "CHF"),
      line("A", "USD"),
      line("A", "EUR"),
      line("D", "USD"),
      line("N", "USD"),
    ];
    expect(foreignNotes(lines, accountOf).map((note) => note.replaceAll("\u00a0", " "))).toEqual([
      "2 opérations en USD sur le compte en euros « Courant » : hors des soldes, du lettrage et des exports.",
      "1 opération en CHF sur le compte en euros « Courant » : hors des soldes, du lettrage et des exports.",
    ]);
  });
});
