import type { Tx } from "../../db/scope.ts";
import { invoiceRecipients, isReminded, reminderRecipients } from "../../domain/mailing/recipients.ts";
import { plainText } from "../../domain/matching/normalise-label.ts";
import { payerKeyOf, payerNameOf, sirenIn } from "../banking/legal-payer.ts";
import { formerPayers } from "./former-payers.repository.ts";
import { type InvoicedTo, mailingRepository, type MailedCinema } from "./mailing.repository.ts";

/**
 * Who owes an invoice: the company that it was addressed to, also when another one has taken the cinema over since (MAIL-2). What names no
 * company, or the cinema itself, is owed by the company of the cinema.
 */
export function payerOf(invoice: InvoicedTo, cinema: MailedCinema | undefined): string | undefined {
  const siren = sirenIn(invoice.invoiced_siren);
  if (siren !== null) return siren;
  const name = plainText(invoice.invoiced_name);
  const isNamed = name !== "" && name !== plainText(invoice.cinema_name);
  return cinema && (!isNamed || name === payerNameOf(cinema)) ? payerKeyOf(cinema) : name || undefined;
}

/** Whom mails about some invoices go to. */
export interface Addresses {
  readonly cinemas: ReadonlyMap<number, MailedCinema>;
  /** Of an invoice whose cinema has another payer now: who took the last document that this payer got. */
  readonly former: ReadonlyMap<number, readonly string[]>;
}

export async function addressesFor(
  tx: Tx,
  distributorId: number,
  invoices: readonly InvoicedTo[],
): Promise<Addresses> {
  const cinemas = await mailingRepository.cinemas(tx, distributorId, [
    ...new Set(invoices.map((invoice) => invoice.cinema_id)),
  ]);
  const ofOthers = invoices.filter((invoice) => isFormer(invoice, cinemas)).map(({ id }) => id);
  return {
    cinemas,
    former: ofOthers.length === 0 ? new Map() : await formerPayers.addresses(tx, distributorId, ofOthers),
  };
}

/** Whether the cinema has another payer now than the invoice. */
export function isFormer(invoice: InvoicedTo, cinemas: Addresses["cinemas"]): boolean {
  const cinema = cinemas.get(invoice.cinema_id);
  return cinema !== undefined && payerOf(invoice, cinema) !== payerKeyOf(cinema);
}

/** A distributor's word that nobody of a cinema is reminded is for whoever pays for it. */
export const isInvoiceReminded = (invoice: InvoicedTo, { cinemas }: Pick<Addresses, "cinemas">): boolean => {
  const cinema = cinemas.get(invoice.cinema_id);
  return cinema !== undefined && isReminded(cinema);
};

/** Who gets a mail that is about these invoices of one payer, each address once. A former payer's go where its documents went: never to its successor. */
export function recipientsOf(
  isReminder: boolean,
  invoices: readonly InvoicedTo[],
  { cinemas, former }: Addresses,
): string[] {
  const all = new Map<string, string>();
  const seen = new Set<number>();
  const add = (addresses: readonly string[]): void => {
    for (const address of addresses)
      if (!all.has(address.toLowerCase())) all.set(address.toLowerCase(), address);
  };
  for (const invoice of invoices) {
    const ofFormer = former.get(invoice.id);
    if (ofFormer) add(ofFormer);
    if (ofFormer || seen.has(invoice.cinema_id)) continue;
    seen.add(invoice.cinema_id);
    const cinema = cinemas.get(invoice.cinema_id);
    if (cinema) add(isReminder ? reminderRecipients(cinema) : invoiceRecipients(cinema));
  }
  return [...all.values()];
}
