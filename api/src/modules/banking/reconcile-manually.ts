import type { manualReconciliation } from "@bobine/contract/banking";
import { type Cents, centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { readLabel } from "../../domain/matching/label-with-evidence.ts";
import { payerPhrase } from "../../domain/matching/payer-words.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { bankingErrors } from "./banking.errors.ts";
import { decideLettering } from "./decide-lettering.ts";
import { payerKeyOf } from "./legal-payer.ts";
import { type ReconciledDetails, recordReconciliations } from "./record-reconciliations.ts";
import {
  type ChosenLockedInvoice,
  type LockedTransaction,
  reconciliationRepository as repository,
} from "./reconciliation.repository.ts";

type Answer = ResponseOf<typeof manualReconciliation>;

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
 * Letters the transaction of a user action against the invoices that a person chose (LET-2, API-9): everything is
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
    /** What they owed on the person's screen. */
    readonly seenOutstanding?: Cents | undefined;
    readonly at: Date;
    readonly source: AuditSource;
    /** Of a bulk acceptance: its id, and whether the person saw that the amounts differ. */
    readonly group?: { readonly id: string; readonly acceptsDifference: boolean } | undefined;
  },
): Promise<Answer> {
  const { distributorId, userId } = request;
  const chosenIds = [...new Set(request.invoiceIds)].sort((a, b) => a - b);
  await lockLedger(tx, distributorId);
  const action = await repository.lockAction(tx, request.userActionId);
  if (!action) throw errors.notFound();
  const { group } = request;
  // Taken back since: the same submission, late, must not letter it again.
  if (group && (await repository.ofGroup(tx, group.id, action.id))?.is_live === false)
    throw bankingErrors.revertedSince();
  const { transaction, live } =
    action.transaction_id === null
      ? { transaction: undefined, live: undefined }
      : await repository.lockLine(tx, action.transaction_id);
  const invoices = await repository.lockInvoices(tx, distributorId, chosenIds);
  const { seenOutstanding } = request;
  const decided = decideLettering({
    action,
    transaction,
    live,
    chosenIds,
    invoices,
    seenOutstanding,
    group,
  });
  if (decided.kind === "again") return answerOf(action.id, decided.details);
  const { transaction: paying, plan } = decided;
  const alias = await aliasOf(tx, paying, [...invoices.values()]);
  const { details, letters } = await recordReconciliations(
    tx,
    distributorId,
    [
      {
        transaction_id: paying.id,
        user_action_id: action.id,
        decided_by: userId,
        gate: null,
        reasons: [],
        engine_version: "",
        invoice_ids: chosenIds,
        allocations: plan.allocations,
        surplus: plan.surplus,
        alias,
        group_key: group?.id,
      },
    ],
    invoices,
  );
  if (alias) await repository.learnAlias(tx, distributorId, alias);
  await repository.closeAction(tx, action.id, { userId, at: request.at });
  await writeAudit(tx, request.source, "manual_reconciliation", {
    user_action_id: action.id,
    reason: action.reason,
    transaction_id: paying.id,
    transaction_label: paying.label,
    transaction_date: paying.transaction_date,
    transaction_amount: centsToWire(paying.amount),
    invoice_numbers: [...invoices.values()].map((invoice) => invoice.invoice_number),
    allocated_amount: centsToWire(plan.allocated),
    remaining_amount: centsToWire(plan.remaining),
    surplus_amount: centsToWire(plan.surplus),
    lettering_code: letters.join(", "),
    ...(group ? { group_key: group.id } : {}),
    previous_status: action.status,
    new_status: "DONE",
  });
  const [recorded] = details;
  if (!recorded) throw new Error("a decision leaves its history");
  return answerOf(action.id, recorded);
}

/**
 * LET-18: a choice teaches who pays, when all the chosen invoices are one payer's and the label names somebody, or the bank does beside
 * it (LET-40): under the phrase that lettering looks up.
 */
async function aliasOf(tx: Tx, transaction: LockedTransaction, invoices: readonly ChosenLockedInvoice[]) {
  const phrase = payerPhrase(readLabel(transaction.label, transaction.evidence));
  if (phrase === "") return undefined;
  const cinemaIds = [...new Set(invoices.map((invoice) => invoice.cinema_id))];
  const cinemas = await repository.payersOf(tx, cinemaIds);
  const [payerKey, ...others] = new Set(cinemas.map(payerKeyOf));
  if (payerKey === undefined || others.length > 0 || cinemas.length !== cinemaIds.length) return undefined;
  return { phrase, payer_key: payerKey };
}
