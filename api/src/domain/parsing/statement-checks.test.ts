import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { brokenBalances, type PlacedLine } from "./statement-checks.ts";

const plain = (texts: readonly string[]): string[] =>
  texts.map((text) => text.replace(/[\u00a0\u202f]/g, " "));
const line = (at: number, day: number, amount: number, balance?: number, bank_account = ""): PlacedLine => ({
  line: at,
  transaction_date: civilDate(`2026-12-${String(day).padStart(2, "0")}`),
  amount: cents(amount),
  balance: balance === undefined ? undefined : cents(balance),
  bank_account,
  currency_code: "EUR",
});

describe("a column of balances that breaks (BANK-25)", () => {
  test.each([
    ["follows the amounts", [line(2, 1, 10_00, 10_00), line(3, 2, 5_00, 15_00)]],
    ["follows them from the newest on", [line(2, 2, 5_00, 15_00), line(3, 1, 10_00, 10_00)]],
    [
      "stands at the end of each day only",
      [line(2, 1, 10_00, 10_00), line(3, 2, 5_00), line(4, 2, 1_00, 16_00)],
    ],
    [
      "is of two accounts",
      [line(2, 1, 10_00, 10_00, "A"), line(3, 1, 7_00, 7_00, "B"), line(4, 2, 1_00, 11_00, "A")],
    ],
    ["is not there", [line(2, 1, 10_00), line(3, 2, 5_00)]],
  ])("is not told where it %s", (_, lines) => {
    expect(brokenBalances(lines)).toEqual([]);
  });

  test("is told with line, date and amounts", () => {
    const lines = [
      line(2, 1, 10_00, 10_00),
      line(3, 2, 5_00, 15_00),
      line(4, 3, -5_00, 20_00),
      line(5, 4, 1_00, 21_00),
    ];
    expect(plain(brokenBalances(lines))).toEqual([
      "Ligne 4 : après l’opération du 03/12/2026 (-5,00 €), le solde devrait être de 10,00 €, le fichier indique 20,00 €.",
    ]);
  });

  test("is told of the right line when the newest comes first", () => {
    const lines = [
      line(2, 4, 1_00, 22_00),
      line(3, 3, 5_00, 20_00),
      line(4, 2, 5_00, 15_00),
      line(5, 1, 10_00, 10_00),
    ];
    expect(plain(brokenBalances(lines))).toEqual([
      "Ligne 2 : après l’opération du 04/12/2026 (1,00 €), le solde devrait être de 21,00 €, le fichier indique 22,00 €.",
    ]);
  });

  test("is told once where nothing follows", () => {
    const lines = Array.from({ length: 30 }, (_, index) => line(index + 2, index + 1, 1_00, 500_00));
    expect(plain(brokenBalances(lines))).toEqual([
      "Le solde indiqué ne suit pas les montants sur 29 lignes ; la première : ligne 3 : après l’opération du 02/12/2026 (1,00 €), le solde devrait être de 501,00 €, le fichier indique 500,00 €.",
    ]);
  });
});
