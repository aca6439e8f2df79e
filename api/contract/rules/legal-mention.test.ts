import { describe, expect, it, test } from "vitest";
import { cents } from "../units/money.ts";
import { legalMention, readLegalMention, wrongLegalForm } from "./legal-mention.ts";

const asTyped = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("BILL-20: form and capital of a company", () => {
  it.each([
    ["SAS au capital de 40 000 €", "SAS", 40_000_00],
    ["SARL au capital social de 7.500,50 euros", "SARL", 7_500_50],
    ["SAS au capital de 40\u202f000\u00a0€", "SAS", 40_000_00],
    ["SA coopérative à capital variable", "SA coopérative à capital variable", null],
    ["Association", "Association", null],
    ["SAS au capital de 0 €", "SAS au capital de 0 €", null],
    ["", "", null],
  ])("« %s » is %j with %j", (text, legal_form, capital) => {
    const share_capital = capital === null ? null : cents(capital);
    expect(readLegalMention(text)).toEqual({ legal_form, share_capital });
  });

  it("are printed as they were read", () => {
    for (const text of [
      "SAS au capital de 40 000 €",
      "SA coopérative à capital variable",
      "SARL au capital de 7 500,50 €",
      "",
    ])
      expect(asTyped(legalMention(readLegalMention(text)))).toBe(text);
  });

  test.each([
    ["SAS", null, "share_capital"],
    ["sarl", null, "share_capital"],
    ["SA", 10_000_00, "share_capital"],
    ["SA", 37_000_00, undefined],
    ["Association", 100_00, "share_capital"],
    ["", 100_00, "legal_form"],
    ["Association", null, undefined],
    ["SCOP à capital variable", null, undefined],
    ["", null, undefined],
  ])("« %s » with a capital of %j is wrong in %s", (legal_form, capital, field) => {
    const wrong = wrongLegalForm({ legal_form, share_capital: capital === null ? null : cents(capital) });
    expect(Object.keys(wrong)).toEqual(field === undefined ? [] : [field]);
  });
});
