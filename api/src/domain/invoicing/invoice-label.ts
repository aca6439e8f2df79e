import type { Invoice } from "@bobine/contract/invoices";
import { type Cents, centsFromWire, centsToWire, cents, type Money } from "@bobine/contract/money";
import { INVOICE_STATUS } from "@bobine/contract/status-labels";

/** What other documents and the bank say of an invoice or a credit note. */
export interface LabelFacts {
  /** Of all credit notes that correct it, above zero. */
  readonly credited_total: Cents;
  /** Of a credit note: a debit gave it back, or a part of it. */
  readonly is_refunded: boolean;
}

/** BILL-19: what a person reads of its status. A credit note is money of the client, never « Payé »; an invoice that was credited whole is cancelled. */
export function invoiceLabel(
  invoice: Pick<Invoice, "type" | "status"> & { readonly total_amount: Money; readonly outstanding: Money },
  { credited_total, is_refunded }: LabelFacts,
): Pick<Invoice, "label" | "remaining_credit"> {
  if (invoice.type === "invoice") {
    const isCancelled = credited_total >= centsFromWire(invoice.total_amount);
    return {
      label: isCancelled ? "Annulée" : INVOICE_STATUS[invoice.status].label,
      remaining_credit: centsToWire(cents(0)),
    };
  }
  const remaining = cents(0 - centsFromWire(invoice.outstanding));
  const used = is_refunded ? "Remboursé" : "Imputé";
  return { label: remaining > 0 ? "À imputer" : used, remaining_credit: centsToWire(remaining) };
}
