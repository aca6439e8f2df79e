import { expect, test } from "vitest";
import { deskOf, type Line } from "./desk.ts";
import type { Beside } from "../evidence.ts";
import { read } from "./reader.ts";

const COMPANIES = [
  { id: "rex", name: "SARL Le Rex Valence", sites: ["Cinéma Le Rex Valence"] },
  { id: "lux", name: "Association Ciné-club de Gap", sites: ["Le Lux Gap"] },
  { id: "fils", name: "Bourgeois Spectacles SARL", sites: ["Éden Apt"] },
  { id: "père", name: "Bourgeois Spectacles SAS", sites: ["Éden Die"] },
  { id: "gex", name: "Commune de Gex", sites: ["Le Patio Gex"] },
];
const invoice = (number: string, company: string, due: number, week = 20) => ({
  id: number,
  number,
  company,
  due,
  week,
});
const DESK = deskOf(
  [
    invoice("0143/2026", "rex", 19_697),
    invoice("0144/2026", "rex", 5_000),
    invoice("0145/2026", "rex", 5_000),
    invoice("0150/2026", "lux", 16_500),
    invoice("0151/2026", "gex", 16_500),
    invoice("0152/2026", "fils", 8_800),
    invoice("1987/2025", "gex", 7_777),
  ],
  COMPANIES,
);
const line = (label: string, amount: number, beside: Beside = {}): Line => ({ label, amount, beside });

test.each([
  ["VIR SARL LE REX VALENCE FACT 0143/2026", 19_697, "full number and amount", ["0143/2026"]],
  ["VIR RECU SARL LE REX VALENCE FACT 01 43/202 6", 19_697, "full number and amount", ["0143/2026"]],
  ["VIR HOLDING JPB 0143/2026 196,97 EUR", 19_697, "full number and amount", ["0143/2026"]],
  ["VIR HOLDING JPB 0150/2026 4512778001234", 16_500, "full number and amount", ["0150/2026"]],
  ["VIR FACT 0143/2026 ET 0144/2026", 24_697, "list of numbers", ["0143/2026", "0144/2026"]],
  ["VIR FACT 0143/2026 A 0145/2026", 29_697, "range", ["0143/2026", "0144/2026", "0145/2026"]],
  ["VIR SARL LE REX VALENCE FACT 143", 19_697, "short number", ["0143/2026"]],
  ["VIR SARL LE REX VALENCE FACT 143 144", 24_697, "short number", ["0143/2026", "0144/2026"]],
  ["SGC ANNONAY P/C COMMUNE DE GEX MDT 12 BORD 4", 7_777, "payer and unique amount", ["1987/2025"]],
  ["VIREMENT CINEMA LE REX VALENCE S20", 19_697, "payer and unique amount", ["0143/2026"]],
] as const)("« %s » leaves no doubt", (label, amount, evidence, invoices) => {
  expect(read(line(label, amount), DESK)).toEqual({ evidence, invoices });
});

test.each([
  ["another sum", "VIR FACT 0143/2026", 19_698],
  ["two invoices of the amount", "VIREMENT SARL LE REX VALENCE", 5_000],
  ["a name that two companies have", "VIR BOURGEOIS SPECTACLES", 8_800],
  ["the number of another client", "VIR ASSOCIATION CINE-CLUB DE GAP FACT 0151/2026", 16_500],
  ["words for something else", "VIR SARL LE REX VALENCE TRANSPORT COPIE", 19_697],
  ["a number in another distributor's shape", "VIR SARL LE REX VALENCE FACT GO-656-5429", 19_697],
  ["another week", "VIR SARL LE REX VALENCE S19", 19_697],
  ["an invoice by a short number whose payer is not named", "VIR HOLDING JPB FACT 150", 16_500],
  ["a day that is no number", "VIR HOLDING JPB DU 14/05/2026", 16_500],
] as const)("%s leaves a doubt", (_why, label, amount) => {
  expect(read(line(label, amount), DESK)).toBeNull();
});

test("what only a column tells is evidence beside the label", () => {
  const told = { evidence: "beside the label", invoices: ["0143/2026"] };
  expect(read(line("REGLEMENT", 19_697, { references: ["0143/2026"] }), DESK)).toEqual(told);
  expect(read(line("FILMS", 19_697, { party_name: "Le Rex Valence SARL" }), DESK)).toEqual(told);
  expect(read(line("REGLEMENT", 19_697, { payment_type: "0143/2026" }), DESK)).toBeNull();
});

test("a column that says otherwise takes the certainty of a label away", () => {
  const label = "FACT 0150/2026";
  expect(read(line(label, 16_500), DESK)?.invoices).toEqual(["0150/2026"]);
  expect(read(line(label, 16_500, { party_name: "COMMUNE DE GEX" }), DESK)).toBeNull();
});
