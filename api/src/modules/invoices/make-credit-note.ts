import { euros } from "@bobine/contract/french";
import { hasOtherIban, OTHER_IBAN_IN_TEXT } from "@bobine/contract/ibans-in-text";
import type { NewCreditNote } from "@bobine/contract/invoice-detail";
import type { Invoice } from "@bobine/contract/invoices";
import { centsFromWire, sumCents } from "@bobine/contract/money";
import { lockInvoicing, lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import {
  type ChosenCredit,
  draftCreditByHand,
  NotCreditable,
} from "../../domain/invoicing/credit-by-hand.ts";
import { isTaxed } from "../../domain/e-invoicing/vat-category.ts";
import { creditedFilm, creditedImported, VAT_LEFT } from "../../domain/invoicing/credit-reason.ts";
import { filmAndVersion } from "../../domain/invoicing/invoice-texts.ts";
import { errors } from "../../errors.ts";
import type { Services } from "../../services.ts";
import { creditableOf, creditNoteRepository } from "./credit-note.repository.ts";
import { confirmedIbans } from "../company/company.repository.ts";
import { requestProposals } from "../banking/propose-again.ts";
import { invoiceErrors } from "./invoices.errors.ts";
import { invoicesRepository } from "./invoices.repository.ts";
import { vatGroundsOf } from "./vat-grounds.repository.ts";
import { issue } from "./issue-invoices.ts";
import { issueRepository } from "./issue.repository.ts";
import {
  cinemaToCredit,
  clientOf,
  formerVatNumber,
  missingOfClient,
  missingOfIssuer,
  supplierOf,
} from "./parties.ts";
import type { InvoiceWriter } from "./write-invoices.ts";

/**
 * Issues a credit note that a person asks for (BILL-12): the next number of series A, negative totals, applied to its
 * invoice at once as far as that is still due; the excess stays the client's credit. The invoice itself is not touched.
 * Waits behind an import or an issue of the distributor, as these wait behind it: a series has one writer at a time.
 * @throws 404; 409 when it is a credit note, when its VAT is not known, when nothing or another amount than the caller saw is left, or when a party is
 *   incomplete; 400 naming an amount that is too high, or a reason that names another account (SEC-17)
 */
export async function makeCreditNote(
  tx: Tx,
  services: Pick<Services, "jobs">,
  writer: InvoiceWriter,
  invoiceId: number,
  asked: NewCreditNote,
): Promise<Invoice> {
  const { distributorId, today, source } = writer;
  await lockInvoicing(tx, distributorId);
  await lockLedger(tx, distributorId);
  await issueRepository.lockInvoices(tx, [invoiceId]);
  const invoice = await creditNoteRepository.invoice(tx, invoiceId);
  if (!invoice) throw errors.notFound();
  const { week_start } = invoice;
  if (invoice.type === "credit_note") throw invoiceErrors.creditOfCredit();
  if (hasOtherIban(asked.reason, await confirmedIbans(tx, distributorId)))
    throw errors.field("reason", OTHER_IBAN_IN_TEXT);

  const amounts = await creditNoteRepository.billedAndCredited(tx, invoice);
  const { vat, creditedVat } = amounts;
  if (amounts.billed.length === 0) throw invoiceErrors.unknownVatRate();
  const films = creditableOf(invoice, amounts);
  if (films.length === 0) throw invoiceErrors.nothingToCredit();
  if (sumCents(films.map((film) => film.remaining)) !== centsFromWire(asked.remaining_net_amount))
    throw errors.conflict();
  const chosen: ChosenCredit[] =
    asked.lines?.map(({ line_id, net_amount }) => ({ line_id, net_amount: centsFromWire(net_amount) })) ??
    films.map(({ line_id, remaining }) => ({ line_id, net_amount: remaining }));
  const draft = (() => {
    try {
      return draftCreditByHand(films, chosen, vat, creditedVat, ({ line, vat_alone }) =>
        // An imported invoice is named where a film would be.
        invoice.origin === "imported"
          ? creditedImported(line.film_title, asked.reason)
          : creditedFilm(
              vat_alone > 0 ? VAT_LEFT : filmAndVersion(line),
              invoice.invoice_number,
              asked.reason,
            ),
      );
    } catch (error) {
      if (!(error instanceof NotCreditable)) throw error;
      throw invoiceErrors.tooMuchCredited(euros(error.most));
    }
  })();

  const distributor = await issueRepository.distributor(tx, distributorId);
  const linked = (await issueRepository.cinemas(tx, distributorId, [invoice.cinema_id])).get(
    invoice.cinema_id,
  );
  const cinema = cinemaToCredit(invoice, linked);
  if (!distributor) throw errors.notFound();
  const ground = (await vatGroundsOf(tx, distributorId, [invoiceId])).get(invoiceId);
  const former = ground && formerVatNumber(ground, supplierOf(distributor));
  if (missingOfIssuer(distributor).length > 0) throw invoiceErrors.incompleteSupplier();
  if (missingOfIssuer(distributor, isTaxed(draft.vat_breakdown) && !former).length > 0)
    throw ground?.vat_number ? invoiceErrors.ofOtherCompany() : invoiceErrors.incompleteSupplier();
  if (missingOfClient(clientOf(cinema)).length > 0)
    throw linked
      ? invoiceErrors.incompleteClient(cinema.name)
      : invoiceErrors.incompleteCutClient(cinema.name);
  const { invoice_number, invoice_date, cinema_id } = invoice;
  const corrects = { id: invoiceId, invoice_number, invoice_date };
  const [id] = await issue(
    tx,
    distributor,
    today,
    "A",
    [{ cinema, draft: { ...draft, cinema_id, week_start, corrects } }],
    source,
  );
  await services.jobs.enqueue(tx, { name: "draw-documents", data: { distributor_id: distributorId } });
  // What waits may be what the invoice is left due (LET-26).
  await requestProposals(tx, services.jobs, { distributorIds: [distributorId] });
  const made = id === undefined ? undefined : await invoicesRepository.one(tx, id);
  if (!made) throw errors.notFound();
  return made;
}
