import { isUnpaid } from "@bobine/contract/invoices";
import { cents, type Cents, sumCents } from "@bobine/contract/money";
import { isClosed } from "@bobine/contract/user-actions";
import { needsConfirmation } from "@bobine/contract/banking";
import { type AllocationPlan, allocate } from "../../domain/invoicing/allocate.ts";
import { errors } from "../../errors.ts";
import { bankingErrors } from "./banking.errors.ts";
import type { ReconciledDetails } from "./record-reconciliations.ts";
import type {
  ChosenLockedInvoice,
  LiveReconciliation,
  LockedAction,
  LockedTransaction,
} from "./reconciliation.repository.ts";

export const LEDGER_CURRENCY = "EUR";

/** What a person wants lettered, and all that the answer depends on. */
export interface ReconciliationRequest {
  readonly action: LockedAction;
  /** Of the action; undefined when it is about none. */
  readonly transaction: LockedTransaction | undefined;
  readonly live: LiveReconciliation | undefined;
  /** Without twins, ascending. */
  readonly chosenIds: readonly number[];
  /** The distributor's own of them. */
  readonly invoices: ReadonlyMap<number, ChosenLockedInvoice>;
  /** What the invoices owed on the screen that showed a difference; undefined of an older screen, which does not say. */
  readonly seenOutstanding?: Cents | undefined;
  /** Undefined when one line is lettered from its own screen, which has asked about a difference. */
  readonly group?: { readonly id: string; readonly acceptsDifference: boolean } | undefined;
}

export type LetteringVerdict =
  /** It is lettered so already. */
  | { readonly kind: "again"; readonly details: ReconciledDetails }
  | {
      readonly kind: "letter";
      readonly transaction: LockedTransaction;
      readonly plan: AllocationPlan<number>;
      /** What the transaction has more than the invoices owe; negative when it has less. */
      readonly difference: Cents;
    };

/**
 * Whether the transaction of an action may be lettered against the chosen invoices, and how (LET-2, API-9, LET-1).
 * A preview asks it about what it has read, a decision about what it has locked.
 * @throws 404 for invoices that are not the distributor's, 409 with the sentence of what forbids it
 */
export function decideLettering({
  action,
  transaction,
  live,
  chosenIds,
  invoices,
  seenOutstanding,
  group,
}: ReconciliationRequest): LetteringVerdict {
  if (!transaction) throw bankingErrors.noTransaction();
  const chosen = chosenIds.flatMap((id) => invoices.get(id) ?? []);
  if (chosen.length !== chosenIds.length) throw errors.notFound();
  if (live) {
    const same = !live.has_parts && live.invoice_ids.toSorted((a, b) => a - b).join() === chosenIds.join();
    const isOwn = group === undefined || live.group_key === group.id;
    if (action.status === "DONE" && same && isOwn) return { kind: "again", details: live.details };
    throw bankingErrors.alreadyReconciled();
  }
  if (isClosed(action.status)) throw bankingErrors.actionClosed();
  refuseWhatCannotBeLettered(transaction, chosen);
  const available = cents(transaction.amount - transaction.allocated_amount - transaction.surplus_amount);
  const owed = sumCents(chosen.map((invoice) => invoice.outstanding));
  const difference = cents(available - owed);
  // LET-2: what a person agreed to is the difference that showed.
  const isAgreed =
    (group === undefined || group.acceptsDifference) &&
    (seenOutstanding === undefined || seenOutstanding === owed);
  if (!isAgreed && needsConfirmation(available, owed))
    throw bankingErrors.differenceToConfirm(difference, owed);
  return { kind: "letter", transaction, plan: allocate(available, chosen), difference };
}

/** LET-1: only euros that came in, only unpaid invoices. */
function refuseWhatCannotBeLettered(
  transaction: LockedTransaction,
  invoices: readonly ChosenLockedInvoice[],
): void {
  if (transaction.amount <= 0) throw bankingErrors.notACredit();
  if (transaction.currency_code !== LEDGER_CURRENCY) throw bankingErrors.notInEuros();
  for (const invoice of invoices) refuseUnpayable(invoice);
}

/** @throws 409 for what takes no payment */
export function refuseUnpayable({ type, status, invoice_number }: ChosenLockedInvoice): void {
  if (type === "credit_note") throw bankingErrors.creditNote(invoice_number);
  if (status === "default") throw bankingErrors.invoiceInDefault(invoice_number);
  if (!isUnpaid(status)) throw bankingErrors.invoicePaid(invoice_number);
}
