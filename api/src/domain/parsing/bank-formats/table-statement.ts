import { csvRows, SEPARATORS } from "../tables/csv-rows.ts";
import { type KnownLayout, layoutChosenFor } from "../chosen-layout.ts";
import { type Layout, layoutByHeader, layoutWithoutHeader } from "../statement-columns.ts";
import { balanceOfRow, runningBalances } from "../statement-balances.ts";
import {
  EMPTY_FILE,
  MAX_ROWS,
  NO_OPERATION,
  type FileRow,
  TOO_MANY_ROWS,
  UNKNOWN_LAYOUT,
  UnreadableTable,
} from "../tables/file-row.ts";
import { type InflateBudget, xlsxSheets } from "../tables/xlsx-rows.ts";
import { must } from "../../must.ts";
import { brokenBalances } from "../statement-checks.ts";
import { accountIn } from "./account-in-rows.ts";
import type { FormatReading } from "./format-reading.ts";
import { readRow, type RowReading, withSenses } from "./table-row.ts";

const HEADER_PROBE = 60;
const MAX_BAD_DATES = 0.2;
const MAX_BAD_AMOUNTS = 0.5;
const MAX_BALANCES = 20;
const NBSP = "\u00a0";

/** A sheet of a workbook that was read. */
export interface SheetReading {
  readonly name: string;
  readonly reading: FormatReading;
}

/** The sheets of a workbook that hold operations, each of any layout (BANK-26). */
export async function readXlsxStatement(
  bytes: Buffer,
  known: readonly KnownLayout[],
  budget?: InflateBudget,
): Promise<SheetReading[]> {
  const sheets = (await xlsxSheets(bytes, budget)).filter(({ rows }) => rows.length > 0);
  if (sheets.length === 0) throw new UnreadableTable(EMPTY_FILE);
  const found = sheets.flatMap(({ name, rows }) => {
    const layout = likeliest(rows, known) ?? layoutWithoutHeader(rows);
    return layout ? [{ name, rows, layout }] : [];
  });
  if (found.length === 0) throw new UnreadableTable(UNKNOWN_LAYOUT, "columns");
  // A sheet that is only a header beside one with operations takes nothing from it.
  const filled = found.filter(({ rows, layout }) => rows.length > layout.first);
  return (filled.length > 0 ? filled : found.slice(0, 1)).map(({ name, rows, layout }) => ({
    name,
    reading: readRows(rows, "xlsx", layout),
  }));
}

/** The separator is the one under which the file makes most sense (BANK-3). */
export function readCsvStatement(text: string, known: readonly KnownLayout[]): FormatReading {
  const probes = SEPARATORS.map((separator) => {
    const rows = csvRows(text, separator, HEADER_PROBE);
    return { separator, layout: likeliest(rows, known) };
  });
  const [best] = probes.toSorted((a, b) => (b.layout?.score ?? 0) - (a.layout?.score ?? 0));
  if (best?.layout) return readRows(csvRows(text, best.separator), "csv", best.layout);
  for (const separator of SEPARATORS) {
    const rows = csvRows(text, separator);
    const layout = layoutWithoutHeader(rows);
    if (layout) return readRows(rows, "csv", layout);
  }
  throw new UnreadableTable(UNKNOWN_LAYOUT, "columns");
}

/** What a person has said of such a table, or its names of columns, whichever is surer. */
function likeliest(rows: readonly FileRow[], known: readonly KnownLayout[]): Layout | undefined {
  const [chosen, named] = [layoutChosenFor(rows, known), layoutByHeader(rows)];
  return chosen && chosen.score > (named?.score ?? 0) ? chosen : named;
}

function readRows(rows: readonly FileRow[], file_format: "csv" | "xlsx", layout: Layout): FormatReading {
  const body = rows.slice(layout.first).filter((row) => row.cells.some((cell) => cell.trim() !== ""));
  if (body.length > MAX_ROWS) throw new UnreadableTable(TOO_MANY_ROWS);
  const header = rows[layout.first - 1];
  const read = withoutFooter(
    body.map((row) => (header && isAgain(row, header) ? { kind: "ignored" } : readRow(row, layout))),
  );
  refuseUnreadable(read);
  const found = read.flatMap((row) => (row.kind === "line" ? [row] : []));
  const errors = read.flatMap((row) => (row.kind === "error" ? [row.message] : []));
  if (found.length === 0 && errors.length === 0) throw new UnreadableTable(NO_OPERATION);
  const account =
    accountIn(rows.slice(0, layout.first)) ??
    read.flatMap((row) => (row.kind === "ignored" && row.account ? [row.account] : []))[0] ??
    "";
  const lines = withSenses(found).map((line) => ({ ...line, bank_account: line.bank_account || account }));
  const beside = [
    ...rows.slice(0, layout.first),
    ...body.filter((_, index) => read[index]?.kind === "ignored"),
  ]
    .flatMap((row) => balanceOfRow(row, account) ?? [])
    .slice(0, MAX_BALANCES);
  const places = body.filter((_, index) => read[index]?.kind === "line");
  const running = lines.map((line, index) => ({
    ...line,
    line: must(places[index], "row of an operation").line,
    balance: found[index]?.balance,
  }));
  return {
    bank: layout.bank,
    file_format,
    rows_read: body.length,
    ignored: read.filter((row) => row.kind === "ignored").length,
    errors,
    notes: errors.length === 0 ? brokenBalances(running) : [],
    ...(layout.choice ? { columns: [layout.choice] } : {}),
    lines,
    balances: [...beside, ...(errors.length === 0 ? runningBalances(running) : [])],
  };
}

/** Files that were made page by page have their header on each (BANK-24). */
const isAgain = ({ cells }: FileRow, header: FileRow): boolean =>
  cells[0] === header.cells[0] &&
  cells.length === header.cells.length &&
  cells.every((cell, column) => cell === header.cells[column]);

/** Below the last operation banks write legal notices and « FIN »: rows with a text for a date, and without any amount (BANK-24). */
function withoutFooter(read: readonly RowReading[]): RowReading[] {
  const last = read.findLastIndex((row) => row.kind === "line");
  return read.map((row, index) =>
    index > last && last !== -1 && row.kind === "error" && row.isBare ? { kind: "ignored" } : row,
  );
}

/** A line in error is told and the others are kept; a file with many of them was not understood (BANK-5). */
function refuseUnreadable(read: readonly RowReading[]): void {
  const wrong = read.flatMap((row) => (row.kind === "error" ? [row] : []));
  const bad = wrong.filter((row) => row.isDate).length;
  const dated = read.filter((row) => row.kind !== "ignored").length;
  const amounts = wrong.find((row) => !row.isDate);
  if (amounts && wrong.length - bad > dated * MAX_BAD_AMOUNTS)
    throw new UnreadableTable(amounts.message, "columns");
  if (bad > dated * MAX_BAD_DATES)
    throw new UnreadableTable(
      `${bad} ${bad > 1 ? "dates" : "date"} sur ${dated} ${bad > 1 ? "sont illisibles" : "est illisible"}${NBSP}: vérifiez que la colonne de date contient des dates au format JJ/MM/AAAA.`,
      "columns",
    );
}
