import { type Cents, cents } from "@bobine/contract/money";
import type { CivilDate } from "@bobine/contract/civil-date";
import { excelDate, frenchDate } from "./french-date.ts";
import { cutText } from "./cut-text.ts";
import { amountOfTable } from "./decimal-mark.ts";
import { type InvoiceColumn, MAX_SHOWN } from "./invoice-csv-columns.ts";
import type { TableMark } from "./statement-columns.ts";

/** What a column of twelve digits and two decimals holds. */
const MAX_AMOUNT = 10 ** 14 - 1;
const NBSP = "\u00a0";
export const quoted = (text: string): string => `(«${NBSP}${cutText(text, MAX_SHOWN)}${NBSP}»)`;

export type Cell = (column: InvoiceColumn) => string;
/** Of a line. */
export interface Cells {
  readonly cell: Cell;
  /** How the amounts of the list are read. */
  readonly mark: TableMark;
  /** Of a column that may come twice. */
  readonly cells: (column: InvoiceColumn) => readonly string[];
  /** Whether the list's days of payment are days of payment, and no due dates. */
  readonly hasDaysOfPayment: boolean;
  /** -1 of a credit note whose amounts are written above zero. */
  readonly sign: 1 | -1;
}
interface AmountOf extends Pick<Cells, "mark" | "sign"> {
  readonly name: string;
  readonly problems: string[];
}

/** A day as files write it, or as a spreadsheet counts it: `46328`. */
export const dayOf = (text: string): CivilDate | undefined =>
  frenchDate(text) ?? (/^\d{5}$/.test(text) ? excelDate(Number(text)) : undefined);

/** A spreadsheet's zero. */
const DASH = /^[-–—\u2212]\s*€?$/;

/** An amount of a line; undefined when it tells none, or when `problems` say why it is none. */
export function amountOf(text: string, { mark, sign, name, problems }: AmountOf): Cents | undefined {
  if (text === "") return undefined;
  if (DASH.test(text)) return cents(0);
  const amount = amountOfTable(text, mark);
  if (amount === undefined || Math.abs(amount) > MAX_AMOUNT) {
    problems.push(`${name} invalide ${quoted(text)}.`);
    return undefined;
  }
  return amount === 0 ? amount : cents(sign * amount);
}
