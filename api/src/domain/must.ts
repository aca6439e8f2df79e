/**
 * A value that cannot be missing, of which the compiler does not know: an element at an index that was counted, a group of a
 * pattern that has matched. A default in its place would count 0 € or write an empty name, and go on.
 * @param what names it in the error, whose stack says where
 */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === undefined || value === null) throw new Error(`there is no ${what}, which cannot be missing`);
  return value;
}
