/** F for invoices, A for credit notes (avoirs). */
export type InvoiceSeries = "F" | "A";

export interface InvoiceNumber {
  series: InvoiceSeries;
  year: number;
  /** 1–999999 */
  counter: number;
}

const LAST_COUNTER = 999_999;

/** `F26000123` (BILL-9). Throws a RangeError outside 2000–2099 or 1–999999. */
export function formatInvoiceNumber({ series, year, counter }: InvoiceNumber): string {
  if (!Number.isInteger(year) || year < 2000 || year > 2099)
    throw new RangeError(`no invoice series for the year ${year}`);
  if (!Number.isInteger(counter) || counter < 1 || counter > LAST_COUNTER)
    throw new RangeError(`no invoice number ${counter}`);
  return `${series}${String(year - 2000).padStart(2, "0")}${String(counter).padStart(6, "0")}`;
}
