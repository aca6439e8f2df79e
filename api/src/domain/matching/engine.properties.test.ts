import { addDays, civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { certainLetterings, planLettering } from "./engine.ts";
import type { TransactionToMatch, LetteredTransaction, OpenInvoice, PlanEntry } from "./lettering-types.ts";
import { buildOpenSet } from "./open-set.ts";
import { CLIENTS, someOptions } from "./matching.testing.ts";

// Few amounts and few numbers, so that everything collides with everything.
const number = fc.integer({ min: 1, max: 40 }).map((n) => `F26${String(n).padStart(6, "0")}`);
const amount = fc.constantFrom(12_345, 24_690, 12_340, 5_000, 37_035, 99);
const client = fc.constantFrom(...CLIENTS);

const invoiceArbitrary = fc
  .record({ number, amount, client, age: fc.integer({ min: 0, max: 90 }) })
  .map(
    ({ number: invoice_number, amount: outstanding, client: { payer_key, cinema_id }, age }): OpenInvoice => {
      const invoice_date = addDays(civilDate("2026-12-20"), -age);
      return {
        id: `id-${invoice_number}`,
        invoice_number,
        invoice_date,
        due_date: addDays(invoice_date, 30),
        cinema_id,
        payer_key,
        week_number: 40 + (age % 10),
        week_year: 2026,
        outstanding: cents(outstanding),
        total_amount: cents(outstanding),
      };
    },
  );
type Draft = Omit<TransactionToMatch, "id">;
const credit = (label: string, value: number): Draft => ({
  label,
  amount: cents(value),
  transaction_date: civilDate("2026-12-22"),
  currency_code: "EUR",
});
const kind = fc.constantFrom("VIR SEPA", "VIR SEPA", "VIREMENT", "REMISE CHEQUE", "");

/** Pays some of the invoices, more or less well, and says so, more or less clearly. */
const paymentOf = (invoices: readonly OpenInvoice[]): fc.Arbitrary<Draft> =>
  fc
    .record({
      paid: fc.uniqueArray(fc.constantFrom(...invoices), { minLength: 1, maxLength: 3 }),
      said: fc.constantFrom("numbers", "numbers", "tails", "range", "weeks", "nothing"),
      gap: fc.constantFrom(0, 0, 0, 0, -40, 40, -5_000, 5_000),
      kind,
    })
    .map(({ paid, said, gap, kind: operation }) => {
      const numbers = paid.map((invoice) => invoice.invoice_number);
      const name = CLIENTS.find(({ payer_key }) => payer_key === paid[0]?.payer_key)?.legal_name ?? "";
      const words = {
        numbers: numbers.join(" "),
        tails: `FACT ${numbers.map((text) => text.slice(-3)).join(" ")}`,
        range: `${numbers[0]} A ${numbers.at(-1)}`,
        weeks: `S${paid[0]?.week_number}`,
        nothing: "",
      }[said as "numbers"];
      const sum = paid.reduce((total, invoice) => total + invoice.outstanding, 0);
      return credit(`${operation} ${name} ${words}`, Math.max(1, sum + gap));
    });
/** Comes from nowhere. */
const stray: fc.Arbitrary<Draft> = fc
  .record({
    client,
    number,
    amount: fc.oneof(
      amount,
      amount.map((value) => -value),
    ),
    kind,
  })
  .map((drawn) => credit(`${drawn.kind} ${drawn.client.legal_name} ${drawn.number}`, drawn.amount));

const worlds = fc
  .uniqueArray(invoiceArbitrary, {
    selector: (invoice) => invoice.invoice_number,
    minLength: 1,
    maxLength: 30,
  })
  .chain((invoices) =>
    fc.record({
      invoices: fc.constant(invoices),
      transactions: fc
        .array(fc.oneof({ weight: 4, arbitrary: paymentOf(invoices) }, { weight: 1, arbitrary: stray }), {
          maxLength: 12,
        })
        .map((list) =>
          list.map((transaction, index): TransactionToMatch => ({ ...transaction, id: `tx-${index}` })),
        ),
    }),
  );

const plan = (invoices: readonly OpenInvoice[], transactions: readonly TransactionToMatch[]) =>
  planLettering(buildOpenSet(invoices, CLIENTS, []), transactions, someOptions());

describe("whatever the invoices and the labels", () => {
  test("these worlds hold every gate, so that the rules below say something", () => {
    const gates = fc
      .sample(worlds, { numRuns: 300, seed: 20_261_118 })
      .flatMap(({ invoices, transactions }) =>
        plan(invoices, transactions).entries.map((entry) => entry.gate),
      );
    expect(new Set(gates)).toEqual(new Set(["G1", "G2", "G3", "G4", null]));
  });

  test("allocations never exceed what an invoice still owes, nor the transaction; an invoice is lettered once", () => {
    fc.assert(
      fc.property(worlds, ({ invoices, transactions }) => {
        const open = new Map(invoices.map((invoice) => [invoice.id, invoice.outstanding]));
        const { entries } = plan(invoices, transactions);
        entries.forEach((entry, index) => {
          let total = 0;
          for (const { invoice_id, amount: taken } of entry.allocations) {
            expect(taken).toBe(open.get(invoice_id));
            open.delete(invoice_id);
            total += taken;
          }
          if (entry.outcome === "automatic") expect(total).toBe(transactions[index]?.amount);
          else expect(entry.allocations).toEqual([]);
        });
      }),
      { numRuns: 300 },
    );
  });

  test("the order of invoices, clients and transactions changes nothing", () => {
    fc.assert(
      fc.property(worlds, ({ invoices, transactions }) => {
        const forward = plan(invoices, transactions);
        const backward = planLettering(
          buildOpenSet([...invoices].reverse(), [...CLIENTS].reverse(), []),
          [...transactions].reverse(),
          someOptions(),
        );
        expect([...backward.entries].reverse()).toEqual(forward.entries);
        expect(backward.open_set_version).toBe(forward.open_set_version);
      }),
      { numRuns: 200 },
    );
  });

  test("what is lettered is the same with and without suggestions, and whatever habits the suggestions read", () => {
    const habits = fc.record({
      payer: client,
      late: fc.array(fc.integer({ min: -20, max: 60 }), { maxLength: 4 }),
      is_cheque: fc.boolean(),
      paid_by: fc.constantFrom("", "SARLLEREX", "BEFFROI", "SGCDOUAI"),
      kept_back: fc.constantFrom(0, 1_500, 4_400),
    });
    const automatic = (entries: readonly PlanEntry[]) =>
      entries.filter((entry) => entry.outcome === "automatic");
    fc.assert(
      fc.property(worlds, fc.array(habits, { maxLength: 4 }), ({ invoices, transactions }, known) => {
        const openSet = buildOpenSet(invoices, CLIENTS, []);
        const bare = known.map(
          ({ payer, paid_by }, index): LetteredTransaction => ({
            transaction_id: `earlier-${index}`,
            amount: cents(77_777 + index),
            transaction_date: civilDate("2026-12-10"),
            payer_keys: [payer.payer_key],
            invoice_numbers: [],
            // Who paid for whom is read where many owe one amount (LET-30).
            paid_by,
          }),
        );
        const told = bare.map((lettered, index) => ({
          ...lettered,
          is_cheque: known[index]?.is_cheque ?? false,
          kept_back: cents(known[index]?.kept_back ?? 0),
          due_dates: (known[index]?.late ?? []).map((days) => addDays(lettered.transaction_date, -days)),
        }));
        const without = certainLetterings(openSet, transactions, someOptions({ recent_lettered: bare }));
        for (const recent_lettered of [bare, told])
          expect(
            automatic(planLettering(openSet, transactions, someOptions({ recent_lettered })).entries),
          ).toEqual(without);
      }),
      { numRuns: 200 },
    );
  });

  test("other ids change nothing but the ids", () => {
    const rename = (id: string): string => `${9_999 - Number(id.slice(-4))}`;
    const renamed = (entry: PlanEntry): PlanEntry => ({
      ...entry,
      invoice_ids: entry.invoice_ids.map(rename),
      allocations: entry.allocations.map((one) => ({ ...one, invoice_id: rename(one.invoice_id) })),
      suggested_invoices: {
        near_rounded: entry.suggested_invoices.near_rounded.map(rename),
        partial: entry.suggested_invoices.partial.map(rename),
      },
      candidates: entry.candidates.map((one) => ({ ...one, invoice_ids: one.invoice_ids.map(rename) })),
    });
    fc.assert(
      fc.property(worlds, ({ invoices, transactions }) => {
        const others = invoices.map((invoice) => ({ ...invoice, id: rename(invoice.id) }));
        expect(plan(others, transactions).entries).toEqual(plan(invoices, transactions).entries.map(renamed));
      }),
      { numRuns: 200 },
    );
  });

  test("planning does not change the open set, and a set of several invoices always has its numbers in the label", () => {
    fc.assert(
      fc.property(worlds, ({ invoices, transactions }) => {
        const openSet = buildOpenSet(invoices, CLIENTS, []);
        const first = planLettering(openSet, transactions, someOptions());
        expect(planLettering(openSet, transactions, someOptions())).toEqual(first);
        for (const entry of first.entries) if (entry.invoice_ids.length > 1) expect(entry.gate).toBe("G2");
      }),
      { numRuns: 200 },
    );
  });
});
