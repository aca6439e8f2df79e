import { PlacesOfValues } from "./places-of-values.ts";
import { partialSums } from "./partial-sums.ts";
import { must } from "../must.ts";

/** What a search for sets of invoices of one payer found. Indexes are those of the given amounts. */
export interface SubsetSearch {
  /** At most `maxSolutions`, smallest sets first, then oldest first. */
  readonly solutions: readonly (readonly number[])[];
  /** Every combination was considered and all solutions are listed: « the only one » may be said. */
  readonly complete: boolean;
  /** Partial sums visited, for the record. */
  readonly nodes: number;
}

export const SUBSET_MAX_NODES = 50_000;
const MEET_IN_THE_MIDDLE = 24;
const LONGEST_RUN = 13;
const TRIPLES_UP_TO = 300;
const HALF = 2 ** 12;

/**
 * Sets of two or more amounts whose sum is exactly `target` (LET-12). Never more than 50,000 nodes: up to 24 usable
 * amounts every set is tried (meet in the middle); above, the whole, runs, pairs and triples, and `complete` is false.
 * @param amounts positive cents, oldest first
 * @param target positive cents
 */
export function searchSubsets(amounts: readonly number[], target: number, maxSolutions = 50): SubsetSearch {
  // Amounts are positive: a larger one cannot be a member.
  const usable: number[] = [];
  let total = 0;
  amounts.forEach((amount, index) => {
    if (amount <= 0 || amount >= target) return;
    usable.push(index);
    total += amount;
  });
  if (total < target) return { solutions: [], complete: true, nodes: usable.length };
  const values = usable.map((index) => must(amounts[index], "amount"));
  const found =
    values.length <= MEET_IN_THE_MIDDLE
      ? meetInTheMiddle(values, target, maxSolutions)
      : likelySets(values, target, total, maxSolutions);
  const solutions = found.solutions
    .map((solution) => solution.map((index) => must(usable[index], "index")))
    .sort((a, b) => a.length - b.length || compareLists(a, b));
  return { solutions, complete: found.complete, nodes: found.nodes };
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const step = must(a[i], "index") - must(b[i], "index");
    if (step !== 0) return step;
  }
  return 0;
}

function meetInTheMiddle(values: readonly number[], target: number, maxSolutions: number): SubsetSearch {
  const middle = values.length >> 1;
  // `sum × 4096 + mask` is exact below 2^53: for sums up to 21 G€.
  const left = partialSums(values.slice(0, middle), HALF, target);
  const right = partialSums(values.slice(middle), HALF, target);
  const solutions: number[][] = [];
  let nodes = left.length + right.length;
  let complete = true;
  const sumAt = (sums: Float64Array, index: number): number => Math.floor(must(sums[index], "sum") / HALF);
  let low = 0;
  let high = right.length - 1;
  search: while (low < left.length && high >= 0) {
    const reached = sumAt(left, low) + sumAt(right, high);
    if (reached < target) low++;
    else if (reached > target) high--;
    else {
      const same = sumAt(right, high);
      for (let other = high; other >= 0 && sumAt(right, other) === same; other--) {
        nodes++;
        if (solutions.length === maxSolutions || nodes > SUBSET_MAX_NODES) {
          complete = false;
          break search;
        }
        solutions.push([
          ...members(must(left[low], "sum") % HALF, 0),
          ...members(must(right[other], "sum") % HALF, middle),
        ]);
      }
      low++;
    }
  }
  return { solutions, complete, nodes };
}

function members(mask: number, offset: number): number[] {
  const list: number[] = [];
  for (let bit = 0; mask >> bit > 0; bit++) if ((mask >> bit) & 1) list.push(bit + offset);
  return list;
}

const LONGEST_WITH_HOLES = 16;
/** Left for triples. */
const HOLES_UNTIL = 35_000;

/** Bits of the values: what has none of them equals none. */
const MARKS = 4096;

/** Runs of which one or two invoices are left out: disputed, or not yet due on the day of the payment. @returns nodes */
function runsWithHoles(
  values: readonly number[],
  target: number,
  before: number,
  add: (solution: number[]) => void,
): number {
  let nodes = before;
  const marked = new Uint8Array(MARKS);
  for (const value of values) marked[value % MARKS] = 1;
  for (const holes of [1, 2])
    for (let start = 0; start < values.length; start++) {
      let sum = 0;
      for (let end = start; end < Math.min(values.length, start + LONGEST_WITH_HOLES); end++) {
        sum += must(values[end], "value");
        const excess = sum - target;
        // The ends of a run are in it: a shorter run says the rest.
        if (excess <= 0 || excess >= sum - must(values[start], "value") - must(values[end], "value") + 1)
          continue;
        if (holes === 1 && marked[excess % MARKS] === 0) {
          const between = end - start - 1;
          if (between > 0 && nodes + between > HOLES_UNTIL) return Math.max(nodes, HOLES_UNTIL) + 1;
          nodes += between;
          continue;
        }
        for (let one = start + 1; one < end; one++) {
          nodes++;
          if (nodes > HOLES_UNTIL) return nodes;
          const rest = excess - must(values[one], "value");
          const without = (other: number): number[] =>
            Array.from({ length: end - start + 1 }, (_, step) => start + step).filter(
              (place) => place !== one && place !== other,
            );
          if (holes === 1 && rest === 0) add(without(one));
          if (holes === 1 || rest <= 0) continue;
          if (marked[rest % MARKS] === 0) {
            nodes += end - one - 1;
            continue;
          }
          for (let other = one + 1; other < end; other++) {
            nodes++;
            if (values[other] === rest) add(without(other));
          }
        }
      }
    }
  return nodes;
}

/** Too many to try all: what people really pay together. */
function likelySets(
  values: readonly number[],
  target: number,
  total: number,
  maxSolutions: number,
): SubsetSearch {
  const found = new Map<string, number[]>();
  let nodes = 0;
  const full = (): boolean => found.size >= maxSolutions || nodes >= SUBSET_MAX_NODES;
  const add = (solution: number[]): void => {
    found.set(solution.join(), solution);
  };
  const all = (): SubsetSearch => ({ solutions: [...found.values()], complete: false, nodes });

  if (total === target) add(values.map((_, index) => index));
  for (let start = 0; start < values.length && !full(); start++) {
    let sum = 0;
    for (let end = start; end < values.length && end - start < LONGEST_RUN && sum < target; end++) {
      nodes++;
      sum += must(values[end], "value");
      if (sum === target) add(Array.from({ length: end - start + 1 }, (_, step) => start + step));
    }
  }
  const places = new PlacesOfValues(values);
  for (let index = 0; index < values.length && !full(); index++) {
    nodes++;
    const value = must(values[index], "value");
    for (let other = places.first(target - value); other >= 0; other = places.next(other)) {
      nodes++;
      if (full()) return all();
      add([other, index]);
    }
    places.add(index);
  }
  if (found.size === 0) nodes = runsWithHoles(values, target, nodes, add);
  if (values.length > TRIPLES_UP_TO) return all();
  const order = values
    .map((_, index) => index)
    .sort((a, b) => must(values[a], "value") - must(values[b], "value") || a - b);
  const valueAt = (place: number): number => must(values[must(order[place], "place")], "value");
  for (let first = 0; first < order.length - 2 && !full(); first++) {
    let low = first + 1;
    let high = order.length - 1;
    while (low < high && !full()) {
      nodes++;
      const sum = valueAt(first) + valueAt(low) + valueAt(high);
      if (sum < target) low++;
      else if (sum > target) high--;
      else {
        add(
          [must(order[first], "place"), must(order[low], "place"), must(order[high], "place")].sort(
            (a, b) => a - b,
          ),
        );
        low++;
      }
    }
  }
  return all();
}
