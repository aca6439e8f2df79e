import { must } from "../domain/must.ts";

/** Seeded pseudo-random numbers (mulberry32): the same seed gives the same data on every machine. */
export interface Random {
  /** In [0, 1[. */
  next(): number;
  /** Integer in [min, max]. */
  integer(min: number, max: number): number;
  pick<T>(items: readonly T[]): T;
  chance(probability: number): boolean;
  /** Normal with mean 0 and deviation 1. */
  gaussian(): number;
}

export function random(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    chance: (probability) => next() < probability,
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}

/** A seed of its own for each named thing, so that adding one does not change the others. */
export function seedOf(base: number, name: string): number {
  let hash = base >>> 0;
  for (const character of name)
    hash = Math.imul(hash ^ must(character.codePointAt(0), "code point"), 0x01000193) >>> 0;
  return hash;
}
