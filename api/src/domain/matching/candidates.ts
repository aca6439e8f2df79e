import { daysBetween } from "@bobine/contract/civil-date";
import { fromDeposit } from "./deposits.ts";
import { type Clues, type Hypothesis, ROUNDING_LIMIT, weigh } from "./hypothesis.ts";
import type { CandidateKind } from "./lettering-types.ts";
import { invoiceOf, invoicesOfAmount, invoicesOfPayer, type OpenSet, outstandingOf } from "./open-set.ts";
import { invoicesBetween, loweredFrom, nearestDue } from "./near-index.ts";
import { isWeekOf } from "./gates.ts";
import { fromTypos } from "./typos.ts";
import type { Add } from "./exact-sets.ts";
import { setsAcross, setsOf } from "./payer-sets.ts";
import type { PayingHabits } from "./paying-habits.ts";
import { type Likeness, likenessOf } from "./payer-likeness.ts";
import { identifiedKey, isIdentified, rangeMembers, strongSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { runsOfSum } from "./run-index.ts";
import { searchSubsets } from "./subset-search.ts";
import { must } from "../must.ts";

/** Everything that may explain a transaction which the gates did not let through. */
export interface Candidates {
  readonly hypotheses: readonly Hypothesis[];
  /** A search stopped at its bound; the person is told. */
  readonly bounded: boolean;
}

const MAX_PAYERS = 6;
const MAX_SHOWN_SUBSETS = 5;
const MAX_AMOUNT_ONLY = 50;
const MAX_SAME_AMOUNT = 2_000;
const MAX_NEAR = 40;
const MAX_OF_A_KIND = 3;
const MAX_LIKE = 3;
const FEW_CENTS = 10;
/** A name of which a third is read is worth a look; only a resolved one decides (LET-7). */
const LEAST_COVERAGE = 0.35;
const NOBODY: Likeness = { of: () => 0, others: [] };
/** In more open invoices than these, some run has any sum. */
const MAX_CIRCUIT = 500;
/** For companies of a circuit that were paid for together before. */
const FOR_HABIT = 1;
/** LET-13. */
const AMOUNT_ONLY_MIN = 5_000;
const AMOUNT_ONLY_DAYS = 120;

/** Makes the hypotheses of LET-8, only from hash look-ups and inside the payers that the label may name. */
export function findCandidates(
  openSet: OpenSet,
  reading: TransactionReading,
  reverted: ReadonlySet<number>,
  habits: PayingHabits,
): Candidates {
  const hypotheses: Hypothesis[] = [];
  let bounded = false;
  const add = (
    ranks: readonly number[],
    kind: CandidateKind,
    words: readonly string[],
    more: { readonly alternatives?: number; readonly bonus?: number } = {},
  ): void => {
    if (ranks.length > 0)
      hypotheses.push(weigh(openSet, reading, { ranks, kind, words, ...more }, reverted, clues));
  };
  const likeness = isIdentified(reading.payer) ? NOBODY : likenessOf(openSet.payers, reading);
  const clues: Clues = {
    likeness: likeness.of,
    usualDelay: (keys) => habits.usualDelay(keys),
    isCheque: reading.label.type === "cheque_deposit" ? (key) => habits.hasPaidByCheque(key) : () => false,
  };
  const payers = payersToTry(reading, likeness);
  fromStrongNumbers(openSet, reading, add);
  fromWeakNumbers(openSet, reading, [...payers, ...(reading.payer.circuit?.payer_keys ?? [])], add);
  fromTypos(openSet, reading, add);
  for (const key of payers) if (setsOf(openSet, reading, invoicesOfPayer(openSet, key), add)) bounded = true;
  const isExplained = (): boolean => hypotheses.some((hypothesis) => hypothesis.difference === 0);
  // Cut names and memory mislead: who else resembles the words?
  if (isIdentified(reading.payer) && !isExplained())
    for (const key of likenessOf(openSet.payers, reading).others.slice(0, MAX_LIKE))
      setsOf(openSet, reading, invoicesOfPayer(openSet, key), add);
  // A set of one company may have the sum of the circuit's by accident; one invoice seldom.
  const isPaidByOne = hypotheses.some(({ difference, ranks }) => difference === 0 && ranks.length === 1);
  if (isIdentified(reading.payer) ? !isExplained() : !isPaidByOne) fromCircuit(openSet, reading, habits, add);
  if (!isIdentified(reading.payer) || !isExplained()) {
    fromAmount(openSet, reading, clues, add);
    if (!isAgreed(openSet, reading)) fromNear(openSet, reading, likeness, add);
    fromRuns(openSet, reading, add);
    if (!isExplained()) fromDeposit(openSet, reading, habits, add);
  }
  return { hypotheses, bounded };
}

/** LET-13: numbers and name speak of one payer: the amounts of others that are near by accident are nobody's meaning. */
function isAgreed(openSet: OpenSet, reading: TransactionReading): boolean {
  const payer = identifiedKey(reading.payer);
  const { ranks } = strongSet(openSet, reading);
  return (
    payer !== undefined &&
    ranks.length > 0 &&
    ranks.every((rank) => invoiceOf(openSet, rank).payer_key === payer)
  );
}

/** LET-13: the only open invoice of this amount, large and recent enough to mean something. */
export function isDistinctiveAmount(openSet: OpenSet, reading: TransactionReading, today: string): boolean {
  const { amount } = reading.transaction;
  const [rank, ...others] = invoicesOfAmount(openSet, amount, 2);
  const invoice = rank === undefined ? undefined : openSet.invoices[rank];
  if (!invoice || others.length > 0 || amount < AMOUNT_ONLY_MIN || invoice.invoice_date > today) return false;
  return daysBetween(invoice.invoice_date, reading.transaction.transaction_date) <= AMOUNT_ONLY_DAYS;
}

function payersToTry({ payer }: TransactionReading, likeness: Likeness): string[] {
  if (isIdentified(payer)) return payer.matches.slice(0, 1).map((match) => match.payer_key);
  const named = payer.matches.filter((match) => match.coverage >= LEAST_COVERAGE);
  return [...named.map((match) => match.payer_key), ...likeness.others].slice(0, MAX_PAYERS);
}

function fromStrongNumbers(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const set = strongSet(openSet, reading);
  const number = (rank: number): string => invoiceOf(openSet, rank).invoice_number;
  const words = set.ranks.slice(0, 6).map((rank) => say.numberInLabel(number(rank)));
  add(set.ranks, set.ranks.length === 1 ? "single_reference" : "reference_set", words);
  // One of the numbers may be the one that is paid.
  if (set.ranks.length > 1)
    for (const rank of set.ranks)
      if (outstandingOf(openSet, rank) === reading.transaction.amount)
        add([rank], "single_reference", [say.numberInLabel(number(rank))], {
          alternatives: set.ranks.length - 1,
        });
  for (const reference of set.ambiguous)
    for (const rank of reference.ranks.slice(0, 5))
      if (outstandingOf(openSet, rank) > 0)
        add([rank], "weak_reference", [say.numberInLabel(number(rank))], {
          alternatives: reference.ranks.length - 1,
        });
  // « F26000123 et solde »: the numbers, and the invoices of the same payer that make up the rest.
  const rest = reading.transaction.amount - set.sum;
  const payer = openSet.invoices[set.ranks[0] ?? -1]?.payer_key;
  if (set.ranks.length === 0 || rest < ROUNDING_LIMIT || payer === undefined) return;
  const { circuit } = reading.payer;
  const keys = circuit?.payer_keys.includes(payer) ? circuit.payer_keys : [payer];
  const others = keys
    .flatMap((key) => invoicesOfPayer(openSet, key))
    .filter((rank) => !set.ranks.includes(rank));
  if (keys.length > 1 && others.length > MAX_CIRCUIT) return;
  others.sort(byDueDate(openSet));
  const same = others.filter((rank) => outstandingOf(openSet, rank) === rest);
  const search = searchSubsets(
    others.map((rank) => outstandingOf(openSet, rank)),
    rest,
    MAX_SHOWN_SUBSETS,
  );
  const sets = [
    ...same.map((rank) => [rank]),
    ...search.solutions.map((solution) => solution.map((at) => must(others[at], "rank"))),
  ];
  for (const members of sets.slice(0, MAX_SHOWN_SUBSETS))
    add([...set.ranks, ...members], "reference_set", words, { alternatives: sets.length - 1 });
}

function fromWeakNumbers(
  openSet: OpenSet,
  reading: TransactionReading,
  payers: readonly string[],
  add: Add,
): void {
  const chosen: number[] = [];
  const words: string[] = [];
  const options: (readonly number[])[] = [];
  for (const reference of reading.references) {
    if (reference.strong) continue;
    const members = reference.form === "F5" ? rangeMembers(openSet, reference.ranks) : reference.ranks;
    const open = members.filter((rank) => outstandingOf(openSet, rank) > 0);
    const own = open.filter((rank) => payers.includes(invoiceOf(openSet, rank).payer_key));
    const exact = open.filter((rank) => outstandingOf(openSet, rank) === reading.transaction.amount);
    const word = say.weakNumber(reference.written);
    for (const rank of exact.slice(0, 3))
      add([rank], "weak_reference", [word], { alternatives: exact.length - 1 });
    for (const rank of own.slice(0, 3))
      add([rank], "weak_reference", [word], { alternatives: own.length - 1 });
    // The payer that is read may be the office that pays (LET-32), or a wrong one.
    if (own.length === 0 && exact.length === 0 && open.length <= MAX_OF_A_KIND && reference.form !== "F5")
      for (const rank of open) add([rank], "weak_reference", [word], { alternatives: open.length - 1 });
    const likely = own.length > 0 ? own : open;
    if (reference.form !== "F5" && likely.length > 0) options.push(likely);
    if (reference.form === "F5" ? likely.length > 1 : likely.length === 1) {
      chosen.push(...likely);
      words.push(word);
    }
  }
  const distinct = [...new Set(chosen)];
  if (distinct.length > 1) add(distinct, "reference_set", words);
  // Each end fits several invoices, but only some choice of them makes the amount.
  const choices = options.length > 1 ? choicesOfSum(openSet, options, reading.transaction.amount) : [];
  for (const choice of choices)
    add(choice, "reference_set", words, { alternatives: choices.length - 1, bonus: 1 });
}

const MAX_CHOICES = 20_000;

/** One invoice of each list, together exactly `amount` cents; at most three such choices. */
function choicesOfSum(openSet: OpenSet, options: readonly (readonly number[])[], amount: number): number[][] {
  let partial: { readonly sum: number; readonly ranks: readonly number[] }[] = [{ sum: 0, ranks: [] }];
  for (const list of options) {
    partial = partial.flatMap(({ sum, ranks }) =>
      list
        .filter((rank) => !ranks.includes(rank) && sum + outstandingOf(openSet, rank) <= amount)
        .map((rank) => ({ sum: sum + outstandingOf(openSet, rank), ranks: [...ranks, rank] })),
    );
    if (partial.length > MAX_CHOICES) return [];
  }
  return partial
    .filter(({ sum }) => sum === amount)
    .map(({ ranks }) => [...ranks])
    .slice(0, 3);
}

const byDueDate = (openSet: OpenSet): ((a: number, b: number) => number) => {
  const due = (rank: number): string => invoiceOf(openSet, rank).due_date;
  return (a, b) => (due(a) < due(b) ? -1 : due(a) > due(b) ? 1 : a - b);
};

/** A circuit's head office pays for several of its companies. */
function fromCircuit(openSet: OpenSet, reading: TransactionReading, habits: PayingHabits, add: Add): void {
  const { circuit } = reading.payer;
  if (!circuit) return;
  const owedBy = (keys: readonly string[]): number[] =>
    keys.flatMap((key) => invoicesOfPayer(openSet, key)).sort(byDueDate(openSet));
  // « NOVALUX RETHEL » is one company of its circuit, « NOVALUX GESTION » any.
  const isOpenTo = { unknown: 1.5, ambiguous: 0.5, likely: 0, name: -1, alias: -1, siren: -1 }[
    reading.payer.how
  ];
  const addWith =
    (bonus: number): Add =>
    (ranks, kind, words, more) =>
      add(ranks, kind, [...words, say.circuit(circuit.name)], {
        ...more,
        bonus: (more?.bonus ?? 0) + isOpenTo + bonus,
      });
  const together = habits.paidTogether(circuit.payer_keys);
  const delay = habits.usualDelay(together.size > 1 ? [...together] : circuit.payer_keys);
  setsAcross(openSet, reading, owedBy(circuit.payer_keys), addWith(0), delay);
  const likely = circuit.payer_keys.filter((key) => together.has(key) || !habits.hasPaidAlone(key));
  if (likely.length < circuit.payer_keys.length)
    setsAcross(openSet, reading, owedBy(likely), addWith(FOR_HABIT / 2), delay);
  if (together.size > 1 && together.size < likely.length)
    setsAcross(openSet, reading, owedBy([...together]), addWith(FOR_HABIT), delay);
}

/** Nobody is named: invoices of one payer, one after the other, that make exactly this amount. */
function fromRuns(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const runs = runsOfSum(openSet, openSet.runs(), reading.transaction.amount);
  for (const run of runs) {
    const owed = invoicesOfPayer(openSet, invoiceOf(openSet, must(run[0], "rank")).payer_key);
    const isWhole = run.length === owed.length;
    add(run, isWhole ? "whole_balance" : "subset", isWhole ? [say.wholeBalance] : [], {
      alternatives: runs.length - 1,
      bonus: run[0] === owed[0] ? 0.5 : 0,
    });
  }
}

/** Nobody is named: invoices of exactly this amount, whoever owes them; of many, those of payers that resemble, then the usual days. */
function fromAmount(openSet: OpenSet, reading: TransactionReading, clues: Clues, add: Add): void {
  const same = invoicesOfAmount(openSet, reading.transaction.amount, MAX_SAME_AMOUNT);
  const like = (rank: number): number => {
    const key = invoiceOf(openSet, rank).payer_key;
    return clues.likeness(key) + (clues.isCheque(key) ? 1 : 0);
  };
  const ofWeeks = (rank: number): number => {
    const invoice = invoiceOf(openSet, rank);
    return reading.weeks.some((week) => isWeekOf(week, invoice)) ? 1 : 0;
  };
  const first = nearestDue(openSet, same, reading.transaction.transaction_date, same.length)
    .map((rank) => ({ rank, weight: like(rank) + ofWeeks(rank) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_AMOUNT_ONLY);
  for (const { rank } of first) {
    const words = same.length > 1 ? [say.shared(same.length)] : [];
    add([rank], "amount_only", words, { alternatives: Math.min(same.length, MAX_AMOUNT_ONLY) - 1 });
  }
}

/** Nobody is named: cents dropped or mistyped, halves and thirds, and what an invoice was before a credit note. */
function fromNear(openSet: OpenSet, reading: TransactionReading, likeness: Likeness, add: Add): void {
  const { amount, transaction_date: day } = reading.transaction;
  const index = openSet.near();
  const like = (rank: number): number => likeness.of(invoiceOf(openSet, rank).payer_key);
  const between = (from: number, to: number): number[] =>
    nearestDue(openSet, invoicesBetween(openSet, index, [from, to], day, MAX_NEAR), day, MAX_NEAR).toSorted(
      (a, b) => like(b) - like(a),
    );
  const wide = amount % 100 === 0 ? ROUNDING_LIMIT - 1 : FEW_CENTS;
  const near = between(amount - wide, amount + wide).filter(
    (rank) => outstandingOf(openSet, rank) !== amount,
  );
  // Where somebody owes exactly this, a neighbour is worth a line only when its payer's name resembles.
  const isOwed = invoicesOfAmount(openSet, amount, 1).length > 0;
  for (const rank of near.slice(0, MAX_OF_A_KIND))
    if (!isOwed || like(rank) > 0) add([rank], "near_single", [], { alternatives: near.length - 1 });
  const shares = [...between(2 * amount - 1, 2 * amount + 1), ...between(3 * amount - 2, 3 * amount + 2)];
  for (const rank of shares.slice(0, MAX_OF_A_KIND))
    add([rank], "partial", [], { alternatives: shares.length - 1 });
  const before = loweredFrom(openSet, index, amount)
    .filter((rank) => 2 * outstandingOf(openSet, rank) >= amount)
    .slice(0, MAX_OF_A_KIND);
  for (const rank of before)
    add([rank], "overpaid", [say.initialAmount], { alternatives: before.length - 1, bonus: 4 });
}
