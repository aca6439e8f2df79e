import { currencyIn } from "../currency-names.ts";
import { ownText } from "../cut-text.ts";
import { marksOfTable } from "../decimal-mark.ts";
import { balanceOfRow, runningBalances } from "../statement-balances.ts";
import { brokenBalances, type PlacedLine } from "../statement-checks.ts";
import { sensesOfTable } from "../sense-column.ts";
import { isIdentifier, type Layout } from "../statement-columns.ts";
import { EmptyTable, type FileRow, TOO_MANY_ROWS, UnreadableTable } from "../tables/file-row.ts";
import { withoutFaults } from "../tables/cell-faults.ts";
import { accountBlocks } from "./account-blocks.ts";
import { accountIn } from "./account-in-rows.ts";
import { layoutKey } from "../chosen-layout.ts";
import { bookedPart } from "./booked-part.ts";
import { continuedLabels, type RowWatcher } from "./continued-labels.ts";
import { lastRow } from "./cut-row.ts";
import { feesOfTable } from "./fees-of-table.ts";
import type { FormatReading } from "./format-reading.ts";
import { quoted } from "./format-values.ts";
import { type FoundLines, foundLines } from "./found-lines.ts";
import { unknownStatuses } from "./operation-status.ts";
import { errorAt, readRow, type RowReading, unknownSense } from "./table-row.ts";
import {
  CUT_BY_SEPARATOR,
  type StrayAmounts,
  strayAmounts,
  type WidthOfTable,
  widthOfTable,
} from "./wide-row.ts";

const MAX_BAD_DATES = 0.2;
const MAX_BAD_AMOUNTS = 0.5;
const MAX_BALANCES = 20;
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

interface Ignored extends NumberedRow {
  readonly account: string | undefined;
  /** An amount where no column has a name, of a row that has none elsewhere. */
  readonly stray?: string | undefined;
}

/** A table as its rows come, one after the other: of those that are operations nothing but the operation is kept. */
export interface TableReader {
  /** @throws UnreadableTable above the limit of rows */
  take(row: FileRow): void;
  /** What its rows say of how they are to be read, when another way than that of its layout: the table is read again then. */
  toldByRows(): LayoutOfRows | undefined;
  /** @throws UnreadableTable when nothing is in the table, or too little of it was understood */
  reading(): FormatReading;
}

export type LayoutOfRows = Partial<Pick<Layout, "mark" | "sense" | "isSenseFound">>;

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
  const ignored: Ignored[] = [];
  const wrongs: Wrong[] = [];
  let header: FileRow | undefined;
  let how = layout;
  let rows_read = 0;
  const end = lastRow(layout, isOpen);
  const marks = marksOfTable(layout);
  const senses = sensesOfTable(layout);
  /** The last row that is not blank, and what was made of it. */
  let last: { readonly row: FileRow; readonly reading: RowReading } | undefined;
  let beside: ReturnType<typeof toldBeside> | undefined;
  let leftOutAbove = 0;
  const booked = bookedPart(layout, () => {
    for (const { number, row } of wrongs.splice(0)) ignored.push({ number, row, account: undefined });
    if (header) beside = toldBeside(header.cells, layout);
    leftOutAbove = found.dropAll();
    return leftOutAbove;
  });
  const continued = continuedLabels(layout, (texts) => found.addMore(texts));
  const watchers = [accountBlocks(preamble, layout), continued];
  let width: WidthOfTable | undefined;
  let strays: StrayAmounts | undefined;
  const heads = layout.names ? 2 : 1;
  /** The rows above the operations that may stand again below them. */
  let headers: readonly FileRow[] = [];
  const addWrong = (row: FileRow, error: Wrong["error"]): void => {
    wrongs.push({ number: rows_read, row, error, below: found.count() });
  };
  const take = (shown: FileRow): void => {
    const row = file_format === "xlsx" ? withoutFaults(shown) : shown;
    if (preamble.length < layout.first) {
      header = ownRow(row);
      preamble.push(header);
      if (preamble.length < layout.first) return;
      booked.begin(preamble.slice(0, -heads));
      headers = preamble.slice(-heads);
      how = withCurrency(layout, preamble);
      if (layout.names) header = { ...header, cells: layout.names };
      strays = strayAmounts(header.cells, layout);
      beside = toldBeside(header.cells, layout);
      // What a person chose may have its names further above; a workbook has nothing that parts its cells.
      if (file_format === "csv" && !layout.choice) width = widthOfTable(header.cells, layout, isCutByCommas);
      return;
    }
    if (row.cells.every((cell) => cell.trim() === "")) {
      continued.blank();
      booked.blank();
      return;
    }
    rows_read += 1;
    if (rows_read > most) throw new UnreadableTable(TOO_MANY_ROWS);
    const isHeader = headers.some((one) => isAgain(row, one));
    const whole = isHeader ? AGAIN : readWhole(row, how, width, shown);
    const reading = booked.readingOf(row, whole, isHeader);
    for (const one of watchers) tellRow(one, row, reading, isHeader, reading !== whole);
    marks?.add(row.cells);
    if (end) {
      if (last?.reading.kind === "line") end.saw(last.row);
      last = { row, reading };
    }
    if (reading.kind === "line") {
      found.add(reading, row.line, width?.amountBeyond(row));
      senses?.add(row.cells, reading.found.amount);
      strays?.saw(row);
      beside?.add(row);
    } else if (reading.kind === "error") addWrong(ownRow(row), reading);
    else
      ignored.push({
        number: rows_read,
        row: ownRow(row),
        account: reading.account,
        stray: reading.isOfNothing ? strays?.of(row) : undefined,
      });
  };
  const reading = (): FormatReading => {
    continued.end();
    const mayBeCut = last && (last.reading.kind !== "ignored" || last.reading.isOfNothing);
    const cut = last && mayBeCut ? end?.fault(last.row) : undefined;
    if (last && cut !== undefined) {
      if (last.reading.kind === "line") found.dropLast();
      else (last.reading.kind === "ignored" ? ignored : wrongs).pop();
      addWrong(last.row, errorAt(last.row.line, cut));
    }
    const { errors, leftOut } = sortedOut(found, ignored, wrongs, strays);
    if (found.count() === 0 && errors.length === 0) throw new EmptyTable(booked.whyEmpty());
    const account = accountIn(preamble) ?? ignored.find((one) => one.account)?.account ?? "";
    const lines = found.lines(account);
    const running = errors.length === 0 ? found.running(lines) : [];
    const balances = [...preamble, ...leftOut.map(({ row }) => row)]
      .flatMap((row) => balanceOfRow(row, account) ?? [])
      .slice(0, MAX_BALANCES);
    return {
      bank: layout.bank,
      file_format,
      layout: layoutKey(layout, header?.cells),
      hasIdentifiers: layout.reference !== undefined && isIdentifier(header?.cells[layout.reference] ?? ""),
      rows_read,
      ignored: leftOut.length + leftOutAbove,
      errors: errors.map(({ message }) => message),
      notes: [
        ...booked.notes(),
        ...(beside?.notes(running) ?? []),
        ...found.oddDebits(),
        ...brokenBalances(running),
      ],
      ...(layout.choice ? { columns: [layout.choice] } : {}),
      lines,
      balances: [...balances, ...runningBalances(running)],
    };
  };
  return { take, toldByRows: () => toldBy(marks, senses), reading };
}

/** What columns of their own say of the operations, that their lines do not: fees, and statuses that are not known. */
function toldBeside(
  header: readonly string[],
  layout: Layout,
): { add(row: FileRow): void; notes(running: readonly PlacedLine[]): readonly string[] } {
  const { status } = layout;
  const fees = feesOfTable(header, layout);
  const statuses = status === undefined ? undefined : unknownStatuses(status);
  return {
    add({ cells, line }) {
      fees?.add(cells, line);
      statuses?.add(cells, line);
    },
    notes: (running) => [...(fees?.notes(running) ?? []), ...(statuses?.notes() ?? [])],
  };
}

/**
 * What of the rows that are no operations is told, and what is left out.
 * @throws UnreadableTable when too little of the table was understood
 */
function sortedOut(
  found: FoundLines,
  ignored: readonly Ignored[],
  wrongs: readonly Wrong[],
  strays: StrayAmounts | undefined,
): {
  readonly errors: readonly (Wrong["error"] & { line: number })[];
  readonly leftOut: readonly NumberedRow[];
} {
  // Below the last operation banks write legal notices and « FIN »: rows with a text for a date, and without any amount (BANK-24).
  const count = found.count();
  const isFooter = ({ error, below }: Wrong): boolean => error.isBare && below > 0 && below === count;
  const isLost = ({ stray }: Ignored): boolean => stray !== undefined && !strays?.areBeside(count);
  const wider = found.dropWider().map((line) => ({ line, ...errorAt(line, CUT_BY_SEPARATOR) }));
  const errors = [
    ...wider,
    ...ignored
      .filter(isLost)
      .map(({ row: { line }, stray }) => ({ line, ...errorOfStray(line, stray ?? "") })),
    ...wrongs.filter((wrong) => !isFooter(wrong)).map(({ row, error }) => ({ line: row.line, ...error })),
    // Taken for a receipt, such a debit would be one without a word (BANK-7).
    ...found.dropUnknownSenses().map(({ line, word }) => ({ line, ...unknownSense(line, word) })),
  ].toSorted((a, b) => a.line - b.line);
  const leftOut = [...ignored.filter((one) => !isLost(one)), ...wrongs.filter(isFooter)].toSorted(
    (a, b) => a.number - b.number,
  );
  // Below it, what has an amount and no day is told, but says nothing of how the operations were understood.
  const mayBeNone = wrongs.filter(({ error, below }) => error.isUndated && below > 0 && below === count);
  const told = new Set(mayBeNone.map(({ row }) => row.line));
  refuseUnreadable(
    errors.filter(({ line }) => !told.has(line)),
    found.count(),
  );
  return { errors, leftOut };
}

const errorOfStray = (line: number, text: string): Wrong["error"] =>
  errorAt(line, `montant hors des colonnes de montants (${quoted(text.trim())}).`);

function readWhole(
  row: FileRow,
  layout: Layout,
  width: WidthOfTable | undefined,
  shown: FileRow,
): RowReading {
  const reading = readRow(row, layout, shown);
  if (reading.kind !== "line") return reading;
  const fault = width?.fault(row);
  return fault === undefined ? reading : errorAt(row.line, fault);
}

function tellRow(
  { operation, headerAgain, other, gap }: RowWatcher,
  row: FileRow,
  reading: RowReading,
  isHeader: boolean,
  isTitle: boolean,
): void {
  if (isHeader) headerAgain();
  else if (reading.kind === "line") operation();
  else if (isTitle || reading.kind === "error") gap(row);
  else other(row);
}

/** @throws UnreadableTable when a person has to say it */
function toldBy(
  marks: ReturnType<typeof marksOfTable>,
  senses: ReturnType<typeof sensesOfTable>,
): LayoutOfRows | undefined {
  const mark = marks?.mark();
  if (marks && mark === undefined)
    throw new UnreadableTable(`${marks.sentence()}${NBSP}: ${TELL_MARK}`, "columns");
  const { sure: sense, fault } = senses?.columns() ?? {};
  if (fault !== undefined) throw new UnreadableTable(fault, "columns");
  const isMarked = mark !== undefined && mark !== "any";
  if (!isMarked && sense === undefined) return undefined;
  return { ...(isMarked ? { mark } : {}), ...(sense === undefined ? {} : { sense, isSenseFound: true }) };
}

function withCurrency(layout: Layout, above: readonly FileRow[]): Layout {
  const currencyAbove = currencyIn(above);
  return currencyAbove === undefined ? layout : { ...layout, currencyAbove };
}

const AGAIN: RowReading = { kind: "ignored" };

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
