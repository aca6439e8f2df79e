import { invoiceOf, type OpenSet, outstandingOf } from "./open-set.ts";
import { must } from "../must.ts";

const LONGEST_RUN = 12;
const MAX_FOR_PAIRS = 60;
const MOST_ALIKE = 6;

/**
 * Sets of a payer's invoices that somebody may have meant by an amount which one invoice has alone (LET-34): the whole balance,
 * invoices that follow each other by due date (all of them, and of one cinema), pairs, and several of one amount. What other sets
 * of many invoices add up to is an accident: they meet any sum.
 * @param owed oldest due date first
 * @returns how many such sets have exactly this sum
 */
export function rivalSets(openSet: OpenSet, owed: readonly number[], amount: number): number {
  const usable = owed.filter((rank) => outstandingOf(openSet, rank) < amount);
  const found = new Set<string>();
  addRuns(openSet, usable, amount, found);
  // A bill of its own day may stand between two that were meant together.
  if (usable.length < owed.length) addRuns(openSet, owed, amount, found);
  const byCinema = Map.groupBy(usable, (rank) => invoiceOf(openSet, rank).cinema_id);
  if (byCinema.size > 1) for (const ranks of byCinema.values()) addRuns(openSet, ranks, amount, found);
  if (usable.length <= MAX_FOR_PAIRS) addPairs(openSet, usable, amount, found);
  addMultiples(openSet, usable, amount, found);
  return found.size;
}

function addRuns(openSet: OpenSet, ranks: readonly number[], amount: number, found: Set<string>): void {
  let total = 0;
  for (const rank of ranks) total += outstandingOf(openSet, rank);
  if (total === amount && ranks.length > 1) add(found, ranks);
  for (let start = 0; start < ranks.length; start++) {
    let sum = 0;
    for (let end = start; end < ranks.length && end - start < LONGEST_RUN && sum < amount; end++) {
      sum += outstandingOf(openSet, must(ranks[end], "rank"));
      if (sum === amount && end > start) add(found, ranks.slice(start, end + 1));
    }
  }
}

function addPairs(openSet: OpenSet, ranks: readonly number[], amount: number, found: Set<string>): void {
  const earlier = new Map<number, number>();
  for (const rank of ranks) {
    const open = outstandingOf(openSet, rank);
    const other = earlier.get(amount - open);
    if (other !== undefined) add(found, [other, rank]);
    earlier.set(open, rank);
  }
}

/** Flat fees: three of 152,40 € are what one of 457,20 € is. */
function addMultiples(openSet: OpenSet, ranks: readonly number[], amount: number, found: Set<string>): void {
  const ofAmount = Map.groupBy(ranks, (rank) => outstandingOf(openSet, rank));
  for (const [open, alike] of ofAmount) {
    const count = amount / open;
    if (Number.isInteger(count) && count <= Math.min(MOST_ALIKE, alike.length))
      add(found, alike.slice(0, count));
  }
}

function add(found: Set<string>, ranks: readonly number[]): void {
  found.add([...ranks].sort((a, b) => a - b).join());
}
