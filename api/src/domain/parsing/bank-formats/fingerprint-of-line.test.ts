import { hash } from "node:crypto";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { normaliseText } from "../normalise-name.ts";
import { fingerprints } from "./fingerprint-of-line.ts";

const ACCOUNT = "FR7630003000200005432100044\n2026-11-28\n";

describe("what a line is marked by is the same in bytes as in texts (BANK-10)", () => {
  const lines = [
    ["VIR SEPA RECU F26000123 SARL BEFFROI CINES", 2897_31, 0],
    ["  /NAME/Beffroi//REMI/F26000123. ", -1, 1],
    ["", 999_999_999_99, 12],
    ["...", -999_999_999_99, 0],
    ["COMMISSION DE MOUVEMENT « frais » é", 100, 0],
    ["A\ud800B", 100, 0],
    ["é".repeat(500), 100, 3],
    ["A ".repeat(250), 100, 9],
    ["LONG ".repeat(2000), 100, 10],
  ] as const;

  test.each(lines)("« %s », %i cents, rank %i", (label, amount, rank) => {
    const marks = fingerprints();
    // What the line before left behind is not read again.
    marks.begin("X".repeat(100));
    marks.of({ amount: cents(123_456_789), currency_code: "EUR", label: "A longer line than most" }, 0);
    marks.begin(ACCOUNT);
    expect(marks.of({ amount: cents(amount), currency_code: "EUR", label }, rank)).toBe(
      hash("sha256", `${ACCOUNT}${amount}\nEUR\n${normaliseText(label)}\n${rank}`),
    );
  });

  test("of a bank with an accent, of a longer name than any, of a currency that is none", () => {
    for (const begin of ["Société Générale\n2026-11-28\n", "é".repeat(3000)])
      for (const currency_code of ["USD", "€", "NINELETTERS"]) {
        const marks = fingerprints();
        marks.begin(begin);
        expect(marks.of({ amount: cents(5), currency_code, label: "A" }, 0)).toBe(
          hash("sha256", `${begin}5\n${currency_code}\na\n0`),
        );
      }
  });
});
