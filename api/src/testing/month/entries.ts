// Lines of accounting entries: those that must come out, and those of an export A.
import { monthFile } from "./expected.ts";
import type { VatDue } from "./month.ts";

const FILES = { collection: "ecritures-tva-encaissements.csv", debits: "ecritures-tva-debits.csv" } as const;

/** Journal, day, piece, account, auxiliary account, debit and credit. Pieces of banks are named by each software in its way. */
export type EntryLine = string;

export function expectedEntries(vat_due: VatDue): EntryLine[] {
  return rowsOf(monthFile(FILES[vat_due])).map(([journal = "", date = "", ...row]) =>
    entryLine(journal, date.split("/").toReversed().join(""), row[0], row[1], row[2], row[4], row[5]),
  );
}

export const exportedEntries = (exportA: Buffer): EntryLine[] =>
  rowsOf(exportA).map((row) =>
    entryLine(row[0] ?? "", row[3] ?? "", row[8], row[4], row[6], row[11], row[12]),
  );

/** The numbers of the entries, in their order, each once. */
export const entryNumbers = (exportA: Buffer): string[] => [
  ...new Set(rowsOf(exportA).map((row) => row[2] ?? "")),
];

const entryLine = (
  journal: string,
  date: string,
  piece = "",
  account = "",
  auxiliary = "",
  debit = "",
  credit = "",
): EntryLine =>
  [
    journal,
    date,
    journal.startsWith("BQ") ? "" : piece,
    account,
    auxiliary,
    debit === "" ? "0,00" : debit,
    credit === "" ? "0,00" : credit,
  ].join(" ");

const rowsOf = (csv: Buffer): string[][] =>
  csv
    .toString()
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(";"));
