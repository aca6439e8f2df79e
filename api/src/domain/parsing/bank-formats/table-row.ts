import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { cutText, oneCopy, ownText } from "../cut-text.ts";
import { excelDate } from "../french-date.ts";
import { amountWith, dateWith } from "../marked-cells.ts";
import { normaliseText } from "../normalise-name.ts";
import type { LineEvidence } from "../../line-evidence.ts";
import type { ColumnsBeside, Layout } from "../statement-columns.ts";
import { lineEvidence } from "../line-evidence.ts";
import { remembered } from "../remembered.ts";
import { joinLabels } from "../statement-label.ts";
import type { FileRow } from "../tables/file-row.ts";
import type { UnmarkedLine } from "./format-reading.ts";
import { boundedCents } from "./format-values.ts";

const NBSP = "\u00a0";

/** What a row of a table was: an operation, none, or one that cannot be read. */
export type RowReading =
  | {
      readonly kind: "line";
      readonly found: UnmarkedLine;
      readonly sense: "debit" | "credit" | undefined;
      readonly balance: Cents | undefined;
    }
  | {
      readonly kind: "ignored";
      readonly account?: string | undefined;
      /** It would be an operation, had it an amount. */
      readonly isOfNothing?: boolean;
    }
  | { readonly kind: "error"; readonly message: string; readonly isDate: boolean; readonly isBare: boolean };
export type FoundLine = Extract<RowReading, { kind: "line" }>;

const IGNORED: RowReading = { kind: "ignored" };
const OF_NOTHING: RowReading = { kind: "ignored", isOfNothing: true };
const NOT_SETTLED =
  /^(processing|pending|declined|reverted|canceled|cancelled|failed|en cours|en attente|refuse|annule|rejete)/;
const BALANCE = /^(ancien |nouveau )?solde\b/;
/** « SOLDE FACTURE F26000123 », « SOLDE FA26-0418 » are payments, the last ones. */
const OF_AN_INVOICE = /\b(fac|fact|factures?|films?|loc|location|[fs] ?\d+|(fa|fc|av) ?\d{2,})\b/;
const TOTAL = /^total( (des?|du|au|general|operations?|mouvements?|debits?|credits?)\b.*)?$/;
/** How one of them may begin, before anything is made of the text: the letters, and what may lose an accent. */
const MAY_BE_SUM = /^[^a-z0-9\u0080-\uffff]*(?:[\u0080-\uffff]|a[n\u0080-\uffff]|[nst][o\u0080-\uffff])/i;
function isSum(text: string): boolean {
  if (!MAY_BE_SUM.test(text)) return false;
  const words = normaliseText(text);
  return (BALANCE.test(words) && !OF_AN_INVOICE.test(words)) || TOTAL.test(words);
}
/** The last line of LCL: branch and account. */
const BRANCH_AND_ACCOUNT = /^\d{4,5} (\d{6,7}[A-Z]?|\d{6,11})$/;

/** One row under its layout (BANK-5, BANK-7). */
export function readRow({ line, cells }: FileRow, layout: Layout): RowReading {
  const cell = (column: number | undefined): string =>
    column === undefined ? "" : (cells[column] ?? "").trim();
  if (layout.status !== undefined && NOT_SETTLED.test(normaliseText(cell(layout.status)))) return IGNORED;
  const label = joinLabels(labelParts(layout.labels.map(cell)));
  const dateText = cell(layout.date);
  if (isSum(label) || isSum(dateText)) return IGNORED;
  if (BRANCH_AND_ACCOUNT.test(label)) return { kind: "ignored", account: label };
  if (dateText === "") return IGNORED;
  const amount = amountOf(cell, layout);
  if ("unreadable" in amount) return errorAt(line, `montant illisible (${quoted(amount.unreadable)}).`);
  const date = dateOf(dateText, layout);
  if (date === undefined)
    return errorAt(line, `date illisible (${quoted(dateText)}).`, {
      isDate: true,
      isBare: amount.cents === 0,
    });
  if (amount.cents === 0) return OF_NOTHING;
  return {
    kind: "line",
    found: {
      bank_account: oneCopy(cutText(cell(layout.account), 50)),
      transaction_date: date,
      value_date: dateOf(cell(layout.valueDate), layout) ?? null,
      label,
      amount: amount.cents,
      currency_code: layout.currency === undefined ? "EUR" : currencyOf(cell(layout.currency)),
      bank_reference: ownText(cutText(cell(layout.reference), 100)),
      fingerprint: "",
      evidence: layout.beside && evidenceOf(cell, layout.beside),
    },
    sense: layout.sense === undefined ? undefined : senseOf(cell(layout.sense), layout),
    balance: layout.balance === undefined ? undefined : bankAmount(cell(layout.balance), layout),
  };
}

const errorAt = (line: number, message: string, what = { isDate: false, isBare: false }): RowReading => ({
  kind: "error",
  message: `Ligne ${line}${NBSP}: ${message}`,
  ...what,
});

/** A cell may have several lines. */
const labelParts = (cells: readonly string[]): readonly string[] =>
  cells.some((cell) => cell.includes("\n")) ? cells.flatMap((cell) => cell.split("\n")) : cells;

/** BANK-29 */
function evidenceOf(cell: (column: number) => string, beside: ColumnsBeside): LineEvidence | undefined {
  const cells = (columns: readonly number[]): readonly string[] =>
    columns.length === 0 ? NONE : columns.map(cell);
  return lineEvidence({
    names: cells(beside.parties),
    ibans: cells(beside.ibans),
    endToEndIds: cells(beside.endToEndIds),
    references: cells(beside.references),
    paymentTypes: cells(beside.paymentTypes),
  });
}
const NONE: readonly string[] = [];

const quoted = (text: string): string => `«${NBSP}${cutText(text, 40)}${NBSP}»`;

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
function amountOf(
  cell: (column: number | undefined) => string,
  layout: Layout,
): { readonly cents: Cents } | { readonly unreadable: string } {
  const { amount, debit, credit, cells } = layout;
  if (cell(amount) !== "") {
    const value = bankAmount(cell(amount), layout);
    if (value === undefined) return { unreadable: cell(amount) };
    return { cents: cells?.sign === "reversed" ? cents(0 - value) : value };
  }
  let total = 0;
  for (const [column, signed] of [
    [credit, (value: Cents) => value],
    [debit, (value: Cents) => -Math.abs(value)],
  ] as const) {
    const text = cell(column);
    if (text === "") continue;
    const value = bankAmount(text, layout);
    if (value === undefined) return { unreadable: text };
    total += signed(value);
  }
  return { cents: cents(total) };
}

function bankAmount(text: string, { cells }: Layout): Cents | undefined {
  const value = amountWith(text, cells?.decimal_mark ?? "any");
  return value === undefined ? undefined : boundedCents(value);
}

/** As banks write them under « Sens », « Soll/Haben », « Dare/Avere », « Dr/Cr ». */
const DEBIT_WORD = /^(-|d|debit|débit|dr|s|soll|debe|cargo|dare)$/i;
const CREDIT_WORD = /^(\+|c|credit|crédit|cr|h|haben|haber|abono|avere|a)$/i;

const currencyOf = (text: string): string => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : "EUR");

function senseOf(text: string, { cells }: Layout): FoundLine["sense"] {
  if (cells && cells.debit_word !== "")
    return text.toLowerCase() === cells.debit_word.toLowerCase() ? "debit" : "credit";
  if (DEBIT_WORD.test(text)) return "debit";
  return CREDIT_WORD.test(text) ? "credit" : undefined;
}
