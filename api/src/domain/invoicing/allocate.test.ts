import { civilDate } from "@bobine/contract/civil-date";
import { cents, sumCents } from "@bobine/contract/money";
import fc from "fast-check";
import { expect, test } from "vitest";
import { allocate, type ChosenInvoice } from "./allocate.ts";

const invoice = (id: number, outstanding: number, changes: Partial<ChosenInvoice<number>> = {}) => ({
  id,
  invoice_number: `F26${String(id).padStart(6, "0")}`,
  invoice_date: civilDate("2026-11-30"),
  outstanding: cents(outstanding),
  ...changes,
});

test("one transfer pays two invoices exactly, without a confirmation (Mégascope)", () => {
  expect(allocate(cents(2148055), [invoice(131, 641348), invoice(124, 1506707)])).toEqual({
    allocations: [
      { invoice_id: 124, amount: 1506707 },
      { invoice_id: 131, amount: 641348 },
    ],
    allocated: 2148055,
    surplus: 0,
    remaining: 0,
    confirmation_required: false,
  });
});

test("a transaction larger than the invoices keeps its surplus", () => {
  expect(allocate(cents(10001), [invoice(1, 10000)])).toMatchObject({
    allocated: 10000,
    surplus: 1,
    remaining: 0,
    confirmation_required: true,
  });
});

test("a smaller transaction pays in date order, then number, until exhausted", () => {
  const chosen = [
    invoice(3, 5000),
    invoice(1, 5000, { invoice_date: civilDate("2026-12-01") }),
    invoice(2, 5000),
  ];
  expect(allocate(cents(7000), chosen)).toMatchObject({
    allocations: [
      { invoice_id: 2, amount: 5000 },
      { invoice_id: 3, amount: 2000 },
    ],
    surplus: 0,
    remaining: 8000,
    confirmation_required: true,
  });
});

test("one cent less than the total asks for a confirmation", () => {
  expect(allocate(cents(9999), [invoice(1, 10000)]).confirmation_required).toBe(true);
});

test("money that is not above zero, an invoice chosen twice or already paid are refused", () => {
  expect(() => allocate(cents(0), [invoice(1, 1)])).toThrow(RangeError);
  expect(() => allocate(cents(-5), [invoice(1, 1)])).toThrow(RangeError);
  expect(() => allocate(cents(5), [invoice(1, 1), invoice(1, 1)])).toThrow(RangeError);
  expect(() => allocate(cents(5), [invoice(1, 0)])).toThrow(RangeError);
});

test("money is never made nor lost, and the order of choice does not count", () => {
  const chosen = fc.uniqueArray(
    fc.record({
      id: fc.nat(50),
      outstanding: fc.integer({ min: 1, max: 1e6 }),
      day: fc.integer({ min: 10, max: 28 }),
    }),
    { selector: (one) => one.id, maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5e6 }).map(cents), chosen, (available, list) => {
      const invoices = list.map(({ id, outstanding, day }) =>
        invoice(id, outstanding, { invoice_date: civilDate(`2026-11-${day}`) }),
      );
      const plan = allocate(available, invoices);
      expect(plan.allocated + plan.surplus).toBe(available);
      expect(plan.allocated + plan.remaining).toBe(sumCents(invoices.map((one) => one.outstanding)));
      expect(sumCents(plan.allocations.map((one) => one.amount))).toBe(plan.allocated);
      expect(Math.min(plan.surplus, plan.remaining)).toBe(0);
      for (const { invoice_id, amount } of plan.allocations) {
        expect(amount).toBeGreaterThan(0);
        expect(amount).toBeLessThanOrEqual(invoices.find((one) => one.id === invoice_id)!.outstanding);
      }
      expect(allocate(available, invoices.toReversed())).toEqual(plan);
    }),
  );
});
