/**
 * Computes once of each value: the declarations of a long report name few cinemas and distributors, again and again.
 * @param compute gives the same for what has the same fields
 */
export function computedOnce<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  const computed = new Map<string, { readonly result: Result }>();
  return (value) => {
    const key = JSON.stringify(value);
    const known = computed.get(key) ?? { result: compute(value) };
    computed.set(key, known);
    return known.result;
  };
}
