import { areOfTitle } from "./contrary-words.ts";
import { type Candidates, findCandidates, isDistinctiveAmount } from "./candidates.ts";
import { numbersOf, type Refusal, payerEvidence, type Verdict } from "./gates.ts";
import { bestFirst, type Hypothesis, idsOf, ROUNDING_LIMIT, toCandidate } from "./hypothesis.ts";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { LetteredTransaction, PlanEntry, ReasonCode, IgnoredReason } from "./lettering-types.ts";
import type { OpenSet } from "./open-set.ts";
import { RESOLVED_COVERAGE } from "./payers.ts";
import { type PayingHabits, paidBeforeBy } from "./paying-habits.ts";
import {
  identifiedKey,
  isIdentified,
  type ReferencedSet,
  strongSet,
  type TransactionReading,
} from "./reading.ts";
import { REASONS, say } from "./reasons.ts";
import { compactNumber } from "./reference-index.ts";
import { must } from "../must.ts";

/** What the passes learned about a transaction that a person must decide. */
export interface UserActionContext {
  readonly today: CivilDate;
  readonly paused: boolean;
  /** Ranks that a person already took away from this transaction. */
  readonly reverted: ReadonlySet<number>;
  /** Would be automatic, were it not for a veto. */
  readonly held: Verdict | undefined;
  readonly refusal: Refusal | undefined;
  /** Transactions that want the same invoice. */
  readonly rivals: readonly string[];
  /** Reconciled credits that this one repeats. */
  readonly repeats: readonly LetteredTransaction[];
  /** What was reconciled lately, for who pays for whom. */
  readonly credits: PayingHabits;
  /** Numbers of invoices in default, as `compactNumber` has them. */
  readonly defaulted: ReadonlySet<string>;
}

const MAX_CANDIDATES = 5;

/** The user action of a credit (LET-13), or 'ignore' when nothing in it speaks of a client. */
export function userActionEntry(
  openSet: OpenSet,
  reading: TransactionReading,
  context: UserActionContext,
): PlanEntry {
  const set = strongSet(openSet, reading);
  const found = findCandidates(openSet, reading, context.reverted, context.credits);
  const best = bestFirst(found.hypotheses, MAX_CANDIDATES);
  const code = reasonOf(openSet, reading, context, set, found, best);
  if (code === undefined)
    return ignoredEntry(
      reading.transaction.id,
      [...(reading.contrary ? [say.contrary(reading.contrary.what)] : []), say.notClient],
      "other_purpose",
    );
  const near = best.find((hypothesis) => Math.abs(hypothesis.difference) < ROUNDING_LIMIT);
  const partial = best.find((hypothesis) => hypothesis.difference <= -ROUNDING_LIMIT);
  const { sentence, status } = REASONS[code];
  return {
    transaction_id: reading.transaction.id,
    outcome: "ask",
    gate: null,
    reason_code: code,
    reason: sentence,
    // Only this status lets a person choose (LET-4), and a payment that an open invoice explains may be no duplicate
    // (LET-10): two equal amounts in ten days, or two lines that want one invoice.
    ignored_reason: null,
    initial_status:
      status === "PENDING" && (context.rivals.length > 0 || near !== undefined)
        ? "AWAITING_INVOICE_SELECTION"
        : status,
    explanation: explain(openSet, reading, context, set, found),
    invoice_ids: [],
    allocations: [],
    suggested_invoices: {
      near_rounded: near ? idsOf(openSet, near.ranks) : [],
      partial: partial ? idsOf(openSet, partial.ranks) : [],
    },
    candidates: best.map((hypothesis) => toCandidate(openSet, hypothesis)),
    related_transaction_ids: [
      ...new Set([...context.rivals, ...context.repeats.map((lettered) => lettered.transaction_id)]),
    ].sort(),
  };
}

/** A question without suggestions: returned payments, foreign currencies. */
export function questionWithoutCandidates(
  transactionId: string,
  code: ReasonCode,
  explanation: readonly string[],
  related: readonly string[] = [],
): PlanEntry {
  return {
    ...ignoredEntry(transactionId, explanation),
    outcome: "ask",
    reason_code: code,
    reason: REASONS[code].sentence,
    initial_status: REASONS[code].status,
    related_transaction_ids: related,
  };
}

export const ignoredEntry = (
  transactionId: string,
  explanation: readonly string[],
  ignoredReason: IgnoredReason | null = null,
): PlanEntry => ({
  transaction_id: transactionId,
  outcome: "ignore",
  gate: null,
  reason_code: null,
  reason: "",
  initial_status: null,
  ignored_reason: ignoredReason,
  explanation,
  invoice_ids: [],
  allocations: [],
  suggested_invoices: { near_rounded: [], partial: [] },
  candidates: [],
  related_transaction_ids: [],
});

/** The rows of LET-13 in order; undefined when it is no client's payment. */
function reasonOf(
  openSet: OpenSet,
  reading: TransactionReading,
  context: UserActionContext,
  set: ReferencedSet,
  found: Candidates,
  best: readonly Hypothesis[],
): ReasonCode | undefined {
  if (reading.isFactor) return "factor_remittance";
  if (context.rivals.length > 0 || context.repeats.length > 0) return "possible_duplicate";
  if (context.held) return "to_confirm";
  if (set.ranks.length > 0) return reasonOfNumbers(openSet, reading, set);
  const exact = found.hypotheses.filter((hypothesis) => hypothesis.difference === 0);
  const key = identifiedKey(reading.payer) ?? likelyKey(reading);
  if (key !== undefined) {
    // Somebody else's invoice of that amount is shown, but it is not what this payer's line is about.
    const isOwn = ({ ranks }: Hypothesis): boolean =>
      !isIdentified(reading.payer) || ranks.some((rank) => openSet.invoices[rank]?.payer_key === key);
    return reasonOfPayer(exact.filter(isOwn), best.filter(isOwn));
  }
  const sets = new Set(exact.map((hypothesis) => hypothesis.ranks.join()));
  if (sets.size === 1 && isDistinctiveAmount(openSet, reading, context.today)) return "amount_only_match";
  if (reading.payer.how === "ambiguous" && sets.size > 1) return "multiple_matches";
  if (reading.references.length > 0 && sets.size === 1) return "to_confirm";
  const hasPaid = paidBeforeBy(context.credits, reading).size > 0;
  return !hasPaid && isOtherIncome(openSet, reading, exact) ? undefined : "unknown_payer";
}

/**
 * LET-50: only what is certainly no client's leaves in silence: no word for a transfer, words for something else (LET-37), nobody who
 * is known, no number, no film of an open invoice (« LE REJET »), and nobody who owes exactly this.
 */
const isOtherIncome = (
  openSet: OpenSet,
  { contrary, label, references, payer }: TransactionReading,
  exact: readonly Hypothesis[],
): boolean =>
  label.type === "other" &&
  contrary !== undefined &&
  references.length === 0 &&
  payer.how === "unknown" &&
  !payer.isRemembered &&
  exact.every(({ ranks }) => ranks.length > 1) &&
  !areOfTitle(contrary, label.text, [...openSet.films().keys()]);

const likelyKey = ({ payer }: TransactionReading): string | undefined =>
  payer.how === "likely" ? payer.matches[0]?.payer_key : undefined;

/** LET-13. */
function reasonOfNumbers(openSet: OpenSet, reading: TransactionReading, set: ReferencedSet): ReasonCode {
  const gap = reading.transaction.amount - set.sum;
  if (gap === 0) return "to_confirm";
  if (Math.abs(gap) < ROUNDING_LIMIT) return "rounding_difference";
  const payer = identifiedKey(reading.payer);
  const foreign =
    payer !== undefined && set.ranks.some((rank) => openSet.invoices[rank]?.payer_key !== payer);
  if (foreign || set.missing.length > 0) return "amount_mismatch";
  if (gap > 0) return "overpayment";
  return set.ranks.length === 1 ? "partial_payment" : "amount_mismatch";
}

/** LET-13. */
function reasonOfPayer(exact: readonly Hypothesis[], best: readonly Hypothesis[]): ReasonCode {
  const sets = new Set(exact.map((hypothesis) => hypothesis.ranks.join()));
  if (sets.size > 1) return "multiple_matches";
  if (sets.size === 1) return "to_confirm";
  if (best.some((hypothesis) => Math.abs(hypothesis.difference) < ROUNDING_LIMIT))
    return "rounding_difference";
  const shortOne = best.some(
    (hypothesis) => hypothesis.ranks.length === 1 && hypothesis.difference <= -ROUNDING_LIMIT,
  );
  return shortOne ? "partial_payment" : "amount_mismatch";
}

function explain(
  openSet: OpenSet,
  reading: TransactionReading,
  context: UserActionContext,
  set: ReferencedSet,
  found: Candidates,
): string[] {
  const lines: string[] = [];
  // Of a number that was paid already, that says enough; one that is written twice is told once.
  const told = new Set<string>();
  if (context.paused && context.held) lines.push(say.paused);
  if (reading.isFactor) lines.push(say.factor);
  if (reading.label.type === "cheque_deposit")
    lines.push(reading.references.length > 0 ? say.deposit : say.cheque);
  if (reading.label.type === "own_direct_debit") lines.push(say.ownDebits);
  if (reading.label.type === "other") lines.push(say.weakLabel);
  if (reading.contrary !== undefined) lines.push(say.contrary(reading.contrary.what));
  if (context.rivals.length > 0) lines.push(say.contested);
  for (const lettered of context.repeats.slice(0, 3)) {
    const again = repeatedNumber(reading, lettered);
    lines.push(again === undefined ? say.duplicate(lettered.transaction_date) : say.paidAgain(again));
    if (again !== undefined) told.add(compactNumber(again));
  }
  if (context.held?.ranks.some((rank) => context.reverted.has(rank))) lines.push(say.reverted);
  lines.push(...numbersOf(openSet, set).slice(0, 6));
  for (const reference of set.ambiguous) lines.push(say.ambiguousNumber(reference.written));
  const isNew = ({ written }: { readonly written: string }): boolean =>
    told.size < told.add(compactNumber(written)).size;
  const missing = ({ written }: { readonly written: string }): string =>
    context.defaulted.has(compactNumber(written)) ? say.inDefault(written) : say.notOpen(written);
  lines.push(...set.missing.filter(isNew).slice(0, 4).map(missing));
  for (const reference of reading.references)
    if (!reference.strong && (reference.ranks.length > 0 || isNew(reference)))
      lines.push(reference.ranks.length > 0 ? say.weakNumber(reference.written) : missing(reference));
  lines.push(...amountLines(reading, set), ...payerLines(openSet, reading, set));
  if (set.ranks.length === 0 && reading.weeks.length > 0)
    lines.push(say.weeks([...new Set(reading.weeks.map((week) => week.number))]));
  lines.push(...(context.refusal?.refusals ?? []));
  if (found.bounded) lines.push(say.tooMany);
  return [...new Set(lines)];
}

function amountLines(reading: TransactionReading, set: ReferencedSet): string[] {
  if (set.ranks.length === 0) return [];
  const gap = reading.transaction.amount - set.sum;
  if (gap === 0) return [set.ranks.length === 1 ? say.exact : say.exactSum(set.ranks.length)];
  if (Math.abs(gap) < ROUNDING_LIMIT) return [say.gap(gap)];
  return [gap < 0 ? say.short(gap) : say.surplus(gap)];
}

function payerLines(openSet: OpenSet, reading: TransactionReading, set: ReferencedSet): string[] {
  const lines = payerEvidence(reading);
  if (lines.length === 0 && set.ranks.length === 0) lines.push(say.nobody);
  const key = identifiedKey(reading.payer);
  if (key === undefined) return lines;
  if (
    (openSet.byPayer.get(key) ?? []).every(
      (rank) => must(openSet.outstanding[rank], "outstanding amount") === 0,
    )
  )
    lines.push(say.nothingOpen);
  const foreign = set.ranks.map((rank) => openSet.invoices[rank]?.payer_key).find((other) => other !== key);
  const owner =
    foreign === undefined ? undefined : openSet.payers.payers.find((payer) => payer.key === foreign);
  if (owner) lines.push(say.otherPayer(owner.display));
  return lines;
}

/** The number of the label that an earlier credit already paid. */
export function repeatedNumber(
  reading: TransactionReading,
  lettered: LetteredTransaction,
): string | undefined {
  const cited = new Set(
    reading.references
      .filter((reference) => reference.ranks.length === 0)
      .map((reference) => reference.written.replace(/[^A-Z0-9]/g, "")),
  );
  if (cited.size === 0) return undefined;
  return lettered.invoice_numbers.find((number) => cited.has(number.toUpperCase().replace(/[^A-Z0-9]/g, "")));
}

/** Payers that the label may mean, for the search of duplicates. */
export const possiblePayers = ({ payer }: TransactionReading): ReadonlySet<string> =>
  new Set(
    payer.matches.filter((match) => match.coverage >= RESOLVED_COVERAGE).map((match) => match.payer_key),
  );
