import { type PrecisionLine, slipsAllowed } from "@bobine/contract/lettering";

/** Letterings that the engine made alone, and those of them that people took apart. */
export interface Measured {
  readonly automatic: number;
  readonly reverted: number;
}

const WHOLE_BP = 10_000;

/** Hundredths of a percent, rounded down: one wrong lettering of a million is not 100 %. Null when there is nothing to measure. */
export function precisionOf({ automatic, reverted }: Measured): number | null {
  if (automatic === 0) return null;
  return Math.floor((WHOLE_BP * (automatic - reverted)) / automatic);
}

/** Whether automatic lettering was surely wrong more often than its distributor allows. */
export const isUnderLine = ({ automatic, reverted }: Measured, line: PrecisionLine): boolean =>
  reverted > slipsAllowed(automatic, line);
