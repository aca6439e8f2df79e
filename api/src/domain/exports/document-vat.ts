import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { vatByRate } from "../vat/vat-by-rate.ts";
import { type TaxedDocument, type VatAtRate, type VatMove, vatMoves, vatWaiting } from "../vat/vat-life.ts";
import type { ExportData, ExportInvoice } from "./export-data.ts";

export const isOnCollection = ({ vat_regime }: Pick<ExportInvoice, "vat_regime">): boolean =>
  vat_regime.vat_due === "collection";

/** What of a document's VAT is due with its own entry: all of it on debits, on collection what no tax is on. */
export function vatDueAtOnce(invoice: ExportInvoice): readonly VatAtRate[] {
  const rates = vatByRate(invoice);
  return isOnCollection(invoice) ? rates.filter(({ vat_amount }) => vat_amount === 0) : rates;
}

/** What of a document that another software has booked still waits when it comes in. */
export const waitingOfOpening = (invoice: ExportInvoice, paid: Cents): Cents =>
  isOnCollection(invoice)
    ? sumCents(vatWaiting(taxed(invoice, paid), paid).map(({ vat_amount }) => vat_amount))
    : cents(0);

/** VAT on collection that leaves waiting, document by document (VAT-4). */
export function vatMovesOf(
  data: Pick<ExportData, "invoices" | "allocations" | "settlements">,
): { readonly invoice: ExportInvoice; readonly move: VatMove }[] {
  const settlements = Map.groupBy(data.settlements, (one) => one.document_id);
  const openings = Map.groupBy(
    data.allocations.filter(({ kind }) => kind === "opening"),
    (one) => one.invoice_id,
  );
  return data.invoices.filter(isOnCollection).flatMap((invoice) => {
    const before = invoice.opening_date === null ? [] : (openings.get(invoice.id) ?? []);
    const document = taxed(invoice, sumCents(before.map(({ amount }) => amount)));
    return vatMoves(document, settlements.get(invoice.id) ?? []).map((move) => ({ invoice, move }));
  });
}

const taxed = (invoice: ExportInvoice, settled_before: Cents): TaxedDocument => ({
  total_amount: invoice.total_amount,
  vat_by_rate: vatByRate(invoice),
  settled_before,
});
