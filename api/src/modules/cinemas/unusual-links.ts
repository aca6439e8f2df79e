/** Cinemas that a distributor may gain in a day before anybody is told: a first week of a release names some dozens. */
const USUAL_GAIN = 50;
/** … or this part of those that it works with already: a large one's new release names more. */
const USUAL_SHARE = 0.2;
/** A distributor that has just come is watched more closely. */
const USUAL_GAIN_OF_A_NEW_ONE = 20;
const NEW_FOR_DAYS = 28;
const DAY_MS = 86_400_000;

/**
 * How many cinemas a distributor may gain in 24 hours without an alert.
 * @param before how many it worked with before them
 * @param since when the distributor came
 */
export function usualGain(before: number, since: Date, now: Date): number {
  if (now.getTime() - since.getTime() < NEW_FOR_DAYS * DAY_MS) return USUAL_GAIN_OF_A_NEW_ONE;
  return Math.max(USUAL_GAIN, Math.ceil(before * USUAL_SHARE));
}
