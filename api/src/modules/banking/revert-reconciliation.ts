import type { revertReconciliation as contract } from "@bobine/contract/banking";
import { civilDateInParis, frenchDate } from "@bobine/contract/civil-date";
import { cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { ResponseOf } from "@bobine/contract/route";
import { isClosed } from "@bobine/contract/user-actions";
import { lockLedger } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import type { CandidateKind, ReasonCode } from "../../domain/matching/lettering-types.ts";
import { REASONS, say } from "../../domain/matching/reasons.ts";
import { must } from "../../domain/must.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { subjectOfQuestion } from "./action-subject.ts";
import { automaticLetteringRepository, PAUSED_REASON_CODE } from "./automatic-lettering.repository.ts";
import { bankingErrors } from "./banking.errors.ts";
import { type Dependent, clientCreditsRepository as credits } from "./client-credits.repository.ts";
import { internalTransfersRepository } from "./internal-transfers.repository.ts";
import { refreshLetters } from "./letter-groups.ts";
import { partWords } from "./part-words.ts";
import { refuseUndoOfReturned } from "./returned-receipts.ts";
import { returnsRepository } from "./returns.repository.ts";
import {
  type LiveReconciliation,
  type LockedTransaction,
  reconciliationRepository as repository,
} from "./reconciliation.repository.ts";

const MESSAGE_REVERTED = "Rapprochement annulé.";

/**
 * Gives a closed action, its transaction and its invoices the state that they had before (LET-4): the
 * allocations go, and with them the surplus, the letters and what the choice taught. The reconciliation stays as a reverted
 * pair, which the engine never letters again. Undoing what is already undone answers the same and changes nothing.
 * @throws 404 for what is not the distributor's, 409 when a newer action asks the same, or when what it asked for is done
 */
export async function revertReconciliation(
  tx: Tx,
  request: {
    readonly distributorId: number;
    /** Null when the bank itself took the operation back. */
    readonly userId: number | null;
    readonly userActionId: number;
    readonly at: Date;
    readonly source: AuditSource;
    /** Why, for the log, when no person wanted it. */
    readonly comment?: string;
    readonly reopened?: Reopened;
  },
): Promise<ResponseOf<typeof contract>> {
  const { distributorId, comment } = request;
  const answer = { message: MESSAGE_REVERTED, user_action_id: request.userActionId };
  await lockLedger(tx, distributorId);
  const action = await repository.lockAction(tx, request.userActionId);
  if (!action) throw errors.notFound();
  if (!isClosed(action.status)) return answer;
  const statuses = { previous_status: action.status, new_status: action.open_status };
  if (action.transaction_id === null) {
    if (
      action.reason_code === PAUSED_REASON_CODE &&
      (await automaticLetteringRepository.settings(tx, distributorId)).is_on
    )
      throw bankingErrors.letteringResumed();
    if (await repository.isOfValidatedCinema(tx, action.id)) throw bankingErrors.cinemaValidated();
    await reopenQuestion(tx, action.id);
    await writeAudit(tx, request.source, "reverted_reconciliation", {
      user_action_id: action.id,
      reason: action.reason,
      ...(await subjectOfQuestion(tx, action.id)),
      ...statuses,
    });
    return answer;
  }

  const { transaction, live } = await repository.lockLine(tx, action.transaction_id);
  if (live) {
    if (request.userId === null) await undoDependents(tx, request, transaction, live);
    await undoDecision(tx, request, transaction, live);
  }
  await repository.reopenAction(tx, action.id);
  if (live && action.reason_code === "automatic_match")
    await repository.replaceQuestion(tx, action.id, questionOf(action.explanation, live.invoice_ids));
  await writeAudit(tx, request.source, "reverted_reconciliation", {
    user_action_id: action.id,
    reason: action.reason,
    ...undone(transaction, live),
    ...(comment ? { comment } : {}),
    ...statuses,
  });
  return answer;
}

/**
 * The same of a bank line that nobody was asked about: a person decided it from the statement.
 * @throws 404 for what is not the distributor's
 */
export async function revertWithoutAction(
  tx: Tx,
  request: Deciding & { readonly transactionId: number },
): Promise<{ message: string; user_action_id: null }> {
  const { distributorId, transactionId } = request;
  await lockLedger(tx, distributorId);
  const line = await repository.lockLineIfAny(tx, transactionId);
  if (!line) throw errors.notFound();
  const { transaction, live } = line;
  if (live) {
    if (request.userId === null) await undoDependents(tx, request, transaction, live);
    await undoDecision(tx, request, transaction, live);
    await writeAudit(tx, request.source, "reverted_reconciliation", {
      ...undone(transaction, live),
      ...(request.comment ? { comment: request.comment } : {}),
    });
  }
  return { message: MESSAGE_REVERTED, user_action_id: null };
}

/**
 * Either of them: what was decided of a bank line is taken back with the action that asked about it, if there is one. Of a transfer
 * between own accounts that was accepted on both sides, both go (LET-43).
 */
export async function revertLine(
  tx: Tx,
  {
    transactionId,
    userActionId,
    ...request
  }: Deciding & { readonly transactionId: number; readonly userActionId: number | undefined },
): Promise<void> {
  const other = await internalTransfersRepository.partnerOf(tx, request.distributorId, transactionId);
  const sides = [{ transactionId, userActionId }];
  if (other !== undefined)
    sides.push({ transactionId: other, userActionId: await repository.actionOfTransaction(tx, other) });
  for (const side of sides) await revertOneLine(tx, { ...request, ...side });
}

/** One side alone of what may have two. */
export async function revertOneLine(
  tx: Tx,
  { transactionId, userActionId, ...request }: Parameters<typeof revertLine>[1],
): Promise<void> {
  await (userActionId === undefined
    ? revertWithoutAction(tx, { ...request, transactionId })
    : revertReconciliation(tx, { ...request, userActionId }));
}

interface Deciding {
  readonly distributorId: number;
  readonly userId: number | null;
  readonly at: Date;
  readonly source: AuditSource;
  readonly comment?: string;
  readonly reopened?: Reopened;
}

/**
 * Of several decisions that are taken back together: the invoices that they had paid, to which their credit notes come back once all are
 * undone (LET-25). Put back in between, a note is one more settlement, which a return cannot be undone under.
 */
type Reopened = Set<number>;

/**
 * The bank took the line back, and nobody can be told to undo something else first: the return of a credit goes before it, and what
 * settled an invoice since its return.
 */
async function undoDependents(
  tx: Tx,
  request: Deciding,
  transaction: LockedTransaction,
  live: LiveReconciliation,
): Promise<void> {
  for (const transactionId of await returnsRepository.dependingOn(tx, transaction.id, live.id)) {
    const userActionId = await repository.actionOfTransaction(tx, transactionId);
    await revertLine(tx, { ...request, transactionId, userActionId });
  }
}

/** Takes a decision about a line that is locked back: allocations and parts, surplus, letters, and what it taught. */
async function undoDecision(
  tx: Tx,
  request: Deciding,
  transaction: LockedTransaction,
  live: LiveReconciliation,
): Promise<void> {
  const { distributorId, userId, at } = request;
  await undoWhatStandsOn(tx, request, transaction, live);
  const { touched, joined } = await credits.reachOf(tx, live.id);
  let invoices = await repository.lockInvoices(tx, distributorId, touched);
  if (live.details.allocations.some(({ amount }) => amount.startsWith("-"))) {
    // Credit notes that came back with a return leave again before it is known whether anything else has settled its invoices since.
    await credits.undoApplications(tx, live.id);
    if (userId === null) joined.push(...(await takeCreditsOff(tx, distributorId, live)));
    invoices = await repository.lockInvoices(tx, distributorId, touched);
  }
  await refuseUndoOfReturned(tx, transaction, live.details.allocations, invoices);
  await repository.undo(tx, distributorId, { id: live.id, transactionId: transaction.id }, { userId, at });
  const { reopened } = request;
  if (reopened) for (const id of touched) reopened.add(id);
  const returned = reopened
    ? []
    : await credits.returnToInvoices(tx, distributorId, touched, civilDateInParis(at));
  await refreshLetters(tx, distributorId, [...touched, ...joined, ...returned]);
  if (live.details.alias) await repository.removeAlias(tx, distributorId, live.details.alias);
}

/**
 * The bank took a return back, and what it gives its invoices is more than they owe by now: the credits that were put on them without a
 * bank line leave them, latest first, until it fits.
 * @returns what these credits joined with them
 */
async function takeCreditsOff(tx: Tx, distributorId: number, live: LiveReconciliation): Promise<number[]> {
  const { allocations } = live.details;
  const ids = allocations.map((one) => one.invoice_id);
  const invoices = await repository.lockInvoices(tx, distributorId, ids);
  const touched: number[] = [];
  for (const { invoice_id, amount } of allocations) {
    const paid = centsFromWire(amount);
    let room = must(invoices.get(invoice_id), "returned invoice").outstanding + paid;
    if (paid >= 0 || room >= 0) continue;
    for (const use of await credits.usesWithoutLine(tx, invoice_id)) {
      if (room >= 0) break;
      touched.push(...(await credits.undoUse(tx, use.id)));
      room += use.amount;
    }
  }
  return touched;
}

/**
 * What was made of the credits of a line comes before it. A person is told what to undo first; what a bank takes
 * back takes them along.
 * @throws 409 with what to undo first
 */
async function undoWhatStandsOn(
  tx: Tx,
  request: Deciding,
  transaction: LockedTransaction,
  live: LiveReconciliation,
): Promise<void> {
  // All of it pays invoices: no credit came of it. The sum alone does not tell: fees that the bank kept may be as much as a credit beside.
  if (!live.has_parts && transaction.allocated_amount === transaction.amount) return;
  const dependents = await credits.dependents(tx, transaction.id);
  const [first] = dependents;
  if (first && request.userId !== null) throw bankingErrors.undoFirst(sentenceOf(first));
  for (const { use_id, transaction_id } of dependents) {
    if (transaction_id !== null) {
      const userActionId = await repository.actionOfTransaction(tx, transaction_id);
      await revertLine(tx, { ...request, transactionId: transaction_id, userActionId });
      continue;
    }
    const use = use_id === null ? undefined : await credits.findUse(tx, request.distributorId, use_id);
    if (use_id === null || !use) continue;
    await repository.lockInvoices(tx, request.distributorId, [use.invoice_id]);
    await refreshLetters(tx, request.distributorId, await credits.undoUse(tx, use_id));
  }
}

function sentenceOf({ kind, name, date }: Dependent): string {
  const line = date === null ? "" : `l’opération du ${frenchDate(date)}`;
  if (kind === "refund")
    return `Le crédit né de cette opération est remboursé par ${line}. Annulez d’abord le rapprochement de celle-ci.`;
  return line === ""
    ? `Le crédit né de cette opération est imputé sur la facture ${name}. Annulez d’abord cette imputation.`
    : `Le crédit né de cette opération est utilisé avec ${line}. Annulez d’abord le rapprochement de celle-ci.`;
}

/** What the log tells of an undone line. */
const undone = (transaction: LockedTransaction, live: LiveReconciliation | undefined) => ({
  transaction_id: transaction.id,
  transaction_label: transaction.label,
  transaction_date: transaction.transaction_date,
  transaction_amount: centsToWire(transaction.amount),
  invoice_numbers: (live?.details.allocations ?? []).map((allocation) => allocation.invoice_number),
  allocated_amount: centsToWire(transaction.allocated_amount),
  surplus_amount: centsToWire(transaction.surplus_amount),
  ...(live?.details.parts ? { parts: live.details.parts.map(partWords) } : {}),
  ...(live?.group_key ? { group_key: live.group_key } : {}),
});

/** Some questions are asked once at a time, which their unique indexes hold, also when two old ones are reopened at once. */
const ASKED_ONCE = new Set([
  "user_action_lettering_paused",
  "user_action_one_expired_connection",
  "user_action_incomplete",
]);

async function reopenQuestion(tx: Tx, id: number): Promise<void> {
  try {
    await repository.reopenAction(tx, id);
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === "23505" && ASKED_ONCE.has(constraint ?? "")) throw bankingErrors.askedAnew();
    throw error;
  }
}

/**
 * What is asked once a person has undone an automatic match: « Rapprochement automatique » is no question. It is the engine's
 * own about a reverted pair (LET-11), and proposes what was matched. The sum is exact still: every gate requires it, and
 * a paid invoice takes no credit.
 */
function questionOf(explanation: readonly string[], invoiceIds: readonly number[]) {
  const reasons = [...explanation, say.reverted];
  const invoice_ids = [...invoiceIds];
  const kind: CandidateKind = invoice_ids.length === 1 ? "exact_single" : "reference_set";
  return {
    reason_code: "to_confirm" satisfies ReasonCode,
    reason: REASONS.to_confirm.sentence,
    explanation: reasons,
    suggested_invoices: { near_rounded: invoice_ids, partial: [] },
    candidates: [{ invoice_ids, kind, reasons, difference: centsToWire(cents(0)), alternatives: 0 }],
  };
}
