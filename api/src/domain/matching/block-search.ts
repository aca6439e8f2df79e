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

/** A bit for each invoice of the group that is taken: places are made of those that meet, which are few. */
interface Part {
  readonly mask: number;
  readonly sum: number;
  readonly shape: number;
}

interface Group {
  readonly places: readonly number[];
  readonly sum: number;
  readonly smallest: number;
  /** How many parts it has. */
  readonly count: number;
  /** Made when two groups can meet at all. */
  parts?: readonly Part[];
  /** Made when the group is first a last one. */
  bySum?: ReadonlyMap<number, readonly Part[]>;
}

/**
 * Who pays for many companies at once pays what is due, and the order inside one due date is anybody's: a run of due dates of which
 * the first was begun before and the last is not finished, and at most one invoice between them is left out.
 * @param dates due dates, ascending
 * @param amounts positive cents, as `dates`
 * @param target positive cents
 * @returns the most telling first, at most `limit`
 */
export function searchBlocks(
  dates: readonly string[],
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
    const ends = (last.bySum ??= indexed(partsIn(last, amounts)));
    for (const head of partsIn(first, amounts)) {
      if (isFull()) return;
      nodes++;
      const wanted = rest - head.sum;
      if (wanted < last.smallest || wanted > last.sum) continue;
      for (const tail of ends.get(wanted) ?? []) {
        nodes++;
        const inside = between.filter((place) => place !== hole);
        const places = [...placesOf(first, head), ...inside, ...placesOf(last, tail)];
        if (places.length <= LONGEST) found.push({ places, shape: shape + head.shape + tail.shape });
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
            const rest = target - sum + (amounts[hole] ?? 0);
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
      (a, b) => a.shape - b.shape || (a.places[0] ?? 0) - (b.places[0] ?? 0) || compare(a.places, b.places),
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

function groupsOf(dates: readonly string[], amounts: readonly number[], target: number): Group[] {
  const groups = new Map<string, number[]>();
  dates.forEach((date, place) => {
    // What is larger than the payment is no part of it.
    if ((amounts[place] ?? 0) >= target) return;
    const list = groups.get(date);
    if (list) list.push(place);
    else groups.set(date, [place]);
  });
  return [...groups.values()].map((places) => ({
    places,
    sum: places.reduce((sum, place) => sum + (amounts[place] ?? 0), 0),
    smallest: places.reduce((least, place) => Math.min(least, amounts[place] ?? 0), Infinity),
    count: partsCount(Math.min(places.length, LARGEST_GROUP)),
  }));
}

const partsIn = (group: Group, amounts: readonly number[]): readonly Part[] =>
  (group.parts ??= partsOf(group.places.slice(0, LARGEST_GROUP), amounts));

/** As many as `partsOf` makes. */
const partsCount = (size: number): number =>
  size <= ALL_SUBSETS_UP_TO ? 2 ** size - 1 : 1 + 2 * size + size * (size - 1);

const placesOf = (group: Group, { mask }: Part): number[] =>
  group.places.filter((_, bit) => bit < LARGEST_GROUP && (mask >> bit) & 1);

function indexed(parts: readonly Part[]): Map<number, Part[]> {
  const bySum = new Map<number, Part[]>();
  for (const part of parts) {
    const list = bySum.get(part.sum);
    if (list) list.push(part);
    else bySum.set(part.sum, [part]);
  }
  return bySum;
}

/** Parts that are not empty, each with how many look like it. */
function partsOf(places: readonly number[], amounts: readonly number[]): Part[] {
  const size = places.length;
  const amount = places.map((place) => amounts[place] ?? 0);
  const shapes = Array.from({ length: size + 1 }, (_, taken) => logChoose(size, taken));
  const shapeOf = (taken: number): number => shapes[taken] ?? 0;
  const parts: Part[] = [];
  if (size <= ALL_SUBSETS_UP_TO) {
    const sums = [0];
    const taken = [0];
    for (let mask = 1; mask < 2 ** size; mask++) {
      const rest = mask & (mask - 1);
      const lowest = 31 - Math.clz32(mask ^ rest);
      sums[mask] = (sums[rest] ?? 0) + (amount[lowest] ?? 0);
      taken[mask] = (taken[rest] ?? 0) + 1;
      parts.push({ mask, sum: sums[mask] ?? 0, shape: shapeOf(taken[mask] ?? 0) });
    }
    return parts;
  }
  const whole = 2 ** size - 1;
  const total = amount.reduce((sum, one) => sum + one, 0);
  const add = (left: number, sum: number, count: number): void => {
    parts.push({ mask: left, sum, shape: shapeOf(count) });
    parts.push({ mask: whole & ~left, sum: total - sum, shape: shapeOf(size - count) });
  };
  parts.push({ mask: whole, sum: total, shape: 0 });
  for (let one = 0; one < size; one++) {
    const first = amount[one] ?? 0;
    add(1 << one, first, 1);
    for (let other = one + 1; other < size; other++)
      add((1 << one) | (1 << other), first + (amount[other] ?? 0), 2);
  }
  return parts;
}

/** log of n over k. */
export function logChoose(n: number, k: number): number {
  let log = 0;
  for (let at = 1; at <= Math.min(k, n - k); at++) log += Math.log((n - at + 1) / at);
  return log;
}
