import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { currencyOf } from "../currency-names.ts";
import { cutText, oneCopy, ownText } from "../cut-text.ts";
import { amountOfTable } from "../decimal-mark.ts";
import { excelDate } from "../french-date.ts";
import { amountWith, dateWith } from "../marked-cells.ts";
import type { LineEvidence } from "../../line-evidence.ts";
import type { ColumnsBeside, Layout } from "../statement-columns.ts";
import { lineEvidence } from "../line-evidence.ts";
import { remembered } from "../remembered.ts";
import { senseOfWord } from "../sense-column.ts";
import { joinLabels } from "../statement-label.ts";
import type { FileRow } from "../tables/file-row.ts";
import { FAULT, isFault } from "../tables/cell-faults.ts";
import type { UnmarkedLine } from "./format-reading.ts";
import { atLine, boundedCents } from "./format-values.ts";
import { standingOf } from "./operation-status.ts";
import { sumIn } from "./sum-rows.ts";

const NBSP = "\u00a0";

/** What a row of a table was: an operation, none, or one that cannot be read. */
export type RowReading =
  | {
      readonly kind: "line";
      readonly found: UnmarkedLine;
      readonly sense: "debit" | "credit" | { readonly unknown: string } | undefined;
      readonly balance: Cents | undefined;
    }
  | {
      readonly kind: "ignored";
      readonly account?: string | undefined;
      /** It would be an operation, had it an amount. */
      readonly isOfNothing?: boolean;
    }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly isDate: boolean;
      readonly isBare: boolean;
      /** It has no day at all: below the operations it may be something else. */
      readonly isUndated?: boolean;
    };
export type FoundLine = Extract<RowReading, { kind: "line" }>;

const IGNORED: RowReading = { kind: "ignored" };
const OF_NOTHING: RowReading = { kind: "ignored", isOfNothing: true };
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
/** The last line of LCL: branch and account. */
const BRANCH_AND_ACCOUNT = /^\d{4,5} (\d{6,7}[A-Z]?|\d{6,11})$/;

/**
 * One row under its layout (BANK-5, BANK-7).
 * @param shown the same row with what a workbook shows in cells that have no value
 */
export function readRow({ line, cells }: FileRow, layout: Layout, shown?: FileRow): RowReading {
  const cell = (column: number | undefined): string => (column === undefined ? "" : trimmed(cells[column]));
  if (layout.status !== undefined && standingOf(cell(layout.status)) === "none") return IGNORED;
  const label = joinLabels(labelParts(cellsOf(layout.labels, cell)));
  const dateText = cell(layout.date);
  const sum = sumIn(label);
  if (sum === "whole" || sumIn(dateText)) return IGNORED;
  if (isDigit(label.charCodeAt(0)) && BRANCH_AND_ACCOUNT.test(label))
    return { kind: "ignored", account: label };
  if (dateText === "")
    return sum || label === "" || layout.date < 0 ? IGNORED : readUndated(line, label, cell, layout);
  const reading = readOperation(line, { label, dateText, isSum: sum !== undefined }, cell, layout);
  if (reading !== OF_NOTHING || !shown) return reading;
  const amounts = new Set([layout.amount, layout.debit, layout.credit]);
  const fault = shown.cells.find((text, column) => amounts.has(column) && isFault(text));
  return fault === undefined ? reading : unreadableAmount(line, fault.slice(FAULT.length));
}

type CellOf = (column: number | undefined) => string;

/** A bank may say the day once for several rows, or only the value date: what has an amount is not left out without a word (BANK-5). */
function readUndated(line: number, label: string, cell: CellOf, layout: Layout): RowReading {
  const amount = amountOf(cell, layout);
  if (!("cents" in amount) || amount.cents === 0 || OF_NO_OPERATION.test(label)) return IGNORED;
  const dateText = cell(layout.valueDate);
  if (dateOf(dateText, layout) !== undefined)
    return readOperation(line, { label, dateText, isSum: false }, cell, layout);
  return errorAt(line, `date absente (${quoted(label)}).`, { isDate: false, isBare: false, isUndated: true });
}
const OF_NO_OPERATION = /^(page|nombre|nb|dont)\b/i;

interface Told {
  readonly label: string;
  readonly dateText: string;
  readonly isSum: boolean;
}

function readOperation(
  line: number,
  { label, dateText, isSum }: Told,
  cell: CellOf,
  layout: Layout,
): RowReading {
  const date = dateOf(dateText, layout);
  const amount = amountOf(cell, layout);
  if (isSum && (date === undefined || isNothing(amount))) return IGNORED;
  if ("unreadable" in amount) return unreadableAmount(line, amount.unreadable);
  if ("contradicted" in amount)
    return errorAt(
      line,
      `le montant (${quoted(amount.contradicted)}) contredit le débit ou le crédit de la ligne.`,
    );
  if (date === undefined)
    return errorAt(line, `date illisible (${quoted(dateText)}).`, {
      isDate: true,
      isBare: amount.cents === 0,
    });
  if (amount.cents === 0) return OF_NOTHING;
  const currency_code = currencyOfRow(cell, layout);
  if (currency_code === undefined)
    return errorAt(line, `devise inconnue (${quoted(cell(layout.currency))}).`);
  const evidence = layout.beside && evidenceOf(cell, layout.beside);
  const found: UnmarkedLine = {
    bank_account: layout.account === undefined ? "" : oneCopy(cutText(cell(layout.account), 50)),
    transaction_date: date,
    value_date: valueDateOf(cell(layout.valueDate), dateText, date, layout),
    label,
    amount: amount.cents,
    currency_code,
    bank_reference: ownText(cutText(cell(layout.reference), 100)),
    fingerprint: "",
    evidence,
  };
  if (label === "") addLabelInstead(found, cellsOf(layout.insteadOfLabel ?? NO_COLUMNS, cell));
  return {
    kind: "line",
    found:
      layout.beforeFee === undefined
        ? found
        : { ...found, ...beforeFee(cell(layout.beforeFee), amount.cents, layout) },
    sense: layout.sense === undefined || amount.isSigned ? undefined : senseOf(cell(layout.sense), layout),
    balance: layout.balance === undefined ? undefined : bankAmount(cell(layout.balance), layout),
  };
}

function beforeFee(text: string, whole: Cents, layout: Layout): Pick<UnmarkedLine, "amount_before_fee"> {
  const amount_before_fee = text === "" ? undefined : bankAmount(text, layout);
  return amount_before_fee === undefined || amount_before_fee === whole ? {} : { amount_before_fee };
}

const NO_COLUMNS: readonly number[] = [];

function addLabelInstead(found: UnmarkedLine, texts: readonly string[]): void {
  const labelInstead = found.evidence?.party_name ?? joinLabels(labelParts(texts));
  if (labelInstead !== "") found.labelInstead = labelInstead;
}

const isNothing = (amount: AmountOfRow): boolean => "cents" in amount && amount.cents === 0;

const [BLANK, LAST_PLAIN] = [0x20, 0x7e];
function trimmed(text: string | undefined): string {
  if (text === undefined) return "";
  const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
  return first > BLANK && first <= LAST_PLAIN && last > BLANK && last <= LAST_PLAIN ? text : text.trim();
}

/** A row that cannot be read. */
export const errorAt = (line: number, message: string, what: WhatIsWrong = NO_DATE_WRONG): ErrorReading => ({
  kind: "error",
  message: atLine(line, message),
  ...what,
});

const unreadableAmount = (line: number, text: string): ErrorReading =>
  errorAt(line, `montant illisible (${quoted(text)}).`);

/** Nothing says which way the money of a row goes. */
export const unknownSense = (line: number, word: string): ErrorReading =>
  errorAt(line, `sens inconnu (${quoted(word)}).`);

type ErrorReading = Extract<RowReading, { kind: "error" }>;
type WhatIsWrong = Pick<ErrorReading, "isDate" | "isBare" | "isUndated">;
const NO_DATE_WRONG: WhatIsWrong = { isDate: false, isBare: false };

/** A cell may have several lines. */
function labelParts(cells: readonly string[]): readonly string[] {
  for (const one of cells) if (one.includes("\n")) return cells.flatMap((cell) => cell.split("\n"));
  return cells;
}

/** Of a million rows: what `map` makes of so few columns is another kind of list once it is fast. */
function cellsOf(columns: readonly number[], cell: (column: number) => string): readonly string[] {
  const [first, second] = columns;
  if (first === undefined) return NO_CELLS;
  if (second === undefined) return [cell(first)];
  const found: string[] = [];
  for (const column of columns) found.push(cell(column));
  return found;
}
const NO_CELLS: readonly string[] = [];

/** BANK-29 */
function evidenceOf(cell: (column: number) => string, beside: ColumnsBeside): LineEvidence | undefined {
  return lineEvidence({
    names: cellsOf(beside.parties, cell),
    ibans: cellsOf(beside.ibans, cell),
    endToEndIds: cellsOf(beside.endToEndIds, cell),
    references: cellsOf(beside.references, cell),
    more: beside.more.length === 0 ? undefined : labelParts(cellsOf(beside.more, cell)),
    paymentTypes: cellsOf(beside.paymentTypes, cell),
  });
}

const quoted = (text: string): string => `«${NBSP}${cutText(text, 40)}${NBSP}»`;

/** Mostly the day of the operation, as it stands there. */
const valueDateOf = (text: string, dateText: string, date: CivilDate, layout: Layout): CivilDate | null =>
  text === dateText ? date : (dateOf(text, layout) ?? null);

/** A spreadsheet may have lost the format of its dates: their serial number is left. No bank has lines of another century. */
function dateOf(text: string, { cells }: Layout): CivilDate | undefined {
  if (text === "") return undefined;
  return cells?.date_order === "month_first" ? ofThisCentury(text, "month_first") : dayFirst(text);
}

const dayFirst = remembered((text) => ofThisCentury(text, "day_first"));

function ofThisCentury(text: string, order: "day_first" | "month_first"): CivilDate | undefined {
  const date = /^\d{5}(\.\d+)?$/.test(text) ? excelDate(Number(text)) : dateWith(text, order);
  return date?.startsWith("20") ? date : undefined;
}

/**
 * Credit less debit, when the amount is not in a column of its own (BANK-7). Banks write debits with or without a minus; a credit with one takes
 * back an earlier credit (a transfer that was returned), so it leaves the account.
 */
function amountOf(cell: CellOf, layout: Layout): AmountOfRow {
  const { cells, beforeFee: other } = layout;
  const amount = other !== undefined && cell(layout.amount) === "" ? other : layout.amount;
  if (cell(amount) === "") return debitOrCredit(cell, layout);
  const value = bankAmount(cell(amount), layout);
  if (value === undefined) return { unreadable: cell(amount) };
  if (cells?.sign === "reversed") return { cents: cents(0 - value), isSigned: false };
  const beside = value > 0 && hasDebits(layout) ? debitOrCredit(cell, layout) : undefined;
  if (!beside || !("cents" in beside) || beside.cents >= 0) return { cents: value, isSigned: false };
  return Math.abs(beside.cents) === value ? beside : { contradicted: cell(amount) };
}

type AmountOfRow =
  /** @param isSigned by its own column, whatever the row says of its sense */
  | { readonly cents: Cents; readonly isSigned: boolean }
  | { readonly unreadable: string }
  | { readonly contradicted: string };

const hasDebits = ({ debit, credit }: Layout): boolean => debit !== undefined || credit !== undefined;

function debitOrCredit(cell: CellOf, layout: Layout): AmountOfRow {
  const { debit, credit } = layout;
  let total = 0;
  for (const [column, signed] of [
    [credit, (value: Cents) => value],
    [debit, (value: Cents) => -Math.abs(value)],
  ] as const) {
    const text = cell(column);
    if (text === "" || (DASH.test(text) && isFilled(cell(column === debit ? credit : debit)))) continue;
    const value = bankAmount(text, layout);
    if (value === undefined) return { unreadable: text };
    total += signed(value);
  }
  return { cents: cents(total), isSigned: true };
}

/** What stands for an empty cell beside the one that is filled. */
const DASH = /^[-\u2010-\u2015\u2212]$/;
const isFilled = (text: string): boolean => text !== "" && !DASH.test(text);

function bankAmount(text: string, { cells, mark }: Layout): Cents | undefined {
  const value =
    mark === undefined ? amountWith(text, cells?.decimal_mark ?? "any") : amountOfTable(text, mark);
  return value === undefined ? undefined : boundedCents(value);
}

/** What the name of the column of amounts says, else the row, else the rows above all of them (BANK-38). */
function currencyOfRow(cell: CellOf, { inCurrency, currency, currencyAbove }: Layout): string | undefined {
  if (inCurrency !== undefined) return inCurrency;
  const told = currency === undefined ? "" : currencyOf(cell(currency));
  return told === "" ? (currencyAbove ?? "EUR") : told;
}

function senseOf(text: string, { cells }: Layout): FoundLine["sense"] {
  if (cells && cells.debit_word !== "")
    return text.toLowerCase() === cells.debit_word.toLowerCase() ? "debit" : "credit";
  if (text === "") return undefined;
  return senseOfWord(text) ?? { unknown: ownText(cutText(text, 40)) };
}
