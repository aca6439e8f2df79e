import type { CivilDate } from "@bobine/contract/civil-date";
import { cents, centsToWire } from "@bobine/contract/money";
import { lockLedger } from "../../db/locks.ts";
import { ChangedMeanwhile, type Tx } from "../../db/scope.ts";
import type { PlanEntry } from "../../domain/matching/lettering-types.ts";
import { REASONS } from "../../domain/matching/reasons.ts";
import { planInBackground } from "../../workers/plan-lettering.ts";
import { automaticLetteringRepository } from "./automatic-lettering.repository.ts";
import { proposeReturns } from "./propose-returns.ts";
import { importRepository, type NewUserAction, type SavedLine } from "./import.repository.ts";
import { readLetteringMaterial } from "./open-set.repository.ts";
import { type Batch, type PlannedEntry, plannedLettering } from "./planned-lettering.repository.ts";
import { type Decision, type LockedInvoice, recordReconciliations } from "./record-reconciliations.ts";
import { reconciliationRepository } from "./reconciliation.repository.ts";
import { daysOf } from "./statement-days.ts";
import { must } from "../../domain/must.ts";

/** What lettering made of the new lines of a statement. */
export interface LetteringCounts {
  readonly auto_reconciled: number;
  readonly invoices_paid: number;
  /** Questions for people; the finished actions of automatic ones are not counted. */
  readonly user_actions_created: number;
  /** Credits that nobody is asked about. */
  readonly unmatched: number;
}

/**
 * Letterings that are written in one transaction, which the distributor's other decisions wait for. A statement with no more of them comes in
 * whole or not at all.
 */
export const PACK = 250;

/** What may be lettered in packs, once its lines are kept (LET-56). */
export interface InPacks {
  /** Enqueues the job that letters them, or goes on. @returns as what these lines are known from then on */
  readonly begin: (lines: readonly SavedLine[]) => Promise<Batch>;
}

const CHANGED_MEANWHILE = "la facture a changé pendant l’import";

/**
 * Letters what is certain among new lines, and asks about the rest (LET-13, LET-10, LET-11). The plan is made without
 * locks; what it letters is then locked and read again, and what has changed meanwhile becomes a question. What is certain of what
 * may be lettered in packs, and is more than one, is only planned: it is asked about until `letterInPacks` has lettered it.
 * @returns `batch`: what of these lines is still to be lettered, by `letterInPacks`; null when nothing is
 * @throws ChangedMeanwhile when automatic lettering was paused meanwhile
 */
export async function letterStatement(
  tx: Tx,
  request: {
    readonly distributorId: number;
    readonly today: CivilDate;
    readonly at: Date;
    readonly signal?: AbortSignal | undefined;
    readonly inPacks?: InPacks | undefined;
  },
  lines: readonly SavedLine[],
): Promise<LetteringCounts & { readonly batch: Batch | null }> {
  const { distributorId } = request;
  const days = daysOf(lines);
  if (!days)
    return { auto_reconciled: 0, invoices_paid: 0, user_actions_created: 0, unmatched: 0, batch: null };
  const { invoices, clients, aliases, ...known } = await readLetteringMaterial(tx, distributorId, days);
  const plan = await planInBackground(
    {
      invoices,
      clients,
      aliases,
      transactions: lines.map((line) => ({ ...line, id: String(line.id) })),
      // A new line was never taken apart.
      options: { ...known, today: request.today, reverted_pairs: [] },
    },
    request.signal,
  );

  const withAction = plan.entries.filter((entry) => entry.initial_status !== null);
  const actionIds = await importRepository.newActionIds(tx, withAction.length);
  const numbered = withAction.map(
    (entry, index): PlannedEntry => ({ entry, id: must(actionIds[index], "id of a user action") }),
  );
  const certain = numbered.filter(({ entry }) => entry.outcome === "automatic");
  const inPacks = certain.length > PACK ? request.inPacks : undefined;
  const asked = inPacks ? numbered.map(({ entry, id }) => ({ entry: asQuestion(entry), id })) : numbered;
  await importRepository.createActions(tx, distributorId, asked.map(actionOf), request.at);
  const ignored = plan.entries.flatMap(({ transaction_id, ignored_reason: reason }) =>
    reason === null ? [] : [{ id: Number(transaction_id), reason }],
  );
  await importRepository.markIgnored(tx, ignored);
  if (inPacks) {
    const batch = await inPacks.begin(lines);
    await plannedLettering.keep(tx, { distributorId, batch, engineVersion: plan.engine_version }, certain);
    const counts = { auto_reconciled: 0, invoices_paid: 0, user_actions_created: withAction.length };
    return { ...counts, unmatched: ignored.length, batch };
  }
  const decisions = await letterCertain(tx, distributorId, certain, plan.engine_version);
  const returns = await proposeReturns(tx, distributorId, lines, request.at);
  return {
    auto_reconciled: decisions.length,
    invoices_paid: decisions.reduce((count, decision) => count + decision.allocations.length, 0),
    user_actions_created: withAction.length - decisions.length + returns,
    unmatched: ignored.length,
    batch: null,
  };
}

/** Letters the entries that are certain. It comes last in an import: from here on the distributor's other decisions wait. */
async function letterCertain(
  tx: Tx,
  distributorId: number,
  certain: readonly PlannedEntry[],
  engineVersion: string,
): Promise<Decision[]> {
  if (certain.length === 0) return [];
  await lockLedger(tx, distributorId);
  // Paused since the plan was made: it is made again, and proposes. A pause that comes now waits for this commit.
  if (!(await automaticLetteringRepository.settings(tx, distributorId)).is_on)
    throw new ChangedMeanwhile("automatic lettering was paused");
  const { invoices, isStillOpen } = await lockInvoicesOf(tx, distributorId, certain);
  const decisions: Decision[] = [];
  for (const { entry, id } of certain) {
    if (isStillOpen(entry)) {
      decisions.push(decisionOf(entry, id, engineVersion));
      continue;
    }
    await reconciliationRepository.reopenAction(tx, id);
    await reconciliationRepository.replaceQuestion(tx, id, changedMeanwhile({ entry, id }));
  }
  await recordReconciliations(tx, distributorId, decisions, invoices);
  return decisions;
}

/** Locks the invoices that entries would pay. */
export async function lockInvoicesOf(
  tx: Tx,
  distributorId: number,
  entries: readonly PlannedEntry[],
): Promise<{
  readonly invoices: ReadonlyMap<number, LockedInvoice>;
  /** Each invoice of the entry is as it was when it was planned. */
  readonly isStillOpen: (entry: PlanEntry) => boolean;
}> {
  const ids = entries.flatMap(({ entry }) => entry.allocations.map((one) => Number(one.invoice_id)));
  const invoices = await reconciliationRepository.lockInvoices(tx, distributorId, [...new Set(ids)]);
  const isStillOpen = (entry: PlanEntry): boolean =>
    entry.allocations.every(({ invoice_id, amount }) => {
      const invoice = invoices.get(Number(invoice_id));
      return invoice?.outstanding === amount && invoice.status !== "default";
    });
  return { invoices, isStillOpen };
}

/** What was certain until an invoice of it changed. */
export const changedMeanwhile = ({ entry, id }: PlannedEntry): NewUserAction =>
  actionOf({ entry: { ...toConfirm(entry), explanation: [...entry.explanation, CHANGED_MEANWHILE] }, id });

/** A person decides what was certain: an invoice of the plan was paid or changed while it was made (LET-11), or somebody is asked already. */
export const toConfirm = (entry: PlanEntry): PlanEntry => ({
  ...entry,
  outcome: "ask",
  gate: null,
  reason_code: "to_confirm",
  reason: REASONS.to_confirm.sentence,
  initial_status: REASONS.to_confirm.status,
  allocations: [],
});

/** What would be certain is proposed only: it is not lettered yet, or somebody looks at its action already. */
export function asQuestion(entry: PlanEntry): PlanEntry {
  if (entry.outcome !== "automatic") return entry;
  return {
    ...toConfirm(entry),
    suggested_invoices: { near_rounded: entry.invoice_ids, partial: [] },
    candidates: [
      {
        invoice_ids: entry.invoice_ids,
        kind: entry.invoice_ids.length === 1 ? "exact_single" : "reference_set",
        reasons: entry.explanation,
        difference: cents(0),
        alternatives: 0,
      },
    ],
  };
}

const numbers = (ids: readonly string[]): number[] => ids.map(Number);

export function actionOf({ entry, id }: PlannedEntry): NewUserAction {
  const status = entry.initial_status ?? "PENDING";
  return {
    id,
    status,
    // An automatic match that is undone becomes a question.
    open_status: status === "DONE" ? "AWAITING_INVOICE_SELECTION" : status,
    reason_code: entry.reason_code ?? "",
    reason: entry.reason,
    explanation: entry.explanation,
    transaction_id: Number(entry.transaction_id),
    suggested_invoices: {
      near_rounded: numbers(entry.suggested_invoices.near_rounded),
      partial: numbers(entry.suggested_invoices.partial),
    },
    candidates: entry.candidates.map((candidate) => ({
      ...candidate,
      invoice_ids: numbers(candidate.invoice_ids),
      difference: centsToWire(candidate.difference),
    })),
    related_transaction_ids: numbers(entry.related_transaction_ids),
  };
}

export const decisionOf = (entry: PlanEntry, actionId: number, engineVersion: string): Decision => ({
  transaction_id: Number(entry.transaction_id),
  user_action_id: actionId,
  decided_by: null,
  gate: entry.gate,
  reasons: entry.explanation,
  engine_version: engineVersion,
  invoice_ids: numbers(entry.invoice_ids),
  allocations: entry.allocations.map(({ invoice_id, amount }) => ({
    invoice_id: Number(invoice_id),
    amount,
  })),
  surplus: cents(0),
});
