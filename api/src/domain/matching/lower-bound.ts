/**
 * Where a value stands, or would stand, among sorted ones.
 * @param values ascending
 * @returns the first place whose value is not below `wanted`; the length when all are
 */
export function lowerBound<T extends number | string>(values: ArrayLike<T>, wanted: T): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const value = values[middle];
    if (value !== undefined && value < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
