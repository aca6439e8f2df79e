import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, sumCents } from "@bobine/contract/money";

/** An invoice chosen to be paid by a transaction. */
export interface ChosenInvoice<Id extends number | string> {
  id: Id;
  invoice_number: string;
  invoice_date: CivilDate;
  /** What is left to pay, in cents. */
  outstanding: Cents;
}

export interface InvoiceAllocation<Id extends number | string> {
  invoice_id: Id;
  /** Above zero, at most the invoice's outstanding. */
  amount: Cents;
}

export interface AllocationPlan<Id extends number | string> {
  /** In the order in which the money was applied; an invoice that received nothing is absent. */
  allocations: InvoiceAllocation<Id>[];
  allocated: Cents;
  /** What the transaction has beyond the chosen invoices: kept in its history (LET-3). */
  surplus: Cents;
  /** What the chosen invoices still owe afterwards. */
  remaining: Cents;
  /** LET-2: the transaction differs from the selected total by 0.01 € or more. */
  confirmation_required: boolean;
}

/**
 * Applies a transaction's money to the chosen invoices in date order, then number, until exhausted (BILL-15,
 * BILL-15). The order in which the invoices were chosen does not count.
 *
 * @param available cents of the transaction not yet allocated
 * @throws RangeError for money that is not above zero, or an invoice that is chosen twice or owes nothing: the caller
 * refuses these with their own messages
 */
export function allocate<Id extends number | string>(
  available: Cents,
  invoices: readonly ChosenInvoice<Id>[],
): AllocationPlan<Id> {
  if (available <= 0) throw new RangeError(`nothing to allocate: ${available}`);
  if (new Set(invoices.map((invoice) => invoice.id)).size !== invoices.length)
    throw new RangeError("an invoice is chosen twice");
  const allocations: InvoiceAllocation<Id>[] = [];
  let left: number = available;
  for (const invoice of invoices.toSorted(inPaymentOrder)) {
    if (invoice.outstanding <= 0) throw new RangeError(`invoice ${invoice.invoice_number} owes nothing`);
    const amount = Math.min(left, invoice.outstanding);
    if (amount > 0) allocations.push({ invoice_id: invoice.id, amount: cents(amount) });
    left -= amount;
  }
  const selected = sumCents(invoices.map((invoice) => invoice.outstanding));
  const allocated = cents(available - left);
  return {
    allocations,
    allocated,
    surplus: cents(left),
    remaining: cents(selected - allocated),
    confirmation_required: available !== selected,
  };
}

/** `invoice_date`, then number. Numbers compare as written: ours have a fixed width. */
export function inPaymentOrder(
  a: { invoice_date: CivilDate; invoice_number: string },
  b: { invoice_date: CivilDate; invoice_number: string },
): number {
  if (a.invoice_date !== b.invoice_date) return a.invoice_date < b.invoice_date ? -1 : 1;
  if (a.invoice_number === b.invoice_number) return 0;
  return a.invoice_number < b.invoice_number ? -1 : 1;
}
