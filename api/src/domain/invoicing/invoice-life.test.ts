import { cents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterEvent,
  creditApplied,
  type InvoiceEvent,
  type InvoiceLedger,
  isAllowed,
  isDeletable,
  outstandingOf,
  statusOf,
} from "./invoice-life.ts";

const ledger = (allocated = 0, credited = 0, in_default = false, total = 289731): InvoiceLedger => ({
  total_amount: cents(total),
  allocated_amount: cents(allocated),
  credited_amount: cents(credited),
  in_default,
});

test.each([
  ["nothing is paid", ledger(), 289731, "awaiting_payment"],
  ["a part is paid", ledger(100000), 189731, "part_paid"],
  ["one cent is left", ledger(289730), 1, "part_paid"],
  ["all is paid", ledger(289731), 0, "paid"],
  ["a credit note took a part", ledger(0, 3883), 285848, "awaiting_payment"],
  ["a payment and a credit note make the total", ledger(285848, 3883), 0, "paid"],
  ["a credit note took all", ledger(0, 289731), 0, "paid"],
  ["it is in default", ledger(100000, 0, true), 189731, "default"],
  ["it was in default and is paid", ledger(289731, 0, true), 0, "paid"],
  ["it is an applied credit note", ledger(0, -3883, false, -3883), 0, "paid"],
] as const)("when %s", (_, state, outstanding, status) => {
  expect(outstandingOf(state)).toBe(outstanding);
  expect(statusOf(state)).toBe(status);
});

describe("the table of DOMAIN §1.8", () => {
  const events = ["allocate", "apply_credit", "revert", "declare_default", "reopen"] as const;
  test.each([
    ["awaiting_payment", ledger(), ["allocate", "apply_credit", "declare_default"]],
    ["part_paid", ledger(1), ["allocate", "apply_credit", "revert", "declare_default"]],
    ["paid", ledger(289731), ["revert"]],
    ["default", ledger(0, 0, true), ["allocate", "apply_credit", "revert", "reopen"]],
    ["a credit note", ledger(0, 0, false, -3883), []],
  ] as const)("%s", (_, state, allowed) => {
    expect(events.filter((event) => isAllowed(state, event))).toEqual(allowed);
  });
  test.each([
    [ledger(), { type: "allocate", amount: cents(100) }, "part_paid"],
    [ledger(), { type: "allocate", amount: cents(289731) }, "paid"],
    [ledger(289731), { type: "revert", amount: cents(100000) }, "part_paid"],
    [ledger(289731), { type: "revert", amount: cents(289731) }, "awaiting_payment"],
    [ledger(), { type: "declare_default" }, "default"],
    [ledger(5, 0, true), { type: "reopen" }, "part_paid"],
    [ledger(0, 0, true), { type: "reopen" }, "awaiting_payment"],
    [ledger(0, 0, true), { type: "allocate", amount: cents(5) }, "part_paid"],
    [ledger(0, 0, true), { type: "allocate", amount: cents(289731) }, "paid"],
  ] as [InvoiceLedger, InvoiceEvent, string][])("%o after %o is %s", (state, event, status) => {
    expect(statusOf(afterEvent(state, event))).toBe(status);
  });
  test("more than is due, or undoing more than was paid, is refused", () => {
    expect(() => afterEvent(ledger(), { type: "allocate", amount: cents(289732) })).toThrow(RangeError);
    expect(() => afterEvent(ledger(5), { type: "revert", amount: cents(6) })).toThrow(RangeError);
    expect(() => afterEvent(ledger(), { type: "allocate", amount: cents(0) })).toThrow(RangeError);
    expect(() => afterEvent(ledger(), { type: "reopen" })).toThrow(RangeError);
  });
});

test.each([
  [-3883, 289731, 3883],
  [-3883, 1000, 1000],
  [-3883, 0, 0],
])("of a credit note of %i cents, an invoice that owes %i takes %i", (credit, outstanding, applied) => {
  expect(creditApplied(cents(credit), cents(outstanding))).toBe(applied);
});

test("only an imported invoice that nothing was allocated to may be deleted", () => {
  expect(isDeletable({ ...ledger(), origin: "imported" })).toBe(true);
  expect(isDeletable({ ...ledger(1), origin: "imported" })).toBe(false);
  expect(isDeletable({ ...ledger(), origin: "issued" })).toBe(false);
});

test("no chain of events takes more than an invoice is worth", () => {
  const event = fc.record({
    type: fc.constantFrom("allocate", "revert", "apply_credit", "declare_default", "reopen"),
    amount: fc.integer({ min: 1, max: 300 }).map(cents),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let state = ledger(0, 0, false, 500);
      for (const one of events) {
        try {
          state = afterEvent(state, one as InvoiceEvent);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
        expect(outstandingOf(state)).toBeGreaterThanOrEqual(0);
        expect(state.allocated_amount).toBeGreaterThanOrEqual(0);
        expect(statusOf(state) === "paid").toBe(outstandingOf(state) === 0);
      }
    }),
  );
});
