import { expect, test } from "vitest";
import { bankWords, isPartOf } from "./same-words.ts";

const CUT = "VIR SEPA SARL CINEMA DES TROIS R FACTURE F26000123";

test.each([
  [CUT, "SARL CINEMA DES TROIS RIVIERES FACTURE F26000123", true],
  // The name goes on otherwise, or stands behind another word.
  [CUT, "SARL CINEMA DES TROIS SAPINS FACTURE F26000123", false],
  [CUT, "SARL CINEMA RIVIERES DES TROIS FACTURE F26000123", false],
  // Nothing was cut there, or not in a word.
  [
    "VIR SARL CINEMA DES TROIS R FACTURE F26000123",
    "SARL CINEMA DES TROIS RIVIERES FACTURE F26000123",
    false,
  ],
  ["VIR SEPA SARL CINEMA DES TROIS 4 FACTURE F26000123", "SARL CINEMA DES TROIS 47 FACTURE F26000123", false],
  ["VIR SEPA SARL CINEMA DES TROIS R", "SARL CINEMA DES TROIS RIVIERES", false],
  // A second word is missing.
  [`${CUT} S44`, "SARL CINEMA DES TROIS RIVIERES FACTURE F26000123", false],
])("all that « %s » tells stands in « %s »: %s (BANK-11)", (part, whole, expected) => {
  expect(isPartOf(bankWords(part), bankWords(whole))).toBe(expected);
});

test.each([
  ["/NAME/REMI SARL/REMI/LOYER", ["REMI", "SARL", "LOYER"]],
  ["VIR SEPA REMI NPY REMI SARL LCC LOYER", ["REMI", "SARL", "LOYER"]],
  ["VIR SEPA REX NPY REMI SARL LCC LOYER", ["REX", "REMI", "SARL", "LOYER"]],
  ["CHQ N° 12", ["CHEQUE", "N", "12"]],
])("« %s » tells %j", (label, words) => {
  expect(bankWords(label).telling).toEqual(words);
});

test.each([
  // What CFONB says in its 31 characters, and again behind a tag: the last word may be cut there.
  [
    "VIR SEPA SARL CINEMA DES TROIS R NPY SARL CINEMA DES TROIS RIVIERES",
    ["SARL", "CINEMA", "TROIS", "RIVIERES"],
  ],
  ["VIR SEPA R NPY REX", ["R", "REX"]],
  ["VIR SEPA CINEMA TROIS F26001 NPY CINEMA TROIS RCN F260012", ["F26001", "CINEMA", "TROIS", "F260012"]],
  [
    "VIR SEPA R CINEMA DES TROIS SAP NPY CINEMA DES TROIS SAPINS RUE",
    ["R", "CINEMA", "TROIS", "SAPINS", "RUE"],
  ],
])(
  "« %s » tells %j, of a word that is cut only at the end of the 31 characters (BANK-11)",
  (label, words) => {
    expect(bankWords(label).telling).toEqual(words);
  },
);

test.each([
  ["VIR FACTURE 2601 NPY CINE REX RCN 26010", "VIR CINE REX 26010 FACTURE 2602"],
  ["VIR SEPA S12 NPY CINE REX LCC S125 F26000123", "CINE REX S125 F26000123 S13"],
  ["REM CB 123456", "REMISE CB 123456 FRAIS"],
  ["REM CB 123456", "COMMISSION REMISE CB 123456"],
])("« %s » and « %s » are two operations (BANK-11)", (one, other) => {
  expect([isPartOf(bankWords(one), bankWords(other)), isPartOf(bankWords(other), bankWords(one))]).toEqual([
    false,
    false,
  ]);
});

test.each([
  ["VIR SEPA S125 NPY CINE REX LCC S125 F26000123", "CINE REX S125 F26000123"],
  ["REM CB 123456 FRAIS", "REMISE CB 123456 FRAIS"],
])("« %s » and « %s » are one (BANK-11)", (one, other) => {
  expect(isPartOf(bankWords(one), bankWords(other))).toBe(true);
});
