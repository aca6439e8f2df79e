import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type {
  ExportAllocation,
  ExportCreditApplication,
  ExportCreditSource,
  ExportInvoice,
  ExportMovedPart,
  ExportTransaction,
} from "./export-data.ts";
import { anExportInvoice, aPayment, anExportTransaction } from "./fixtures/scenario.testing.ts";
import { letter, paymentKey } from "./lettering.ts";
import { letteringCode, letteringIndex } from "./lettering-code.ts";

test.each([
  [0, "AAA"],
  [1, "AAB"],
  [25, "AAZ"],
  [26, "ABA"],
  [676, "BAA"],
  [17575, "ZZZ"],
  [17576, "AAAA"],
  [17577, "AAAB"],
  [17576 + 26 ** 4, "AAAAA"],
])("code %i is %s", (index, code) => {
  expect(letteringCode(index)).toBe(code);
  expect(letteringIndex(code)).toBe(index);
  expect(letteringIndex(code.toLowerCase())).toBe(index);
});

test("a code and its index say the same", () => {
  fc.assert(fc.property(fc.nat(1e7), (index) => letteringIndex(letteringCode(index)) === index));
  expect(letteringIndex("AA")).toBeUndefined();
  expect(() => letteringCode(-1)).toThrow(RangeError);
});

const CREDIT = { id: 1, amount: cents(30), applied_on: civilDate("2026-12-01"), letters: null };
const invoice = (id: number, total: number, changes: Partial<ExportInvoice> = {}) =>
  anExportInvoice({
    id,
    invoice_number: `F26${String(id).padStart(6, "0")}`,
    total_amount: cents(total),
    client_account: "411A",
    ...changes,
  });
const paid = (
  transaction_id: number,
  invoice_id: number,
  amount: number,
  letters: string | null = null,
): ExportAllocation => aPayment({ transaction_id, invoice_id, amount: cents(amount), letters });
const on = (id: number, day: string): ExportTransaction =>
  anExportTransaction({ id, transaction_date: civilDate(`2026-12-${day}`) });

const lettered = (
  invoices: ExportInvoice[],
  transactions: ExportTransaction[],
  allocations: ExportAllocation[],
  credit_applications: ExportCreditApplication[] = [],
  last_indexes = new Map<string, number>(),
  moved_parts: ExportMovedPart[] = [],
) => {
  const result = letter(
    { invoices, transactions, allocations, credit_applications, refunds: [], moved_parts, settlements: [] },
    last_indexes,
  );
  return { ...result, codes: invoices.map(({ id }) => result.of_invoice.get(id)?.code ?? null) };
};

describe("groups (EXP-3)", () => {
  test("an invoice that nothing settles has no letters", () => {
    expect(lettered([invoice(1, 100)], [], []).codes).toEqual([null]);
  });
  test("a balanced group is upper case, dated by its latest entry", () => {
    const result = lettered([invoice(1, 100)], [on(1, "05")], [paid(1, 1, 100)]);
    expect(result.of_invoice.get(1)).toEqual({ code: "AAA", is_balanced: true, date: "2026-12-05" });
    expect(result.of_payment.get(paymentKey(1, "411A"))).toBe(result.of_invoice.get(1));
  });
  test("an invoice later than its payment dates the group", () => {
    const late = invoice(1, 100, { invoice_date: civilDate("2026-12-31") });
    expect(lettered([late], [on(1, "05")], [paid(1, 1, 100)]).of_invoice.get(1)?.date).toBe("2026-12-31");
  });
  test("one cent short is lower case without a date", () => {
    const result = lettered([invoice(1, 100)], [on(1, "05")], [paid(1, 1, 99)]);
    expect(result.of_invoice.get(1)).toEqual({ code: "aaa", is_balanced: false, date: null });
  });
  test("two invoices paid by one transaction are one group, and two transactions of one invoice too", () => {
    const one = lettered([invoice(1, 100), invoice(2, 50)], [on(1, "05")], [paid(1, 1, 100), paid(1, 2, 50)]);
    expect(one.codes).toEqual(["AAA", "AAA"]);
    const two = lettered([invoice(1, 100)], [on(1, "05"), on(2, "06")], [paid(1, 1, 60), paid(2, 1, 40)]);
    expect(two.codes).toEqual(["AAA"]);
    expect([...two.of_payment.values()].map(({ code }) => code)).toEqual(["AAA", "AAA"]);
  });
  test("groups of an account take the next codes, oldest settlement first", () => {
    const result = lettered(
      [invoice(1, 100), invoice(2, 50), invoice(3, 70)],
      [on(1, "07"), on(2, "05"), on(3, "06")],
      [paid(1, 1, 100), paid(2, 2, 50), paid(3, 3, 70)],
    );
    expect(result.codes).toEqual(["AAC", "AAA", "AAB"]);
    expect(result.stale_accounts).toEqual(["411A"]);
  });
  test("a transaction that pays two accounts has a group in each", () => {
    const other = invoice(2, 50, { client_account: "411B" });
    const result = lettered([invoice(1, 100), other], [on(1, "05")], [paid(1, 1, 100), paid(1, 2, 40)]);
    expect(result.codes).toEqual(["AAA", "aaa"]);
    expect(result.of_payment.get(paymentKey(1, "411B"))?.code).toBe("aaa");
  });
  test("a credit note balances with its invoice and the payment of the rest", () => {
    const credit = invoice(7, -30, { type: "credit_note" });
    const link = [{ ...CREDIT, credit_note_id: 7, invoice_id: 1 }];
    expect(lettered([invoice(1, 100), credit], [on(1, "05")], [paid(1, 1, 70)], link).codes).toEqual([
      "AAA",
      "AAA",
    ]);
    expect(lettered([invoice(1, 100), credit], [], [], link).codes).toEqual(["aaa", "aaa"]);
  });
  test("an opening payment settles its invoice alone or with what came here", () => {
    const opening: ExportAllocation = {
      kind: "opening",
      id: 1,
      invoice_id: 1,
      amount: cents(40),
      letters: null,
    };
    expect(lettered([invoice(1, 40)], [], [opening]).codes).toEqual(["AAA"]);
    expect(lettered([invoice(1, 100)], [], [opening]).codes).toEqual(["aaa"]);
    expect(lettered([invoice(1, 100)], [on(1, "05")], [opening, paid(1, 1, 60)]).codes).toEqual(["AAA"]);
  });
  const waited = (
    invoice_id: number,
    amount: number,
    source: Partial<ExportCreditSource> = {},
  ): ExportAllocation => ({
    kind: "part",
    id: 20 + invoice_id,
    invoice_id,
    part_id: 5,
    amount: cents(amount),
    settled_on: civilDate("2026-12-09"),
    letters: null,
    source: {
      kind: "credit",
      client_account: "411A",
      amount: cents(40),
      label: "VIR",
      vat_rate_bp: null,
      advance_used: null,
      ...source,
    },
  });
  test("LET-24: what was paid too much is lettered with its invoices, in capitals once it is used up", () => {
    const whole = lettered([invoice(1, 40)], [], [waited(1, 40)]);
    expect(whole.of_part.get(5)).toEqual({ code: "AAA", is_balanced: true, date: "2026-12-09" });
    expect(lettered([invoice(1, 30)], [], [waited(1, 30)]).of_part.get(5)?.code).toBe("aaa");
    const two = lettered([invoice(1, 30), invoice(2, 10)], [], [waited(1, 30), waited(2, 10)]);
    expect(two.codes).toEqual(["AAA", "AAA"]);
  });
  test("an advance joins no invoices, nor does a credit of another account: their lines are of one invoice each", () => {
    for (const source of [{ kind: "advance" as const }, { client_account: "411B" }]) {
      const two = lettered(
        [invoice(1, 30), invoice(2, 20)],
        [],
        [waited(1, 30, source), waited(2, 10, source)],
      );
      expect(two.codes).toEqual(["AAA", "aab"]);
      expect(two.of_part.size).toBe(0);
    }
  });
  test("EXP-3: a credit note of another account joins no invoices; what it leaves is lettered with it, and its invoice with the rest paid", () => {
    const note = invoice(7, -30, { type: "credit_note", client_account: "411B" });
    const use = { ...CREDIT, credit_note_id: 7, invoice_id: 1 };
    const whole = lettered([invoice(1, 100), note], [on(1, "05")], [paid(1, 1, 70)], [use]);
    expect(whole.codes).toEqual(["AAA", "AAA"]);
    expect(whole.of_invoice.get(1)?.date).toBe("2026-12-05");
    expect(whole.of_invoice.get(7)).toEqual({ code: "AAA", is_balanced: true, date: CREDIT.applied_on });
    expect(lettered([invoice(1, 30), note], [], [], [use]).codes).toEqual(["AAA", "AAA"]);
    expect(lettered([invoice(1, 100), note], [], [], [use]).codes).toEqual(["aaa", "AAA"]);
    const part = lettered([invoice(1, 100), note], [], [], [{ ...use, amount: cents(20) }]);
    expect(part.codes).toEqual(["aaa", "aaa"]);
    expect(lettered([note], [], [], [use]).codes).toEqual(["AAA"]);
    const old = invoice(8, 10, { client_account: "411B" });
    const both = [
      { ...use, amount: cents(20) },
      { ...use, id: 2, invoice_id: 8, amount: cents(10) },
    ];
    expect(lettered([invoice(1, 100), note, old], [], [], both).codes).toEqual(["aaa", "AAA", "AAA"]);
    // Books that are read in windows do not always hold it.
    expect(lettered([invoice(1, 30)], [], [], [use]).codes).toEqual(["AAA"]);
  });
});

test("EXP-3: of what was paid too much, what an invoice of another account took is no more open on its own", () => {
  const used: ExportAllocation = {
    kind: "part",
    id: 21,
    invoice_id: 1,
    part_id: 5,
    amount: cents(30),
    settled_on: civilDate("2026-12-09"),
    letters: null,
    source: {
      kind: "credit",
      client_account: "411A",
      amount: cents(40),
      label: "VIR",
      vat_rate_bp: null,
      advance_used: null,
    },
  };
  const moved = { part_id: 5, amount: cents(10), date: civilDate("2026-12-11") };
  const letters = { code: "AAA", is_balanced: true, date: moved.date };
  expect(lettered([invoice(1, 30)], [], [used], [], undefined, [moved]).of_part.get(5)).toEqual(letters);
});

const known = (id: number, total: number, lettering_letters: string) =>
  invoice(id, total, { lettering_letters });

describe("codes already given", () => {
  test("a completed group keeps its letters, in upper case, though older ones came since", () => {
    const result = lettered(
      [known(1, 100, "AAB"), invoice(2, 50)],
      [on(1, "07"), on(2, "01")],
      [paid(1, 1, 100, "AAB"), paid(2, 2, 50)],
    );
    expect(result.codes).toEqual(["AAB", "AAC"]);
  });
  test("two groups that become one keep the older code, and nothing is stale", () => {
    const result = lettered(
      [known(1, 100, "AAC"), known(2, 50, "AAC")],
      [on(1, "07"), on(2, "08"), on(3, "08")],
      [paid(1, 1, 80, "AAE"), paid(2, 2, 30, "AAC"), paid(3, 1, 20, "AAC"), paid(3, 2, 20, "AAC")],
    );
    expect(result.codes).toEqual(["AAC", "AAC"]);
    expect(result.stale_accounts).toEqual([]);
  });
  test("of two groups with one code the one of the older payment keeps it, and the account is stale", () => {
    const result = lettered(
      [known(1, 100, "AAA"), known(2, 50, "AAA")],
      [on(1, "07"), on(2, "05")],
      [paid(2, 2, 50, "AAA"), paid(1, 1, 100, "AAA")],
    );
    expect(result.codes).toEqual(["AAA", "AAB"]);
    expect(result.stale_accounts).toEqual(["411A"]);
  });
  test("a reverted code never comes back, even when no invoice has it any more", () => {
    const last = new Map([["411A", 4]]);
    expect(lettered([invoice(1, 100)], [on(1, "05")], [paid(1, 1, 100)], [], last).codes).toEqual(["AAF"]);
  });
  test.each([
    ["that nothing settles any more", known(1, 100, "AAD"), []],
    ["that shows other letters than its group", known(1, 100, "AAD"), [paid(1, 1, 100, "AAA")]],
    ["that shows none", invoice(1, 100), [paid(1, 1, 100, "AAA")]],
  ])("an invoice %s makes its account stale, and changes no code", (_, one, allocations) => {
    const result = lettered([one], [on(1, "05")], allocations);
    expect(result.codes).toEqual([allocations.length === 0 ? null : "AAA"]);
    expect(result.stale_accounts).toEqual(["411A"]);
  });
});

test("codes tell groups apart, and all lines of a group have one", () => {
  const link = fc.record({
    invoice: fc.nat(9),
    transaction: fc.nat(9),
    amount: fc.integer({ min: 1, max: 100 }),
    letters: fc.option(fc.nat(3)),
  });
  fc.assert(
    fc.property(fc.array(link, { maxLength: 20 }), (links) => {
      const accounts = ["411A", "411B"];
      const invoices = Array.from({ length: 10 }, (_, id) =>
        invoice(id, 100, { client_account: accounts[id % 2] as string }),
      );
      const transactions = Array.from({ length: 10 }, (_, id) => on(id, String(10 + id)));
      const allocations = links.map((one) =>
        paid(
          one.transaction,
          one.invoice,
          one.amount,
          one.letters === null ? null : letteringCode(one.letters),
        ),
      );
      const { of_invoice, of_payment } = lettered(invoices, transactions, allocations);
      for (const { invoice: id, transaction } of links)
        expect(of_payment.get(paymentKey(transaction, invoices[id]!.client_account))).toBe(
          of_invoice.get(id),
        );
      const groups = new Map([...of_invoice].map(([id, letters]) => [letters, invoices[id]!.client_account]));
      const codes = [...groups].map(([letters, account]) => `${letters.code.toUpperCase()} ${account}`);
      expect(new Set(codes).size).toBe(codes.length);
    }),
  );
});
