import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { COLUMN_NAMES } from "./statement-column-names.ts";

const read = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));

describe("columns that are known by their names (BANK-3)", () => {
  test.each([
    ["Date;Opération;Montant", "28/12/2026;VIR SARL BEFFROI F26000123;2897,31"],
    ["Date;Libellé;Montant net", "28/12/2026;VIR SARL BEFFROI F26000123;2897,31"],
    ["Date de valeur;Libellé;Montant", "28/12/2026;VIR SARL BEFFROI F26000123;2897,31"],
    ["Date valeur;Opérations;Montant net (EUR)", "28/12/2026;VIR SARL BEFFROI F26000123;2897,31"],
    ["Jour;Désignation;Dépenses;Recettes", "28/12/2026;VIR SARL BEFFROI F26000123;;2897,31"],
    [
      "Transaction Date,Narrative,Debit Amount,Credit Amount",
      "28/12/2026,VIR SARL BEFFROI F26000123,,2897.31",
    ],
    [
      "Date,Transaction Details,Paid out,Paid in,Balance",
      "28/12/2026,VIR SARL BEFFROI F26000123,,2897.31,9.00",
    ],
    ["Posting Date,Memo,Money out,Money in", "28/12/2026,VIR SARL BEFFROI F26000123,,2897.31"],
    [
      "Fecha;Fecha valor;Concepto;Importe;Saldo",
      "28/12/2026;28/12/2026;VIR SARL BEFFROI F26000123;2.897,31;1,00",
    ],
    ["F. Operación;Concepto;Cargo;Abono", "28/12/2026;VIR SARL BEFFROI F26000123;;2.897,31"],
    [
      "Buchungstag;Wertstellung;Verwendungszweck;Betrag (EUR)",
      "28.12.2026;28.12.2026;VIR SARL BEFFROI F26000123;2.897,31",
    ],
    ["Buchungsdatum;Verwendungszweck;Soll;Haben", "28.12.2026;VIR SARL BEFFROI F26000123;;2.897,31"],
    [
      "Data contabile;Data valuta;Descrizione;Importo;Divisa",
      "28/12/2026;28/12/2026;VIR SARL BEFFROI F26000123;2.897,31;EUR",
    ],
    ["Data operazione;Causale;Dare;Avere", "28/12/2026;VIR SARL BEFFROI F26000123;;2.897,31"],
  ])("%s", async (header, row) => {
    const { lines, errors } = await read(header, row);
    expect(errors).toEqual([]);
    expect(lines).toMatchObject([
      {
        transaction_date: "2026-12-28",
        label: "VIR SARL BEFFROI F26000123",
        amount: 2897_31,
        currency_code: "EUR",
      },
    ]);
  });

  test("a value date alone is also the date of the operation", async () => {
    const { lines } = await read("Valeur;Libellé;Montant", "28/12/2026;VIR;1,00");
    expect(lines).toMatchObject([{ transaction_date: "2026-12-28", value_date: "2026-12-28" }]);
  });

  test("a value date beside the date stays one", async () => {
    const { lines } = await read("Datum;Valuta;Verwendungszweck;Betrag", "28.12.2026;30.12.2026;VIR;1,00");
    expect(lines).toMatchObject([{ transaction_date: "2026-12-28", value_date: "2026-12-30" }]);
  });

  test.each([
    ["Date,Counterparty,Details,Amount", "28/12/2026,SARL BEFFROI CINES,F26000123,1.00"],
    ["Date;Tiers;Détails;Montant", "28/12/2026;SARL BEFFROI CINES;F26000123;1,00"],
    [
      "Buchungstag;Beguenstigter/Zahlungspflichtiger;Kundenreferenz (End-to-End);Betrag",
      "28.12.2026;SARL BEFFROI CINES;F26000123;1,00",
    ],
    ["Fecha;Ordenante;Observaciones;Importe", "28/12/2026;SARL BEFFROI CINES;F26000123;1,00"],
    ["Data;Ordinante;Note;Importo", "28/12/2026;SARL BEFFROI CINES;F26000123;1,00"],
  ])("who paid is kept of %s", async (header, row) => {
    expect((await read(header, row)).lines[0]?.label).toBe("SARL BEFFROI CINES F26000123");
  });

  test("the kind of an operation is no label where there is one", async () => {
    const { lines } = await read("Date;Opération;Libellé;Montant", "28/12/2026;VIREMENT;BEFFROI;1,00");
    expect(lines[0]?.label).toBe("BEFFROI");
  });

  test("money that came in is a credit, and money that went out a debit", async () => {
    const { lines } = await read(
      "Date;Libellé;Entrée;Sortie",
      "02/11/2026;VIR KORRIGAN SA;15,00;",
      "03/11/2026;FRAIS CB;;4,50",
    );
    expect(lines.map(({ amount }) => amount)).toEqual([15_00, -4_50]);
  });

  test("no name says two things", () => {
    const all = Object.values(COLUMN_NAMES).flat();
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  });

  test("a name is written as names are compared", () => {
    for (const name of Object.values(COLUMN_NAMES).flat()) expect(name).toMatch(/^[a-z0-9]+( [a-z0-9]+)*$/);
  });
});

describe("the column that says which way money goes (BANK-7)", () => {
  test.each([
    ["Buchungstag;Verwendungszweck;Umsatz;Soll/Haben", "28.12.2026;EDF;4,00;S", "28.12.2026;VIR;10,00;H"],
    ["Data;Descrizione;Importo;Dare/Avere", "28/12/2026;EDF;4,00;Dare", "28/12/2026;VIR;10,00;Avere"],
    ["Fecha;Concepto;Importe;Debe/Haber", "28/12/2026;EDF;4,00;Debe", "28/12/2026;VIR;10,00;Haber"],
    ["Date,Description,Amount,Dr/Cr", "28/12/2026,EDF,4.00,DR", "28/12/2026,VIR,10.00,CR"],
  ])("%s", async (...rows) => {
    const { lines } = await read(...rows);
    expect(lines.map(({ amount }) => amount)).toEqual([-4_00, 10_00]);
  });
});
