/** Chance that can be had again: the same seed gives the same numbers. */
export class Chance {
  #state: number;

  constructor(...seed: readonly number[]) {
    this.#state = seed.reduce(
      (state, one) => Math.imul(state ^ one, 0x9e3779b1) ^ (state >>> 15),
      0x2545f491,
    );
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  one<T>(of: readonly T[]): T | undefined {
    return of[Math.floor(this.next() * of.length)];
  }

  some<T>(of: readonly T[], most: number): T[] {
    const left = [...of];
    const taken: T[] = [];
    for (let wanted = this.between(1, most); wanted > 0 && left.length > 0; wanted -= 1)
      taken.push(...left.splice(Math.floor(this.next() * left.length), 1));
    return taken;
  }
}
