import { describe, expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { UnreadableTable } from "./tables/file-row.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(`${lines.join("\r\n")}\r\n`));
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const ROWS = [
  "02/11/2026;VIR CINE REX F26000123;;1234,56",
  "03/11/2026;PRLV EDF;120,00;",
  "04/11/2026;REMISE CHQ;;1120,00",
];

describe("BANK-3: names of columns in two rows", () => {
  test.each([
    ["Date;Libellé;Montant (EUR);", ";;Débit;Crédit", "EUR"],
    ["Date;Libellé;Montant en USD", ";;Débit;Crédit", "USD"],
    ["Date;Libellé;Mouvements;", ";;Débit (EUR);Crédit (EUR)", "EUR"],
    ["Date;Libellé;;Montant", ";;Sorties;Entrées", "EUR"],
  ])("« %s » above « %s »", async (above, below, currency) => {
    // They stand again on the next page.
    const { lines, errors, ignored } = await csv("Compte;1", above, below, ...ROWS, above, below);
    expect([errors, ignored]).toEqual([[], 2]);
    expect(lines.map(({ amount }) => amount)).toEqual([1234_56, -120_00, 1120_00]);
    expect(lines.map(({ currency_code }) => currency_code)).toEqual([currency, currency, currency]);
  });

  test.each(["Date;Libellé;Montant;", "Date;Libellé;Montant"])(
    "« %s » above two words that are not known ask a person",
    async (above) => {
      const refused: unknown = await csv(above, ";;Vers;Depuis", ...ROWS).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(UnreadableTable);
      expect(refused).toMatchObject({ mendedBy: "columns" });
    },
  );

  const [BOOKED_FIRST, VALUE_FIRST] = ["02/11/2026;04/11/2026", "04/11/2026;02/11/2026"];
  test.each([
    ["Date;Date;Libellé;Montant;", "opération;valeur;;Débit;Crédit", BOOKED_FIRST],
    ["Date;;Libellé;Montant;", "Opération;Valeur;;Débit;Crédit", BOOKED_FIRST],
    ["Date;Valeur;Libellé;Montant;", ";;;Débit;Crédit", BOOKED_FIRST],
    ["Valeur;Date;Libellé;Montant;", ";;;Débit;Crédit", VALUE_FIRST],
    ["Date;Date;Libellé;Montant;", "valeur;comptable;;Débit;Crédit", VALUE_FIRST],
  ])("« %s » above « %s » has the day of the operation and that of its value", async (above, below, days) => {
    const { lines, errors } = await csv(above, below, `${days};VIR CINE REX;;1234,56`, `${days};EDF;120,00;`);
    expect(errors).toEqual([]);
    expect(
      lines.map(({ transaction_date, value_date, amount }) => [transaction_date, value_date, amount]),
    ).toEqual([
      ["2026-11-02", "2026-11-04", 1234_56],
      ["2026-11-02", "2026-11-04", -120_00],
    ]);
  });

  test("a header below a title that reads as one is the header", async () => {
    const { lines } = await csv("Date;Libellé;Solde", "Date;Libellé;Débit;Crédit", "02/11/2026;VIR;;5,00");
    expect(lines.map(({ amount }) => amount)).toEqual([5_00]);
  });

  test("are those of one where the second row is an operation, a remark or a balance", async () => {
    const rows = ["02/11/2026;VIR Crédit;5,00;vu", ";;EUR;", ";;;Débit"];
    const { lines, errors } = await csv("Date;Libellé;Montant;", ...rows);
    expect([lines.map(({ amount }) => amount), errors]).toEqual([[5_00], []]);
  });
});

describe("BANK-6: an operation without an amount that has one in a column without a name", () => {
  test("is told, not left out", async () => {
    const rows = ["02/11/2026;PRLV;7,00;", "03/11/2026;VIR;8,00;", "04/11/2026;VIR REX;;310,00"];
    const { lines, errors, rows_read, ignored } = await csv("Date;Libellé;Montant;", ...rows);
    expect(errors.map(plain)).toEqual(["Ligne 4 : montant hors des colonnes de montants (« 310,00 »)."]);
    expect([lines.length, rows_read, ignored]).toEqual([2, 3, 0]);
  });

  test("asks a person where most are so", async () => {
    const rows = [
      "02/11/2026;PRLV;7,00;;9,00",
      "03/11/2026;VIR;;8,00;1,00",
      "04/11/2026;VIR REX;;310,00;2,00",
    ];
    await expect(csv("Date;Libellé;Montant;;Solde", ...rows)).rejects.toMatchObject({ mendedBy: "columns" });
  });

  test.each([
    ["operations have one there: it is a balance", ["02/11/2026;VIR;7,00;107,00", "03/11/2026;NOTE;;107,00"]],
    ["its amount is nothing", ["02/11/2026;VIR;7,00;", "03/11/2026;NOTE;0,00;107,00"]],
    ["it is a remark", ["02/11/2026;VIR;7,00;", "03/11/2026;NOTE;;le 12,50 de Rex"]],
    ["it is a balance by its label", ["02/11/2026;VIR;7,00;", "03/11/2026;Solde au 03/11/2026;;107,00"]],
  ])("is left out where %s", async (_, rows) => {
    const { lines, errors, ignored } = await csv("Date;Libellé;Montant;", ...rows);
    expect([lines.length, errors, ignored]).toEqual([1, [], 1]);
  });
});
