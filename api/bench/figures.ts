// How benchmarks tell what they measured.

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** @param values milliseconds */
export function spread(values: readonly number[]): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  return `median ${seconds(median(values))} s (${seconds(Math.min(...values))}–${seconds(Math.max(...values))})`;
}

export const verdict = (isMet: boolean): string => (isMet ? "met" : "MISSED");
