import { expect, test } from "vitest";
import { STANDARD_ACCOUNTS } from "./account-choices.ts";
import { counterpartPhrase, proposeCounterpart } from "./counterpart.ts";

const ACCOUNTS = new Map(STANDARD_ACCOUNTS.map(({ code, label }) => [code, label]));
const proposed = (label: string) => {
  const proposal = proposeCounterpart(label, undefined, ACCOUNTS);
  return proposal && (proposal.account || proposal.kind);
};

test.each([
  ["PRLV SEPA SCI DES PROJECTIONS LOYER OCTOBRE 2026", "613200"],
  ["PRLV SEPA URSSAF ILE DE FRANCE 117000037802877", "431000"],
  ["VIR SEPA SALAIRES OCTOBRE 2026 4 BENEFICIAIRES", "421000"],
  ["PRLV SEPA DGFIP IMPOT TVA 3310CA3 SEPTEMBRE", "445510"],
  ["VIR SEPA EMIS /BEN GRAND ANGLE DISTRIBUTION /MOTIF VIREMENT INTERNE COMPTE 2", "580000"],
  ["CNC SOUTIEN SELECTIF DISTRIBUTION DOSSIER 2026-D-0418", "740000"],
  ["INTERETS CREDITEURS OCTOBRE", "768000"],
  ["COTISATION COMPTE PRO OCTOBRE", "fees"],
  ["FRAIS DE TENUE DE COMPTE OCTOBRE", "fees"],
  ["FRAIS CHEQUE IMPAYE 0004512", "fees"],
  ["VIR SEPA RECU /DE M ROUSSEAU JEAN /MOTIF CINEMA OCTOBRE", null],
  ["VIR SEPA EMIS /BEN LABO DCP SERVICES /MOTIF FACT 26-1187", null],
])("LET-20: « %s » proposes %s", (label, expected) => {
  expect(proposed(label)).toBe(expected);
});

test("the phrase of a line is the same from one month to the next", () => {
  expect(counterpartPhrase("VIR SEPA EMIS /BEN LABO DCP SERVICES /MOTIF FACT 26-1187")).toBe(
    "LABO DCP SERVICES",
  );
  expect(counterpartPhrase("AFFICHES FACT 2026/1044 (IMPRIMERIE DU CANAL)")).toBe("IMPRIMERIE DU CANAL");
  expect(counterpartPhrase("COTISATION COMPTE PRO OCTOBRE")).toBe(
    counterpartPhrase("COTISATION COMPTE PRO NOVEMBRE"),
  );
  expect(counterpartPhrase("0004512 12/10")).toBe("");
});

test.each([
  ["IMPRIMERIE DU CANAL AFFICHES FACT 2026/1044", "Imprimerie du Canal", "IMPRIMERIE DU CANAL"],
  ["FACT 26-1187", "LABO DCP SERVICES", "LABO DCP SERVICES"],
  // Fees and interest have one other party, the bank: their words tell them apart.
  ["INTERETS CREDITEURS NOVEMBRE", "Banque des Deux Rives", "INTERETS CREDITEURS"],
  ["FRAIS DE TENUE DE COMPTE", "Banque des Deux Rives", "FRAIS DE TENUE DE COMPTE"],
])("LET-20: « %s » of %s is remembered as %s", (label, party, expected) => {
  expect(counterpartPhrase(label, party)).toBe(expected);
});

test("what was decided last comes before what the words say, unless its account has left the list", () => {
  const label = "COTISATION COMPTE PRO OCTOBRE";
  const remembered = { kind: "account" as const, account: "401000" };
  expect(proposeCounterpart(label, remembered, ACCOUNTS)).toMatchObject(remembered);
  expect(proposeCounterpart(label, { ...remembered, account: "999999" }, ACCOUNTS)).toMatchObject({
    kind: "fees",
  });
});
