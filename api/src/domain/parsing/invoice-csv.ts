import { frenchAmount as written } from "@bobine/contract/french";
import { type CinemaWeek, cinemaWeekNumbered, cinemaWeekOf } from "@bobine/contract/cinema-week";
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { isInvoiceYear } from "@bobine/contract/invoice-dates";
import { type Cents, cents } from "@bobine/contract/money";
import { isTotalRight, numberKey } from "../invoicing/imported-invoice.ts";
import { cutText } from "./cut-text.ts";
import { frenchDate } from "./french-date.ts";
import { amountOfTable, MarksOfAmounts } from "./decimal-mark.ts";
import { frenchRate } from "./french-number.ts";
import { type InvoiceColumn, type InvoiceTable, invoiceTable } from "./invoice-csv-columns.ts";
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
}

const DEFAULT_DAYS_DUE = 30;
const MAX_NUMBER = 35;
const MAX_NAME = 200;
const MAX_SHOWN = 60;
/** What a column of twelve digits and two decimals holds. */
const MAX_AMOUNT = 10 ** 14 - 1;
const NBSP = "\u00a0";
const quoted = (text: string): string => `(«${NBSP}${cutText(text, MAX_SHOWN)}${NBSP}»)`;

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
  const { rows: lines, cell } = invoiceTable(decodeText(bytes).replaceAll("\0", ""));
  const mark = markOf(lines, cell);
  const rows: InvoiceCsvRow[] = [];
  const errors: InvoiceCsvError[] = [];
  const lineOf = new Map<string, number>();
  for (const row of lines) {
    const problems: string[] = [];
    const read = readRow(row, { cell: (column) => cell(row, column), mark }, problems);
    const first = read && lineOf.get(numberKey(read.invoice_number));
    if (read && first !== undefined)
      problems.push(`la facture ${read.invoice_number} figure déjà à la ligne ${first}.`);
    if (read && problems.length === 0) {
      rows.push(read);
      lineOf.set(numberKey(read.invoice_number), row.line);
    }
    for (const problem of problems) errors.push(lineError(row.line, problem));
  }
  return { rows, errors };
}

const AMOUNT_COLUMNS = ["net", "vat", "total", "paid"] as const satisfies readonly InvoiceColumn[];

/** @throws UnreadableTable when amounts may be read in two ways */
function markOf(rows: readonly FileRow[], cell: InvoiceTable["cell"]): TableMark {
  const marks = new MarksOfAmounts();
  for (const row of rows) for (const column of AMOUNT_COLUMNS) marks.add(cell(row, column));
  const mark = marks.mark();
  if (mark === undefined)
    throw new UnreadableTable(`${marks.sentence()}${NBSP}: écrivez-les avec deux décimales.`);
  return mark;
}

type Cell = (column: InvoiceColumn) => string;
/** Of a line. */
interface Cells {
  readonly cell: Cell;
  /** How the amounts of the list are read. */
  readonly mark: TableMark;
}
interface AmountOf {
  readonly mark: TableMark;
  readonly name: string;
  readonly problems: string[];
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

function dateOf(text: string, name: string, problems: string[]): CivilDate | undefined {
  const date = frenchDate(text);
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
  if (cinema.name.length > MAX_NAME || cinema.city.length > MAX_NAME || cinema.cnc.length > MAX_SHOWN)
    problems.push("nom, ville ou numéro CNC du cinéma trop long.");
  if ([cinema.short_code, cinema.cnc, cinema.siren, cinema.name].every((text) => text === ""))
    problems.push("cinéma manquant.");
  return cinema;
}

/** `47`, `S47`, `S47/2026`, `2026-S47`, our own display, or a day of it. Without a year, the last one begun by the invoice's date. */
function weekOf(text: string, invoice_date: CivilDate): CinemaWeek | undefined {
  const day = frenchDate(text);
  if (day && isInvoiceYear(day)) return cinemaWeekOf(day);
  const iso = /^(\d{4})[-/ ]?[SW](\d{1,2})$/i.exec(text);
  if (iso) return cinemaWeekNumbered(Number(iso[2]), Number(iso[1]));
  const plain = /^(?:S|SEM|SEMAINE)?\.?\s*(\d{1,2})(?:\s*[-/]\s*(\d{4}|\d{2}))?(?:\s+[–-]\s.*)?$/i.exec(text);
  if (!plain) return undefined;
  const number = Number(plain[1]);
  if (plain[2] !== undefined)
    return cinemaWeekNumbered(number, plain[2].length === 2 ? 2000 + Number(plain[2]) : Number(plain[2]));
  const year = Number(invoice_date.slice(0, 4));
  return [year + 1, year, year - 1]
    .map((one) => cinemaWeekNumbered(number, one))
    .find((week) => week !== undefined && week.start <= invoice_date);
}

function amountOf(text: string, { mark, name, problems }: AmountOf): Cents | undefined {
  if (text === "") return undefined;
  const amount = amountOfTable(text, mark);
  if (amount === undefined || Math.abs(amount) > MAX_AMOUNT) {
    problems.push(`${name} invalide ${quoted(text)}.`);
    return undefined;
  }
  return amount;
}

/** Cents: lines that are each rounded may come to so much together. */
const MOST_ROUNDING = 5;

/** BILL-18: HT + TVA = TTC ± 0.02; a rate that is told makes the VAT that is told. A VAT that is not told follows from its rate, else it is what TTC is beyond HT. */
function amountsOf(
  { cell, mark }: Cells,
  problems: string[],
): Pick<InvoiceCsvRow, "net" | "vat" | "total" | "rate_bp"> | undefined {
  const before = problems.length;
  const net = amountOf(cell("net"), { mark, name: "montant HT", problems });
  const told = amountOf(cell("vat"), { mark, name: "montant TVA", problems });
  const total = amountOf(cell("total"), { mark, name: "montant TTC", problems });
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
  const sign = Math.sign(total);
  if (net * sign < 0 || vat * sign < 0 || !isTotalRight(net, vat, total)) {
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

type Standing = "unpaid" | "part_paid" | "paid" | "default";
const STANDINGS: Record<Standing, readonly string[]> = {
  unpaid: [
    "awaitingpayment",
    "enattente",
    "enattentedepaiement",
    "emise",
    "envoyee",
    "apayer",
    "aregler",
    "due",
    "impaye",
    "impayee",
    "nonpaye",
    "nonpayee",
    "nonregle",
    "nonreglee",
    "echue",
    "ouverte",
  ],
  part_paid: [
    "partpaid",
    "partiellementpaye",
    "partiellementpayee",
    "partiellementregle",
    "partiellementreglee",
    "partiel",
  ],
  paid: ["paid", "paye", "payee", "regle", "reglee", "solde", "soldee", "acquitte", "acquittee"],
  default: ["default", "defaut", "endefaut"],
};
const STANDING_OF = new Map(
  Object.entries(STANDINGS).flatMap(([standing, names]) =>
    names.map((name) => [name, standing as Standing] as const),
  ),
);

/** What a credit note has settled elsewhere is not known here: only one that is still whole comes in. */
function paymentOfCreditNote(
  told: Cents | undefined,
  standing: Standing | undefined,
  problems: string[],
): Pick<InvoiceCsvRow, "paid" | "in_default"> | undefined {
  const isUsed = (told !== undefined && told !== 0) || (standing !== undefined && standing !== "unpaid");
  if (isUsed) problems.push("un avoir déjà imputé ou remboursé ne s’importe pas.");
  return problems.length > 0 ? undefined : { paid: cents(0), in_default: false };
}

/** The status follows from what was paid (BILL-10): the list's own may only tell what its amounts do not. */
function paymentOf(
  { cell, mark }: Cells,
  total: Cents,
  problems: string[],
): Pick<InvoiceCsvRow, "paid" | "in_default"> | undefined {
  const before = problems.length;
  const told = amountOf(cell("paid"), { mark, name: "montant réglé", problems });
  const standing = cell("status") === "" ? "unpaid" : STANDING_OF.get(normaliseName(cell("status")));
  if (!standing) problems.push(`statut non reconnu ${quoted(cell("status"))}.`);
  if (total < 0) return paymentOfCreditNote(told, standing, problems);
  const paid = told ?? (standing === "paid" ? total : cents(0));
  if (paid < 0) problems.push("montant réglé négatif.");
  if (paid > total)
    problems.push(`montant réglé supérieur au montant TTC (${written(paid)} > ${written(total)}).`);
  if (standing === "paid" && paid < total && problems.length === before)
    problems.push(`facture payée, mais montant réglé incomplet (${written(paid)} < ${written(total)}).`);
  if (standing === "part_paid" && told === undefined) problems.push("montant réglé manquant.");
  return problems.length > before ? undefined : { paid, in_default: standing === "default" };
}
