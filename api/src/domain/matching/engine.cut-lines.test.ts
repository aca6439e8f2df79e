import { describe, expect, test } from "vitest";
import {
  aTransactionToMatch,
  anOpenInvoice,
  BEFFROI,
  decideOne,
  plainBlanks,
  REX,
} from "./matching.testing.ts";

const REX_201 = anOpenInvoice("F26000201", "486.20", { payer_key: REX.payer_key });
const OPEN = [REX_201, anOpenInvoice("F26000333", "212.31", { payer_key: BEFFROI.payer_key })];
const decided = (label: string) => decideOne(OPEN, aTransactionToMatch(label, "486.20"));

describe("a line that the bank cuts at 31 characters (LET-54)", () => {
  test.each([
    "VIR SARL LE REX REGLT FACT F260",
    "VIR SARL LE REX FACT F26000",
    "VIR SARL LE REX RGLT FA F 26 00",
  ])("« %s »: the number that it cuts begins the one invoice that the payer owes of that amount", (label) => {
    const entry = decided(label);
    expect(entry).toMatchObject({ outcome: "automatic", gate: "G3", invoice_ids: ["id-F26000201"] });
    expect(plainBlanks(entry.explanation)[0]).toMatch(/^début de numéro, coupé par la banque : F2600?0?$/);
  });

  test.each([
    ["the number begins otherwise", "VIR SARL LE REX REGLT FACT F250"],
    ["another distributor's number", "VIR SARL LE REX REGLT FACT HC26"],
    ["the line may go on in other words", "VIR SARL LE REX PAIEMENT POUR L"],
    ["a hall may be what is let", "VIR SARL LE REX LOCATION DE SAL"],
    ["words stand behind the order's number", "VIR SARL LE REX REG 8118 AFFICH"],
    ["a blank stood where the line ends", "VIR SARL LE REX VOTRE FACTURE"],
    ["half a name stands behind the payer's", "VIR SARL LE REX FILMS DU FLEU"],
  ])("asked: %s", (_why, label) => {
    expect(decided(label).outcome).toBe("ask");
  });

  test.each([
    "VIR SARL LE REX LOCATIONS FILMS",
    "VIR SARL LE REX SEMAINE 47 FILM",
    "VIR LE REX SARL LOCATION DE FIL",
  ])("« %s » says for what it is", (label) => {
    expect(decided(label)).toMatchObject({ outcome: "automatic", gate: "G3" });
  });

  test.each([
    "VIR SARL LE REX PAIEMENT FOURNI",
    "VIR SARL LE REX DOSSIER 7432109",
    "VIR SARL LE REX BAP-2026-59512",
  ])("« %s » is what a payer's program writes, and all of it", (label) => {
    expect(decided(label)).toMatchObject({ outcome: "automatic", gate: "G3" });
  });
});
