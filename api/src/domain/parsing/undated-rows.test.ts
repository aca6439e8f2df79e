import { expect, test } from "vitest";
import { readBankStatement } from "./bank-statement.ts";
import { previewRows } from "./preview-rows.ts";

const csv = (...lines: string[]) => readBankStatement(Buffer.from(lines.join("\r\n")));
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");
const days = (count: number) =>
  Array.from({ length: count }, (_, day) => `${day + 10}/11/2026;VIR REX;;100,00`);
const HEADER = "Date;Libellé;Débit;Crédit";

test("BANK-5: a row with an amount and no day is told with its line", async () => {
  const { lines, errors, ignored } = await csv(
    HEADER,
    ...days(3),
    ";VIR LUX;;250,00",
    ";EDF;40,00;",
    ...days(3),
  );
  expect([lines.length, ignored]).toEqual([6, 0]);
  expect(errors.map(plain)).toEqual([
    "Ligne 5 : date absente (« VIR LUX »).",
    "Ligne 6 : date absente (« EDF »).",
  ]);
});

test("a file that says the day once for many rows was not understood", async () => {
  const rows = [...days(1), ";VIR LUX;;250,00", ";EDF;40,00;", ";EAU;4,00;", "19/11/2026;VIR;;1,00"];
  await expect(csv(HEADER, ...rows)).rejects.toMatchObject({
    message: "Ligne 3\u00a0: date absente («\u00a0VIR LUX\u00a0»).",
    mendedBy: "columns",
  });
});

test("the value date is the day of a row that has no other", async () => {
  const { lines, errors } = await csv(
    "Date;Date de valeur;Libellé;Montant",
    "18/11/2026;18/11/2026;VIR REX;1,00",
    ";20/11/2026;VIR LUX;2,00",
  );
  expect(errors).toEqual([]);
  expect(lines[1]).toMatchObject({
    transaction_date: "2026-11-20",
    value_date: "2026-11-20",
    label: "VIR LUX",
    amount: 2_00,
  });
});

test.each([
  ["what goes on with a label", ";/MOTIF F26000123;;"],
  ["nothing", ";VIR;;0,00"],
  ["an amount without a label", ";;;250,00"],
  ["a total", ";Total des opérations;40,00;350,00"],
  ["totals", ";Totaux;40,00;350,00"],
  ["a balance", ";Solde disponible;;350,00"],
  ["a carry-over", ";Report;;350,00"],
  ["a page", ";Page;;2"],
  ["a text in the place of an amount", ";Document;sans;valeur"],
])("a row without a day that says %s is no operation", async (_, row) => {
  const { lines, errors, ignored } = await csv(HEADER, ...days(3), row, ...days(3));
  expect([lines.length, errors, ignored]).toEqual([6, [], 1]);
});

test("such rows below the last operation refuse no file", async () => {
  const { lines, errors } = await csv(HEADER, ...days(1), ";Plafond de découvert;;500,00", ";Carte;;300,00");
  expect([lines.length, errors.length]).toEqual([1, 2]);
});

test("nothing is told of days before a person has said where they stand", () => {
  const choice = {
    date: null,
    value_date: null,
    labels: [0],
    amount: 1,
    debit: null,
    credit: null,
    sense: null,
    balance: null,
    currency: null,
    reference: null,
    account: null,
    status: null,
    debit_word: "",
    ...({ decimal_mark: "any", date_order: "day_first", sign: "as_written" } as const),
  };
  expect(previewRows([{ line: 1, cells: ["VIR", "1,00"] }], choice).rows[0]?.kind).toBe("ignored");
});
