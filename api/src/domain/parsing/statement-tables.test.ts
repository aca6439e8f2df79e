import type { ChosenLayout, ColumnChoice, StatementTable } from "@bobine/contract/statement-columns";
import { describe, expect, test } from "vitest";
import { must } from "../must.ts";
import { readBankStatement } from "./bank-statement.ts";
import type { KnownLayout } from "./chosen-layout.ts";
import { previewRows } from "./preview-rows.ts";
import { statementTables } from "./statement-tables.ts";
import { UNKNOWN_LAYOUT } from "./tables/file-row.ts";
import { workbookOf } from "./tables/workbook.testing.ts";

const csv = (...lines: string[]): Buffer => Buffer.from(lines.join("\r\n"));
const tableOf = async (bytes: Buffer, known: readonly KnownLayout[] = []): Promise<StatementTable> =>
  must((await statementTables(bytes, known))[0], "table");
const nothing: ColumnChoice = {
  date: null,
  value_date: null,
  labels: [],
  amount: null,
  debit: null,
  credit: null,
  sense: null,
  debit_word: "",
  balance: null,
  currency: null,
  reference: null,
  account: null,
  status: null,
  decimal_mark: "any",
  date_order: "day_first",
  sign: "as_written",
};
/** What a person chooses who goes along with what is guessed, but for some fields. */
const chosenIn = (table: StatementTable, change: Partial<ColumnChoice> = {}): ChosenLayout => ({
  header_key: table.header === null ? table.shape_key : must(table.rows[table.header], "header").key,
  skip: table.first - (table.header === null ? 0 : table.header + 1),
  columns: { ...table.choice, ...change },
});
const chosen = (layout: ChosenLayout, rest: Partial<KnownLayout> = {}): KnownLayout => ({
  ...layout,
  origin: "chosen",
  account: "",
  isForUnnamed: true,
  ...rest,
});
const linesOf = async (bytes: Buffer, known: readonly KnownLayout[]) =>
  (await readBankStatement(bytes, known)).lines.map(({ transaction_date, label, amount }) => [
    transaction_date,
    label,
    amount,
  ]);

const UNKNOWN = csv(
  "Alpha;Bêta;Gamma;Delta;Epsilon;Zêta",
  "28/12/2026;29/12/2026;VIR RECU;SARL BEFFROI CINES;2 897,31;12 897,31",
  "29/12/2026;29/12/2026;PRLV;EDF;-100,00;12 797,31",
  "30/12/2026;30/12/2026;FRAIS;BANQUE;-7,31;12 790,00",
);

describe("a table that nobody recognises (BANK-30)", () => {
  test("is refused with the words of the specification, and so that a choice of columns mends it", async () => {
    const refused = readBankStatement(UNKNOWN);
    await expect(refused).rejects.toThrow(UNKNOWN_LAYOUT);
    await expect(refused).rejects.toMatchObject({ mendedBy: "columns" });
  });

  test("shows its first twenty rows, and what its columns seem to be", async () => {
    const table = await tableOf(UNKNOWN);
    expect(table).toMatchObject({
      name: "",
      separator: ";",
      width: 6,
      header: 0,
      first: 1,
      origin: "guessed",
      choice: { date: 0, value_date: 1, labels: [3], amount: 4, balance: 5, date_order: "day_first" },
    });
    expect(table.rows.map(({ line }) => line)).toEqual([1, 2, 3, 4]);
  });

  test("is read once a person has said what its columns are, the parts of the label in their order", async () => {
    const layout = chosenIn(await tableOf(UNKNOWN), { labels: [3, 2] });
    const reading = await readBankStatement(UNKNOWN, [chosen(layout)]);
    expect(reading).toMatchObject({
      errors: [],
      rows_read: 3,
      columns: [{ header_key: layout.header_key, origin: "chosen" }],
      balances: [
        { kind: "opening", amount: 10_000_00 },
        { kind: "closing", amount: 12_790_00 },
      ],
    });
    expect(reading.lines).toMatchObject([
      {
        transaction_date: "2026-12-28",
        value_date: "2026-12-29",
        label: "SARL BEFFROI CINES VIR RECU",
        amount: 2897_31,
      },
      { label: "EDF PRLV", amount: -100_00 },
      { label: "BANQUE FRAIS", amount: -7_31 },
    ]);
  });

  test("is read by what was chosen at an earlier import, whatever stands above its names of columns", async () => {
    const layout = chosenIn(await tableOf(UNKNOWN));
    const next = csv("Relevé de janvier", "", ...UNKNOWN.toString().split("\r\n"));
    const remembered = chosen(layout, { origin: "remembered" });
    expect(await linesOf(next, [remembered])).toHaveLength(3);
    expect((await readBankStatement(next, [remembered])).columns).toMatchObject([{ origin: "remembered" }]);
    expect(await tableOf(next, [remembered])).toMatchObject({ origin: "remembered", header: 2, first: 3 });
  });

  test("of another account is asked about again", async () => {
    const layout = chosenIn(await tableOf(UNKNOWN));
    const own = chosen(layout, {
      origin: "remembered",
      account: "FR1420041010050500013M02606",
      isForUnnamed: false,
    });
    const rows = UNKNOWN.toString().split("\r\n");
    const named = csv("Compte FR14 2004 1010 0505 0001 3M02 606", ...rows);
    const other = csv("Compte FR76 3000 6000 0112 3456 7890 189", ...rows);
    expect(await linesOf(named, [own])).toHaveLength(3);
    await expect(readBankStatement(other, [own])).rejects.toMatchObject({ mendedBy: "columns" });
    await expect(readBankStatement(UNKNOWN, [own])).rejects.toMatchObject({ mendedBy: "columns" });
    expect(await linesOf(UNKNOWN, [{ ...own, isForUnnamed: true }])).toHaveLength(3);
  });

  const NO_SIDES = { amount: null, debit: null, credit: null };
  test.each([
    [
      "leaves them to a person where neither names nor rows say it",
      ["15,00;;", ";4,50;", ";1,00;"],
      NO_SIDES,
    ],
    [
      "takes the column that raises the balance as the credits",
      ["15,00;;115,00", ";4,50;110,50", ";1,00;109,50"],
      { credit: 2, debit: 3, balance: 4 },
    ],
    [
      "takes the balances from the newest operation down too",
      [";1,00;109,50", ";4,50;110,50", "15,00;;115,00"],
      { credit: 2, debit: 3, balance: 4 },
    ],
    ["takes the column with a minus as the debits", ["15,00;;", ";-4,50;"], { credit: 2, debit: 3 }],
  ])("of debits and credits %s", async (_title, amounts, choice) => {
    const rows = amounts.map((cells, index) => `0${index + 2}/11/2026;VIR KORRIGAN SA;${cells}`);
    const table = await tableOf(csv("Date;Libellé;Sommes reçues;Sommes versées;Reste", ...rows));
    expect(table).toMatchObject({ separator: ";", origin: "guessed", choice });
  });

  test("that has no names of columns is known again by its shape", async () => {
    const bare = (day: string) =>
      csv(`X;${day}/01/2027;VIR BEFFROI;;12,50`, `Y;${day}/01/2027;PRLV EDF;-7,00;`);
    const table = await tableOf(bare("04"));
    expect(table).toMatchObject({
      header: null,
      first: 0,
      choice: { date: 1, labels: [2], debit: 3, credit: 4 },
    });
    const remembered = chosen(chosenIn(table), { origin: "remembered" });
    expect(await linesOf(bare("05"), [remembered])).toEqual([
      ["2027-01-05", "VIR BEFFROI", 12_50],
      ["2027-01-05", "PRLV EDF", -7_00],
    ]);
    await expect(readBankStatement(csv("04/01/2027;X;VIR;1,00"), [remembered])).rejects.toMatchObject({
      mendedBy: "columns",
    });
  });

  test("whose dates are American is read month first", async () => {
    const file = csv("When,What,How much", "12/28/2026,VIR BEFFROI,1.00", "12/29/2026,EDF,-1.00");
    const table = await tableOf(file);
    expect(table.choice).toMatchObject({ date: 0, labels: [1], amount: 2, date_order: "month_first" });
    expect(await linesOf(file, [chosen(chosenIn(table))])).toEqual([
      ["2026-12-28", "VIR BEFFROI", 1_00],
      ["2026-12-29", "EDF", -1_00],
    ]);
  });

  test.each([
    ["any", "1,234.5", 1234_50],
    ["dot", "1,234", 1234_00],
    ["dot", "1,234.5", 1234_50],
    ["dot", "1.230", 1_23],
    ["comma", "1,230", 1_23],
    ["comma", "1.234,50 EUR", 1234_50],
    ["comma", "(12,50)", -12_50],
    ["comma", "12,50-", -12_50],
    ["comma", "−1 234", -1234_00],
  ] as const)("whose decimal mark is %s reads %s as %d cents", (decimal_mark, text, amount) => {
    const row = { line: 1, cells: ["28/12/2026", "VIR", text] };
    const [read] = previewRows([row], { ...nothing, date: 0, labels: [1], amount: 2, decimal_mark }).rows;
    expect(read?.amount).toBe((amount / 100).toFixed(2));
  });

  test("whose sense is a word that nobody knows shows that it is none", () => {
    const rows = [
      { line: 1, cells: ["28/12/2026", "VIR", "10,00", "C"] },
      { line: 2, cells: ["28/12/2026", "PRLV", "20,00", "X"] },
      { line: 3, cells: ["28/12/2026", "CB", "30,00", "D"] },
    ];
    const choice = { ...nothing, date: 0, labels: [1], amount: 2, sense: 3 };
    expect(previewRows(rows, choice).rows).toMatchObject([
      { amount: "10.00" },
      { kind: "error", amount: null, message: "Ligne 2\u00a0: sens inconnu («\u00a0X\u00a0»)." },
      { amount: "-30.00" },
    ]);
  });

  test.each([
    // Beside nothing that tells.
    ["any", "1,234"],
    ["comma", "1,2,3"],
    ["comma", "1234.56"],
    ["dot", "12,50"],
    ["dot", "1.2345"],
  ] as const)("whose decimal mark is %s does not guess at %s", (decimal_mark, text) => {
    const row = { line: 7, cells: ["28/12/2026", "VIR", text] };
    expect(
      previewRows([row], { ...nothing, date: 0, labels: [1], amount: 2, decimal_mark }).rows,
    ).toMatchObject([
      { kind: "error", message: `Ligne 7\u00a0: montant illisible («\u00a0${text}\u00a0»).` },
    ]);
  });

  test("may say which way money goes by a word of its own, or write the other way round", async () => {
    const file = csv("Le;Quoi;Combien;Type", "28/12/2026;VIR;10,00;Entrée", "28/12/2026;EDF;4,00;Sortie");
    const table = await tableOf(file);
    const sensed = chosenIn(table, { sense: 3, debit_word: "sortie", labels: [1] });
    expect((await linesOf(file, [chosen(sensed)])).map((line) => line[2])).toEqual([10_00, -4_00]);
    const reversed = chosenIn(table, { sign: "reversed", labels: [1] });
    expect((await linesOf(file, [chosen(reversed)])).map((line) => line[2])).toEqual([-10_00, -4_00]);
  });
});

describe("a table that is recognised", () => {
  const KNOWN = csv("Date;Libellé;Montant;Montant réel", "28/12/2026;VIR;1,00;2,00");

  test("can be shown too, and what a person says of it counts", async () => {
    const table = await tableOf(KNOWN);
    expect(table).toMatchObject({
      origin: "recognised",
      header: 0,
      choice: { date: 0, labels: [1], amount: 2 },
    });
    const mended = chosenIn(table, { amount: 3 });
    expect(await linesOf(KNOWN, [chosen(mended)])).toEqual([["2026-12-28", "VIR", 2_00]]);
    expect(await linesOf(KNOWN, [])).toEqual([["2026-12-28", "VIR", 1_00]]);
  });

  test("is not read by a choice for a table without names that has its shape", async () => {
    const bare = csv("28/12/2026;VIR;9,00;2,00", "28/12/2026;VIR;9,00;2,00");
    const ofShape = chosen(chosenIn(await tableOf(bare), { amount: 3 }), { origin: "remembered" });
    expect(await linesOf(KNOWN, [ofShape])).toEqual([["2026-12-28", "VIR", 1_00]]);
  });
});

test("a table of which most amounts cannot be read may be mended by a choice of columns", async () => {
  await expect(readBankStatement(csv("Date;Libellé;Montant", "28/12/2026;VIR;dix"))).rejects.toMatchObject({
    mendedBy: "columns",
  });
});

test("a workbook shows each sheet that holds something, those that nobody recognises first", async () => {
  const bytes = await workbookOf([
    {
      name: "Connu",
      rows: [
        ["Date", "Libellé", "Montant"],
        ["28/12/2026", "VIR", 1],
      ],
    },
    {
      name: "Inconnu",
      rows: [
        ["Fait le", "Quoi", "Combien"],
        ["28/12/2026", "VIR", 1],
      ],
    },
  ]);
  const tables = await statementTables(bytes, []);
  expect(tables.map(({ name, origin }) => [name, origin])).toEqual([
    ["Feuille Inconnu", "guessed"],
    ["Feuille Connu", "recognised"],
  ]);
});

test("what is no table has none, and neither has a format of banks", async () => {
  expect(await statementTables(Buffer.from("\u0001\u0002;\u0003\n;"), [])).toEqual([]);
  expect(await statementTables(Buffer.from("un seul mot"), [])).toEqual([]);
  await expect(statementTables(Buffer.from("  "), [])).rejects.toThrow("Le fichier est vide.");
});

test("a row in error of the preview says why, and a column of balances that does not follow is told", () => {
  const row = (line: number, ...cells: string[]) => ({ line, cells });
  const { rows, notes } = previewRows(
    [
      row(4, "28/12/2026", "VIR", "20,00", "110,00"),
      row(5, "29/12/2026", "EDF", "-5,00", "100,00"),
      row(6, "demain", "EDF", "-5,00", "95,00"),
      row(7, "", "Total", "", ""),
    ],
    { ...nothing, date: 0, labels: [1], amount: 2, balance: 3 },
  );
  expect(rows.map(({ kind }) => kind)).toEqual(["operation", "operation", "error", "ignored"]);
  expect(rows[2]?.message).toBe("Ligne 6\u00a0: date illisible («\u00a0demain\u00a0»).");
  expect(notes).toHaveLength(1);
});
