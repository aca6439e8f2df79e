/** Letterings that the engine made alone, and those of them that people took apart. */
export interface Measured {
  readonly automatic: number;
  readonly reverted: number;
}

export interface PrecisionLine {
  /** Hundredths of a percent: 9950 is 99.5 %. */
  readonly precision_line_bp: number;
  /** Fewer letterings than these count as so many. */
  readonly min_sample: number;
}

const WHOLE_BP = 10_000;

/** Hundredths of a percent, rounded down: one wrong lettering of a million is not 100 %. Null when there is nothing to measure. */
export function precisionOf({ automatic, reverted }: Measured): number | null {
  if (automatic === 0) return null;
  return Math.floor((WHOLE_BP * (automatic - reverted)) / automatic);
}

/**
 * Whether automatic lettering was wrong more often than its distributor allows. A small number counts as the least sample: one
 * slip among the first ten says little, two of them say that something is wrong.
 */
export function isUnderLine({ automatic, reverted }: Measured, line: PrecisionLine): boolean {
  const sample = Math.max(automatic, line.min_sample);
  return reverted * WHOLE_BP > (WHOLE_BP - line.precision_line_bp) * sample;
}
