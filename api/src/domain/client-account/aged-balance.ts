import { type CivilDate, daysBetween } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";

/** What is owed on a day, by how late it is (CLI-3). */
export const AGE_BUCKETS = [
  "not_due",
  "days_1_30",
  "days_31_60",
  "days_61_90",
  "over_90_days",
  "unapplied",
] as const;
export type AgeBucket = (typeof AGE_BUCKETS)[number];
export type AgedCents = Readonly<Record<AgeBucket | "balance", Cents>>;

/** Of one client, what is left on a day of documents that are due on one day. */
export interface OpenAmount {
  /** Null: below zero, credit notes and overpayments that are on no invoice yet. */
  readonly due_date: CivilDate | null;
  readonly amount: Cents;
}

/** Due on the day itself is still in time. */
export function bucketOf(due_date: CivilDate | null, on: CivilDate): AgeBucket {
  if (due_date === null) return "unapplied";
  const late = daysBetween(due_date, on);
  if (late <= 0) return "not_due";
  if (late <= 30) return "days_1_30";
  if (late <= 60) return "days_31_60";
  return late <= 90 ? "days_61_90" : "over_90_days";
}

/** The sums of one or of many: `balance` is that of all the others. */
export function agedAmounts(open: Iterable<OpenAmount>, on: CivilDate): AgedCents {
  const sums = emptySums();
  for (const { due_date, amount } of open) {
    sums[bucketOf(due_date, on)] += amount;
    sums.balance += amount;
  }
  return inWholeCents(sums);
}

export function sumOfAged(parts: Iterable<AgedCents>): AgedCents {
  const sums = emptySums();
  for (const part of parts) for (const name of NAMES) sums[name] += part[name];
  return inWholeCents(sums);
}

const NAMES = [...AGE_BUCKETS, "balance"] as const;
type Sums = Record<AgeBucket | "balance", number>;

const emptySums = (): Sums => ({
  not_due: 0,
  days_1_30: 0,
  days_31_60: 0,
  days_61_90: 0,
  over_90_days: 0,
  unapplied: 0,
  balance: 0,
});

const inWholeCents = (sums: Sums): AgedCents => ({
  not_due: cents(sums.not_due),
  days_1_30: cents(sums.days_1_30),
  days_31_60: cents(sums.days_31_60),
  days_61_90: cents(sums.days_61_90),
  over_90_days: cents(sums.over_90_days),
  unapplied: cents(sums.unapplied),
  balance: cents(sums.balance),
});
