import { addDays, civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { lateInterest, type LateRate } from "./late-interest.ts";

const DUE = civilDate("2026-03-31");
const always = (rate_bp: number): LateRate => ({
  from_day: civilDate("2020-01-01"),
  to_day: civilDate("2039-12-31"),
  rate_bp,
});
const [FIRST, SECOND]: [LateRate, LateRate] = [
  { from_day: civilDate("2026-01-01"), to_day: civilDate("2026-06-30"), rate_bp: 1215 },
  { from_day: civilDate("2026-07-01"), to_day: civilDate("2026-12-31"), rate_bp: 1250 },
];

test.each([
  // BILL-7
  [289_731, 786, 40, 2496],
  [289_731, 1215, 40, 3858],
  [289_731, 1215, 0, 0],
  [289_731, 1215, -3, 0],
  [0, 1215, 40, 0],
  // Exactly half a cent goes up; less does not.
  [36_500, 50, 1, 1],
  [36_499, 49, 1, 0],
])("%i cents at %i hundredths of a percent for %i days are %i cents", (outstanding, rate, days, interest) => {
  expect(lateInterest(cents(outstanding), [always(rate)], DUE, addDays(DUE, days))?.amount).toBe(interest);
});

test("an amount beyond what a float holds exactly stays exact", () => {
  const interest = lateInterest(cents(900_000_000_000_000), [always(1215)], DUE, addDays(DUE, 365));
  expect(interest?.amount).toBe(109_350_000_000_000);
});

test("each half-year has its own rate, and the sum of them is rounded once (BILL-7)", () => {
  // 91 days of April to June, 31 of July: 1 000 € × (12.15 % × 91 + 12.50 % × 31) / 365 = 40.908 €
  const interest = lateInterest(cents(100_000), [SECOND, FIRST], DUE, civilDate("2026-07-31"));
  expect(interest).toEqual({ amount: 4091, rates: [FIRST, SECOND] });
});

test("a half-year ends with its last day, and the day on which an invoice is due is not late", () => {
  expect(lateInterest(cents(100_000), [FIRST, SECOND], DUE, civilDate("2026-06-30"))?.rates).toEqual([FIRST]);
  const from = civilDate("2026-06-30");
  expect(lateInterest(cents(36_500), [FIRST, SECOND], from, civilDate("2026-07-01"))).toEqual({
    amount: 13,
    rates: [SECOND],
  });
});

test("of days without a rate nothing is known (BILL-7)", () => {
  expect(lateInterest(cents(100_000), [FIRST], DUE, civilDate("2026-07-01"))).toBeNull();
  expect(lateInterest(cents(100_000), [SECOND], DUE, civilDate("2026-07-01"))).toBeNull();
  expect(lateInterest(cents(100_000), [], DUE, DUE)).toEqual({ amount: 0, rates: [] });
});
