import sql from "sql-template-tag";
import { plainText } from "../../domain/matching/normalise-label.ts";
import { type PayingCinema, payerKeyOf, payerNameOf, sirenIn } from "./legal-payer.ts";

/** What an invoice says of who is invoiced: maybe another company than its cinema has now. Some of another software say nothing. */
export interface InvoicedTo {
  readonly id: number;
  readonly cinema_id: number;
  readonly cinema_name: string;
  readonly invoiced_name: string;
  readonly invoiced_siren: string;
}

/** Its columns of invoice `i` that say the company. */
export const INVOICED_COMPANY = sql`
  coalesce(i.client->>'name', '') as invoiced_name, coalesce(i.client->>'siren', '') as invoiced_siren`;

/**
 * Who owes an invoice: the company that it was addressed to, also when another one has taken the cinema over since (MAIL-2). What names no
 * company, or the cinema itself, is owed by the company of the cinema.
 */
export function payerOf(invoice: InvoicedTo, cinema: PayingCinema | undefined): string | undefined {
  const siren = sirenIn(invoice.invoiced_siren);
  if (siren !== null) return siren;
  const name = plainText(invoice.invoiced_name);
  const isNamed = name !== "" && name !== plainText(invoice.cinema_name);
  return cinema && (!isNamed || name === payerNameOf(cinema)) ? payerKeyOf(cinema) : name || undefined;
}

/** Whether the cinema has another payer now than the invoice. */
export function isFormer(invoice: InvoicedTo, cinemas: ReadonlyMap<number, PayingCinema>): boolean {
  const cinema = cinemas.get(invoice.cinema_id);
  return cinema !== undefined && payerOf(invoice, cinema) !== payerKeyOf(cinema);
}
