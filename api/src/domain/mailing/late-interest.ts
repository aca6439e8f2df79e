import { addDays, type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";

/** D. 441-5: for each invoice that is late, between professionals. */
export const RECOVERY_INDEMNITY: Cents = cents(4000);

/** The rate of interest for late payment of some days, both included; no day has two. */
export interface LateRate {
  readonly from_day: CivilDate;
  readonly to_day: CivilDate;
  /** Yearly, in hundredths of a percent: 12.15 % is 1215. */
  readonly rate_bp: number;
}

export interface LateInterest {
  readonly amount: Cents;
  /** What it was reckoned with, the oldest first; none when the invoice is not late. */
  readonly rates: readonly LateRate[];
}

/**
 * Theoretical interest (BILL-7): Σ outstanding × rate × days / 365 over the rates of the days that an invoice is late, from the day after it was due
 * to today, on the amount with VAT, rounded half up to the cent once. A half-year keeps the rate of its first day (L. 441-10).
 * @param outstanding cents, TTC
 * @param rates in any order
 * @returns null when one of these days has no rate
 */
export function lateInterest(
  outstanding: Cents,
  rates: readonly LateRate[],
  dueDate: CivilDate,
  today: CivilDate,
): LateInterest | null {
  const late = { from: addDays(dueDate, 1), to: today };
  if (outstanding <= 0 || late.to < late.from) return { amount: cents(0), rates: [] };
  const used = rates
    .filter((rate) => rate.from_day <= late.to && rate.to_day >= late.from)
    .sort((a, b) => (a.from_day < b.from_day ? -1 : 1));
  let days = 0;
  let rateDays = 0;
  for (const { from_day, to_day, rate_bp } of used) {
    const from = from_day > late.from ? from_day : late.from;
    const to = to_day < late.to ? to_day : late.to;
    const count = daysBetween(from, to) + 1;
    days += count;
    rateDays += rate_bp * count;
  }
  if (days < daysBetween(dueDate, today)) return null;
  const denominator = 365n * 10_000n;
  const numerator = BigInt(outstanding) * BigInt(rateDays);
  return { amount: cents(Number((2n * numerator + denominator) / (2n * denominator))), rates: used };
}
