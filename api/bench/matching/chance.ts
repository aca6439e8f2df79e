/** Repeatable chance: one seed, one world. */
export interface Chance {
  /** [0, 1) */
  readonly real: () => number;
  /** Both ends included. */
  readonly whole: (from: number, to: number) => number;
  readonly yes: (probability: number) => boolean;
  readonly one: <T>(list: readonly T[]) => T;
  /** One of the keys, as often as its weight says. */
  readonly weighted: <K extends string>(weights: Readonly<Record<K, number>>) => K;
  /** Mean 0, deviation 1. */
  readonly normal: () => number;
  readonly shuffled: <T>(list: readonly T[]) => T[];
  readonly digits: (count: number) => string;
}

/** Small fast counter generator (sfc32); the first draws are thrown away. */
export function chanceOf(seed: number): Chance {
  let [a, b, c, counter] = [0x9e3779b9 ^ seed, 0x243f6a88, seed | 0, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let draw = 0; draw < 15; draw++) next();
  const whole = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  const one = <T>(list: readonly T[]): T => {
    const value = list[whole(0, list.length - 1)];
    if (value === undefined) throw new Error("Nothing to choose from");
    return value;
  };
  return {
    real: next,
    whole,
    yes: (probability) => next() < probability,
    one,
    weighted: <K extends string>(weights: Readonly<Record<K, number>>): K => {
      const keys = Object.keys(weights) as K[];
      let left = next() * keys.reduce((sum, key) => sum + weights[key], 0);
      for (const key of keys) {
        left -= weights[key];
        if (left < 0) return key;
      }
      return one(keys);
    },
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    shuffled: (list) => {
      const copy = [...list];
      for (let at = copy.length - 1; at > 0; at--) {
        const other = whole(0, at);
        const [x, y] = [copy[at], copy[other]];
        if (x !== undefined && y !== undefined) [copy[at], copy[other]] = [y, x];
      }
      return copy;
    },
    digits: (count) => Array.from({ length: count }, () => String(whole(0, 9))).join(""),
  };
}
