import { daysBetween } from "@bobine/contract/civil-date";
import { fromDeposit } from "./deposits.ts";
import { type Hypothesis, ROUNDING_LIMIT, weigh } from "./hypothesis.ts";
import type { Clues } from "./payer-evidence.ts";
import { roundGaps, SHARES, USUAL_SURPLUS } from "./shares.ts";
import type { CandidateKind } from "./lettering-types.ts";
import {
  debtOf,
  invoiceOf,
  invoicesOfAmount,
  invoicesOfPayer,
  jointDebtOf,
  type OpenSet,
  outstandingOf,
} from "./open-set.ts";
import { invoicesBetween, loweredFrom, nearestDue } from "./near-index.ts";
import { isWeekOf } from "./gates.ts";
import { fromFirstNumbers, fromStrongNumbers, fromWeakNumbers, MAX_CIRCUIT } from "./number-candidates.ts";
import { fromTypos } from "./typos.ts";
import { type Add, namedSets, poolOf } from "./exact-sets.ts";
import { setsAcross, setsOf } from "./payer-sets.ts";
import { circuitIn, FAINT_COVERAGE } from "./payers.ts";
import { type PayingHabits, paidBeforeBy } from "./paying-habits.ts";
import { isPublic } from "./payer-index.ts";
import { type Likeness, likenessOf } from "./payer-likeness.ts";
import { identifiedKey, isNamedSurely, strongSet, type TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { runsOfSum } from "./run-index.ts";
import { must } from "../must.ts";

/** Everything that may explain a transaction which the gates did not let through. */
export interface Candidates {
  readonly hypotheses: readonly Hypothesis[];
  /** A search stopped at its bound; the person is told. */
  readonly bounded: boolean;
}

const MAX_PAYERS = 6;
const MAX_AMOUNT_ONLY = 50;
const MAX_SAME_AMOUNT = 2_000;
const MAX_NEAR = 40;
const MAX_OF_A_KIND = 3;
const MAX_LIKE = 3;
const FEW_CENTS = 20;
const MISTYPED = 10;
/** A name of which a third is read is worth a look; only a resolved one decides (LET-7). */
const LEAST_COVERAGE = 0.35;
const NOBODY: Likeness = { of: () => 0, others: [] };
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
  const isSure = isNamedSurely(reading.payer);
  const likeness = isSure ? NOBODY : likenessOf(openSet.payers, reading);
  const learned = paidBeforeBy(habits, reading);
  const clues: Clues = {
    likeness: likeness.of,
    usualDelay: (keys) => habits.usualDelay(keys),
    byCheque:
      reading.label.type === "cheque_deposit"
        ? (key) => (habits.hasPaidByCheque(key) ? 1 : habits.hasPaidAlone(key) ? PAYS_OTHERWISE : 0)
        : () => 0,
    paidBefore: sharesOf(learned),
  };
  const payers = payersToTry(reading, likeness, learned);
  fromStrongNumbers(openSet, reading, add);
  fromFirstNumbers(openSet, reading, habits, [...learned.keys()], add);
  const possible = [...new Set([...payers, ...(reading.payer.circuit?.payer_keys ?? [])])];
  fromWeakNumbers(openSet, reading, possible, habits, add);
  fromTypos(openSet, reading, add);
  const setsOfPayer = (key: string): boolean =>
    setsOf(openSet, reading, debtOf(openSet, key), add, habits.keptBack([key]), habits.usualDelay([key]));
  for (const key of payers) if (setsOfPayer(key)) bounded = true;
  const isExplained = (): boolean => hypotheses.some((hypothesis) => hypothesis.difference === 0);
  // Cut names and memory mislead: who else resembles the words?
  if (isSure && !isExplained())
    for (const key of likenessOf(openSet.payers, reading).others.slice(0, MAX_LIKE)) setsOfPayer(key);
  // A set of one company may have the sum of the circuit's by accident; one invoice seldom.
  const isPaidByOne = hypotheses.some(({ difference, ranks }) => difference === 0 && ranks.length === 1);
  if (isSure ? !isExplained() : !isPaidByOne) {
    fromCircuit(openSet, reading, habits, add);
    if (!isSure) fromPaidBefore(openSet, reading, habits, [...learned.keys()], add);
  }
  if (!isSure || !isExplained()) {
    fromAmount(openSet, reading, clues, add);
    if (!isAgreed(openSet, reading)) {
      fromNear(openSet, reading, likeness, add);
      if (!isExplained()) fromRoundGaps(openSet, reading, habits, likeness, add);
    }
    fromRuns(openSet, reading, add);
    if (reading.payer.isSeat && !isPaidByOne) fromCommunes(openSet, reading, add);
    if (!isExplained()) fromDeposit(openSet, reading, habits, add);
    if (reading.label.type === "cheque_deposit" && !isPaidByOne)
      fromChequePayers(openSet, reading, habits, add);
  }
  return { hypotheses: besideOnePayers(openSet, hypotheses), bounded };
}

/** Of several whom the label may name one owes exactly this: that another's invoices add up to it is an accident. */
function besideOnePayers(openSet: OpenSet, hypotheses: readonly Hypothesis[]): Hypothesis[] {
  const payerOf = ({ ranks }: Hypothesis): string => invoiceOf(openSet, must(ranks[0], "rank")).payer_key;
  const owing = new Set(
    hypotheses.filter(({ kind, difference }) => kind === "exact_single" && difference === 0).map(payerOf),
  );
  return hypotheses.map((one) => {
    const isSum = (one.kind === "subset" || one.kind === "whole_balance") && one.ranks.length > 1;
    return isSum && owing.size > 0 && !owing.has(payerOf(one))
      ? { ...one, score: one.score - BESIDE_ONE }
      : one;
  });
}
const BESIDE_ONE = 1.5;

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

function payersToTry(
  { payer }: TransactionReading,
  likeness: Likeness,
  learned: ReadonlyMap<string, number>,
): string[] {
  if (isNamedSurely(payer)) return payer.matches.slice(0, 1).map((match) => match.payer_key);
  const known = [...learned].toSorted(([, more], [, less]) => less - more).map(([key]) => key);
  const least = payer.isRemembered && payer.how === "unknown" ? FAINT_COVERAGE : LEAST_COVERAGE;
  const named = payer.matches.filter((match) => match.coverage >= least);
  return [
    ...new Set([
      ...known.slice(0, MAX_PAYERS),
      ...[...named.map((match) => match.payer_key), ...likeness.others].slice(0, MAX_PAYERS),
    ]),
  ];
}

function sharesOf(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return new Map([...counts].map(([key, count]) => [key, count / all]));
}

/** Whoever pays under this name or from this account has paid for several: sets of what they owe together (LET-49). */
function fromPaidBefore(
  openSet: OpenSet,
  reading: TransactionReading,
  habits: PayingHabits,
  keys: readonly string[],
  add: Add,
): void {
  if (keys.length < 2 || keys.length > MOST_PAID_FOR) return;
  const debt = jointDebtOf(openSet, keys);
  if (debt.owed.length > MAX_CIRCUIT) return;
  setsAcross(openSet, reading, debt, add, habits.usualDelay(keys), habits.keptBack(keys));
}
const MOST_PAID_FOR = 20;

/** Who has paid by cheque. One of them owes the amount: that several of another's add up to it is an accident. */
function fromChequePayers(
  openSet: OpenSet,
  reading: TransactionReading,
  habits: PayingHabits,
  add: Add,
): void {
  const keys = habits.chequePayers().slice(0, MOST_CHEQUE_PAYERS);
  const isOwed = keys.some((key) => debtOf(openSet, key).amounts.includes(reading.transaction.amount));
  const addLess: Add = (ranks, kind, words, more) =>
    add(ranks, kind, words, {
      ...more,
      bonus: (more?.bonus ?? 0) - (isOwed && ranks.length > 1 ? BY_ACCIDENT : 0),
    });
  for (const key of keys) setsOf(openSet, reading, debtOf(openSet, key), addLess, habits.keptBack([key]));
}
const MOST_CHEQUE_PAYERS = 40;
/** Who has always sent transfers seldom sends a cheque. */
const PAYS_OTHERWISE = -0.7;

/** A treasury that names no commune may pay for two of them at once. */
function fromCommunes(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const { amount } = reading.transaction;
  const { owed } = jointDebtOf(openSet, openSet.payers.publicPayers);
  namedSets(poolOf(openSet, reading, owed, add));
  const { pairs, count } = pairsOfSum(openSet, owed, amount, MAX_NEAR);
  for (const pair of pairs) add(pair, "subset", [], { alternatives: count - 1 });
}

/** The first pairs with exactly this sum, and how many there are: of thousands of one fee there are millions. */
function pairsOfSum(
  openSet: OpenSet,
  owed: readonly number[],
  amount: number,
  most: number,
): { pairs: [number, number][]; count: number } {
  const byAmount = Map.groupBy(owed, (rank) => outstandingOf(openSet, rank));
  let twice = 0;
  for (const [one, ranks] of byAmount) {
    const others = one === amount - one ? ranks.length - 1 : (byAmount.get(amount - one)?.length ?? 0);
    twice += ranks.length * others;
  }
  const pairs: [number, number][] = [];
  const missing = Math.min(most, twice / 2);
  for (const rank of owed) {
    if (pairs.length >= missing) break;
    for (const other of byAmount.get(amount - outstandingOf(openSet, rank)) ?? []) {
      if (other > rank) pairs.push([rank, other]);
      if (pairs.length >= missing) break;
    }
  }
  return { pairs, count: twice / 2 };
}

/** A circuit's head office pays for several of its companies. */
function fromCircuit(openSet: OpenSet, reading: TransactionReading, habits: PayingHabits, add: Add): void {
  // A name behind a reference is read as a part of it: « N/REF 4581 - GRAND LARGE HOLDING ».
  const words = reading.label.text.match(/[A-Z]+/g) ?? [];
  const circuit = reading.payer.circuit ?? circuitIn(openSet.payers, words);
  if (!circuit) return;
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
  const kept = habits.keptBack(circuit.payer_keys);
  setsAcross(openSet, reading, jointDebtOf(openSet, circuit.payer_keys), addWith(0), delay, kept);
  const likely = circuit.payer_keys.filter((key) => together.has(key) || !habits.hasPaidAlone(key));
  if (likely.length < circuit.payer_keys.length)
    setsAcross(openSet, reading, jointDebtOf(openSet, likely), addWith(FOR_HABIT / 2), delay);
  if (together.size > 1 && together.size < likely.length)
    setsAcross(openSet, reading, jointDebtOf(openSet, [...together]), addWith(FOR_HABIT), delay);
}

/** Nobody is named: invoices of one payer, one after the other, that make exactly this amount. */
function fromRuns(openSet: OpenSet, reading: TransactionReading, add: Add): void {
  const { amount } = reading.transaction;
  const runs = runsOfSum(openSet, openSet.runs(), amount);
  // One invoice has the amount: that several of somebody's add up to it is an accident, the more so with flat fees.
  const isOwed = invoicesOfAmount(openSet, amount, 1).length > 0;
  for (const run of runs) {
    const owed = invoicesOfPayer(openSet, invoiceOf(openSet, must(run[0], "rank")).payer_key);
    const isWhole = run.length === owed.length;
    add(run, isWhole ? "whole_balance" : "subset", isWhole ? [say.wholeBalance] : [], {
      alternatives: runs.length - 1,
      bonus: (run[0] === owed[0] ? 0.5 : 0) - (isOwed ? BY_ACCIDENT : 0),
    });
  }
}
const BY_ACCIDENT = 3.5;

/** Nobody is named: invoices of exactly this amount, whoever owes them; of many, those of payers that resemble, then the usual days. */
function fromAmount(openSet: OpenSet, reading: TransactionReading, clues: Clues, add: Add): void {
  const same = invoicesOfAmount(openSet, reading.transaction.amount, MAX_SAME_AMOUNT);
  const like = (rank: number): number => {
    const key = invoiceOf(openSet, rank).payer_key;
    const isOfCommune = reading.payer.isSeat && isPublic(openSet.payers, key);
    return clues.likeness(key) + clues.byCheque(key) + (isOfCommune ? 1 : 0);
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
  const sharing = invoicesOfAmount(openSet, amount, MAX_AMOUNT_ONLY).length;
  const isOwed = sharing > 0;
  for (const rank of near.slice(0, MAX_OF_A_KIND))
    if (!isOwed || like(rank) > 0)
      add([rank], "near_single", [], {
        alternatives: near.length - 1,
        bonus: Math.abs(outstandingOf(openSet, rank) - amount) > MISTYPED && amount % 100 !== 0 ? -1 : 0,
      });
  const shares = [...between(2 * amount - 1, 2 * amount + 1), ...between(3 * amount - 2, 3 * amount + 2)];
  for (const rank of shares.slice(0, MAX_OF_A_KIND))
    add([rank], "partial", [], { alternatives: shares.length - 1 });
  const before = loweredFrom(openSet, index, amount)
    .filter((rank) => 2 * outstandingOf(openSet, rank) >= amount)
    .slice(0, MAX_OF_A_KIND);
  for (const rank of before)
    add([rank], "overpaid", [say.initialAmount], {
      alternatives: before.length - 1,
      bonus: 4 - RARITY * Math.log1p(sharing),
    });
}
/** Nobody is named, and nobody owes this: what others kept back, a round sum too much, twice an invoice, or some tenths, to the cent. */
function fromRoundGaps(
  openSet: OpenSet,
  reading: TransactionReading,
  habits: PayingHabits,
  likeness: Likeness,
  add: Add,
): void {
  const { amount, transaction_date: day } = reading.transaction;
  const of = (owed: number): number[] =>
    nearestDue(openSet, invoicesOfAmount(openSet, owed, MAX_NEAR), day, MAX_OF_A_KIND).toSorted(
      (a, b) => likeness.of(invoiceOf(openSet, b).payer_key) - likeness.of(invoiceOf(openSet, a).payer_key),
    );
  const addAll = (
    ranks: readonly number[],
    kind: CandidateKind,
    words: readonly string[],
    bonus: number,
  ): void => {
    for (const rank of ranks) add([rank], kind, words, { alternatives: ranks.length - 1, bonus });
  };
  for (const { cents, isOwn } of habits.keptBack([]))
    addAll(of(amount + cents), "partial", [say.keptBack(cents, isOwn)], 1.5);
  for (const surplus of USUAL_SURPLUS)
    if (amount > 2 * surplus) addAll(of(amount - surplus), "overpaid", [], 1);
  if (amount % 2 === 0) addAll(of(amount / 2), "overpaid", [say.twice], 1);
  const index = openSet.near();
  const rounded = roundGaps(amount).flatMap((gap) => invoicesOfAmount(openSet, amount + gap, MAX_NEAR));
  const ofWeeks = rounded.filter((rank) =>
    reading.weeks.some((week) => isWeekOf(week, invoiceOf(openSet, rank))),
  );
  const kept = nearestDue(openSet, ofWeeks.length > 0 ? ofWeeks : rounded, day, MAX_OF_A_KIND);
  addAll(kept, "partial", [], 1);
  for (const [part, whole] of SHARES.slice(2)) {
    const owed = Math.round((amount * whole) / part);
    addAll(invoicesBetween(openSet, index, [owed - 1, owed + 1], day, MAX_OF_A_KIND), "partial", [], 0);
  }
}

/** Of an amount that many owe, an invoice that had it once says little. */
const RARITY = 1.2;
