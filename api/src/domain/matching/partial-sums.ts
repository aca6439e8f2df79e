import { must } from "../must.ts";

/**
 * The sums of all parts of some values, ascending, each `sum × scale + mask`: bit n of the mask is of value n. Every value merges the
 * list with itself, shifted; what is larger than `most` is left out, for no larger part of it fits.
 * @param values positive, at most as many as `scale` has bits
 */
export function partialSums(values: readonly number[], scale: number, most: number): Float64Array {
  const largest = most * scale + scale - 1;
  let sums = new Float64Array(1);
  let count = most < 0 ? 0 : 1;
  values.forEach((value, bit) => {
    const step = value * scale + 2 ** bit;
    const merged = new Float64Array(2 * count);
    let shiftable = count;
    while (shiftable > 0 && must(sums[shiftable - 1], "sum") + step > largest) shiftable--;
    let [plain, shifted, at] = [0, 0, 0];
    while (plain < count && shifted < shiftable) {
      const one = must(sums[plain], "sum");
      const other = must(sums[shifted], "sum") + step;
      if (one < other) {
        merged[at++] = one;
        plain++;
      } else {
        merged[at++] = other;
        shifted++;
      }
    }
    while (plain < count) merged[at++] = must(sums[plain++], "sum");
    while (shifted < shiftable) merged[at++] = must(sums[shifted++], "sum") + step;
    sums = merged;
    count = at;
  });
  return sums.subarray(0, count);
}
