import type { manualReconciliation } from "@bobine/contract/banking";
import { UNPAID_STATUSES } from "@bobine/contract/invoices";
import { cents, centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import { isClosed } from "@bobine/contract/user-actions";
import type { Tx } from "../../db/scope.ts";
import { allocate } from "../../domain/invoicing/allocate.ts";
import { normaliseLabel } from "../../domain/matching/normalise-label.ts";
import { payerPhrase } from "../../domain/matching/payers.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { bankingErrors } from "./banking.errors.ts";
import { payerKeyOf } from "./legal-payer.ts";
import { type ReconciledDetails, recordReconciliations } from "./record-reconciliations.ts";
import {
  type ChosenLockedInvoice,
  type LockedTransaction,
  reconciliationRepository as repository,
} from "./reconciliation.repository.ts";

type Answer = ResponseOf<typeof manualReconciliation>;

const LEDGER_CURRENCY = "EUR";
export const MESSAGE_RECONCILED = "Rapprochement enregistré.";

const answerOf = (userActionId: number, details: ReconciledDetails): Answer => ({
  message: MESSAGE_RECONCILED,
  user_action_id: userActionId,
  // Spelled out: what comes back from the history has lost its order of keys.
  allocations: details.allocations.map(({ invoice_id, invoice_number, amount, outstanding }) => ({
    invoice_id,
    invoice_number,
    amount,
    outstanding,
  })),
  surplus_amount: details.surplus_amount,
});

/**
 * Letters the transaction of a user action against the invoices that a person chose (SPEC §5, DESIGN §4): everything is
 * locked, read again, decided and recorded in the caller's transaction. The same choice again answers the first result.
 * @throws 404 for what is not the distributor's, 409 for what the state forbids
 */
export async function reconcileManually(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly userId: number;
    readonly userActionId: number;
    readonly invoiceIds: readonly number[];
    readonly at: Date;
    readonly source: AuditSource;
  },
): Promise<Answer> {
  const { distributorId, userId } = request;
  const chosenIds = [...new Set(request.invoiceIds)].sort((a, b) => a - b);
  const action = await repository.lockAction(tx, request.userActionId);
  if (!action) throw errors.notFound();
  if (action.transaction_id === null) throw bankingErrors.noTransaction();
  const transaction = await repository.lockTransaction(tx, action.transaction_id);
  const invoices = await repository.lockInvoices(tx, distributorId, chosenIds);
  if (invoices.size !== chosenIds.length) throw errors.notFound();

  const live = await repository.live(tx, transaction.id);
  if (live) {
    const same = live.invoice_ids.toSorted((a, b) => a - b).join() === chosenIds.join();
    if (action.status === "DONE" && same) return answerOf(action.id, live.details);
    throw bankingErrors.alreadyReconciled();
  }
  if (isClosed(action.status)) throw bankingErrors.actionClosed();
  refuseWhatCannotBeLettered(transaction, [...invoices.values()]);

  const available = cents(transaction.amount - transaction.allocated_amount - transaction.surplus_amount);
  const plan = allocate(available, [...invoices.values()]);
  const alias = await aliasOf(tx, transaction, [...invoices.values()]);
  const { details, letters } = await recordReconciliations(
    tx,
    distributorId,
    [
      {
        transaction_id: transaction.id,
        user_action_id: action.id,
        decided_by: userId,
        gate: null,
        reasons: [],
        engine_version: "",
        invoice_ids: chosenIds,
        allocations: plan.allocations,
        surplus: plan.surplus,
        alias,
      },
    ],
    invoices,
  );
  if (alias) await repository.learnAlias(tx, distributorId, alias);
  await repository.closeAction(tx, action.id, { userId, at: request.at });
  await writeAudit(tx, request.source, "manual_reconciliation", {
    user_action_id: action.id,
    reason: action.reason,
    transaction_id: transaction.id,
    transaction_label: transaction.label,
    transaction_date: transaction.transaction_date,
    transaction_amount: centsToWire(transaction.amount),
    invoice_numbers: [...invoices.values()].map((invoice) => invoice.invoice_number),
    allocated_amount: centsToWire(plan.allocated),
    remaining_amount: centsToWire(plan.remaining),
    surplus_amount: centsToWire(plan.surplus),
    lettering_code: letters.join(", "),
    previous_status: action.status,
    new_status: "DONE",
  });
  const [recorded] = details;
  if (!recorded) throw new Error("a decision leaves its history");
  return answerOf(action.id, recorded);
}

/** SECURITY T17: only euros that came in, only unpaid invoices. */
function refuseWhatCannotBeLettered(
  transaction: LockedTransaction,
  invoices: readonly ChosenLockedInvoice[],
): void {
  if (transaction.amount <= 0) throw bankingErrors.notACredit();
  if (transaction.currency_code !== LEDGER_CURRENCY) throw bankingErrors.notInEuros();
  for (const { type, status, invoice_number } of invoices) {
    if (type === "credit_note") throw bankingErrors.creditNote(invoice_number);
    if (status === "default") throw bankingErrors.invoiceInDefault(invoice_number);
    if (!UNPAID_STATUSES.some((unpaid) => unpaid === status)) throw bankingErrors.invoicePaid(invoice_number);
  }
}

/** DOMAIN §4.1: a choice teaches who pays, when all the chosen invoices are one payer's and the label names somebody. */
async function aliasOf(tx: Tx, transaction: LockedTransaction, invoices: readonly ChosenLockedInvoice[]) {
  const phrase = payerPhrase(normaliseLabel(transaction.label));
  if (phrase === "") return undefined;
  const cinemaIds = [...new Set(invoices.map((invoice) => invoice.cinema_id))];
  const cinemas = await repository.payersOf(tx, cinemaIds);
  const [payerKey, ...others] = new Set(cinemas.map(payerKeyOf));
  if (payerKey === undefined || others.length > 0 || cinemas.length !== cinemaIds.length) return undefined;
  return { phrase, payer_key: payerKey };
}
