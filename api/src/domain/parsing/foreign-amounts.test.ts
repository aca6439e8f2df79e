import { describe, expect, test } from "vitest";
import { currenciesOf, foreignNotes, onOwnCurrency, strayLine } from "./foreign-amounts.ts";

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
    ["dollars on an account in euros, which go elsewhere", line("A", "USD"), false],
    ["an account that nobody knows yet", line("N", "USD"), false],
  ])("stand where they may: %s", (_, one, isStray) => {
    expect(strayLine([one], accountOf)).toBe(isStray ? one : undefined);
  });

  test.each([
    ["of an account in euros go to its part in their currency", line("A", "USD"), "USD*A"],
    ["in euros stay", line("A", "EUR"), "A"],
    ["of an account in theirs stay", line("D", "USD"), "D"],
    ["of an account in another one stay, and are refused", line("D", "CHF"), "D"],
    ["of a new account that is all theirs make it so", line("N", "USD"), "N"],
    ["of a new account that has euros too go to its part", line("M", "USD"), "USD*M"],
    ["without an account, of which none is known", line("", "USD"), "USD*COMPTE"],
  ])("%s", (_, one, expected) => {
    const known = (name: string) =>
      name === "" ? undefined : (accountOf(name) && { ...accountOf(name)!, number: name }) || null;
    expect(onOwnCurrency([one, line("M", "EUR")], known)[0]?.bank_account).toBe(expected);
  });

  test("are told by account and currency", () => {
    const lines = [
      line("USD*A", "USD"),
      line("CHF*A", "CHF"),
      line("USD*A", "USD"),
      line("A", "EUR"),
      line("D", "USD"),
    ];
    expect(foreignNotes(lines, () => "Courant").map((note) => note.replaceAll("\u00a0", " "))).toEqual([
      "2 opérations en USD sur un compte à part, « Courant (USD) » : hors des soldes, du lettrage et des exports.",
      "1 opération en CHF sur un compte à part, « Courant (CHF) » : hors des soldes, du lettrage et des exports.",
    ]);
  });
});
