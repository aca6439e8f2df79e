import { createHash } from "node:crypto";
import type { StatementStats } from "@bobine/contract/banking";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import { csvRows, SEPARATORS } from "./tables/csv-rows.ts";
import { cutText } from "./cut-text.ts";
import { excelDate, frenchDate } from "./french-date.ts";
import { frenchAmount } from "./french-number.ts";
import { normaliseText } from "./normalise-name.ts";
import { type Layout, layoutByHeader, layoutWithoutHeader } from "./statement-columns.ts";
import { joinLabels } from "./statement-label.ts";
import { balanceOfRow, runningBalances, type StatementBalance } from "./statement-balances.ts";
import type { StatementLine } from "./statement-line.ts";
import {
  EMPTY_FILE,
  MAX_ROWS,
  SAVE_AS_XLSX_OR_CSV,
  type FileRow,
  TOO_MANY_ROWS,
  UNKNOWN_LAYOUT,
  UnreadableTable,
} from "./tables/file-row.ts";
import { decodeText } from "./tables/text-encoding.ts";
import { xlsxRows } from "./tables/xlsx-rows.ts";

export interface StatementReading
  extends Pick<
    StatementStats,
    "bank" | "file_format" | "rows_read" | "ignored" | "currency" | "errors" | "period_start" | "period_end"
  > {
  /** In the order of the file. */
  readonly lines: readonly StatementLine[];
  /** What the statement says is on the account (BANK-16). */
  readonly balances: readonly StatementBalance[];
}

const HEADER_PROBE = 60;
const MAX_BAD_DATES = 0.2;
const MAX_BAD_AMOUNTS = 0.5;
const MAX_BALANCES = 20;
const NBSP = "\u00a0";
/** A billion: what is larger is an account or a reference in the wrong column, and 50,000 of them would no longer add up. */
const MAX_AMOUNT = 999_999_999_99;
const NO_OPERATION = "Le fichier ne contient aucune opération.";

/**
 * Reads a bank statement: finds out its format, its encoding, its bank and its columns, and reads each line
 * (BANK-5). Lines = rows read − rows ignored − rows in error, which `errors` tells one by one.
 * @param bytes the whole file, at most 10 MB
 * @throws UnreadableTable when the file as a whole is refused
 */
export async function readBankStatement(bytes: Buffer): Promise<StatementReading> {
  if (bytes.length === 0) throw new UnreadableTable(EMPTY_FILE);
  if (bytes.subarray(0, 4).equals(Buffer.from("PK\u0003\u0004", "latin1"))) {
    const rows = await xlsxRows(bytes);
    if (rows.length === 0) throw new UnreadableTable(EMPTY_FILE);
    return readRows(rows, "xlsx", layoutByHeader(rows) ?? layoutWithoutHeader(rows));
  }
  if (bytes.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0])))
    throw new UnreadableTable(SAVE_AS_XLSX_OR_CSV);
  const text = decodeText(bytes);
  if (text.trim() === "") throw new UnreadableTable(EMPTY_FILE);
  if (/^\s*<(!doctype html|html|table|\?xml)/i.test(text.slice(0, 2000)))
    throw new UnreadableTable(SAVE_AS_XLSX_OR_CSV);
  if (text.includes("\u0000")) throw new UnreadableTable(UNKNOWN_LAYOUT);
  return readCsv(text);
}

function readCsv(text: string): StatementReading {
  const probes = SEPARATORS.map((separator) => {
    const rows = csvRows(text, separator, HEADER_PROBE);
    return { separator, layout: layoutByHeader(rows) };
  });
  const [best] = probes.toSorted((a, b) => (b.layout?.score ?? 0) - (a.layout?.score ?? 0));
  if (best?.layout) return readRows(csvRows(text, best.separator), "csv", best.layout);
  for (const separator of SEPARATORS) {
    const rows = csvRows(text, separator);
    const layout = layoutWithoutHeader(rows);
    if (layout) return readRows(rows, "csv", layout);
  }
  throw new UnreadableTable(UNKNOWN_LAYOUT);
}

function readRows(
  rows: readonly FileRow[],
  file_format: "csv" | "xlsx",
  layout: Layout | undefined,
): StatementReading {
  if (!layout) throw new UnreadableTable(UNKNOWN_LAYOUT);
  const body = rows.slice(layout.first).filter((row) => row.cells.some((cell) => cell.trim() !== ""));
  if (body.length > MAX_ROWS) throw new UnreadableTable(TOO_MANY_ROWS);
  const read = body.map((row) => readRow(row, layout));
  refuseUnreadable(read);
  const found = read.flatMap((row) => (row.kind === "line" ? [row] : []));
  const errors = read.flatMap((row) => (row.kind === "error" ? [row.message] : []));
  if (found.length === 0 && errors.length === 0) throw new UnreadableTable(NO_OPERATION);
  const account =
    accountIn(rows.slice(0, layout.first)) ??
    read.flatMap((row) => (row.kind === "ignored" && row.account ? [row.account] : []))[0] ??
    "";
  const lines = withFingerprints(withSenses(found), account, layout.bank);
  const beside = [
    ...rows.slice(0, layout.first),
    ...body.filter((_, index) => read[index]?.kind === "ignored"),
  ]
    .flatMap((row) => balanceOfRow(row, account) ?? [])
    .slice(0, MAX_BALANCES);
  const running = lines.map((line, index) => ({ ...line, balance: found[index]?.balance }));
  const dates = lines.map((line) => line.transaction_date).sort();
  return {
    bank: layout.bank,
    file_format,
    rows_read: body.length,
    ignored: read.filter((row) => row.kind === "ignored").length,
    currency: mostFrequent(lines.map((line) => line.currency_code)) ?? "EUR",
    errors,
    period_start: dates[0] ?? null,
    period_end: dates.at(-1) ?? null,
    lines,
    balances: [...beside, ...(errors.length === 0 ? runningBalances(running) : [])],
  };
}

/** A fingerprint needs the other lines of the file. */
type UnmarkedLine = Omit<StatementLine, "fingerprint">;
type RowReading =
  | {
      readonly kind: "line";
      readonly found: UnmarkedLine;
      readonly sense: "debit" | "credit" | undefined;
      readonly balance: Cents | undefined;
    }
  | { readonly kind: "ignored"; readonly account?: string | undefined }
  | { readonly kind: "error"; readonly message: string; readonly isDate: boolean };
type FoundLine = Extract<RowReading, { kind: "line" }>;

const IGNORED: RowReading = { kind: "ignored" };
const NOT_SETTLED =
  /^(processing|pending|declined|reverted|canceled|cancelled|failed|en cours|en attente|refuse|annule|rejete)/;
const BALANCE = /^(ancien |nouveau )?solde\b/;
/** « SOLDE FACTURE F26000123 », « SOLDE FA26-0418 » are payments, the last ones. */
const OF_AN_INVOICE = /\b(fac|fact|factures?|films?|loc|location|[fs] ?\d+|(fa|fc|av) ?\d{2,})\b/;
const TOTAL = /^total( (des?|du|au|general|operations?|mouvements?|debits?|credits?)\b.*)?$/;
const isSum = (text: string): boolean =>
  (BALANCE.test(text) && !OF_AN_INVOICE.test(text)) || TOTAL.test(text);
/** The last line of LCL: branch and account. */
const BRANCH_AND_ACCOUNT = /^\d{4,5} (\d{6,7}[A-Z]?|\d{6,11})$/;

function readRow({ line, cells }: FileRow, layout: Layout): RowReading {
  const cell = (column: number | undefined): string =>
    column === undefined ? "" : (cells[column] ?? "").trim();
  const error = (message: string, isDate = false): RowReading => ({
    kind: "error",
    message: `Ligne ${line}${NBSP}: ${message}`,
    isDate,
  });

  if (NOT_SETTLED.test(normaliseText(cell(layout.status)))) return IGNORED;
  const label = joinLabels(layout.labels.flatMap((column) => cell(column).split("\n")));
  const dateText = cell(layout.date);
  if (isSum(normaliseText(label)) || isSum(normaliseText(dateText))) return IGNORED;
  if (BRANCH_AND_ACCOUNT.test(label)) return { kind: "ignored", account: label };
  if (dateText === "") return IGNORED;
  const amount = amountOf(cell, layout);
  if ("unreadable" in amount) return error(`montant illisible (${quoted(amount.unreadable)}).`);
  const date = dateOf(dateText);
  if (date === undefined) return error(`date illisible (${quoted(dateText)}).`, true);
  if (amount.cents === 0) return IGNORED;
  return {
    kind: "line",
    found: {
      bank_account: cutText(cell(layout.account), 50),
      transaction_date: date,
      value_date: dateOf(cell(layout.valueDate)) ?? null,
      label,
      amount: amount.cents,
      currency_code: currencyOf(cell(layout.currency)),
      bank_reference: cutText(cell(layout.reference), 100),
    },
    sense: senseOf(cell(layout.sense)),
    balance: bankAmount(cell(layout.balance)),
  };
}

const quoted = (text: string): string => `«${NBSP}${cutText(text, 40)}${NBSP}»`;

/** A spreadsheet may have lost the format of its dates: their serial number is left. No bank has lines of another century. */
function dateOf(text: string): CivilDate | undefined {
  const date = /^\d{5}(\.\d+)?$/.test(text) ? excelDate(Number(text)) : frenchDate(text);
  return date?.startsWith("20") ? date : undefined;
}

/**
 * Credit less debit, when the amount is not in a column of its own (BANK-7). Banks write debits with or without a minus; a credit with one takes
 * back an earlier credit (a transfer that was returned), so it leaves the account.
 */
function amountOf(
  cell: (column: number | undefined) => string,
  { amount, debit, credit }: Layout,
): { readonly cents: Cents } | { readonly unreadable: string } {
  if (cell(amount) !== "") {
    const value = bankAmount(cell(amount));
    return value === undefined ? { unreadable: cell(amount) } : { cents: value };
  }
  let total = 0;
  for (const [column, signed] of [
    [credit, (value: Cents) => value],
    [debit, (value: Cents) => -Math.abs(value)],
  ] as const) {
    const text = cell(column);
    if (text === "") continue;
    const value = bankAmount(text);
    if (value === undefined) return { unreadable: text };
    total += signed(value);
  }
  return { cents: cents(total) };
}

function bankAmount(text: string): Cents | undefined {
  const value = frenchAmount(text);
  return value === undefined || Math.abs(value) > MAX_AMOUNT ? undefined : value;
}

const currencyOf = (text: string): string => (/^[a-z]{3}$/i.test(text) ? text.toUpperCase() : "EUR");

function senseOf(text: string): FoundLine["sense"] {
  if (/^(d|debit|débit|-)$/i.test(text)) return "debit";
  return /^(c|credit|crédit|\+)$/i.test(text) ? "credit" : undefined;
}

/** When no debit has a minus, the column that says debit or credit gives the sign. */
function withSenses(rows: readonly FoundLine[]): UnmarkedLine[] {
  const isSigned = rows.some(({ found, sense }) => sense === "debit" && found.amount < 0);
  return rows.map(({ found, sense }) =>
    !isSigned && sense === "debit" ? { ...found, amount: cents(0 - found.amount) } : found,
  );
}

/** A line in error is told and the others are kept; a file with many of them was not understood (BANK-5). */
function refuseUnreadable(read: readonly RowReading[]): void {
  const wrong = read.flatMap((row) => (row.kind === "error" ? [row] : []));
  const bad = wrong.filter((row) => row.isDate).length;
  const dated = read.filter((row) => row.kind !== "ignored").length;
  const amounts = wrong.find((row) => !row.isDate);
  if (amounts && wrong.length - bad > dated * MAX_BAD_AMOUNTS) throw new UnreadableTable(amounts.message);
  if (bad > dated * MAX_BAD_DATES)
    throw new UnreadableTable(
      `${bad} ${bad > 1 ? "dates" : "date"} sur ${dated} ${bad > 1 ? "sont illisibles" : "est illisible"}${NBSP}: vérifiez que la colonne de date contient des dates au format JJ/MM/AAAA.`,
    );
}

/** An IBAN, or a number of which the bank shows the end. */
const SURE_ACCOUNT = /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b|\*{2,}\d{3,}/;
const DIGITS = /\b\d{10,20}\b/;
const NAMES_AN_ACCOUNT = /compte|account|carte|rib|n°/i;
/** `20261201103000`: the moment of the export. Taken for an account, it would make each export another one. */
const TIMESTAMP = /^20\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])[0-2]\d[0-5]\d([0-5]\d)?$/;

/** The account that the lines above the operations name. */
function accountIn(preamble: readonly FileRow[]): string | undefined {
  for (const row of preamble) {
    for (const text of row.cells) {
      const cell = text.slice(0, 200).trim();
      const sure = SURE_ACCOUNT.exec(cell)?.[0];
      if (sure !== undefined) return sure.replaceAll(" ", "");
      const digits = DIGITS.exec(cell)?.[0];
      if (digits !== undefined && !TIMESTAMP.test(digits) && (digits === cell || NAMES_AN_ACCOUNT.test(cell)))
        return digits;
    }
  }
  return undefined;
}

/**
 * Gives each line what it is recognised by in another export of its account: account, date, amount, label, and its
 * rank among those that are alike in the file, so that two identical transfers of one day are both kept (BANK-10).
 * Where the file names no account, its bank stands for it.
 */
function withFingerprints(
  found: readonly UnmarkedLine[],
  account: string,
  bank: string | null,
): StatementLine[] {
  const ranks = new Map<string, number>();
  return found.map((line) => {
    const bank_account = line.bank_account || account;
    const { transaction_date, amount, currency_code, label } = line;
    const alike = [
      bank_account || (bank ?? ""),
      transaction_date,
      amount,
      currency_code,
      normaliseText(label),
    ].join("\n");
    const rank = ranks.get(alike) ?? 0;
    ranks.set(alike, rank + 1);
    const fingerprint = createHash("sha256").update(`${alike}\n${rank}`).digest("hex");
    return { ...line, bank_account, fingerprint };
  });
}

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
