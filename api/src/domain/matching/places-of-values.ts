import { must } from "../must.ts";

/** Places of equal values in a list, in the order in which they were added: a map whose lists are chains in arrays. */
export class PlacesOfValues {
  readonly #values: readonly number[];
  readonly #mask: number;
  /** By remainder of the value: the first place and the last, counted from one. */
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  /** By place. */
  readonly #next: Int32Array;

  constructor(values: readonly number[]) {
    const size = 2 ** Math.ceil(Math.log2(2 * values.length + 1));
    this.#values = values;
    this.#mask = size - 1;
    this.#first = new Int32Array(size);
    this.#last = new Int32Array(size);
    this.#next = new Int32Array(values.length);
  }

  add(place: number): void {
    const at = must(this.#values[place], "value") & this.#mask;
    const last = must(this.#last[at], "place");
    if (last === 0) this.#first[at] = place + 1;
    else this.#next[last - 1] = place + 1;
    this.#last[at] = place + 1;
  }

  /** −1 when none has it. */
  first(value: number): number {
    return this.#from(must(this.#first[value & this.#mask], "place") - 1, value);
  }

  /** The next of the same value; −1 after the last. */
  next(place: number): number {
    return this.#from(must(this.#next[place], "place") - 1, must(this.#values[place], "value"));
  }

  #from(place: number, value: number): number {
    let at = place;
    while (at >= 0 && this.#values[at] !== value) at = must(this.#next[at], "place") - 1;
    return at;
  }
}
