import { csvRows, readCsvRows, SEPARATORS } from "../tables/csv-rows.ts";
import { type KnownLayout, layoutChosenFor } from "../chosen-layout.ts";
import { type Layout, layoutByHeader, layoutWithoutHeader } from "../statement-columns.ts";
import { balanceOfRow, runningBalances } from "../statement-balances.ts";
import {
  EMPTY_FILE,
  NO_OPERATION,
  type FileRow,
  TOO_MANY_ROWS,
  UNKNOWN_LAYOUT,
  UnreadableTable,
} from "../tables/file-row.ts";
import { type InflateBudget, xlsxSheets } from "../tables/xlsx-rows.ts";
import { brokenBalances } from "../statement-checks.ts";
import { accountIn } from "./account-in-rows.ts";
import { lastRow } from "./cut-row.ts";
import { atLine } from "./format-values.ts";
import { foundLines } from "./found-lines.ts";
import type { FormatReading } from "./format-reading.ts";
import { readRow, type RowReading } from "./table-row.ts";

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
  { budget, most }: { readonly budget: InflateBudget; readonly most: number },
): Promise<SheetReading[]> {
  const sheets = (await xlsxSheets(bytes, budget, most)).filter(({ rows }) => rows.length > 0);
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
    reading: readRows(rows, "xlsx", layout, { most, isOpen: false }),
  }));
}

/** The separator is the one under which the file makes most sense (BANK-3). */
export function readCsvStatement(text: string, known: readonly KnownLayout[], most: number): FormatReading {
  const isOpen = !/[\r\n]$/.test(text.slice(-1));
  const probes = SEPARATORS.map((separator) => {
    const rows = csvRows(text, separator, HEADER_PROBE);
    return { separator, layout: likeliest(rows, known) };
  });
  const [best] = probes.toSorted((a, b) => (b.layout?.score ?? 0) - (a.layout?.score ?? 0));
  if (best?.layout) {
    const { separator, layout } = best;
    return readCsvRows(text, separator, (rows) => readRows(rows, "csv", layout, { most, isOpen }), { most });
  }
  for (const separator of SEPARATORS) {
    const rows = csvRows(text, separator);
    const layout = layoutWithoutHeader(rows);
    if (layout) return readRows(rows, "csv", layout, { most, isOpen });
  }
  throw new UnreadableTable(UNKNOWN_LAYOUT, "columns");
}

/** What a person has said of such a table, or its names of columns, whichever is surer. */
function likeliest(rows: readonly FileRow[], known: readonly KnownLayout[]): Layout | undefined {
  const [chosen, named] = [layoutChosenFor(rows, known), layoutByHeader(rows)];
  return chosen && chosen.score > (named?.score ?? 0) ? chosen : named;
}

interface Wrong extends NumberedRow {
  readonly error: Extract<RowReading, { kind: "error" }>;
  /** How many operations stand above it. */
  readonly below: number;
}

interface NumberedRow {
  readonly number: number;
  readonly row: FileRow;
}

/** What is in the rows of a table, one after the other: of those that are operations nothing but the operation is kept. */
function readRows(
  rows: Iterable<FileRow>,
  file_format: "csv" | "xlsx",
  layout: Layout,
  { most, isOpen }: { readonly most: number; readonly isOpen: boolean },
): FormatReading {
  const preamble: FileRow[] = [];
  const found = foundLines(layout.balance !== undefined);
  const ignored: (NumberedRow & { readonly account: string | undefined })[] = [];
  const wrongs: Wrong[] = [];
  let header: FileRow | undefined;
  let rows_read = 0;
  const end = lastRow(layout, isOpen);
  /** The last row that is not blank, and what was made of it. */
  let last: { readonly row: FileRow; readonly reading: RowReading } | undefined;
  for (const row of rows) {
    if (preamble.length < layout.first) {
      preamble.push(row);
      header = row;
      continue;
    }
    if (row.cells.every((cell) => cell.trim() === "")) continue;
    rows_read += 1;
    if (rows_read > most) throw new UnreadableTable(TOO_MANY_ROWS);
    const reading: RowReading = header && isAgain(row, header) ? { kind: "ignored" } : readRow(row, layout);
    if (end) {
      if (last?.reading.kind === "line") end.saw(last.row);
      last = { row, reading };
    }
    if (reading.kind === "line") found.add(reading, row.line);
    else if (reading.kind === "error")
      wrongs.push({ number: rows_read, row, error: reading, below: found.count() });
    else ignored.push({ number: rows_read, row, account: reading.account });
  }
  const mayBeCut = last && (last.reading.kind !== "ignored" || last.reading.isOfNothing);
  const cut = last && mayBeCut ? end?.fault(last.row) : undefined;
  if (last && cut !== undefined) {
    if (last.reading.kind === "line") found.dropLast();
    else (last.reading.kind === "ignored" ? ignored : wrongs).pop();
    wrongs.push({
      number: rows_read,
      row: last.row,
      error: { kind: "error", message: atLine(last.row.line, cut), isDate: false, isBare: false },
      below: found.count(),
    });
  }
  // Below the last operation banks write legal notices and « FIN »: rows with a text for a date, and without any amount (BANK-24).
  const isFooter = ({ error, below }: Wrong): boolean => error.isBare && below > 0 && below === found.count();
  const errors = wrongs.filter((wrong) => !isFooter(wrong)).map(({ error }) => error);
  const leftOut = [...ignored, ...wrongs.filter(isFooter)].toSorted((a, b) => a.number - b.number);
  refuseUnreadable(errors, found.count());
  if (found.count() === 0 && errors.length === 0) throw new UnreadableTable(NO_OPERATION);
  const account = accountIn(preamble) ?? ignored.find((one) => one.account)?.account ?? "";
  const lines = found.lines(account);
  const running = errors.length === 0 ? found.running(lines) : [];
  const beside = [...preamble, ...leftOut.map(({ row }) => row)]
    .flatMap((row) => balanceOfRow(row, account) ?? [])
    .slice(0, MAX_BALANCES);
  return {
    bank: layout.bank,
    file_format,
    rows_read,
    ignored: leftOut.length,
    errors: errors.map(({ message }) => message),
    notes: brokenBalances(running),
    ...(layout.choice ? { columns: [layout.choice] } : {}),
    lines,
    balances: [...beside, ...runningBalances(running)],
  };
}

/** Files that were made page by page have their header on each (BANK-24). */
const isAgain = ({ cells }: FileRow, header: FileRow): boolean =>
  cells[0] === header.cells[0] &&
  cells.length === header.cells.length &&
  cells.every((cell, column) => cell === header.cells[column]);

/** A line in error is told and the others are kept; a file with many of them was not understood (BANK-5). */
function refuseUnreadable(wrong: readonly Wrong["error"][], lines: number): void {
  const bad = wrong.filter((row) => row.isDate).length;
  const dated = lines + wrong.length;
  const amounts = wrong.find((row) => !row.isDate);
  if (amounts && wrong.length - bad > dated * MAX_BAD_AMOUNTS)
    throw new UnreadableTable(amounts.message, "columns");
  if (bad > dated * MAX_BAD_DATES)
    throw new UnreadableTable(
      `${bad} ${bad > 1 ? "dates" : "date"} sur ${dated} ${bad > 1 ? "sont illisibles" : "est illisible"}${NBSP}: vérifiez que la colonne de date contient des dates au format JJ/MM/AAAA.`,
      "columns",
    );
}
