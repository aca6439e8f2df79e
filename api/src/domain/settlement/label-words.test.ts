import { expect, test } from "vitest";
import { isQuoted } from "./label-words.ts";

test.each([
  ["F26-000123", "VIR F26000123", true],
  ["F26-000123", "VIR F26 000123 DU 12/11/2026", true],
  ["F26-000123", "VIR F260001234", false],
  ["AV 6", "REMBT AV-6", true],
  // LET-6: a bare number that is too short, but behind a word for a document, or as it is printed with its sign.
  ["47", "REMISE CHEQUE 47 CINEMAS", false],
  ["47", "VIR S47 SEMAINE 47", false],
  ["47", "VIR FACT 47", true],
  ["47", "VIR FACTURE N 47 ET AVOIR N 3", true],
  ["3", "VIR FACTURE N 47 MOINS AVOIR N 3", true],
  ["3", "VIR SALLE N 3", false],
  ["12", "VIR FACT 12/11/2026", false],
  ["12", "VIR FACT 12,50", false],
  ["26-74", "VIR 26-74", true],
  ["26-74", "VIR 26 74", false],
  ["26-74", "VIR FACT 26 74", true],
  ["26-354", "VIR 26354", true],
  // LET-31: a sum.
  ["26-354", "VIR 26 354,00 EUR", false],
  // LET-55: a day is a number where it is printed so.
  ["26-11-12", "VIR 26-11-12", true],
  ["26-11-12", "VIR 26/11/12", false],
  ["261112", "VIR 261112", false],
  ["261112", "VIR FACT 261112", true],
  ["-", "VIR", false],
])("LET-41: the number « %s » is quoted by « %s »: %s", (number, text, expected) => {
  expect(isQuoted(number, text)).toBe(expected);
});
