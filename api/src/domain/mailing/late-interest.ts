import { type Cents, cents } from "@bobine/contract/money";

/** D. 441-5: for each invoice that is late, between professionals. */
export const RECOVERY_INDEMNITY: Cents = cents(4000);

/**
 * Theoretical interest (BILL-7): outstanding × rate × days / 365, on the amount with VAT, rounded half up to the cent.
 * @param outstanding cents, TTC
 * @param rateBp yearly rate in hundredths of a percent: 12.15 % is 1215
 * @param daysLate whole days since the due date; none before
 */
export function lateInterest(outstanding: Cents, rateBp: number, daysLate: number): Cents {
  if (outstanding <= 0 || daysLate <= 0) return cents(0);
  const denominator = 365n * 10_000n;
  const numerator = BigInt(outstanding) * BigInt(rateBp) * BigInt(daysLate);
  return cents(Number((2n * numerator + denominator) / (2n * denominator)));
}
