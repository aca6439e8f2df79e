import { must } from "../must.ts";

/** A set of invoices that takes whole due dates, and of the first and the last only a part. */
export interface Block {
  /** Places in the given list, ascending. */
  readonly places: readonly number[];
  /** log of how many sets look like this one: the lower, the more its sum tells. */
  readonly shape: number;
}

const MAX_NODES = 100_000;
const LONGEST = 16;
/** All subsets of so many invoices of one due date; of more, those that take or leave at most two. */
const ALL_SUBSETS_UP_TO = 9;
const LARGEST_GROUP = 24;
/** More sets than these with one sum tell nothing. */
const MAX_FOUND = 2_000;

/** Column by column: there are hundreds for each due date. */
interface Parts {
  /** A bit for each invoice of the group that is taken: places are made of those that meet, which are few. */
  readonly masks: Int32Array;
  readonly sums: Float64Array;
  readonly shapes: Float64Array;
}

interface Group {
  readonly places: readonly number[];
  readonly sum: number;
  readonly smallest: number;
  /** How many parts it has. */
  readonly count: number;
  /** Made when two groups can meet at all. */
  parts?: Parts;
  /** Made when the group is first a last one. */
  ends?: Ends;
}

/**
 * Who pays for many companies at once pays what is due, and the order inside one due date is anybody's: a run of due dates of which
 * the first was begun before and the last is not finished, and at most one invoice between them is left out.
 * @param dates due dates as numbers, ascending
 * @param amounts positive cents, as `dates`
 * @param target positive cents
 * @returns the most telling first, at most `limit`
 */
export function searchBlocks(
  dates: readonly number[],
  amounts: readonly number[],
  target: number,
  limit: number,
): Block[] {
  const groups = groupsOf(dates, amounts, target);
  const found: Block[] = [];
  let nodes = 0;
  const starts = Math.log(Math.max(1, groups.length));
  const isFull = (): boolean => nodes >= MAX_NODES || found.length >= MAX_FOUND;
  const meet = (
    first: Group,
    last: Group,
    [between, hole]: readonly [readonly number[], number],
    rest: number,
    shape: number,
  ): void => {
    if (rest < first.smallest + last.smallest || rest > first.sum + last.sum) {
      nodes += first.count;
      return;
    }
    const [heads, tails] = [partsIn(first, amounts), partsIn(last, amounts)];
    const ends = (last.ends ??= indexed(tails));
    for (let head = 0; head < heads.sums.length; head++) {
      if (isFull()) return;
      nodes++;
      const wanted = rest - must(heads.sums[head], "sum");
      if (wanted < last.smallest || wanted > last.sum) continue;
      for (let tail = ends.firstOf.get(wanted) ?? -1; tail >= 0; tail = must(ends.next[tail], "next part")) {
        nodes++;
        const inside = between.filter((place) => place !== hole);
        const places = [
          ...placesOf(first, must(heads.masks[head], "mask")),
          ...inside,
          ...placesOf(last, must(tails.masks[tail], "mask")),
        ];
        if (places.length <= LONGEST)
          found.push({
            places,
            shape: shape + must(heads.shapes[head], "shape") + must(tails.shapes[tail], "shape"),
          });
      }
    }
  };
  for (const holes of [0, 1]) {
    for (let start = 0; start < groups.length && !isFull(); start++) {
      const first = groups[start];
      const between: number[] = [];
      let sum = 0;
      for (let end = start + 1; first && end < groups.length && !isFull(); end++) {
        const last = groups[end];
        if (!last || between.length > LONGEST) break;
        if (holes === 0) {
          if (sum >= target) break;
          meet(first, last, [between, -1], target - sum, starts);
        } else
          for (const hole of between) {
            const rest = target - sum + must(amounts[hole], "amount");
            if (rest <= 0 || rest > first.sum + last.sum || isFull()) continue;
            meet(first, last, [between, hole], rest, starts + Math.log(between.length));
          }
        between.push(...last.places);
        sum += last.sum;
      }
    }
    if (found.length >= limit) break;
  }
  return found
    .sort(
      (a, b) =>
        a.shape - b.shape ||
        must(a.places[0], "first place") - must(b.places[0], "first place") ||
        compare(a.places, b.places),
    )
    .slice(0, limit);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const step = (a[at] ?? -1) - (b[at] ?? -1);
    if (step !== 0) return step;
  }
  return 0;
}

function groupsOf(dates: readonly number[], amounts: readonly number[], target: number): Group[] {
  const groups = new Map<number, number[]>();
  dates.forEach((date, place) => {
    // What is larger than the payment is no part of it.
    if (must(amounts[place], "amount") >= target) return;
    const list = groups.get(date);
    if (list) list.push(place);
    else groups.set(date, [place]);
  });
  return [...groups.values()].map((places) => ({
    places,
    sum: places.reduce((sum, place) => sum + must(amounts[place], "amount"), 0),
    smallest: places.reduce((least, place) => Math.min(least, must(amounts[place], "amount")), Infinity),
    count: partsCount(Math.min(places.length, LARGEST_GROUP)),
  }));
}

const partsIn = (group: Group, amounts: readonly number[]): Parts =>
  (group.parts ??= partsOf(group.places.slice(0, LARGEST_GROUP), amounts));

/** As many as `partsOf` makes. */
const partsCount = (size: number): number =>
  size <= ALL_SUBSETS_UP_TO ? 2 ** size - 1 : 1 + 2 * size + size * (size - 1);

const placesOf = (group: Group, mask: number): number[] =>
  group.places.filter((_, bit) => bit < LARGEST_GROUP && (mask >> bit) & 1);

/** Parts by their sum; those of one sum are chained in their order. */
interface Ends {
  readonly firstOf: ReadonlyMap<number, number>;
  /** −1 after the last. */
  readonly next: Int32Array;
}

function indexed({ sums }: Parts): Ends {
  const firstOf = new Map<number, number>();
  const next = new Int32Array(sums.length);
  for (let at = sums.length - 1; at >= 0; at--) {
    const sum = must(sums[at], "sum");
    next[at] = firstOf.get(sum) ?? -1;
    firstOf.set(sum, at);
  }
  return { firstOf, next };
}

/** Parts that are not empty, each with how many look like it. */
function partsOf(places: readonly number[], amounts: readonly number[]): Parts {
  const size = places.length;
  const amount = places.map((place) => must(amounts[place], "amount"));
  const shapes = Array.from({ length: size + 1 }, (_, taken) => logChoose(size, taken));
  const count = partsCount(size);
  const parts: Parts = {
    masks: new Int32Array(count),
    sums: new Float64Array(count),
    shapes: new Float64Array(count),
  };
  let filled = 0;
  const push = (mask: number, sum: number, taken: number): void => {
    parts.masks[filled] = mask;
    parts.sums[filled] = sum;
    parts.shapes[filled] = must(shapes[taken], "shape");
    filled++;
  };
  if (size <= ALL_SUBSETS_UP_TO) {
    const taken = new Uint8Array(count + 1);
    for (let mask = 1; mask <= count; mask++) {
      const rest = mask & (mask - 1);
      const lowest = 31 - Math.clz32(mask ^ rest);
      taken[mask] = must(taken[rest], "size") + 1;
      // The part without its lowest invoice stands one place before its mask.
      push(
        mask,
        (rest === 0 ? 0 : must(parts.sums[rest - 1], "sum")) + must(amount[lowest], "amount"),
        must(taken[mask], "size"),
      );
    }
    return parts;
  }
  const whole = 2 ** size - 1;
  const total = amount.reduce((sum, one) => sum + one, 0);
  const add = (left: number, sum: number, taken: number): void => {
    push(left, sum, taken);
    push(whole & ~left, total - sum, size - taken);
  };
  push(whole, total, size);
  for (let one = 0; one < size; one++) {
    const first = must(amount[one], "amount");
    add(1 << one, first, 1);
    for (let other = one + 1; other < size; other++)
      add((1 << one) | (1 << other), first + must(amount[other], "amount"), 2);
  }
  return parts;
}

/** log of n over k, for each n as far as it was asked: sets are weighed by the million, of a few hundred invoices at most. */
const logs: number[][] = [];
const MOST_KEPT = 1024;

/** log of n over k. */
export function logChoose(n: number, k: number): number {
  const wanted = Math.min(k, n - k);
  if (wanted <= 0) return 0;
  const known = n <= MOST_KEPT ? (logs[n] ??= [0]) : [0];
  for (let at = known.length; at <= wanted; at++)
    known.push(must(known[at - 1], "logarithm") + Math.log((n - at + 1) / at));
  return must(known[wanted], "logarithm");
}
