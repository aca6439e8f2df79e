import { createHash } from "node:crypto";
import type { ChosenLayout, ColumnChoice } from "@bobine/contract/statement-columns";
import { accountNamed } from "../bank-account.ts";
import { accountIn } from "./bank-formats/account-in-rows.ts";
import { cutText } from "./cut-text.ts";
import { frenchDate } from "./french-date.ts";
import { frenchAmount } from "./french-number.ts";
import { columnName, columnsBeside, HEADER_WITHIN, inCurrency, type Layout } from "./statement-columns.ts";
import type { FileRow } from "./tables/file-row.ts";

/** A layout that a person chose: for the file at hand, or at an earlier import of the account (BANK-30). */
export interface KnownLayout extends ChosenLayout {
  readonly origin: "chosen" | "remembered";
  /** Of the account that it was remembered for: files that name another one are not read by it. */
  readonly account: string;
  /** Whether it is for files that name no account. */
  readonly isForUnnamed: boolean;
}

const SAMPLE = 60;
const NAMES_KEPT = 50;
const NAME_LENGTH = 60;
/** Above every score that names of columns give. */
const SURE = 10_000;
/** Below it: tables of different banks may look alike. */
const LIKELY = 0.5;

const hashOf = (kind: string, parts: readonly string[]): string =>
  createHash("sha256")
    .update([kind, ...parts].join("\n"))
    .digest("hex");

/** By which a table is known again whose names of columns stand in this row. */
export function headerKey(cells: readonly string[]): string {
  const names = cells.map(columnName);
  return hashOf("header", names.slice(0, names.findLastIndex((name) => name !== "") + 1));
}

/** By which a table is known again that names and reads its columns alike: another export of an account has other labels in it (BANK-11). */
export function layoutKey(layout: Layout, header: readonly string[] = []): string {
  const { date, labels, amount, debit, credit, account, cells } = layout;
  const sense = layout.isSenseFound ? undefined : layout.sense;
  const columns = { date, labels, amount, debit, credit, sense, account, cells };
  return hashOf("layout", [headerKey(header), JSON.stringify(columns)]).slice(0, 16);
}

export const isDateCell = (cell: string): boolean => frenchDate(cell)?.startsWith("20") ?? false;
/** A number without a mark of 12 digits is an identifier. */
export const isAmountCell = (cell: string): boolean =>
  cell.length <= 30 && !isDateCell(cell) && frenchAmount(cell) !== undefined;

/** Rows that hold a date and an amount. */
export const operationsOf = (rows: readonly FileRow[]): FileRow[] =>
  rows.filter(({ cells }) => cells.some(isDateCell) && cells.some(isAmountCell));

/** By which a table without names of columns is known again: how many it has, and which of them are dates and texts. */
export function shapeKey(rows: readonly FileRow[]): string {
  const operations = operationsOf(rows.slice(0, SAMPLE));
  const width = Math.max(0, ...operations.map(({ cells }) => cells.length));
  const kinds = Array.from({ length: width }, (_, column) => {
    const filled = operations.map(({ cells }) => cells[column] ?? "").filter((cell) => cell.trim() !== "");
    const most = (is: (cell: string) => boolean): boolean => filled.filter(is).length * 2 > filled.length;
    if (most(isDateCell)) return "date";
    // A column of debits may be empty in a short file.
    return filled.length === 0 || most(isAmountCell) ? "amount or nothing" : "text";
  });
  return hashOf("shape", kinds);
}

/**
 * How a table reads under a choice of columns, from a row on.
 * @param header names of its columns; what they tell beside the label needs no choice (BANK-29)
 */
export function layoutOfChoice(columns: ColumnChoice, first: number, header: readonly string[] = []): Layout {
  const { date, value_date, labels, debit_word, decimal_mark, date_order, sign } = columns;
  const [amount, debit, credit] = [columns.amount, columns.debit, columns.credit].map(
    (column) => column ?? undefined,
  );
  return {
    first,
    bank: null,
    date: date ?? -1,
    valueDate: value_date ?? undefined,
    labels,
    amount,
    debit,
    credit,
    ...inCurrency(header, { amount, debit, credit }),
    sense: columns.sense ?? undefined,
    currency: columns.currency ?? undefined,
    status: columns.status ?? undefined,
    account: columns.account ?? undefined,
    reference: columns.reference ?? undefined,
    balance: columns.balance ?? undefined,
    beside: columnsBeside(header),
    score: SURE,
    cells: { debit_word, decimal_mark, date_order, sign },
  };
}

/** The layout that a person chose for a table such as this one, if there is one. */
export function layoutChosenFor(rows: readonly FileRow[], known: readonly KnownLayout[]): Layout | undefined {
  if (known.length === 0) return undefined;
  for (const [index, row] of rows.slice(0, HEADER_WITHIN).entries()) {
    if (row.cells.length < 2) continue;
    const key = headerKey(row.cells);
    const found = known.find((one) => one.header_key === key && isFor(one, rows.slice(0, index)));
    if (found) return chosen(found, index + 1, row.cells);
  }
  const key = shapeKey(rows);
  const found = known.find((one) => one.header_key === key && isFor(one, []));
  return found && chosen(found, 0, []);
}

function chosen(
  { columns, skip, header_key, origin }: KnownLayout,
  first: number,
  names: readonly string[],
): Layout {
  const layout = layoutOfChoice(columns, first + skip, names);
  const header = names.slice(0, NAMES_KEPT).map((name) => cutText(name.trim(), NAME_LENGTH));
  const score = origin === "remembered" && first === 0 ? LIKELY : SURE;
  return { ...layout, score, choice: { header_key, header, origin } };
}

function isFor({ origin, account, isForUnnamed }: KnownLayout, above: readonly FileRow[]): boolean {
  if (origin === "chosen") return true;
  const named = accountIn(above);
  return named === undefined ? isForUnnamed : accountNamed(named, [{ number: account }]) !== undefined;
}
