import type { CivilDate } from "@bobine/contract/civil-date";

/** F for invoices, A for credit notes (avoirs). */
export type InvoiceSeries = "F" | "A";

export interface InvoiceNumber {
  series: InvoiceSeries;
  year: number;
  /** 1–999999 */
  counter: number;
}

/** The row of `invoice_sequence` for one distributor, series and year; its lock serialises the numbering. */
export interface InvoiceSequence {
  last_number: number;
  /** Date of the last number issued; null before the first. */
  last_date: CivilDate | null;
}

const LAST_COUNTER = 999_999;

/** `F26000123` (DOMAIN §1.8). Throws a RangeError outside 2000–2099 or 1–999999. */
export function formatInvoiceNumber({ series, year, counter }: InvoiceNumber): string {
  if (!Number.isInteger(year) || year < 2000 || year > 2099)
    throw new RangeError(`no invoice series for the year ${year}`);
  if (!Number.isInteger(counter) || counter < 1 || counter > LAST_COUNTER)
    throw new RangeError(`no invoice number ${counter}`);
  return `${series}${String(year - 2000).padStart(2, "0")}${String(counter).padStart(6, "0")}`;
}

/** Reads one of our own numbers; undefined for anything else, such as the number of an imported invoice. */
export function parseInvoiceNumber(text: string): InvoiceNumber | undefined {
  const match = /^([FA])(\d{2})(\d{6})$/.exec(text);
  if (match === null || match[3] === "000000") return undefined;
  return { series: match[1] as InvoiceSeries, year: 2000 + Number(match[2]), counter: Number(match[3]) };
}

/**
 * The next number of a series and what its sequence becomes. The year is the invoice date's, the counter has no gap, and
 * dates never go back inside a series (CGI ann. II art. 242 nonies A, DOMAIN §1.8).
 *
 * @param sequence the locked row of that year, `{ last_number: 0, last_date: null }` for a new one
 * @throws RangeError when the date precedes the series' last one (`canDateInvoice` says so beforehand) or the year is full
 */
export function nextInvoiceNumber(
  series: InvoiceSeries,
  invoice_date: CivilDate,
  sequence: InvoiceSequence,
): { invoice_number: string; sequence: InvoiceSequence } {
  if (!canDateInvoice(invoice_date, sequence)) {
    throw new RangeError(`${invoice_date} precedes the last date of series ${series}: ${sequence.last_date}`);
  }
  const counter = sequence.last_number + 1;
  return {
    invoice_number: formatInvoiceNumber({ series, year: Number(invoice_date.slice(0, 4)), counter }),
    sequence: { last_number: counter, last_date: invoice_date },
  };
}

export const canDateInvoice = (invoice_date: CivilDate, sequence: InvoiceSequence): boolean =>
  sequence.last_date === null || invoice_date >= sequence.last_date;

/** Two numbers with the same key are the same number, whatever case and punctuation (DOMAIN §1.8). */
export const invoiceNumberKey = (invoice_number: string): string =>
  invoice_number.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
