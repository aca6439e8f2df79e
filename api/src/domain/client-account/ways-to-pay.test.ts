import { expect, test } from "vitest";
import { waysInMail, waysOnPaper } from "./ways-to-pay.ts";

const OWN = { factor: null, iban: "FR7630001007941234567890185" };
const FACTOR = { factor: "Factor Nord", iban: "FR7612345678901234567890123" };
const plain = (lines: readonly string[]) => lines.map((line) => line.replaceAll(/[\u00a0\u202f]/g, " "));

test("a statement says the distributor's IBAN while nothing open is assigned (CLI-2, MAIL-11)", () => {
  expect(plain(waysOnPaper([OWN]))).toEqual([
    "Règlement par virement : IBAN FR76 3000 1007 9412 3456 7890 185",
  ]);
  expect(plain(waysInMail([OWN], "411REX"))).toEqual([
    "Merci d’indiquer le compte 411REX en référence de votre virement (IBAN FR76 3000 1007 9412 3456 7890 185).",
  ]);
});

test("it says the factor's when all that is open is assigned", () => {
  expect(plain(waysOnPaper([FACTOR]))).toEqual([
    "Vos factures sont cédées à Factor Nord. Règlement par virement à son ordre : IBAN FR76 1234 5678 9012 3456 7890 123",
  ]);
  expect(plain(waysInMail([FACTOR], "411REX"))).toEqual([
    "Vos factures sont cédées à Factor Nord : merci de lui adresser votre virement (IBAN FR76 1234 5678 9012 3456 7890 123), avec le compte 411REX en référence.",
  ]);
});

test("it names both when some of it is", () => {
  expect(plain(waysOnPaper([OWN, FACTOR]))).toEqual([
    "Règlement des factures qui ne sont pas cédées, par virement : IBAN FR76 3000 1007 9412 3456 7890 185",
    "Règlement des factures cédées à Factor Nord, comme chacune l’indique : IBAN FR76 1234 5678 9012 3456 7890 123",
  ]);
  expect(plain(waysInMail([OWN, FACTOR], "411REX"))).toEqual([
    "Merci d’indiquer le compte 411REX en référence de votre virement (IBAN FR76 3000 1007 9412 3456 7890 185) pour les factures qui ne sont pas cédées.",
    "Pour les factures cédées à Factor Nord, comme chacune l’indique, merci de lui adresser votre virement (IBAN FR76 1234 5678 9012 3456 7890 123), avec le compte 411REX en référence.",
  ]);
});

test("it says none that nobody has written", () => {
  expect(waysOnPaper([{ factor: null, iban: "" }])).toEqual([]);
});
