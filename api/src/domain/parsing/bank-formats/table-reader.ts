import { ownText } from "../cut-text.ts";
import { marksOfTable } from "../decimal-mark.ts";
import { balanceOfRow, runningBalances } from "../statement-balances.ts";
import { brokenBalances } from "../statement-checks.ts";
import type { Layout, TableMark } from "../statement-columns.ts";
import { type FileRow, NO_OPERATION, TOO_MANY_ROWS, UnreadableTable } from "../tables/file-row.ts";
import { refuseOtherAccount } from "./account-blocks.ts";
import { accountIn } from "./account-in-rows.ts";
import { lastRow } from "./cut-row.ts";
import type { FormatReading } from "./format-reading.ts";
import { foundLines } from "./found-lines.ts";
import { errorAt, readRow, type RowReading, unknownSense } from "./table-row.ts";
import { faultOfWidth } from "./wide-row.ts";

const MAX_BAD_DATES = 0.2;
const MAX_BAD_AMOUNTS = 0.5;
const MAX_BALANCES = 20;
const MOST_BETWEEN = 20;
const NBSP = "\u00a0";
const TELL_MARK = "indiquez le séparateur des décimales.";

interface Wrong extends NumberedRow {
  readonly error: Extract<RowReading, { kind: "error" }>;
  /** How many operations stand above it. */
  readonly below: number;
}

interface NumberedRow {
  readonly number: number;
  readonly row: FileRow;
}

/** A table as its rows come, one after the other: of those that are operations nothing but the operation is kept. */
export interface TableReader {
  /** @throws UnreadableTable above the limit of rows */
  take(row: FileRow): void;
  /** How its amounts are to be read, when another way than that of its layout: the table is read again then. */
  markOfAmounts(): TableMark | undefined;
  /** @throws UnreadableTable when nothing is in the table, or too little of it was understood */
  reading(): FormatReading;
}

interface TableBounds {
  readonly most: number;
  /** Whether no end of a line stands behind the last row. */
  readonly isOpen: boolean;
  readonly isCutByCommas?: boolean;
}

export function tableReader(
  file_format: "csv" | "xlsx",
  layout: Layout,
  { most, isOpen, isCutByCommas = false }: TableBounds,
): TableReader {
  const preamble: FileRow[] = [];
  const found = foundLines(layout.balance !== undefined);
  const ignored: (NumberedRow & { readonly account: string | undefined })[] = [];
  const wrongs: Wrong[] = [];
  let header: FileRow | undefined;
  let rows_read = 0;
  const end = lastRow(layout, isOpen);
  const marks = marksOfTable(layout);
  /** The last row that is not blank, and what was made of it. */
  let last: { readonly row: FileRow; readonly reading: RowReading } | undefined;
  /** Those below the last operation that have a text for a day: others may be parts of a label, with a payer's account. */
  let between: readonly FileRow[] = NONE;
  const readWhole = (row: FileRow): RowReading => {
    const reading = readRow(row, layout);
    // What a person chose may have its names further above.
    if (!isCutByCommas || !header || layout.choice || reading.kind !== "line") return reading;
    const fault = faultOfWidth(row, header.cells.length, layout);
    return fault === undefined ? reading : errorAt(row.line, fault);
  };
  const take = (row: FileRow): void => {
    if (preamble.length < layout.first) {
      header = ownRow(row);
      preamble.push(header);
      return;
    }
    if (row.cells.every((cell) => cell.trim() === "")) return;
    rows_read += 1;
    if (rows_read > most) throw new UnreadableTable(TOO_MANY_ROWS);
    const reading = header && isAgain(row, header) ? AGAIN : readWhole(row);
    if (reading.kind === "line") between = NONE;
    else if (reading === AGAIN && layout.account === undefined) refuseOtherAccount(preamble, between);
    else if (/^\D/.test(row.cells[layout.date]?.trim() ?? ""))
      between = [...between, row].slice(-MOST_BETWEEN);
    marks?.add(row.cells);
    if (end) {
      if (last?.reading.kind === "line") end.saw(last.row);
      last = { row, reading };
    }
    if (reading.kind === "line") found.add(reading, row.line);
    else if (reading.kind === "error")
      wrongs.push({ number: rows_read, row: ownRow(row), error: reading, below: found.count() });
    else ignored.push({ number: rows_read, row: ownRow(row), account: reading.account });
  };
  const reading = (): FormatReading => {
    const mayBeCut = last && (last.reading.kind !== "ignored" || last.reading.isOfNothing);
    const cut = last && mayBeCut ? end?.fault(last.row) : undefined;
    if (last && cut !== undefined) {
      if (last.reading.kind === "line") found.dropLast();
      else (last.reading.kind === "ignored" ? ignored : wrongs).pop();
      wrongs.push({
        number: rows_read,
        row: last.row,
        error: errorAt(last.row.line, cut),
        below: found.count(),
      });
    }
    // Below the last operation banks write legal notices and « FIN »: rows with a text for a date, and without any amount (BANK-24).
    const count = found.count();
    const isFooter = ({ error, below }: Wrong): boolean => error.isBare && below > 0 && below === count;
    const errors = [
      ...wrongs.filter((wrong) => !isFooter(wrong)).map(({ row, error }) => ({ line: row.line, ...error })),
      // Taken for a receipt, such a debit would be one without a word (BANK-7).
      ...found.dropUnknownSenses().map(({ line, word }) => ({ line, ...unknownSense(line, word) })),
    ].toSorted((a, b) => a.line - b.line);
    const leftOut = [...ignored, ...wrongs.filter(isFooter)].toSorted((a, b) => a.number - b.number);
    // Below it, what has an amount and no day is told, but says nothing of how the operations were understood.
    const mayBeNone = wrongs.filter(({ error, below }) => error.isUndated && below > 0 && below === count);
    const told = new Set(mayBeNone.map(({ row }) => row.line));
    refuseUnreadable(
      errors.filter(({ line }) => !told.has(line)),
      found.count(),
    );
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
      notes: [...found.oddDebits(), ...brokenBalances(running)],
      ...(layout.choice ? { columns: [layout.choice] } : {}),
      lines,
      balances: [...beside, ...runningBalances(running)],
    };
  };
  const markOfAmounts = (): TableMark | undefined => {
    const said = marks?.mark();
    if (marks && said === undefined)
      throw new UnreadableTable(`${marks.sentence()}${NBSP}: ${TELL_MARK}`, "columns");
    return said === "any" ? undefined : said;
  };
  return { take, markOfAmounts, reading };
}

const AGAIN: RowReading = { kind: "ignored" };
const NONE: readonly FileRow[] = [];

/** Rows that are kept keep nothing else of the file. */
const ownRow = ({ line, cells }: FileRow): FileRow => ({ line, cells: cells.map(ownText) });

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
