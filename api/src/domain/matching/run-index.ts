import { lowerBound } from "./lower-bound.ts";
import { must } from "../must.ts";

/** What it reads of an open set. */
interface RunSource {
  readonly invoices: readonly unknown[];
  readonly outstanding: Float64Array;
  readonly byPayer: ReadonlyMap<string, readonly number[]>;
}

/** Sums of two to twelve invoices of one payer with consecutive due dates, sorted: who owes this, when nobody is named? */
export interface RunIndex {
  /** `sum × 2^21 + place`: exact below 2^53 for sums up to 42 M€. */
  readonly sums: Float64Array;
  readonly starts: Int32Array;
  readonly lengths: Uint8Array;
  /** Ranks of all payers one after the other, each by due date. */
  readonly ranks: Int32Array;
}

const LONGEST = 12;
const PLACES = 2 ** 21;
const LARGEST_SUM = 2 ** 32;
const MAX_HITS = 40;

/** At 100,000 invoices about a million sums, 14 MB. Fewer members when that would not do. */
export function buildRunIndex(openSet: RunSource): RunIndex {
  const ranks = new Int32Array(openSet.invoices.length);
  const longest = Math.max(2, Math.min(LONGEST, Math.floor(PLACES / Math.max(1, ranks.length)) + 1));
  const room = Math.min(PLACES, ranks.length * (longest - 1));
  const sums = new Float64Array(room);
  const starts = new Int32Array(room);
  const lengths = new Uint8Array(room);
  let filled = 0;
  let base = 0;
  for (const key of [...openSet.byPayer.keys()].sort()) {
    const list = must(openSet.byPayer.get(key), "payer's invoices");
    ranks.set(list, base);
    for (let start = 0; start < list.length; start++) {
      let sum = must(openSet.outstanding[must(list[start], "rank")], "outstanding amount");
      for (let end = start + 1; end < list.length && end - start < longest; end++) {
        sum += must(openSet.outstanding[must(list[end], "rank")], "outstanding amount");
        if (sum >= LARGEST_SUM || filled === room) break;
        starts[filled] = base + start;
        lengths[filled] = end - start + 1;
        sums[filled] = sum * PLACES + filled;
        filled++;
      }
    }
    base += list.length;
  }
  return { sums: sums.subarray(0, filled).sort(), starts, lengths, ranks };
}

/** The runs of exactly this sum whose invoices are all still open, at most forty. */
export function runsOfSum(openSet: RunSource, index: RunIndex, amount: number): number[][] {
  const { sums } = index;
  const low = lowerBound(sums, amount * PLACES);
  const found: number[][] = [];
  for (let place = low; place < sums.length && found.length < MAX_HITS; place++) {
    const coded = must(sums[place], "sum");
    if (coded >= (amount + 1) * PLACES) break;
    const run = coded % PLACES;
    const start = must(index.starts[run], "start");
    const members = [...index.ranks.subarray(start, start + must(index.lengths[run], "length"))];
    // Something of it was lettered meanwhile: the sum is not what it was.
    if (
      members.reduce((sum, rank) => sum + must(openSet.outstanding[rank], "outstanding amount"), 0) === amount
    )
      found.push(members);
  }
  return found;
}
