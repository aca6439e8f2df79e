import { type Cents, cents, centsFromWire, sumCents } from "@bobine/contract/money";
import type { Invoice } from "@bobine/contract/invoices";
import { searchable } from "@bobine/shared-ui";

/** What the chosen invoices leave of the transaction: positive is a surplus, negative a shortfall. */
export const remainingAmount = (transaction: Cents, chosen: readonly Invoice[]): Cents =>
  cents(transaction - sumCents(chosen.map((invoice) => centsFromWire(invoice.outstanding))));

/** The text that a search looks through: number, cinema, week, amounts with comma and with dot. */
export function searchTextOf(invoice: Invoice): string {
  const amounts = [invoice.total_amount, invoice.outstanding].flatMap((amount) => [
    amount,
    amount.replace(".", ","),
  ]);
  return searchable(
    [invoice.invoice_number, invoice.cinema_name, invoice.week_display, ...amounts].join(" "),
  );
}

/** Every word must be found; thousands may be written with a space, several numbers may be listed with commas or spaces. */
export function matchesSearch(text: string, typed: string): boolean {
  const words = searchable(typed.replaceAll(/(\d)[\s\u00a0\u202f](?=\d{3}\b)/g, "$1"))
    .split(/[\s;|]+|,(?!\d)/)
    .filter((word) => word !== "");
  return words.every((word) => text.includes(word));
}
