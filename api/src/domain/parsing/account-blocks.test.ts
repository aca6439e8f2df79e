import { expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const [A, B] = ["FR7630004008180001234567806", "FR1420041010050500013M02606"];
const HEADER = "Date;Libellé;Montant";
const ROWS = ["28/12/2026;VIR A;5,00", "29/12/2026;VIR B;6,00"];

test.each([
  ["an IBAN", `Compte ${A};;`, `Livret ${B}`],
  ["an IBAN in blocks", "Compte FR76 3000 4008 1800 0123 4567 806;;", `Compte ${B};;`],
  ["an IBAN beside the label", `IBAN;${A};`, `IBAN;${B};`],
  ["a number", "Compte n° 12345678901;;", "Compte n° 98765432109;;"],
  ["the end of a number", "Compte ****1234;;", "Compte ****9876;;"],
])("BANK-15: a file of two accounts, each told by %s, is refused", async (_, first, second) => {
  const file = csv(first, HEADER, ...ROWS, "Solde au 31/12/2026;;45,00", "", second, HEADER, ...ROWS);
  await expect(file).rejects.toMatchObject({
    message: expect.stringMatching(/^Ce fichier contient les opérations de plusieurs comptes \(/) as string,
  });
});

test.each([
  ["the same account on each page", `Compte ${A};;`, `Compte ${A};;`],
  ["it written otherwise", `Compte ${A};;`, "Compte FR76 3000 4008 1800 0123 4567 806;;"],
  ["its number in the IBAN", `Compte ${A};;`, "Compte n° 00012345678;;"],
  ["its end behind stars", "Compte n° 12345678901;;", "Compte ****8901;;"],
  ["a number of another kind", "Compte n° 12345678901;;", "Une question sur votre compte : 0969320606;;"],
  ["none", "Relevé;;", `Compte ${A};;`],
])("a file that names %s is one of one account", async (_, first, second) => {
  const { lines } = await csv(first, HEADER, ...ROWS, ...ROWS, ...ROWS, ...ROWS, second, HEADER, ...ROWS);
  expect(lines).toHaveLength(10);
});

test.each([
  ["an operation", `28/12/2026;VIR DE ${B};5,00`],
  ["an operation of nothing", `28/12/2026;VIR DE ${B};0,00`],
  ["one that cannot be read", `28/12/2026;VIR DE ${B};O,00`],
  ["what goes on with a label", `;/IBAN ${B};`],
])("the account of a payer, in the label of %s, is no other account of the file", async (_, row) => {
  const { lines } = await csv(`Compte ${A};;`, HEADER, ...ROWS, row, HEADER, ...ROWS);
  expect(lines.length).toBeGreaterThanOrEqual(4);
});
