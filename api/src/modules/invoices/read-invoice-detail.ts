import { euros } from "@bobine/contract/french";
import type { InvoiceDetail, InvoiceParty } from "@bobine/contract/invoice-detail";
import { centsToWire } from "@bobine/contract/money";
import { together, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { VAT_LEFT } from "../../domain/invoicing/credit-reason.ts";
import { creditableOf, creditNoteRepository } from "./credit-note.repository.ts";
import { invoiceDetailRepository as repository } from "./invoice-detail.repository.ts";
import { historyOf } from "./invoice-history.ts";
import { invoicesRepository } from "./invoices.repository.ts";
import { provisionOf } from "./provision-invoice.ts";
import type { ClientSnapshot } from "./parties.ts";

/** An invoice with everything that is known of it (UI-9). @throws 404 */
export async function readInvoiceDetail(tx: Tx, distributorId: number, id: number): Promise<InvoiceDetail> {
  const invoice = await invoicesRepository.one(tx, id);
  if (!invoice) throw errors.notFound();
  const [head, lines, payments, reverted, creditNotes, appliedTo, imported, audited, reports, credited] =
    await together(
      tx,
      () => repository.head(tx, id),
      () => repository.lines(tx, id),
      () => repository.payments(tx, id),
      () => repository.reverted(tx, distributorId, id),
      () => repository.creditNotes(tx, id),
      () => repository.appliedTo(tx, id),
      () => repository.imported(tx, id),
      () => repository.audited(tx, distributorId, id),
      () => repository.reports(tx, id),
      async () => (invoice.type === "invoice" ? await creditNoteRepository.invoice(tx, id) : undefined),
    );
  const amounts = credited ? await creditNoteRepository.billedAndCredited(tx, credited) : undefined;
  const supplier = partyOf(head.supplier);
  return {
    invoice,
    provision: await provisionOf(tx, distributorId, invoice),
    supplier: supplier.name === "" ? null : supplier,
    client: partyOf({ name: invoice.cinema_name, ...head.client }),
    client_account: head.client_account,
    lines,
    vat_breakdown: head.vat_breakdown,
    payments,
    credit_notes: creditNotes.map(({ created_at: _at, ...credit }) => credit),
    corrects: head.corrects,
    applied_to: appliedTo.map(({ created_at: _at, ...credit }) => credit),
    reports,
    creditable:
      amounts && credited
        ? creditableOf(credited, amounts).map((film) => ({
            line_id: film.line_id,
            film_title:
              film.vat_alone > 0 ? `${VAT_LEFT}\u00a0: ${euros(film.vat_alone)}` : film.line.film_title,
            vat_rate_bp: film.line.vat_rate_bp,
            billed: centsToWire(film.billed),
            remaining: centsToWire(film.remaining),
          }))
        : [],
    events: historyOf({ imported, audited, reverted, payments, creditNotes, appliedTo }),
    archived_until: head.archived_until,
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
