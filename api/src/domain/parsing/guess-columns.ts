import type { ColumnChoice } from "@bobine/contract/statement-columns";
import { MOST_COLUMNS, MOST_LABEL_PARTS } from "@bobine/contract/statement-files";
import { isAmountCell, isDateCell } from "./chosen-layout.ts";
import { frenchAmount } from "./french-number.ts";
import { dateWith } from "./marked-cells.ts";
import { columnsNamed, HEADER_WITHIN, type Layout, type NamedColumns } from "./statement-columns.ts";
import type { FileRow } from "./tables/file-row.ts";

/** What a table seems to be, for a person to correct (BANK-30). */
export interface GuessedTable {
  /** Index in the rows of the names of its columns; undefined: it has none. */
  readonly header: number | undefined;
  /** Index of its first operation. */
  readonly first: number;
  readonly choice: ColumnChoice;
}

const SAMPLE = 60;
/** An identifier is a whole number of many digits. */
const IDENTIFIER = /^\d{8,}$/;
const MOSTLY = 0.6;

/** The columns of a table by their names, and where these say nothing by what its cells look like. */
export function guessColumns(rows: readonly FileRow[]): GuessedTable {
  const operation = rows.slice(0, HEADER_WITHIN).findIndex(isOperation);
  const header = headerAbove(rows, operation);
  const first = operation === -1 ? (header ?? -1) + 1 : operation;
  const choice = choiceOf(rows[header ?? -1]?.cells ?? [], rows.slice(first, first + SAMPLE));
  return { header, first, choice };
}

const isOperation = ({ cells }: FileRow): boolean =>
  cells.some((cell) => isAnyDate(cell)) && cells.some(isAmountCell);

const isAnyDate = (cell: string): boolean =>
  isDateCell(cell) || (dateWith(cell, "month_first")?.startsWith("20") ?? false);

/** The names stand in the nearest row above the first operation that has several texts. */
function headerAbove(rows: readonly FileRow[], operation: number): number | undefined {
  const above = rows.slice(0, operation === -1 ? 1 : operation);
  const found = above.findLastIndex(
    ({ cells }) => cells.filter((cell) => cell.trim() !== "" && !isAmountCell(cell)).length > 1,
  );
  return found === -1 ? undefined : found;
}

/** The choice that columns stand for which are known by their names, or that a person chose before. */
export function choiceOfLayout(
  layout: NamedColumns & Pick<Layout, "cells">,
  rows: readonly FileRow[],
): ColumnChoice {
  const { date, valueDate, labels, amount, debit, credit, sense, balance } = layout;
  const { currency, reference, account, status } = layout;
  return {
    date: date ?? null,
    value_date: valueDate === date ? null : (valueDate ?? null),
    labels: labels.slice(0, MOST_LABEL_PARTS),
    // Of both, the amount counts (BANK-7).
    amount: amount ?? null,
    debit: amount === undefined ? (debit ?? null) : null,
    credit: amount === undefined ? (credit ?? null) : null,
    sense: sense ?? null,
    balance: balance ?? null,
    currency: currency ?? null,
    reference: reference === undefined || labels.includes(reference) ? null : reference,
    account: account ?? null,
    status: status ?? null,
    debit_word: "",
    decimal_mark: "any",
    date_order: orderOf(rows.map(({ cells }) => cells[date ?? -1] ?? "")),
    sign: "as_written",
    ...layout.cells,
  };
}

function choiceOf(header: readonly string[], rows: readonly FileRow[]): ColumnChoice {
  const named = columnsNamed(header);
  const taken = new Set(Object.values(named).flat());
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...rows.map(({ cells }) => cells.length)));
  const columns = Array.from({ length: width }, (_, column) => column);
  const free = (is: (cell: string) => boolean): number[] =>
    columns.filter((column) => !taken.has(column) && isMostly(cellsOf(rows, column), is));
  const take = (column: number | undefined): number | undefined => {
    if (column !== undefined) taken.add(column);
    return column;
  };

  const [someDate, otherDate] = free(isAnyDate);
  const date = named.date ?? take(someDate);
  const valueDate = named.valueDate ?? take(named.date === undefined ? otherDate : someDate);
  const amounts = amountsOf(
    named,
    free((cell) => isAmountCell(cell) && !IDENTIFIER.test(cell.trim())),
    rows,
  );
  for (const column of Object.values(amounts)) take(column);
  const texts = free((cell) => /\p{L}/u.test(cell));
  const longest = texts.toSorted((a, b) => lengthOf(rows, b) - lengthOf(rows, a)).slice(0, 1);
  const labels = named.labels.length > 0 ? named.labels : longest;
  return choiceOfLayout({ ...named, date, valueDate, ...amounts, labels }, rows);
}

/**
 * Of columns of numbers the balances are one that follows the others, debits and credits two that are never filled both. Which is which
 * its names say, else its rows, else a person: the first one is not by itself the debits.
 */
function amountsOf(
  named: NamedColumns,
  free: readonly number[],
  rows: readonly FileRow[],
): Partial<Pick<NamedColumns, "amount" | "debit" | "credit" | "balance">> {
  if (named.amount !== undefined) return {};
  const balance = named.balance ?? free.find((column) => isRunning(rows, column, free));
  const [one, other] = free.filter((column) => column !== balance);
  if (named.debit !== undefined || named.credit !== undefined)
    return { debit: named.debit ?? one, credit: named.credit ?? one, balance };
  if (one === undefined) return { balance };
  return other !== undefined && rows.every((row) => isBlank(row, one) || isBlank(row, other))
    ? { ...sidesOf(rows, one, other, balance), balance }
    : { amount: one, balance };
}

/** Debits have a minus, or lower the balance. */
function sidesOf(
  rows: readonly FileRow[],
  one: number,
  other: number,
  balance: number | undefined,
): Partial<Pick<NamedColumns, "debit" | "credit">> {
  const sides = [
    { debit: one, credit: other },
    { debit: other, credit: one },
  ];
  const hasMinus = (column: number): boolean => rows.some((row) => numberIn(row, column) < 0);
  const signed = sides.filter(({ debit, credit }) => hasMinus(debit) && !hasMinus(credit));
  const fitting = signed.length > 0 ? signed : sides.filter((side) => isMovedBy(rows, balance, side));
  return (fitting.length === 1 && fitting[0]) || {};
}

function isMovedBy(
  rows: readonly FileRow[],
  balance: number | undefined,
  { debit, credit }: { readonly debit: number; readonly credit: number },
): boolean {
  if (balance === undefined || rows.length < 2) return false;
  return [rows, rows.toReversed()].some((inOrder) =>
    inOrder.every((row, index) => {
      const before = inOrder[index - 1];
      if (!before) return true;
      const moved = numberIn(row, balance) - numberIn(before, balance);
      return moved === numberIn(row, credit) - Math.abs(numberIn(row, debit));
    }),
  );
}

const cellsOf = (rows: readonly FileRow[], column: number): string[] =>
  rows.map(({ cells }) => cells[column] ?? "").filter((cell) => cell.trim() !== "");

const isMostly = (cells: readonly string[], is: (cell: string) => boolean): boolean =>
  cells.length > 0 && cells.filter(is).length >= cells.length * MOSTLY;

const lengthOf = (rows: readonly FileRow[], column: number): number =>
  cellsOf(rows, column).reduce((sum, cell) => sum + cell.length, 0);

const numberIn = ({ cells }: FileRow, column: number): number => frenchAmount(cells[column] ?? "") ?? 0;
const isBlank = (row: FileRow, column: number): boolean => numberIn(row, column) === 0;

/** Whether each cell of a column is the one before plus or less what another column of the row says, in either direction. */
function isRunning(rows: readonly FileRow[], column: number, amounts: readonly number[]): boolean {
  const others = amounts.filter((other) => other !== column);
  if (rows.length < 3 || others.length === 0) return false;
  return [rows, rows.toReversed()].some((inOrder) =>
    inOrder.every((row, index) => {
      const before = inOrder[index - 1];
      if (!before) return true;
      const moved = Math.abs(numberIn(row, column) - numberIn(before, column));
      return others.some((other) => Math.abs(numberIn(row, other)) === moved);
    }),
  );
}

/** Month first when a second number is above twelve and no first one is. */
function orderOf(dates: readonly string[]): ColumnChoice["date_order"] {
  const parts = dates.flatMap((text) => {
    const found = /^\s*(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}\b/.exec(text);
    return found ? [[Number(found[1]), Number(found[2])] as const] : [];
  });
  return parts.some(([, second]) => second > 12) && parts.every(([first]) => first <= 12)
    ? "month_first"
    : "day_first";
}
