import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";

const csv = (...lines: string[]) =>
  readBankStatement(Buffer.from(["Date;Libellé;Montant", "28/12/2026;VIR;5,00", ...lines].join("\r\n")));

describe("a row with a date and an amount", () => {
  test.each([
    "SOLDE SEMAINE 45 CINEMA REX",
    "SOLDE OCTOBRE",
    "SOLDE DE NOVEMBRE CINEMA LE BEFFROI",
    "SOLDE BORDEREAU 1234",
    "Solde 2026",
    "SOLDE DE TOUT COMPTE",
    "SOLDE COMPTE CLIENT REX",
    "Nouveau solde locations",
    "TOTAL DES LOCATIONS OCTOBRE",
    "TOTAL DU MOIS CINEMA REX",
    "TOTAL DES FACTURES",
    "TOTAL ENERGIES SE",
    "TOTAL 1234 REX",
    "REPORTAGE PHOTO",
    "REPORT LOCATION S45",
    "A REPORTER REX",
    "SOUS TOTAL CINEMA REX",
    "TOTAL DES RECETTES OCTOBRE",
    "TOTAL NOVEMBRE 2026",
    "TOTAL MOUVEMENTS REX NOVEMBRE",
    "CUMUL LOCATIONS S45",
    "SOLDE COMPTE COURANT REX",
    "BALANCE INVOICE F26000123",
    "BALANCE DUE REX",
    "OPENING NIGHT SARL",
    "CLOSING BALANCE INVOICE 12",
    "ENDEMOL",
  ])("BANK-5: %s is an operation", async (label) => {
    const { lines, ignored } = await csv(`29/12/2026;${label};1,00`);
    expect(lines.map((line) => line.label)).toEqual(["VIR", label]);
    expect(ignored).toBe(0);
  });

  test.each([
    "SOLDE",
    "Solde créditeur",
    "SOLDE DEBITEUR AU 28.12.2026",
    "SOLDE CREDITEUR AU 31 DECEMBRE 2026",
    "Solde au 1er janvier 2027",
    "Solde précédent au 30/11/2026 :",
    "Solde au 31/12/2026 45 210,18 €",
    "Solde initial",
    "Solde final en euros",
    "Solde comptable au 31/12/2026",
    "Solde du compte 00012345678 au 31/12/2026",
    "Solde en fin de période",
    "Solde d’ouverture",
    "ANCIEN SOLDE",
    "ANCIEN SOLDE CREDITEUR AU 31/12/2026",
    "Nouveau solde au 31/12/2026",
    "Nouveau solde (EUR)",
    "Total",
    "TOTAUX",
    "Total général",
    "Total des opérations",
    "TOTAL DES MOUVEMENTS",
    "Totaux des mouvements",
    "Total des débits et des crédits",
    "Total débits 1 234,56 €",
    "Total du 01/12/2026 au 31/12/2026",
    "Total du mois",
    "Sous-total",
    "SOUS TOTAL DES OPERATIONS",
    "REPORT",
    "Report du solde précédent",
    "REPORT A NOUVEAU",
    "Report solde au 30/11/2026",
    "A REPORTER",
    "À reporter",
    "Closing balance",
    "CLOSING BALANCE AS OF 30 11 2026",
    "Opening balance",
    "Opening Balance on 01/11/2026",
    "Ending balance",
    "Balance",
    "Balance brought forward",
    "Total mouvements novembre 2026",
    "Total des opérations du mois de novembre",
    "Total crédits novembre 2026 1 234,56 €",
    "Solde compte courant",
    "Solde du compte chèques au 30/11/2026",
    "Cumul",
    "Cumul des débits",
  ])("BANK-24: %s is none", async (label) => {
    const { lines, ignored, errors } = await csv(`29/12/2026;${label};1,00`);
    expect([lines.length, ignored, errors]).toEqual([1, 1, []]);
  });
});

test("what begins as a sum is none without a day, or without an amount", async () => {
  const { lines, ignored, errors } = await csv(
    "Solde disponible de vos comptes;;12,00",
    ";Total des avoirs du client;12,00",
    "29/12/2026;Solde de vos comptes;",
  );
  expect([lines.length, ignored, errors]).toEqual([1, 3, []]);
});

test("a label that repeats such words costs no more than another", async () => {
  const rows = Array.from({ length: 300 }, () => `29/12/2026;SOLDE${" FIN DE MOIS".repeat(40)} REX;1,00`);
  expect((await csv(...rows)).lines).toHaveLength(301);
}, 1000);
