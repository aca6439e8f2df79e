import type { Debt, JointDebt } from "./debts.ts";
import { isOddRest } from "./rests.ts";
import { type Add, coherence, exactSets, isUsualDay, namedSets, type Pool } from "./exact-sets.ts";
import { isWeekOf } from "./gates.ts";
import { isNetOf, MOST_OVERPAID, ROUNDING_LIMIT, ROUNDING_SHARE } from "./hypothesis.ts";
import { INSTALMENTS, isRoundGap, isShare, LARGEST_ROUND, USUAL_SURPLUS } from "./shares.ts";
import { invoiceOf, type OpenSet, outstandingOf } from "./open-set.ts";
import type { TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import type { Deduction } from "./paying-habits.ts";
import { searchSubsets } from "./subset-search.ts";
import { must } from "../must.ts";

const MAX_SHOWN = 5;
const BANK_CHARGE = 1_200;
const LONGEST_RUN = 13;
/** Cents: who pays on account pays a round sum. */
const ROUND_SUM = 5_000;
const ON_ACCOUNT = 1.2;

/**
 * All that one payer's open invoices may say (LET-8).
 * @returns true when a search stopped at its bound and found nothing
 */
export function setsOf(
  openSet: OpenSet,
  reading: TransactionReading,
  debt: Debt,
  add: Add,
  keptBack: readonly Deduction[] = [],
  usualDelay?: number,
): boolean {
  const { owed, amounts } = debt;
  if (owed.length === 0) return false;
  const { amount } = reading.transaction;
  const pool: Pool = { openSet, reading, owed, amounts, amount, add, isOnePayers: true };
  const found = exactSets(pool);
  if (!found.complete) namedSets(pool);
  firmSets(pool, debt);
  nearSets(pool, debt);
  keptSets(pool, keptBack);
  aroundSets(pool, usualDelay, keptBack, found.count > 0);
  const ofWeeks = weekSets(pool, 1, keptBack, found.count > 0);
  partialSets(pool, ofWeeks, found.singles);
  if (found.count === 0) {
    roundedRuns(pool);
    roundSurplusSets(pool);
  }
  surplusSets(pool, found.count, debt.hasLowered);
  return !found.complete && found.count === 0;
}

/**
 * What the companies of one circuit owe together: sets that fit, nothing that would list them one by one.
 * @param usualDelay days after the due date on which they were paid before
 */
export function setsAcross(
  openSet: OpenSet,
  reading: TransactionReading,
  debt: JointDebt,
  add: Add,
  usualDelay: number | undefined,
  keptBack: readonly Deduction[] = [],
): void {
  const { owed, amounts } = debt;
  const { amount } = reading.transaction;
  const pool: Pool = { openSet, reading, owed, amounts, amount, add, usualDelay };
  const { complete, count } = exactSets(pool);
  if (!complete) namedSets(pool);
  firmSets(pool, debt);
  for (const run of runsWithin(owed, amounts, amount + ROUNDING_LIMIT, (sum) => isNear(amount, sum)))
    add(run, "subset", []);
  keptSets(pool, keptBack);
  const within = placesWhere(pool, (_, place) => isUsualDay(pool, place, usualDelay ?? 0));
  if (within.owed.length < owed.length && owed.length > ALL_TRIED) keptSets(within, keptBack);
  roundedRuns(within);
  weekSets(pool, 2, keptBack, count > 0);
  aroundSets(pool, usualDelay, keptBack, count > 0);
  roundSurplusSets(pool, count === 0);
}

/** What is due around the day on which these payers usually pay: all sets of it, where all that they owe is too much to try. */
function aroundSets(
  pool: Pool,
  usualDelay: number | undefined,
  keptBack: readonly Deduction[],
  isExplained: boolean,
): void {
  if (usualDelay === undefined) return;
  const around = placesWhere(pool, (_, place) => isUsualDay(pool, place, usualDelay, DAYS_AROUND));
  if (pool.owed.length > ALL_TRIED && around.owed.length <= ALL_TRIED) {
    exactSets(around);
    keptSets(around, keptBack);
  }
  if (!isExplained) partlyPaidSets(around);
}

/** What is owed for the weeks that the label names: all of it, or less what is kept back or paid later. */
function weekSets(
  pool: Pool,
  fewest: number,
  keptBack: readonly Deduction[],
  isExplained: boolean,
): readonly number[] {
  const { openSet, reading, owed, add } = pool;
  if (reading.weeks.length === 0) return [];
  const within = placesWhere(pool, (rank) =>
    reading.weeks.some((week) => isWeekOf(week, invoiceOf(openSet, rank))),
  );
  if (within.owed.length >= fewest && within.owed.length <= MOST_OF_WEEKS) add(within.owed, "week_set", []);
  if (within.owed.length > 1 && within.owed.length < owed.length) {
    keptSets(within, keptBack);
    if (!isExplained) {
      partlyPaidSets(within);
      roundSurplusSets(within);
    }
  }
  return within.owed;
}
const MOST_OF_WEEKS = 25;

/** Few invoices that belong together: some of them, and half, a third or another usual part of one more. */
function partlyPaidSets(pool: Pool): void {
  const { openSet, owed, amounts, amount, add } = pool;
  if (owed.length < 2 || owed.length > FEW_TOGETHER) return;
  owed.forEach((last, place) => {
    if (isOddRest(openSet, last)) return;
    const others = placesWhere(pool, (rank) => rank !== last && !isOddRest(openSet, rank));
    for (const [part, whole] of INSTALMENTS) {
      const paid = (must(amounts[place], "amount") * part) / whole;
      for (const cents of new Set([Math.floor(paid), Math.ceil(paid)])) {
        const one = others.owed
          .filter((_, at) => others.amounts[at] === amount - cents)
          .map((rank) => [rank]);
        const several = searchSubsets(others.amounts, amount - cents, MAX_SHOWN).solutions.map((places) =>
          places.map((at) => must(others.owed[at], "rank")),
        );
        for (const ranks of [...one, ...several]) add([...ranks, last], "partial", [], { bonus: OF_FEW });
      }
    }
  });
}
const FEW_TOGETHER = 14;
const OF_FEW = 1.5;

/** Within a week or so of the day on which they are usually paid. */
const DAYS_AROUND = 9;
/** Of more invoices, `searchSubsets` tries no longer all sets. */
const ALL_TRIED = 24;

/**
 * What follows each other by due date, of which a round sum is kept back, or half or a third of the last is paid. Who keeps back more
 * than half of the last leaves it out.
 */
function roundedRuns({ owed, amounts, amount, add }: Pool): void {
  const isKept = (sum: number, last: number): boolean => isRoundGap(sum - amount, last);
  for (const run of runsWithin(owed, amounts, amount + LARGEST_ROUND, isKept))
    add(run, "partial", [], { bonus: OF_A_RUN });
  for (const run of runsWithLastInPart(owed, amounts, amount)) add(run, "partial", [], { bonus: OF_A_RUN });
}
const OF_A_RUN = 1.5;

/** What is missing to the cent is what these payers, or several others, kept back before (LET-49). */
function keptSets(pool: Pool, keptBack: readonly Deduction[]): void {
  const { openSet, amount, add } = pool;
  const rarity = 0.3 * Math.log(Math.max(1, keptBack.length));
  for (const { cents, isOwn } of keptBack) {
    const words = [say.keptBack(cents, isOwn)];
    const weight = (isOwn ? KEPT_BY_THEM : KEPT_BY_OTHERS) - rarity;
    const whole = amount + cents;
    // An invoice of which as little is left is what was kept back before.
    const among = placesWhere(
      pool,
      (rank) => outstandingOf(openSet, rank) > cents && !isOddRest(openSet, rank),
    );
    const same = among.owed.filter((_, place) => among.amounts[place] === whole);
    for (const rank of same.slice(0, 3)) add([rank], "partial", words, { bonus: weight + 1 });
    const { solutions } = searchSubsets(among.amounts, whole, MAX_SHOWN_KEPT);
    for (const places of solutions)
      add(
        places.map((place) => must(among.owed[place], "rank")),
        "partial",
        words,
        { alternatives: solutions.length - 1, bonus: weight + coherence(among, places) },
      );
  }
}

/** Some of a pool's invoices, as a pool. */
function placesWhere(pool: Pool, isIn: (rank: number, place: number) => boolean): Pool {
  const owed = pool.owed.filter(isIn);
  return { ...pool, owed, amounts: owed.map((rank) => outstandingOf(pool.openSet, rank)) };
}

/** Too many to try all sets, and rests among them, which are seldom paid for themselves: all sets of the others. */
function firmSets(pool: Pool, { firm }: JointDebt): void {
  if (firm && pool.owed.length > ALL_TRIED) exactSets({ ...pool, ...firm });
}
const MAX_SHOWN_KEPT = 8;
const KEPT_BY_THEM = 3;
const KEPT_BY_OTHERS = 1.6;

function nearSets({ openSet, owed, amounts, amount, add }: Pool, { sum: balance, nets }: Debt): void {
  const near = owed.filter((_, place) => isNear(amount, must(amounts[place], "amount")));
  for (const rank of near.slice(0, MAX_SHOWN))
    add([rank], "near_single", [], { alternatives: near.length - 1 });
  if (owed.length > 1 && isNear(amount, balance)) add(owed, "whole_balance", [say.wholeBalance]);
  for (const run of runsWithin(owed, amounts, amount + ROUNDING_LIMIT, (sum) => isNear(amount, sum)))
    add(run, "subset", [], { bonus: run[0] === owed[0] ? 0.5 : 0 });

  const isCharged = (sum: number): boolean => sum - amount >= ROUNDING_LIMIT && sum - amount <= BANK_CHARGE;
  const net = nets ? owed.filter((_, place) => nets[place] === amount) : [];
  for (const rank of net.slice(0, 3)) add([rank], "partial", [], { alternatives: net.length - 1, bonus: 1 });
  if (nets && owed.length > 1 && isNetOf(openSet, owed, amount)) add(owed, "partial", [], { bonus: 1 });
  const charged = owed.filter(
    (rank, place) => isCharged(must(amounts[place], "amount")) && !net.includes(rank),
  );
  for (const rank of charged.slice(0, 3))
    add([rank], "bank_charges", [], { alternatives: charged.length - 1 });
  for (const run of runsWithin(owed, amounts, amount + BANK_CHARGE, isCharged))
    add(run, "bank_charges", [], { bonus: run[0] === owed[0] ? 0 : -1 });
}

function partialSets(
  { openSet, owed, amounts, amount, add }: Pool,
  ofWeeks: readonly number[],
  singles: number,
): void {
  let larger = 0;
  // Three of each kind are enough to show three.
  const [shares, named, first]: [number[], number[], number[]] = [[], [], []];
  for (let place = 0; place < owed.length; place++) {
    const [rank, open] = [must(owed[place], "rank"), must(amounts[place], "amount")];
    if (open <= amount) continue;
    larger++;
    if (shares.length < MOST_IN_PART && isShare(amount, open)) shares.push(rank);
    if (named.length < MOST_IN_PART && ofWeeks.includes(rank)) named.push(rank);
    if (first.length < MOST_IN_PART) first.push(rank);
  }
  const preferred = [...new Set([...shares, ...named, ...first])].slice(0, MOST_IN_PART);
  preferred.forEach((rank, place) => {
    // BILL-15: what is short is applied in date order, so the oldest is the likely one.
    add([rank], "partial", [], {
      alternatives: larger - 1,
      bonus: (amount % ROUND_SUM === 0 && singles === 0 ? ON_ACCOUNT : 0) - 0.1 * place,
    });
  });
  for (const run of runsWithLastInPart(owed, amounts, amount))
    add(run, "partial", [], { bonus: run[0] === owed[0] ? 2 : 1 });
  if (singles === 0) add(oldestFirst(openSet, owed, amount), "oldest_first", [say.oldestFirst]);
}

const MOST_IN_PART = 3;

/** More came than is owed: the first amount of an invoice that a credit note or an instalment has lowered, or one paid twice. */
function surplusSets(
  { openSet, owed, amounts, amount, add }: Pool,
  exact: number,
  hasLowered: boolean,
): void {
  const totalAt = (place: number): number => must(openSet.totals[must(owed[place], "rank")], "total");
  const isLowered = (place: number): boolean => hasLowered && totalAt(place) > must(amounts[place], "amount");
  owed.forEach((rank, place) => {
    if (isLowered(place) && totalAt(place) === amount)
      add([rank], "overpaid", [say.initialAmount], { bonus: 5 });
    else if (must(amounts[place], "amount") * 2 === amount)
      add([rank], "overpaid", [say.twice], { bonus: 3 });
  });
  if (hasLowered)
    for (const solution of searchSubsets(
      owed.map((_, place) => totalAt(place)),
      amount,
      MAX_SHOWN,
    ).solutions)
      if (solution.some(isLowered))
        add(
          solution.map((place) => must(owed[place], "rank")),
          "overpaid",
          [say.initialAmount],
          { bonus: 4.5 },
        );
  if (exact > 0) return;
  // Nothing fits: the largest invoices that the payment covers, and the oldest ones that it covers together.
  const covered = owed
    .flatMap((rank, place) => {
      const open = must(amounts[place], "amount");
      return open < amount && amount <= MOST_OVERPAID * open ? { rank, open } : [];
    })
    .sort(
      (a, b) =>
        Number(isUsualSurplus(amount, b.open)) - Number(isUsualSurplus(amount, a.open)) ||
        b.open - a.open ||
        a.rank - b.rank,
    );
  covered.slice(0, 3).forEach(({ rank, open }, place) => {
    const isUsual = isUsualSurplus(amount, open);
    if (isUsual || place < 2) add([rank], "overpaid", [], { bonus: isUsual ? 2.5 : -0.5 });
  });
  for (const run of runsWithin(owed, amounts, amount, (sum) => isUsualSurplus(amount, sum)))
    add(run, "overpaid", [], { bonus: run[0] === owed[0] ? 2 : 1.2 });
  const taken: number[] = [];
  let left = amount;
  for (let place = 0; place < owed.length && left >= must(amounts[place], "amount"); place++) {
    taken.push(must(owed[place], "rank"));
    left -= must(amounts[place], "amount");
  }
  if (taken.length > 1) add(taken, "overpaid", [], { bonus: left % 1_000 === 0 ? 0.5 : -0.5 });
}

/** Some of what is owed, and a round sum that people overpay by; one invoice alone where something fits without. */
function roundSurplusSets(pool: Pool, isUnexplained = true): void {
  const { owed, amounts, amount, add } = pool;
  for (const surplus of USUAL_SURPLUS) {
    const paid = amount - surplus;
    const solutions =
      isUnexplained && owed.length <= ALL_TRIED ? searchSubsets(amounts, paid, MAX_SHOWN).solutions : [];
    const one = owed.flatMap((_, place) => (amounts[place] === paid ? [[place]] : [])).slice(0, MAX_SHOWN);
    for (const places of [...one, ...solutions])
      add(
        places.map((place) => must(owed[place], "rank")),
        "overpaid",
        [],
        {
          alternatives: solutions.length,
          bonus: SURPLUS + (places.length > 1 ? coherence(pool, places) : 0),
        },
      );
  }
}
const SURPLUS = 3;

/** BILL-15: money is applied in date order until it is exhausted. */
function oldestFirst(openSet: OpenSet, owed: readonly number[], amount: number): number[] {
  const taken: number[] = [];
  let left = amount;
  for (const rank of [...owed].sort((a, b) => a - b)) {
    if (left <= 0 || taken.length === 50) break;
    taken.push(rank);
    left -= outstandingOf(openSet, rank);
  }
  return taken.length > 1 || owed.length === 1 ? taken : [];
}

/** A sum in tens of euros, a tenth more, or all of it twice is what people overpay by. */
const isUsualSurplus = (amount: number, open: number): boolean =>
  amount > open &&
  amount <= MOST_OVERPAID * open &&
  ((amount - open) % 1_000 === 0 || Math.abs(amount - open * 1.1) < 1 || amount === 2 * open);

/** Consecutive due dates, of the last of which half or a third is paid; the first three. */
function runsWithLastInPart(owed: readonly number[], amounts: readonly number[], amount: number): number[][] {
  const runs: number[][] = [];
  for (let start = 0; start < owed.length && runs.length < 3; start++) {
    let left = amount;
    for (let end = start; end < owed.length && end - start < LONGEST_RUN && left > 0; end++) {
      const last = must(amounts[end], "amount");
      // What is larger than the invoice is no part of it.
      if (end > start && left <= last && isShare(left, last)) runs.push(owed.slice(start, end + 1));
      left -= last;
    }
  }
  return runs;
}

const isNear = (amount: number, sum: number): boolean => {
  const gap = Math.abs(amount - sum);
  return gap > 0 && gap < ROUNDING_LIMIT && gap <= sum * ROUNDING_SHARE;
};

/**
 * Consecutive due dates with a fitting sum; the first three.
 * @param most no larger sum fits
 */
function runsWithin(
  owed: readonly number[],
  amounts: readonly number[],
  most: number,
  fits: (sum: number, last: number) => boolean,
): number[][] {
  const runs: number[][] = [];
  for (let start = 0; start < owed.length && runs.length < 3; start++) {
    let sum = must(amounts[start], "amount");
    for (let end = start + 1; end < owed.length && end - start < LONGEST_RUN; end++) {
      const last = must(amounts[end], "amount");
      sum += last;
      if (sum > most) break;
      if (fits(sum, last)) runs.push(owed.slice(start, end + 1));
    }
  }
  return runs;
}
