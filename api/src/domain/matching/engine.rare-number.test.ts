import { describe, expect, test } from "vitest";
import { aTransactionToMatch, anOpenInvoice, BEFFROI, decideOne, REX } from "./matching.testing.ts";

const rex = (number: string, euros: string) => anOpenInvoice(number, euros, { payer_key: REX.payer_key });
const beffroi = (number: string, euros: string) =>
  anOpenInvoice(number, euros, { payer_key: BEFFROI.payer_key });

describe("the full number of the only open invoice of the amount (LET-55)", () => {
  const YEARS = [rex("1078/2026", "486.20"), beffroi("2026/2026", "212.31"), rex("0504/2026", "74.10")];

  test.each([
    "VIR SARL LE REX N 0854 2026/1078 2026",
    "VIR SARL LE REX RGLT 0908/2026/1078/2026",
    "VIR SARL LE REX 1078 2026 1078/2026",
    "VIR SARL LE REX FACT 1078 2 026",
  ])("« %s »: the bar may be in either number, and the amount says which", (label) => {
    expect(decideOne(YEARS, aTransactionToMatch(label, "486.20"))).toMatchObject({
      outcome: "automatic",
      invoice_ids: ["id-1078/2026"],
    });
  });

  test.each([
    [
      "another open invoice has it too",
      [...YEARS, beffroi("0300/2026", "486.20")],
      "VIR SARL LE REX 0854 2026/1078 2026",
    ],
    ["another client is named", YEARS, "VIR SEPA SARL BEFFROI CINES 0854 2026/1078 2026"],
    [
      "both are its own, and nothing of them was paid",
      [...YEARS, rex("0854/2026", "91.10")],
      "VIR SARL LE REX 0854 2026/1078 2026",
    ],
    ["bare digits stand beside words for something else", YEARS, "VIR REX AFFICHES 0854 2026/1078 2026"],
  ])("asked when %s", (_why, open, label) => {
    expect(decideOne(open, aTransactionToMatch(label, "486.20")).outcome).toBe("ask");
  });

  test.each([
    "VIR ZZZ PROD 2026-11-12",
    "VIR ZZZ PROD FACTURE N 2026-11-12",
    "VIR SEPA RECU /DE SARL LE REX /MOTIF 2026-11-12",
  ])("a number that is a day is read as it is printed: %s", (label) => {
    const open = [rex("2026-11-12", "333.10"), rex("2026-11-13", "91.20")];
    expect(decideOne(open, aTransactionToMatch(label, "333.10"))).toMatchObject({
      outcome: "automatic",
      gate: "G1",
      invoice_ids: ["id-2026-11-12"],
    });
  });

  test("a day that is another open invoice of the payer is no day of this one (LET-10)", () => {
    const open = [rex("2026-11-12", "333.10"), rex("2026-11-13", "91.20")];
    const label = "VIR SEPA DE SARL LE REX FACTURE 2026-11-13";
    expect(decideOne(open, aTransactionToMatch(label, "333.10")).outcome).toBe("ask");
  });

  test("a day written in another way is none of it", () => {
    const open = [rex("2026-11-12", "333.10")];
    expect(decideOne(open, aTransactionToMatch("VIR ZZZ PROD 12/11/2026", "333.10")).outcome).toBe("ask");
  });

  test("a number that reads as a day counts as it is printed", () => {
    const decided = (label: string) => decideOne(YEARS, aTransactionToMatch(label, "74.10"));
    expect(decided("VIR SEPA 0504 2 026").outcome).toBe("ask");
  });
});
