import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";
import { vatByRate } from "../vat/vat-by-rate.ts";
import {
  type Settlement,
  type TaxedDocument,
  type VatAtRate,
  type VatMove,
  vatMoves,
  vatWaiting,
} from "../vat/vat-life.ts";
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
export function vatMovesOf(data: ExportData): { readonly invoice: ExportInvoice; readonly move: VatMove }[] {
  const settlements = settlementsByDocument(data);
  return data.invoices.filter(isOnCollection).flatMap((invoice) => {
    const { before, after } = settlements.get(invoice.id) ?? NOTHING;
    return vatMoves(taxed(invoice, before), after).map((move) => ({ invoice, move }));
  });
}

const taxed = (invoice: ExportInvoice, settled_before: Cents): TaxedDocument => ({
  total_amount: invoice.total_amount,
  vat_by_rate: vatByRate(invoice),
  settled_before,
});

interface Settlements {
  /** What was paid before the books of this product began. */
  readonly before: Cents;
  /** In their order. */
  readonly after: readonly Settlement[];
}
const NOTHING: Settlements = { before: cents(0), after: [] };

/** What settles each document: payments, what was paid before its import, and credit notes, which it uses up or which use it up. */
function settlementsByDocument(data: ExportData): Map<number, Settlements> {
  const invoices = new Map(data.invoices.map((invoice) => [invoice.id, invoice]));
  const days = new Map(data.transactions.map((one) => [one.id, one.transaction_date]));
  const found = new Map<number, { before: number; after: Settlement[] }>();
  const of = (id: number) => {
    const known = found.get(id) ?? { before: 0, after: [] };
    found.set(id, known);
    return known;
  };
  const add = (
    id: number,
    key: string,
    cause: Settlement["cause"],
    date: CivilDate,
    amount: number,
  ): void => {
    of(id).after.push({ key, cause, date, amount: cents(amount) });
  };
  // Of a line that pays an invoice short, what its allocation holds beyond the money.
  const missing = new Map(
    data.parts
      .filter((part) => part.kind === "write_off" && part.amount < 0)
      .map((part) => [`${part.transaction_id} ${part.invoice_id}`, { id: part.id, amount: 0 - part.amount }]),
  );
  for (const allocation of data.allocations) {
    const { id, invoice_id, amount } = allocation;
    const invoice = invoices.get(invoice_id);
    if (!invoice) continue;
    if (allocation.kind === "opening") {
      // Of a document that is booked here, its VAT was due before it came in: on its own day, as its entry says.
      if (invoice.opening_date !== null) of(invoice_id).before += amount;
      else add(invoice_id, `vat:${invoice_id}:allocation:${id}`, "payment", invoice.invoice_date, amount);
    } else if (allocation.kind === "rounding_gap")
      add(invoice_id, `vat:${invoice_id}:allocation:${id}`, "write_off", allocation.accepted_on, amount);
    else {
      const date = days.get(allocation.transaction_id);
      if (date === undefined) continue;
      const gap = missing.get(`${allocation.transaction_id} ${invoice_id}`);
      add(invoice_id, `vat:${invoice_id}:allocation:${id}`, "payment", date, amount - (gap?.amount ?? 0));
      if (gap) add(invoice_id, `vat:${invoice_id}:part:${gap.id}`, "write_off", date, gap.amount);
    }
  }
  for (const { credit_note_id, invoice_id, amount, applied_on } of data.credit_applications) {
    add(invoice_id, `vat:${invoice_id}:note:${credit_note_id}`, "credit", applied_on, amount);
    add(credit_note_id, `vat:${credit_note_id}:invoice:${invoice_id}`, "credit", applied_on, 0 - amount);
  }
  return new Map(
    [...found].map(([id, { before, after }]) => [id, { before: cents(before), after: after.sort(inOrder) }]),
  );
}

/** What happens on a day counts in the order in which it was recorded. */
const inOrder = (a: Settlement, b: Settlement): number =>
  a.date === b.date ? a.key.localeCompare(b.key, "en", { numeric: true }) : a.date < b.date ? -1 : 1;
