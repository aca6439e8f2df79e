import { frenchAmount as written } from "@bobine/contract/french";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { isInvoiceYear } from "@bobine/contract/invoice-dates";
import { type Cents, cents } from "@bobine/contract/money";
import { isTotalRight, numberKey } from "../invoicing/imported-invoice.ts";
import { cutText } from "./cut-text.ts";
import { amountOfTable, MarksOfAmounts } from "./decimal-mark.ts";
import { amountOf, type Cell, type Cells, dayOf, quoted } from "./invoice-csv-cells.ts";
import { paymentOf, SAYS_NO_AMOUNT } from "./invoice-csv-payment.ts";
import { isTooLate, weekOf } from "./invoice-csv-week.ts";
import { frenchRate } from "./french-number.ts";
import {
  AMOUNT_COLUMNS,
  MAX_SHOWN,
  type InvoiceColumn,
  type InvoiceTable,
  invoiceTable,
} from "./invoice-csv-columns.ts";
import { normaliseName } from "./normalise-name.ts";
import { type FileRow, UnreadableTable } from "./tables/file-row.ts";
import type { TableMark } from "./statement-columns.ts";
import { decodeText } from "./tables/text-encoding.ts";

/** An invoice or a credit note of outside the product, as a line of a list tells it. Amounts in cents. */
export interface InvoiceCsvRow {
  /** From 1, as a spreadsheet shows it. */
  readonly line: number;
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  readonly cinema: {
    readonly short_code: string;
    readonly cnc: string;
    readonly siren: string;
    readonly siret: string;
    readonly name: string;
    readonly city: string;
  };
  readonly week_start: CivilDate | null;
  readonly net: Cents;
  readonly vat: Cents;
  readonly total: Cents;
  /** Hundredths of a percent; null when the list does not tell it. */
  readonly rate_bp: number | null;
  readonly paid: Cents;
  readonly in_default: boolean;
  readonly film: string;
  /** Of a credit note, whose amounts are below zero: the number of the invoice that it corrects; empty when the list does not tell it. */
  readonly corrects: string;
  /** What the person says of the whole list: the day on which its balances are entered, null when it is to be booked (EXP-12). */
  readonly opening_date?: CivilDate | null;
}

/** What is wrong with a line, for the person who sent the list. */
export interface InvoiceCsvError {
  readonly line: number;
  readonly message: string;
}

export interface InvoiceCsv {
  readonly rows: InvoiceCsvRow[];
  readonly errors: InvoiceCsvError[];
  /** Columns of the list that are not read. */
  readonly unread: readonly string[];
}

const DEFAULT_DAYS_DUE = 30;
const MAX_NUMBER = 35;
const MAX_NAME = 200;
const NBSP = "\u00a0";

/** BILL-18: « Ligne 12 : … » */
export const lineError = (line: number, problem: string): InvoiceCsvError => ({
  line,
  message: `Ligne ${line}${NBSP}: ${problem}`,
});

/**
 * Reads a CSV list of invoices that were issued outside the product (BILL-18 « FACTURES ÉMISES »): `;`, `,` or tab, UTF-8,
 * UTF-16 or windows-1252, header under many names. A line with an error is left out and told with all that is wrong in it.
 * @throws UnreadableTable when the file is refused whole
 */
export function readInvoiceCsv(bytes: Uint8Array): InvoiceCsv {
  const table = invoiceTable(decodeText(bytes).replaceAll("\0", ""));
  const { rows: lines, cell, isCreditNote, isCut } = table;
  const mark = markOf(lines, cell);
  const hasDaysOfPayment = areDaysOfPayment(table);
  const hasBalances = areBalancesOfInvoices(table, mark);
  const readings = lines.map((row): Reading => {
    const problems: string[] = [];
    const isAbove = isCreditNote(row) && (amountOfTable(cell(row, "total"), mark) ?? 0) > 0;
    const cells: Cells = {
      cell: (column) => cell(row, column),
      cells: (column) => (column === "balance" && !hasBalances ? [] : table.cells(row, column)),
      mark,
      hasDaysOfPayment,
      sign: isAbove ? -1 : 1,
    };
    if (isCut(row)) return { line: row.line, cells, problems: [CUT], read: undefined };
    return { line: row.line, cells, problems, read: readRow(row, cells, problems) };
  });
  return {
    ...withoutRepeated(readings),
    unread: hasBalances ? table.unread : [...table.unread, ...table.namesOf("balance")],
  };
}

const CUT = `une virgule coupe un montant${NBSP}: la ligne a plus de cellules que le fichier n’a de colonnes. Séparez les colonnes par des points-virgules.`;

/** A line, and what is wrong with it. */
interface Reading {
  readonly line: number;
  readonly cells: Cells;
  readonly problems: string[];
  readonly read: InvoiceCsvRow | undefined;
}

/** What stands twice in a list comes in once; what is on several lines with other amounts does not come in by half. */
function withoutRepeated(readings: readonly Reading[]): Omit<InvoiceCsv, "unread"> {
  const rows: InvoiceCsvRow[] = [];
  const errors: InvoiceCsvError[] = [];
  const split = splitInvoices(readings);
  const lineOf = new Map<string, number>();
  for (const { line, cells, problems, read } of readings) {
    const key = numberKey(cells.cell("invoice_number"));
    const first = read && lineOf.get(key);
    const splitOn = split.get(key);
    if (splitOn !== undefined)
      problems.push(
        `la facture ${cutText(cells.cell("invoice_number"), MAX_NUMBER)} est sur plusieurs lignes (${splitOn})${NBSP}: réunissez-les en une.`,
      );
    else if (read && first !== undefined)
      problems.push(`la facture ${read.invoice_number} figure déjà à la ligne ${first}.`);
    if (read && problems.length === 0) {
      rows.push(read);
      lineOf.set(key, line);
    }
    for (const problem of problems) errors.push(lineError(line, problem));
  }
  return { rows, errors };
}

const MAX_LINES = 5;

/** By their keys, the numbers that several lines of one invoice have, each with other amounts: a line for each rate. @returns their lines */
function splitInvoices(readings: readonly Reading[]): Map<string, string> {
  const split = new Map<string, string>();
  for (const [key, same] of Map.groupBy(readings, ({ cells }) => numberKey(cells.cell("invoice_number")))) {
    const [first, ...others] = same;
    if (key === "" || !first || !others.some((other) => isPartOf(other.cells, first.cells))) continue;
    const lines = same.slice(0, MAX_LINES).map(({ line }) => line);
    split.set(key, `${lines.join(", ")}${same.length > MAX_LINES ? "…" : ""}`);
  }
  return split;
}

const OF_ONE_INVOICE = [
  "invoice_date",
  "short_code",
  "cnc",
  "siren",
  "name",
] as const satisfies readonly InvoiceColumn[];

/** Whether a line that has the number of another has other amounts, and neither another day nor another cinema: it may leave them out. */
function isPartOf(other: Cells, first: Cells): boolean {
  const isSame = ({ cell, mark }: Cells, column: InvoiceColumn): boolean =>
    amountOfTable(cell(column), mark) === amountOfTable(first.cell(column), mark);
  const hasAmounts = [other, first].every(({ cell }) => cell("net") !== "" || cell("total") !== "");
  return (
    hasAmounts &&
    !(isSame(other, "net") && isSame(other, "total")) &&
    OF_ONE_INVOICE.every((column) => {
      const [one, two] = [other.cell(column), first.cell(column)];
      return one === "" || two === "" || normaliseName(one) === normaliseName(two);
    })
  );
}

/** Whether « Date de règlement », which is the due date to some, is not: beside that, or where some invoices have none. */
const areDaysOfPayment = ({ rows, cell }: InvoiceTable): boolean =>
  rows.some(
    (row) =>
      cell(row, "invoice_number") !== "" && (cell(row, "due_date") !== "" || cell(row, "settled_on") === ""),
  );

/** Whether « Solde » may be what is left of each invoice: one that is above its total, or no amount, is a client's. */
const areBalancesOfInvoices = ({ rows, cell, cells }: InvoiceTable, mark: TableMark): boolean =>
  rows.every((row) => {
    const total = amountOfTable(cell(row, "total"), mark);
    return cells(row, "balance")
      .filter((text) => !SAYS_NO_AMOUNT.test(text))
      .every((text) => {
        const balance = amountOfTable(text, mark);
        return balance !== undefined && (total === undefined || Math.abs(balance) <= Math.abs(total));
      });
  });

/** @throws UnreadableTable when amounts may be read in two ways */
function markOf(rows: readonly FileRow[], cell: InvoiceTable["cell"]): TableMark {
  const marks = new MarksOfAmounts();
  for (const row of rows) for (const column of AMOUNT_COLUMNS) marks.add(cell(row, column));
  const mark = marks.mark();
  if (mark === undefined)
    throw new UnreadableTable(`${marks.sentence()}${NBSP}: écrivez-les avec deux décimales.`);
  return mark;
}

/** The invoice of a line; undefined when `problems` say why there is none. */
function readRow(row: FileRow, cells: Cells, problems: string[]): InvoiceCsvRow | undefined {
  const { cell } = cells;
  const invoice_number = cell("invoice_number");
  if (invoice_number === "") problems.push("numéro de facture manquant.");
  else if (invoice_number.length > MAX_NUMBER)
    problems.push(`numéro de facture trop long (${MAX_NUMBER} caractères au plus).`);
  else if (numberKey(invoice_number) === "" || /\p{Cc}/u.test(invoice_number))
    problems.push(`numéro de facture invalide ${quoted(invoice_number)}.`);
  const invoice_date = dateOf(cell("invoice_date"), "date de facture", problems);
  if (cell("invoice_date") === "") problems.push("date de facture manquante.");
  const due_date = dateOf(cell("due_date"), "date d’échéance", problems);
  if (invoice_date && due_date && due_date < invoice_date)
    problems.push("date d’échéance antérieure à la date de facture.");
  const cinema = cinemaOf(cell, problems);
  const week = cell("week") === "" || !invoice_date ? undefined : weekOf(cell("week"), invoice_date);
  if (cell("week") !== "" && invoice_date && !week)
    problems.push(`semaine invalide ${quoted(cell("week"))}.`);
  if (week && invoice_date && isTooLate(week, invoice_date))
    problems.push(`semaine très postérieure à la date de facture ${quoted(cell("week"))}.`);
  checkCurrency(cells, problems);
  const amounts = amountsOf(cells, problems);
  const payment = amounts && paymentOf(cells, amounts.total, problems);
  if (amounts && amounts.total > 0 && cell("corrects") !== "")
    problems.push("seul un avoir (montants négatifs) corrige une facture.");
  if (cell("corrects").length > MAX_NUMBER)
    problems.push(`numéro de facture corrigée trop long (${MAX_NUMBER} caractères au plus).`);
  if (problems.length > 0 || !invoice_date || !amounts || !payment) return undefined;
  return {
    line: row.line,
    invoice_number,
    invoice_date,
    due_date: due_date ?? addDays(invoice_date, DEFAULT_DAYS_DUE),
    cinema,
    week_start: week?.start ?? null,
    ...amounts,
    ...payment,
    film: cutText(cell("film"), MAX_NAME),
    corrects: cell("corrects"),
  };
}

function checkCurrency({ cells }: Cells, problems: string[]): void {
  const other = cells("currency").find((text) => text !== "" && !/€|eur|\b978\b/i.test(text));
  if (other !== undefined)
    problems.push(
      `montants en «${NBSP}${cutText(other, MAX_SHOWN)}${NBSP}»${NBSP}: seuls des montants en euros s’importent.`,
    );
}

function dateOf(text: string, name: string, problems: string[]): CivilDate | undefined {
  const date = dayOf(text);
  if (date && isInvoiceYear(date)) return date;
  if (text !== "") problems.push(`${name} invalide ${quoted(text)}.`);
  return undefined;
}

function cinemaOf(cell: Cell, problems: string[]): InvoiceCsvRow["cinema"] {
  const number = cell("siren").replace(/[\s\u00a0\u202f.]/g, "");
  if (number !== "" && !/^(\d{9}|\d{14})$/.test(number))
    problems.push(`SIREN invalide ${quoted(cell("siren"))}.`);
  const cinema = {
    short_code: cell("short_code").toUpperCase(),
    cnc: cell("cnc").replace(/\s/g, ""),
    siren: number.slice(0, 9),
    siret: number.length === 14 ? number : "",
    name: cell("name"),
    city: cell("city"),
  };
  const isTooLong = [cinema.name, cinema.city].some((text) => text.length > MAX_NAME);
  if (isTooLong || [cinema.short_code, cinema.cnc].some((text) => text.length > MAX_SHOWN))
    problems.push("nom, ville, code ou numéro CNC du cinéma trop long.");
  if ([cinema.short_code, cinema.cnc, cinema.siren, cinema.name].every((text) => text === ""))
    problems.push("cinéma manquant.");
  return cinema;
}

/** Cents: lines that are each rounded may come to so much together. */
const MOST_ROUNDING = 5;

/** BILL-18: HT + TVA = TTC ± 0.02; a rate that is told makes the VAT that is told. A VAT that is not told follows from its rate, else it is what TTC is beyond HT. */
function amountsOf(
  { cell, mark, sign }: Cells,
  problems: string[],
): Pick<InvoiceCsvRow, "net" | "vat" | "total" | "rate_bp"> | undefined {
  const before = problems.length;
  const net = amountOf(cell("net"), { mark, sign, name: "montant HT", problems });
  const told = amountOf(cell("vat"), { mark, sign, name: "montant TVA", problems });
  const total = amountOf(cell("total"), { mark, sign, name: "montant TTC", problems });
  if (cell("net") === "") problems.push("montant HT manquant.");
  if (cell("total") === "") problems.push("montant TTC manquant.");
  const rate_bp = cell("rate") === "" ? undefined : frenchRate(cell("rate"));
  if (cell("rate") !== "" && (rate_bp === undefined || rate_bp < 0 || rate_bp > 10_000))
    problems.push(`taux de TVA invalide ${quoted(cell("rate"))}.`);
  if (problems.length > before || net === undefined || total === undefined) return undefined;
  if (total === 0) {
    problems.push("montant TTC nul.");
    return undefined;
  }
  const expected = cents(rate_bp === undefined ? total - net : Math.round((net * rate_bp) / 10_000));
  const vat = told ?? expected;
  const side = Math.sign(total);
  if (net * side < 0 || vat * side < 0 || !isTotalRight(net, vat, total)) {
    problems.push(`montant TTC incohérent (HT ${written(net)} + TVA ${written(vat)} ≠ ${written(total)}).`);
    return undefined;
  }
  if (rate_bp !== undefined && Math.abs(vat - expected) > MOST_ROUNDING) {
    problems.push(
      `montant TVA incohérent (${cell("rate").replace(/\s*%$/, "")}\u00a0% de ${written(net)} ≠ ${written(vat)}).`,
    );
    return undefined;
  }
  return { net, vat, total, rate_bp: rate_bp ?? null };
}
