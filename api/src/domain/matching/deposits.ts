import { nearestDue } from "./near-index.ts";
import { invoiceOf, invoicesOfPayer, type OpenSet, outstandingOf } from "./open-set.ts";
import type { Add } from "./exact-sets.ts";
import type { PayingHabits } from "./paying-habits.ts";
import type { TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { must } from "../must.ts";

/** Invoices of payers who have paid by cheque, nearest to the day: sets of two to four. */
const KNOWN = 70;
/** Anybody's, nearest to the day: pairs. Of more open invoices than that, some pair has any sum. */
const ANYBODY = 500;
const MAX_OPEN = 5_000;
/** Some two of five hundred invoices have any sum. */
const ANY_PAIR = 2;
const MAX_FOUND = 60;
const MAX_SHOWN = 3;

/**
 * Several cheques on one slip: exact sums of invoices of different payers, those due nearest to the day first. The label says at
 * most how many cheques there are, so this is a guess that a person checks against the slip.
 */
export function fromDeposit(
  openSet: OpenSet,
  reading: TransactionReading,
  habits: PayingHabits,
  add: Add,
): void {
  const { amount, transaction_date: day } = reading.transaction;
  const said = /(?<!\d|\bN[O.]? ?)(\d{1,2}) CHE?Q/.exec(reading.label.text)?.[1];
  if (reading.label.type !== "cheque_deposit" || said === "1") return;
  const isUsable = (rank: number): boolean => {
    const open = outstandingOf(openSet, rank);
    return open > 0 && open < amount;
  };
  const payerOf = (rank: number): string => invoiceOf(openSet, rank).payer_key;
  const known = nearestDue(
    openSet,
    habits
      .chequePayers()
      .flatMap((key) => invoicesOfPayer(openSet, key))
      .filter(isUsable)
      .slice(0, MAX_OPEN),
    day,
    KNOWN,
  );
  const all =
    openSet.invoices.length > MAX_OPEN ? [] : [...openSet.invoices.keys()].filter((rank) => isUsable(rank));
  const hasPaidSo = new Set(known);
  const sets = [
    ...setsOfSum(openSet, known, amount, 4),
    ...setsOfSum(openSet, nearestDue(openSet, all, day, ANYBODY), amount, 2),
  ].filter((ranks) => new Set(ranks.map(payerOf)).size > 1);
  for (const ranks of sets.slice(0, MAX_SHOWN))
    add(ranks, "subset", [say.cheque], {
      alternatives: sets.length - 1,
      bonus:
        (said === undefined || Number(said) === ranks.length ? 0.5 : 0) -
        (ranks.every((rank) => hasPaidSo.has(rank)) ? 0 : ANY_PAIR),
    });
}

/** Sets of two to `most` of these with exactly this sum, the first of them first; at most sixty. */
function setsOfSum(openSet: OpenSet, ranks: readonly number[], amount: number, most: number): number[][] {
  const values = ranks.map((rank) => outstandingOf(openSet, rank));
  const placeOf = new Map<number, number[]>();
  values.forEach((value, place) => placeOf.set(value, [...(placeOf.get(value) ?? []), place]));
  const found: number[][] = [];
  const complete = (taken: readonly number[], rest: number): void => {
    const last = taken.at(-1) ?? -1;
    for (const place of placeOf.get(rest) ?? [])
      if (place > last && found.length < MAX_FOUND) found.push([...taken, place]);
  };
  const extend = (taken: readonly number[], rest: number): void => {
    for (let place = (taken.at(-1) ?? -1) + 1; place < values.length && found.length < MAX_FOUND; place++) {
      const left = rest - must(values[place], "value");
      if (left <= 0) continue;
      complete([...taken, place], left);
      if (taken.length + 2 < most) extend([...taken, place], left);
    }
  };
  extend([], amount);
  // Small sets of early places say most.
  const far = (places: readonly number[]): number => Math.max(...places) * places.length;
  return found
    .toSorted((a, b) => far(a) - far(b))
    .map((places) => places.map((place) => must(ranks[place], "rank")));
}
