import { civilDate, daysBetween } from "@bobine/contract/civil-date";
import fc from "fast-check";
import { expect, test } from "vitest";
import { PAYMENT_TERMS } from "@bobine/contract/invoicing-options";
import { dueDate } from "./payment-terms.ts";

test.each([
  ["2026-11-30", "30", "2026-12-30"],
  ["2026-11-30", "45fdm", "2027-01-31"],
  ["2026-11-30", "60", "2027-01-29"],
  ["2026-01-31", "30", "2026-03-02"],
  ["2028-01-15", "45fdm", "2028-02-29"],
  ["2027-01-14", "45fdm", "2027-02-28"],
  ["2026-12-17", "45fdm", "2027-01-31"],
  ["2026-12-18", "45fdm", "2027-02-28"],
] as const)("an invoice of %s at « %s » is due on %s", (date, terms, due) => {
  expect(dueDate(civilDate(date), terms)).toBe(due);
});

test("a due date is never before the invoice nor beyond what the law allows", () => {
  const dates = fc
    .date({ min: new Date("2020-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
    .map((date) => civilDate(date.toISOString().slice(0, 10)));
  fc.assert(
    fc.property(dates, fc.constantFrom(...PAYMENT_TERMS), (date, terms) => {
      const days = daysBetween(date, dueDate(date, terms));
      expect(days).toBeGreaterThanOrEqual(30);
      expect(days).toBeLessThanOrEqual(terms === "45fdm" ? 45 + 30 : 60);
    }),
  );
});
