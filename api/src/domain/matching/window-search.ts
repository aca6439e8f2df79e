import { partialSums } from "./partial-sums.ts";
import { must } from "../must.ts";

const HALF = 10;
const MASKS = 2 ** HALF;
/** From one window to the next: a set that spans sixteen invoices or fewer is in one of them. */
const STEP = 5;
/** More left out than that, or than taken, is no order in which anybody pays. */
const MOST_LEFT_OUT = 8;
const MAX_NODES = 1_000_000;
/** More sets than these with one sum tell nothing. */
const MAX_FOUND = 400;

/**
 * Sets of neighbours by due date, whatever is left out between them: all subsets of windows of twenty, by meeting in the
 * middle. Who pays for many companies pays the oldest, but not everybody's, and not always in order.
 * @param amounts positive cents, oldest due date first
 * @param target positive cents
 * @returns places, ascending; at most 400 sets, those of the oldest windows first. Bounded: 1,000,000 partial sums
 */
export function searchWindows(amounts: readonly number[], target: number): number[][] {
  const usable: number[] = [];
  amounts.forEach((amount, place) => {
    // What is larger than the payment is no part of it.
    if (amount > 0 && amount < target) usable.push(place);
  });
  const values = usable.map((place) => must(amounts[place], "amount"));
  const found: number[][] = [];
  let nodes = 0;
  // The second half of a window is the first of the one after next.
  const known = new Map<number, Float64Array>();
  const sumsFrom = (start: number): Float64Array => {
    const sums = known.get(start) ?? partialSums(values.slice(start, start + HALF), MASKS, target);
    known.set(start, sums);
    return sums;
  };
  for (let start = 0; start < values.length; start += STEP) {
    if (nodes >= MAX_NODES || found.length >= MAX_FOUND) break;
    const isLast = start + 2 * HALF >= values.length;
    const head = values.slice(start, start + HALF);
    const tail = values.slice(start + HALF, start + 2 * HALF);
    if (sum(head) + sum(tail) >= target) {
      const low = sumsFrom(start);
      const high = sumsFrom(start + HALF);
      nodes += 2 ** head.length + 2 ** tail.length;
      let right = high.length - 1;
      for (const one of low) {
        const mask = one % MASKS;
        const rest = target - (one - mask) / MASKS;
        if (rest < 0 || found.length >= MAX_FOUND) break;
        while (right >= 0 && must(high[right], "sum") >= (rest + 1) * MASKS) right--;
        // A later window has the sets that begin later.
        if (!isLast && mask % 2 ** STEP === 0) continue;
        for (let same = right; same >= 0 && must(high[same], "sum") >= rest * MASKS; same--) {
          nodes++;
          const places = [...members(mask, start), ...members(must(high[same], "sum") % MASKS, start + HALF)];
          const leftOut =
            must(places.at(-1), "last place") - must(places[0], "first place") + 1 - places.length;
          if (places.length > 1 && leftOut <= Math.min(MOST_LEFT_OUT, places.length))
            found.push(places.map((place) => must(usable[place], "place")));
        }
      }
    }
    if (isLast) break;
  }
  return found.slice(0, MAX_FOUND);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function members(mask: number, offset: number): number[] {
  const list: number[] = [];
  for (let bit = 0; mask >> bit > 0; bit++) if ((mask >> bit) & 1) list.push(bit + offset);
  return list;
}
