// Two months of books whose figures were computed outside the product (src/testing/month/README.md): what each document's settlements make due.
import { readFileSync } from "node:fs";
import { civilDate } from "@bobine/contract/civil-date";
import { type Cents, cents, centsFromWire, centsToWire, sumCents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { type SettlementCause, type TaxedDocument, vatMoves, vatWaiting } from "./vat-life.ts";

interface Expected {
  readonly documents: readonly {
    readonly number: string;
    readonly total: string;
    readonly lines: readonly { readonly rate: string; readonly net: string; readonly vat: string }[];
    readonly settled: readonly { readonly date: string; readonly amount: string; readonly by: string }[];
  }[];
  readonly vat: {
    readonly on_collection: Readonly<
      Record<
        string,
        { readonly rates: Readonly<Record<string, { readonly base: string; readonly tax: string }>> }
      >
    >;
  };
}

const expected = JSON.parse(
  readFileSync(new URL("../../testing/month/fixtures/expected.json", import.meta.url), "utf8"),
) as Expected;

const CAUSES: Readonly<Record<string, SettlementCause>> = {
  returned: "return",
  advance: "advance",
  credit: "credit",
  invoice: "credit",
  refund: "refund",
  "write-off": "write_off",
};
const BEFORE = "before the opening";

test("VAT-1: two months of sixty-three documents make due what an independent ledger says, base and tax", () => {
  const sums = new Map<string, { base: number; tax: number }>();
  let written = 0;
  let waiting = 0;
  for (const { total, lines, settled } of expected.documents) {
    const sign = total.startsWith("-") ? -1 : 1;
    const signed = (amount: string): Cents => cents(sign * centsFromWire(amount));
    const before = settled.filter(({ by }) => by === BEFORE).map(({ amount }) => signed(amount));
    const document: TaxedDocument = {
      total_amount: centsFromWire(total),
      settled_before: sumCents(before),
      vat_by_rate: lines.map(({ rate, net, vat }) => ({
        vat_rate_bp: Math.round(Number(rate) * 100),
        net_amount: centsFromWire(net),
        vat_amount: centsFromWire(vat),
      })),
    };
    const after = settled
      .filter(({ by }) => by !== BEFORE)
      .map(({ date, amount, by }, place) => ({
        key: String(place),
        date: civilDate(date),
        cause: CAUSES[by] ?? "payment",
        amount: signed(amount),
      }));
    for (const { settlement, is_due, rates } of vatMoves(document, after))
      for (const { vat_rate_bp, net_amount, vat_amount } of rates) {
        if (!is_due) {
          written += vat_amount;
          continue;
        }
        const key = `${settlement.date.slice(0, 7)} ${vat_rate_bp}`;
        const { base, tax } = sums.get(key) ?? { base: 0, tax: 0 };
        sums.set(key, { base: base + net_amount, tax: tax + vat_amount });
      }
    const now = sumCents([document.settled_before, ...after.map(({ amount }) => amount)]);
    waiting += sumCents(vatWaiting(document, now).map((rate) => rate.vat_amount));
  }
  const months = Object.entries(expected.vat.on_collection).filter(([month]) => month !== "total");
  const due = months.flatMap(([month, { rates }]) =>
    Object.entries(rates)
      .filter(([, { tax }]) => tax !== "0.00")
      .map(([rate, { base, tax }]) => ({ of: `${month} ${Math.round(Number(rate) * 100)}`, base, tax })),
  );
  const made = [...sums].map(([of, { base, tax }]) => ({
    of,
    base: centsToWire(cents(base)),
    tax: centsToWire(cents(tax)),
  }));
  expect(made).toHaveLength(due.length);
  expect(made).toEqual(expect.arrayContaining(due));
  // What is left on 445740 at the end of the two months, and what went to 658000.
  expect([waiting, written]).toEqual([94000, 1]);
});
