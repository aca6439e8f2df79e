import { centsFromWire, type Money } from "@bobine/contract/money";

/** Cents of an amount as a plain number: the length of what is drawn of it, never an amount that is shown. */
export const weightOf = (amount: Money): number => Math.max(0, centsFromWire(amount));

export const isZero = (amount: Money): boolean => weightOf(amount) === 0;

/** `37.5%` of the longest, and at least a hair of what is not nothing. */
export const percentOf = (weight: number, longest: number): string =>
  weight <= 0 || longest <= 0 ? "0%" : `${Math.max(0.7, (weight / longest) * 100).toFixed(2)}%`;

const STEPS = [1, 2, 2.5, 5, 10];

/** A round number at or above the highest, for the top of a scale; 0 for nothing. */
export function roundTop(highest: number): number {
  if (highest <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = STEPS.find((each) => each * power >= highest) ?? 10;
  return step * power;
}

/**
 * Whole percents that sum up to 100: the largest rests get what rounding down leaves.
 * @param counts not negative
 */
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const shares = counts.map((count, place) => ({ place, exact: (count / total) * 100 }));
  const whole = shares.map(({ exact }) => Math.floor(exact));
  let left = 100 - whole.reduce((sum, share) => sum + share, 0);
  for (const { place } of shares.toSorted((a, b) => (b.exact % 1) - (a.exact % 1))) {
    if (left === 0) break;
    whole[place] = (whole[place] ?? 0) + 1;
    left -= 1;
  }
  return whole;
}
