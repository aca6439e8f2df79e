import { isOddRest } from "./rests.ts";
import { cents } from "@bobine/contract/money";
import { filmsNamed } from "./film-titles.ts";
import { isWeekOf } from "./gates.ts";
import type { CandidateKind, PlanCandidate } from "./lettering-types.ts";
import { type Clues, type Evidence, payerEvidenceOf, SILENT } from "./payer-evidence.ts";
import { invoiceOf, invoicesOfAmount, type OpenSet, outstandingOf, sumOutstanding } from "./open-set.ts";
import type { TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { isShare, shareOf } from "./shares.ts";
import { must } from "../must.ts";

/** A set of invoices that may explain a transaction, with what speaks for it. */
export interface Hypothesis {
  /** In allocation order. */
  readonly ranks: readonly number[];
  readonly kind: CandidateKind;
  readonly reasons: readonly string[];
  /** Cents: transaction minus outstanding of the set. */
  readonly difference: number;
  readonly alternatives: number;
  /** Sum of log-likelihood weights. It orders suggestions; it never decides (LET-9). */
  readonly score: number;
}

/** Cents from which a difference is no rounding any more (LET-13). */
export const ROUNDING_LIMIT = 100;
/** Share of an unreferenced amount that a rounding may be (LET-13). */
export const ROUNDING_SHARE = 0.005;
const LARGEST_CHARGE = 1_200;
/** Round, it is something kept back. */
const LARGEST_DEDUCTION = 10_000;
/** Days after the due date on which transfers usually arrive. */
const USUAL_DAYS_LATE = 2;

const KIND_WEIGHT: Readonly<Record<CandidateKind, number>> = {
  single_reference: 6,
  reference_set: 6,
  weak_reference: 3.5,
  typo_reference: 2.5,
  exact_single: 1,
  near_single: 0.5,
  bank_charges: 0,
  week_set: 1,
  whole_balance: 1.5,
  subset: 0,
  oldest_first: -1.5,
  partial: -0.5,
  overpaid: -1,
  amount_only: 0,
};

/**
 * Weighs a set. The weights are set by hand, in the order of LET-9: number, amount, payer, week, date, size, rarity.
 * @param words what led to this set, in French
 */
export function weigh(
  openSet: OpenSet,
  reading: TransactionReading,
  found: {
    readonly ranks: readonly number[];
    readonly kind: CandidateKind;
    readonly words: readonly string[];
    readonly alternatives?: number;
    /** What speaks for the set beside all that is weighed here. */
    readonly bonus?: number;
  },
  reverted: ReadonlySet<number>,
  clues: Clues,
): Hypothesis {
  const ranks = [...found.ranks].sort((a, b) => a - b);
  const difference = reading.transaction.amount - sumOutstanding(openSet, ranks);
  const amount = isNetOf(openSet, ranks, reading.transaction.amount)
    ? { weight: 2.5, words: [say.netAmount, say.short(difference)] }
    : amountEvidence(reading.transaction.amount, difference, ranks.length);
  const payer = payerEvidenceOf(openSet, reading, ranks, clues);
  const week = weekEvidence(openSet, reading, ranks);
  const films = filmEvidence(openSet, reading, ranks);
  const alternatives = found.alternatives ?? 0;
  const numbers = numberWeight(openSet, reading, found.kind, ranks);
  const untouched = ranks.every((rank) => !reverted.has(rank));
  const reasons = [...found.words, ...amount.words, ...payer.words, ...week.words, ...films.words];
  if (!untouched) reasons.push(say.reverted);
  return {
    ranks,
    kind: found.kind,
    reasons,
    difference,
    alternatives,
    score:
      KIND_WEIGHT[found.kind] +
      (found.bonus ?? 0) +
      numbers +
      amount.weight +
      payer.weight +
      week.weight +
      films.weight +
      dateWeight(openSet, reading, ranks, clues) +
      chequeWeight(openSet, ranks, difference, clues) -
      (OF_NUMBERS.has(found.kind) ? 0 : restPenalty(openSet, ranks)) -
      0.35 * (ranks.length - 1) -
      0.5 * Math.log1p(alternatives) -
      rarityPenalty(openSet, reading, found.kind) -
      (untouched ? 0 : 6),
  };
}

export const toCandidate = (openSet: OpenSet, hypothesis: Hypothesis): PlanCandidate => ({
  invoice_ids: idsOf(openSet, hypothesis.ranks),
  kind: hypothesis.kind,
  reasons: hypothesis.reasons,
  difference: cents(hypothesis.difference),
  alternatives: hypothesis.alternatives,
});

export const idsOf = (openSet: OpenSet, ranks: readonly number[]): string[] =>
  ranks.map((rank) => invoiceOf(openSet, rank).id);

/** Best first; one line per set of invoices. Equal scores keep the oldest invoices first, so that nothing hangs on ids. */
export function bestFirst(hypotheses: readonly Hypothesis[], limit: number): Hypothesis[] {
  const sorted = [...hypotheses].sort(
    (a, b) => b.score - a.score || a.ranks.length - b.ranks.length || compareRanks(a.ranks, b.ranks),
  );
  const seen = new Set<string>();
  const kept: Hypothesis[] = [];
  const crowded: Hypothesis[] = [];
  const ofKind = new Map<CandidateKind, number>();
  for (const hypothesis of sorted) {
    const key = hypothesis.ranks.join();
    if (hypothesis.ranks.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const count = ofKind.get(hypothesis.kind) ?? 0;
    ofKind.set(hypothesis.kind, count + 1);
    if (count < (MOST_ALIKE[hypothesis.kind] ?? limit)) kept.push(hypothesis);
    else if (crowded.length < limit) crowded.push(hypothesis);
    if (kept.length === limit) break;
  }
  return [...kept, ...crowded].slice(0, limit);
}

/** Places that near-equal variants of one thought may take while another thought waits. */
const MOST_ALIKE: Partial<Record<CandidateKind, number>> = {
  reference_set: 3,
  subset: 3,
  bank_charges: 2,
  oldest_first: 2,
  partial: 3,
  overpaid: 3,
};

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    const step = must(a[at], "rank") - must(b[at], "rank");
    if (step !== 0) return step;
  }
  return 0;
}

const OF_NUMBERS: ReadonlySet<CandidateKind> = new Set([
  "single_reference",
  "reference_set",
  "weak_reference",
  "typo_reference",
]);

/** A set found by its amount that holds what the label's numbers designate, or leaves it out. */
function numberWeight(
  openSet: OpenSet,
  reading: TransactionReading,
  kind: CandidateKind,
  ranks: readonly number[],
): number {
  if (OF_NUMBERS.has(kind) || reading.references.length === 0) return 0;
  const telling = reading.references.filter((reference) =>
    reference.ranks.some((rank) => outstandingOf(openSet, rank) > 0),
  );
  if (telling.length === 0) return 0;
  const held = telling.filter(({ form, ranks: named }) =>
    // Both ends of a range, whatever lies between them.
    form === "F5"
      ? [named[0], named.at(-1)].every((end) => end !== undefined && ranks.includes(end))
      : named.some((rank) => ranks.includes(rank)),
  );
  if (held.length === telling.length) return 3;
  return held.length > 0 ? 1 : telling.some((reference) => reference.strong) ? -1 : 0;
}

/** More than double is no overpayment. */
export const MOST_OVERPAID = 2.2;
const FAR_TOO_MUCH = -4;
/** One invoice, and no reason why so much of it is missing. */
const UNEXPLAINED = -1.2;

/** The sum before tax of invoices of which nothing is paid yet: to the cent it is no accident. */
export function isNetOf(openSet: OpenSet, ranks: readonly number[], amount: number): boolean {
  let net = 0;
  for (const rank of ranks) {
    const one = must(openSet.nets[rank], "net amount");
    if (Number.isNaN(one) || outstandingOf(openSet, rank) === 0) return false;
    net += one;
  }
  return net === amount;
}

function amountEvidence(amount: number, difference: number, size: number): Evidence {
  const gap = Math.abs(difference);
  const sum = amount - difference;
  if (gap === 0) return { weight: 4, words: [size === 1 ? say.exact : say.exactSum(size)] };
  if (gap < ROUNDING_LIMIT) {
    // Whole euros against cents: below the sum the cents were dropped, above it they were rounded up.
    if (amount % 100 === 0)
      return { weight: 2.2, words: [difference < 0 ? say.centsDropped : say.euroRounded, say.gap(gap)] };
    return { weight: gap <= 2 ? 2.5 : gap <= 10 ? 2.2 : 1.5, words: [say.gap(gap)] };
  }
  if (difference < 0) {
    if (isShare(amount, sum))
      return {
        weight:
          2 * amount >= sum - 2 && 2 * amount <= sum + 2 ? 2.2 : Math.abs(sum - 3 * amount) <= 3 ? 2 : 1.5,
        words: [shareWords(amount, sum), say.short(gap)],
      };
    // Banks charge round sums.
    if (gap <= LARGEST_CHARGE) return { weight: gap % 10 === 0 ? 0.8 : 0, words: [say.charges(gap)] };
    const share = sum > 0 ? amount / sum : 0;
    if (Math.abs(share - 1 / 2) < 0.0005) return { weight: 0.6, words: [say.half, say.short(gap)] };
    if (Math.abs(share - 1 / 3) < 0.0005) return { weight: 0.5, words: [say.third, say.short(gap)] };
    const isRound = gap <= LARGEST_DEDUCTION && gap % 50 === 0;
    return { weight: isRound ? 0.5 : size === 1 ? UNEXPLAINED : -0.5, words: [say.short(gap)] };
  }
  return { weight: amount > MOST_OVERPAID * sum ? FAR_TOO_MUCH : -1, words: [say.surplus(gap)] };
}

function shareWords(amount: number, sum: number): string {
  const [part, whole] = shareOf(amount, sum) ?? [1, 1];
  if (part === 1 && whole === 2) return say.half;
  if (part === 1 && whole === 3) return say.third;
  return whole === 3 ? say.twoThirds : say.percent((100 * part) / whole);
}

function weekEvidence(openSet: OpenSet, reading: TransactionReading, ranks: readonly number[]): Evidence {
  if (reading.weeks.length === 0) return SILENT;
  const invoices = ranks.map((rank) => invoiceOf(openSet, rank));
  const covered = reading.weeks.filter((week) => invoices.some((invoice) => isWeekOf(week, invoice)));
  if (covered.length === 0) return { weight: -0.5, words: [] };
  const words = [say.weeks([...new Set(covered.map((week) => week.number))])];
  const foreign = invoices.some((invoice) => !reading.weeks.some((week) => isWeekOf(week, invoice)));
  return { weight: covered.length === reading.weeks.length && !foreign ? 2 : 0.8, words };
}

function filmEvidence(openSet: OpenSet, reading: TransactionReading, ranks: readonly number[]): Evidence {
  const { whole } = filmsNamed(openSet.films(), reading.label);
  if (whole.size === 0) return SILENT;
  for (const rank of ranks)
    for (const title of invoiceOf(openSet, rank).film_titles ?? [])
      if (whole.has(title)) return { weight: 1, words: [say.film(title)] };
  return SILENT;
}

/** Paid around the usual day is likely, the further the less; before the invoice exists is not. */
function dateWeight(
  openSet: OpenSet,
  reading: TransactionReading,
  ranks: readonly number[],
  clues: Clues,
): number {
  const invoices = ranks.map((rank) => invoiceOf(openSet, rank));
  const usual = clues.usualDelay([...new Set(invoices.map((invoice) => invoice.payer_key))]);
  const today = reading.day;
  let worst = 0.5;
  let away = 0;
  for (const rank of ranks) {
    const invoice = invoiceOf(openSet, rank);
    const late = today - must(openSet.dueDays[rank], "due day");
    const isBefore = reading.transaction.transaction_date < invoice.invoice_date;
    // Who pays several at once catches up: the oldest of them says less.
    const unusual =
      Math.min(1, Math.abs(late - (usual ?? USUAL_DAYS_LATE)) / 60) * (ranks.length > 1 ? 0.5 : 1);
    away += Math.min(FAR_DAYS, Math.abs(late - (usual ?? late))) / FAR_DAYS / invoices.length;
    worst = Math.min(worst, isBefore ? -2 : 0.5 - unusual);
  }
  return worst - FAR * away;
}
/** A payer whose day is known and that paid so many days off: as unlikely as it gets. */
const FAR_DAYS = 20;
const FAR = 1;

const BY_CHEQUE = 1.5;
/** What is near is an accident as often. */
const BY_CHEQUE_NEAR = 0.7;

function chequeWeight(
  openSet: OpenSet,
  ranks: readonly number[],
  difference: number,
  { byCheque }: Clues,
): number {
  const least = ranks.reduce((low, rank) => Math.min(low, byCheque(invoiceOf(openSet, rank).payer_key)), 1);
  if (ranks.length === 0 || least <= 0) return ranks.length === 0 ? 0 : BY_CHEQUE_NEAR * least;
  const sum = sumOutstanding(openSet, ranks);
  return difference === 0 || isShare(sum + difference, sum) ? BY_CHEQUE : BY_CHEQUE_NEAR;
}

/** What is left of an invoice was kept back and is seldom paid for itself (LET-34): a sum that needs it is met by accident. */
const restPenalty = (openSet: OpenSet, ranks: readonly number[]): number =>
  REST * Math.min(2, ranks.filter((rank) => isOddRest(openSet, rank)).length);
const REST = 1.2;

/** An amount that many invoices share says little (LET-9, amount entropy). */
function rarityPenalty(openSet: OpenSet, reading: TransactionReading, kind: CandidateKind): number {
  if (kind !== "exact_single" && kind !== "amount_only") return 0;
  return 0.4 * Math.log(Math.max(1, invoicesOfAmount(openSet, reading.transaction.amount, 50).length));
}
