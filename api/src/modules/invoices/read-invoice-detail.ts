import type { InvoiceDetail, InvoiceParty } from "@bobine/contract/invoice-detail";
import { centsToWire } from "@bobine/contract/money";
import type { Tx } from "../../db/scope.ts";
import { creditableFilms } from "../../domain/invoicing/credit-by-hand.ts";
import { errors } from "../../errors.ts";
import { creditNoteRepository } from "./credit-note.repository.ts";
import { invoiceDetailRepository as repository } from "./invoice-detail.repository.ts";
import { historyOf } from "./invoice-history.ts";
import { invoicesRepository } from "./invoices.repository.ts";
import { provisionOf } from "./provision-invoice.ts";
import type { ClientSnapshot } from "./parties.ts";

/** An invoice with everything that is known of it (UI-9). @throws 404 */
export async function readInvoiceDetail(tx: Tx, distributorId: number, id: number): Promise<InvoiceDetail> {
  const invoice = await invoicesRepository.one(tx, id);
  if (!invoice) throw errors.notFound();
  const head = await repository.head(tx, id);
  const payments = await repository.payments(tx, id);
  const creditNotes = await repository.creditNotes(tx, id);
  const appliedTo = await repository.appliedTo(tx, id);
  const sources = {
    imported: await repository.imported(tx, id),
    audited: await repository.audited(tx, distributorId, id),
    reverted: await repository.reverted(tx, distributorId, id),
    payments,
    creditNotes,
    appliedTo,
  };
  const credited = invoice.type === "invoice" ? await creditNoteRepository.invoice(tx, id) : undefined;
  const amounts = credited ? await creditNoteRepository.billedAndCredited(tx, credited) : undefined;
  const supplier = partyOf(head.supplier);
  return {
    invoice,
    provision: await provisionOf(tx, distributorId, invoice),
    supplier: supplier.name === "" ? null : supplier,
    client: partyOf({ name: invoice.cinema_name, ...head.client }),
    client_account: head.client_account,
    lines: await repository.lines(tx, id),
    vat_breakdown: head.vat_breakdown,
    payments,
    credit_notes: creditNotes.map(({ created_at: _at, ...credit }) => credit),
    corrects: head.corrects,
    applied_to: appliedTo.map(({ created_at: _at, ...credit }) => credit),
    reports: await repository.reports(tx, id),
    creditable: amounts
      ? creditableFilms(amounts.billed, amounts.credited).map((film) => ({
          line_id: film.line_id,
          film_title: film.line.film_title,
          vat_rate_bp: film.line.vat_rate_bp,
          billed: centsToWire(film.billed),
          remaining: centsToWire(film.remaining),
        }))
      : [],
    events: historyOf(sources),
  };
}

const partyOf = (party: Partial<Omit<ClientSnapshot, "is_factor_guaranteed">>): InvoiceParty => ({
  name: party.name ?? "",
  address: party.address ?? "",
  address_line_2: party.address_line_2 ?? "",
  post_code: party.post_code ?? "",
  city: party.city ?? "",
  siren: party.siren ?? "",
  vat_number: party.vat_number ?? "",
});
