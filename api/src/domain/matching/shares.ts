/** To the cent, half, a third, two thirds or some tenths are no accident. Asked of every invoice of a payer, and of every run of them. */
export const isShare = (amount: number, sum: number): boolean =>
  isPartOf(amount, sum, 10) || isPartOf(amount, sum, 3) || isPartOf(amount, sum, 4);

/** Parts in which people pay: halves, thirds, quarters, and three, four, six or seven tenths. */
export const isInstalmentOf = (amount: number, sum: number): boolean =>
  isPartOf(amount, sum, 3) ||
  isPartOf(amount, sum, 4) ||
  (amount * 4 > sum && amount * 4 < sum * 3 && isPartOf(amount, sum, 10));

/** As `SHARES` says, without trying each. */
function isPartOf(amount: number, sum: number, whole: number): boolean {
  const part = Math.min(whole - 1, Math.max(1, Math.round((amount * whole) / sum)));
  return Math.abs(amount - (sum * part) / whole) <= 1;
}

/** Of `SHARES`, the first that the amount is of the sum. */
export function shareOf(amount: number, sum: number): readonly [number, number] | undefined {
  return SHARES.find(([part, whole]) => Math.abs(amount - (sum * part) / whole) <= 1);
}
export const SHARES = [
  [1, 2],
  [1, 3],
  [2, 3],
  ...[1, 2, 3, 4, 6, 7, 8, 9].map((tenths) => [tenths, 10] as const),
  [1, 4],
  [3, 4],
] as const;
/** Parts in which people pay. */
export const INSTALMENTS = [
  [1, 2],
  [1, 3],
  [2, 3],
  [3, 5],
] as const;

/** A sum that somebody chose to keep back of an invoice, at most half of it (LET-49). */
export const isRoundGap = (gap: number, invoice: number): boolean =>
  gap >= SMALLEST_ROUND && gap <= Math.min(LARGEST_ROUND, invoice / 2) && gap % ROUND === 0;
/** Each sum of `isRoundGap` that an invoice paid with `amount` may lack, in cents. */
export const roundGaps = (amount: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.floor((Math.min(LARGEST_ROUND, amount) - SMALLEST_ROUND) / ROUND) + 1) },
    (_, at) => SMALLEST_ROUND + at * ROUND,
  );
const SMALLEST_ROUND = 500;
export const LARGEST_ROUND = 10_000;
const ROUND = 50;

/** Cents that people pay too much. */
export const USUAL_SURPLUS = [1_000, 2_000, 5_000] as const;
