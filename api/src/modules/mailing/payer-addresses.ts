import type { Tx } from "../../db/scope.ts";
import { invoiceRecipients, isReminded, reminderRecipients } from "../../domain/mailing/recipients.ts";
import { type InvoicedTo, isFormer } from "../banking/payer-of-document.ts";
import { formerPayers } from "../banking/former-payers.repository.ts";
import { mailingRepository, type MailedCinema } from "./mailing.repository.ts";

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
