import type { InvoiceStatus } from "@bobine/contract/invoices";
import { type Cents, cents } from "@bobine/contract/money";

/** What the status of an invoice follows from (DOMAIN §1.8). Amounts in cents; all negative on a credit note. */
export interface InvoiceLedger {
  total_amount: Cents;
  /** Σ allocations of bank transactions (and opening payments of an imported invoice). */
  allocated_amount: Cents;
  /** Σ credit notes applied; on a credit note, what it has been applied for. */
  credited_amount: Cents;
  in_default: boolean;
}

export type InvoiceEvent =
  | { type: "allocate"; amount: Cents }
  | { type: "revert"; amount: Cents }
  | { type: "apply_credit"; amount: Cents }
  | { type: "declare_default" }
  | { type: "reopen" };

/** `outstanding = total − allocations − credit notes applied`, in cents. */
export const outstandingOf = (ledger: Omit<InvoiceLedger, "in_default">): Cents =>
  cents(ledger.total_amount - ledger.allocated_amount - ledger.credited_amount);

/** The status of an invoice: the database derives the same one for filtering. */
export function statusOf(ledger: InvoiceLedger): InvoiceStatus {
  if (outstandingOf(ledger) <= 0) return "paid";
  if (ledger.in_default) return "default";
  return ledger.allocated_amount > 0 ? "part_paid" : "awaiting_payment";
}

const ALLOWED: Record<InvoiceStatus, readonly InvoiceEvent["type"][]> = {
  awaiting_payment: ["allocate", "apply_credit", "declare_default"],
  part_paid: ["allocate", "apply_credit", "revert", "declare_default"],
  paid: ["revert"],
  default: ["allocate", "apply_credit", "revert", "reopen"],
};

/** Whether the table of DOMAIN §1.8 allows this event now. Amounts are checked by `afterEvent`. */
export const isAllowed = (ledger: InvoiceLedger, event: InvoiceEvent["type"]): boolean =>
  ledger.total_amount > 0 && ALLOWED[statusOf(ledger)].includes(event);

/**
 * The invoice after an event. A payment that reconciles an invoice in default brings it back to its computed status.
 *
 * @throws RangeError when the event is not allowed, or its amount would allocate more than is due or undo more than was
 */
export function afterEvent(ledger: InvoiceLedger, event: InvoiceEvent): InvoiceLedger {
  if (!isAllowed(ledger, event.type)) throw new RangeError(`${event.type} on ${statusOf(ledger)}`);
  switch (event.type) {
    case "declare_default":
      return { ...ledger, in_default: true };
    case "reopen":
      return { ...ledger, in_default: false };
    case "allocate":
      requireWithin(event.amount, outstandingOf(ledger));
      return {
        ...ledger,
        allocated_amount: cents(ledger.allocated_amount + event.amount),
        in_default: false,
      };
    case "apply_credit":
      requireWithin(event.amount, outstandingOf(ledger));
      return { ...ledger, credited_amount: cents(ledger.credited_amount + event.amount) };
    case "revert":
      requireWithin(event.amount, ledger.allocated_amount);
      return { ...ledger, allocated_amount: cents(ledger.allocated_amount - event.amount) };
  }
}

/**
 * How much of a credit note its invoice takes at once; the rest is a client credit (DOMAIN §1.8).
 *
 * @param credit total of the credit note, negative
 * @param outstanding what the corrected invoice still owes
 */
export const creditApplied = (credit: Cents, outstanding: Cents): Cents =>
  cents(Math.max(0, Math.min(0 - credit, outstanding)));

/** DOMAIN §1.8: only an imported invoice that nothing was allocated or credited to may be deleted. */
export const isDeletable = (invoice: InvoiceLedger & { origin: "issued" | "imported" }): boolean =>
  invoice.origin === "imported" && invoice.allocated_amount === 0 && invoice.credited_amount === 0;

function requireWithin(amount: Cents, limit: Cents): void {
  if (amount <= 0 || amount > limit) throw new RangeError(`${amount} is not within ${limit}`);
}
