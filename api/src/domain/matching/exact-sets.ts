import { logChoose, searchBlocks } from "./block-search.ts";
import { isWeekOf } from "./gates.ts";
import { filmsNamed } from "./film-titles.ts";
import type { CandidateKind, OpenInvoice } from "./lettering-types.ts";
import { invoiceOf, type OpenSet, outstandingOf } from "./open-set.ts";
import type { TransactionReading } from "./reading.ts";
import { say } from "./reasons.ts";
import { searchSubsets } from "./subset-search.ts";
import { searchWindows } from "./window-search.ts";
import { must } from "../must.ts";

/** Takes a set as a hypothesis. `bonus` is what speaks for it beside amount, payer, weeks and dates. */
export type Add = (
  ranks: readonly number[],
  kind: CandidateKind,
  words: readonly string[],
  more?: { readonly alternatives?: number; readonly bonus?: number },
) => void;

/** One invoice has the amount: that others of the payer add up to it is an accident, the more so with flat fees. */
const BESIDE_ONE = 1.5;
const MAX_SUBSETS = 50;
const MAX_SHOWN = 5;
/** Days around the usual one. */
const USUAL_SPREAD = 25;
/** Of more invoices, too many sets fit by accident for the search to be worth its time. */
const MOST_IN_WINDOWS = 120;
const MOST_IN_BLOCKS = 500;

/** What one payer owes, or the companies of one circuit, beside one payment. */
export interface Pool {
  readonly openSet: OpenSet;
  readonly reading: TransactionReading;
  readonly owed: readonly number[];
  /** Outstanding cents, as `owed`. */
  readonly amounts: readonly number[];
  /** Cents of the transaction. */
  readonly amount: number;
  readonly add: Add;
  readonly usualDelay?: number | undefined;
  /** All of it is owed by one payer. */
  readonly isOnePayers?: boolean;
}

/** @param owed ranks, oldest due date first */
export const poolOf = (
  openSet: OpenSet,
  reading: TransactionReading,
  owed: readonly number[],
  add: Add,
): Pool => ({
  openSet,
  reading,
  owed,
  amounts: owed.map((rank) => outstandingOf(openSet, rank)),
  amount: reading.transaction.amount,
  add,
});

/** Sets whose sum is the payment's to the cent. */
export function exactSets(pool: Pool): {
  readonly singles: number;
  readonly count: number;
  readonly complete: boolean;
} {
  const { owed, amounts, amount, add } = pool;
  const same = owed.filter((_, at) => amounts[at] === amount);
  const search = searchSubsets(amounts, amount, MAX_SUBSETS);
  const count = same.length + search.solutions.length;
  const alternatives = count - 1;
  for (const rank of same.slice(0, MAX_SHOWN)) add([rank], "exact_single", [], { alternatives });
  for (const solution of search.solutions) {
    const isWhole = solution.length === owed.length;
    const words = isWhole ? [say.wholeBalance] : count === 1 && search.complete ? [say.onlySet] : [];
    add(at(owed, solution), isWhole ? "whole_balance" : "subset", words, {
      alternatives,
      bonus: coherence(pool, solution) - (same.length > 0 && pool.isOnePayers ? BESIDE_ONE : 0),
    });
  }
  const more = search.complete ? 0 : blockSets(pool) + windowSets(pool);
  return { singles: same.length, count: count + more, complete: search.complete };
}

/** Too many invoices to try all sets: neighbours by due date, with any of them left out; the most telling shapes. */
function windowSets(pool: Pool): number {
  const { owed, amounts, amount, add } = pool;
  if (pool.usualDelay === undefined && owed.length > MOST_IN_WINDOWS) return 0;
  const { usualDelay } = pool;
  const usual = owed.flatMap((_, place) =>
    usualDelay === undefined || isUsualDay(pool, place, usualDelay) ? place : [],
  );
  if (usual.length > MOST_IN_WINDOWS) return 0;
  const sets = searchWindows(
    usual.map((place) => must(amounts[place], "amount")),
    amount,
  )
    .map((found) => found.map((place) => must(usual[place], "place")))
    .map((places) => {
      const bonus = coherence(pool, places);
      return { places, bonus, weight: bonus - daysAway(pool, places) };
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_SHOWN);
  for (const { places, bonus } of sets)
    add(at(owed, places), "subset", [], { alternatives: sets.length - 1, bonus });
  return sets.length;
}

/** Too many invoices to try all sets: those of the weeks or the films that the label names. */
export function namedSets(pool: Pool): void {
  const { openSet, reading, owed } = pool;
  const isOfWeeks = (invoice: OpenInvoice): boolean => reading.weeks.some((week) => isWeekOf(week, invoice));
  const { begun } = filmsNamed(openSet.films(), reading.label);
  const isOfFilms = (invoice: OpenInvoice): boolean =>
    (invoice.film_titles ?? []).some((title) => begun.has(title));
  const kinds = [...(reading.weeks.length > 0 ? [isOfWeeks] : []), ...(begun.size > 0 ? [isOfFilms] : [])];
  for (const isNamed of kinds) {
    const named = owed.filter((rank) => isNamed(invoiceOf(openSet, rank)));
    if (named.length < 2 || named.length === owed.length) continue;
    exactSets({ ...pool, owed: named, amounts: named.map((rank) => outstandingOf(openSet, rank)) });
  }
}

/** Too many invoices to try all sets: what is due up to a day, of which the first and the last due date are paid in part. */
function blockSets({ openSet, owed, amounts, amount, reading, add }: Pool): number {
  if (owed.length > MOST_IN_BLOCKS) return 0;
  const dues = owed.map((rank) => must(openSet.dueDays[rank], "due day"));
  const blocks = searchBlocks(dues, amounts, amount, MAX_SHOWN);
  for (const { places, shape } of blocks)
    add(at(owed, places), "subset", [], {
      alternatives: blocks.length - 1,
      bonus:
        shapeBonus(shape, places.length) -
        earlyPenalty(
          reading,
          must(openSet.dueDays[must(owed[must(places.at(-1), "last place")], "rank")], "due day"),
        ),
    });
  return blocks.length;
}

/** Far from the day on which these payers pay, too many sets fit by accident. */
export function isUsualDay(
  { openSet, owed, reading }: Pool,
  place: number,
  usualDelay: number,
  spread: number = USUAL_SPREAD,
): boolean {
  const due = must(openSet.dueDays[must(owed[place], "rank")], "due day");
  return Math.abs(reading.day - due - usualDelay) <= spread;
}

/** Mean of the days from the usual day, in tens; nothing when no habit is known. The days themselves are weighed with the set. */
function daysAway({ openSet, owed, reading, usualDelay }: Pool, places: readonly number[]): number {
  if (usualDelay === undefined) return 0;
  let days = 0;
  for (const place of places) {
    const due = must(openSet.dueDays[must(owed[place], "rank")], "due day");
    days += Math.abs(reading.day - due - usualDelay);
  }
  return days / places.length / 10;
}

/** The shape says part of what the size says. */
const shapeBonus = (shape: number, size: number): number => 2.2 - 0.5 * shape + 0.2 * (size - 1);

/** @param due day number */
const earlyPenalty = ({ day }: TransactionReading, due: number): number => (due - day > 25 ? 0.4 : 0);

/**
 * How few sets look like this one: a run of due dates is one of n, a run with a hole one of some n², any six of twenty one of
 * 38,760. A sum that a rare shape meets is no accident; one that a common shape meets may be.
 */
export function coherence({ openSet, owed, reading, isOnePayers }: Pool, places: readonly number[]): number {
  const [first, last] = [must(places[0], "first place"), must(places.at(-1), "last place")];
  const span = last - first + 1;
  const size = places.length;
  const asRun =
    Math.log(owed.length) +
    Math.min(logChoose(span - 2, span - size), isOnePayers ? Infinity : asPayers(openSet, owed, places));
  const asAny = logChoose(owed.length, size);
  const due = must(openSet.dueDays[must(owed[last], "rank")], "due day");
  return shapeBonus(Math.min(asRun, asAny), size) + (first === 0 ? 0.5 : 0) - earlyPenalty(reading, due);
}

/** Who pays for some companies of a circuit pays all that those owe in between: log of how many sets do so. */
function asPayers(openSet: OpenSet, owed: readonly number[], places: readonly number[]): number {
  const [first, last] = [must(places[0], "first place"), must(places.at(-1), "last place")];
  if (all.length < openSet.byPayer.size)
    [all, taken] = [new Int32Array(openSet.byPayer.size), new Int32Array(openSet.byPayer.size)];
  // In the order in which they come.
  const payers: number[] = [];
  let next = 0;
  for (let place = first; place <= last; place++) {
    const payer = must(openSet.payerNumbers[must(owed[place], "rank")], "payer");
    const count = must(all[payer], "count");
    if (count === 0) payers.push(payer);
    all[payer] = count + 1;
    if (places[next] !== place) continue;
    taken[payer] = must(taken[payer], "count") + 1;
    next++;
  }
  let [log, paid] = [0, 0];
  for (const payer of payers) {
    const count = must(taken[payer], "count");
    if (count > 0) {
      paid++;
      log += logChoose(must(all[payer], "count"), count);
    }
    all[payer] = 0;
    taken[payer] = 0;
  }
  return payers.length < 2 ? Infinity : log + logChoose(payers.length, paid);
}

/** By payer, how many invoices stand in a span and how many of them are taken; zero between two spans, which are counted by the million. */
let all = new Int32Array(0);
let taken = new Int32Array(0);

const at = (owed: readonly number[], places: readonly number[]): number[] =>
  places.map((place) => must(owed[place], "rank"));
