import { addDays, civilDate } from "@bobine/contract/civil-date";
import { cents, sumCents } from "@bobine/contract/money";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { vatByRate } from "./vat-by-rate.ts";
import {
  type Settlement,
  type SettlementCause,
  type TaxedDocument,
  vatMoves,
  vatWaiting,
} from "./vat-life.ts";

const DAY = civilDate("2026-10-01");

type Rate = readonly [vat_rate_bp: number, net: number, vat: number];

const aDocument = (rates: readonly Rate[], settled_before = 0): TaxedDocument => ({
  total_amount: cents(rates.reduce((sum, [, net, vat]) => sum + net + vat, 0)),
  vat_by_rate: rates.map(([vat_rate_bp, net, vat]) => ({
    vat_rate_bp,
    net_amount: cents(net),
    vat_amount: cents(vat),
  })),
  settled_before: cents(settled_before),
});

const settled = (...steps: readonly (readonly [SettlementCause, number])[]): Settlement[] =>
  steps.map(([cause, amount], place) => ({
    key: `${place}`,
    date: addDays(DAY, place),
    cause,
    amount: cents(amount),
  }));

const moved = (document: TaxedDocument, settlements: readonly Settlement[]) =>
  vatMoves(document, settlements).map(({ is_due, rates }) => [
    is_due ? "due" : "written off",
    ...rates.map(({ net_amount, vat_amount }) => [net_amount, vat_amount]),
  ]);

describe("VAT-1: VAT on collection moves with what is settled", () => {
  test("the whole at once when an invoice is paid at once", () => {
    expect(moved(aDocument([[1000, 133721, 13372]]), settled(["payment", 147093]))).toEqual([
      ["due", [133721, 13372]],
    ]);
  });

  test("each part by rate, and the last takes what rounding left", () => {
    const two = aDocument([
      [2000, 1000, 200],
      [550, 1000, 55],
    ]);
    expect(moved(two, settled(["payment", 100], ["payment", 100], ["payment", 2055]))).toEqual([
      ["due", [44, 9], [44, 2]],
      ["due", [45, 9], [45, 3]],
      ["due", [911, 182], [911, 50]],
    ]);
  });

  test("back when a payment is returned, and again when the client pays again", () => {
    const life = settled(["payment", 28395], ["return", -28395], ["payment", 28395]);
    expect(moved(aDocument([[1000, 25814, 2581]]), life)).toEqual([
      ["due", [25814, 2581]],
      ["due", [-25814, -2581]],
      ["due", [25814, 2581]],
    ]);
  });

  test("the other way when a credit note is used or refunded", () => {
    const note = aDocument([[1000, -143592, -14359]]);
    expect(moved(note, settled(["refund", -157951]))).toEqual([["due", [-143592, -14359]]]);
    expect(moved(note, settled(["credit", -57951], ["refund", -100000]))).toEqual([
      ["due", [-52683, -5268]],
      ["due", [-90909, -9091]],
    ]);
  });

  test("of what is written off, to nobody; three cents have none", () => {
    const eleven = aDocument([[1000, 116528, 11653]]);
    expect(moved(eleven, settled(["payment", 128170], ["write_off", 11]))).toEqual([
      ["due", [116518, 11652]],
      ["written off", [10, 1]],
    ]);
    const three = aDocument([[1000, 43275, 4328]], 14804);
    expect(moved(three, settled(["payment", 32796], ["write_off", 3]))).toEqual([["due", [29814, 2982]]]);
  });

  test("of an opening document, only what waited when it came in", () => {
    const opening = aDocument([[550, 50000, 2750]], 20000);
    expect(vatWaiting(opening, opening.settled_before)).toEqual([
      { vat_rate_bp: 550, net_amount: 31043, vat_amount: 1707 },
    ]);
    expect(moved(opening, settled(["payment", 10000], ["payment", 22750]))).toEqual([
      ["due", [9479, 521]],
      ["due", [21564, 1186]],
    ]);
  });

  test("exactly, however large the amounts", () => {
    const huge = aDocument([[2000, 800_000_000_000_001, 160_000_000_000_000]]);
    const third = 320_000_000_000_000;
    const life = settled(["payment", third], ["payment", third], ["payment", third + 1]);
    expect(sumCents(vatMoves(huge, life).flatMap(({ rates }) => rates.map((rate) => rate.vat_amount)))).toBe(
      160_000_000_000_000,
    );
  });
});

const amountOf = (isNote: boolean) =>
  fc.integer({ min: 1, max: 2_000_000 }).map((size) => (isNote ? -size : size));

/** A document, and a life of it that ends settled: its parts in any order, some of them returned and paid again. */
const LIVES = fc.boolean().chain((isNote) =>
  fc
    .record({
      rates: fc.array(
        fc.tuple(
          fc.constantFrom(2000, 1000, 550, 210),
          amountOf(isNote),
          fc.integer({ min: 0, max: 40_000 }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
      cuts: fc.array(fc.nat(1_000_000), { maxLength: 6 }),
      returned: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      before: fc.nat(1_000_000),
      causes: fc.array(
        fc.constantFrom<SettlementCause>("payment", "advance", "credit", "refund", "write_off"),
        {
          minLength: 8,
          maxLength: 8,
        },
      ),
    })
    .map(({ rates, cuts, returned, before, causes }) => {
      const document = aDocument(rates.map(([bp, net, vat]): Rate => [bp, net, isNote ? -vat : vat]));
      const total = document.total_amount;
      const at = (cut: number): number => Math.trunc((total * cut) / 1_000_000);
      const settled_before = cents(at(before));
      const bounds = [at(before), ...cuts.filter((cut) => cut > before).map(at), total].sort((a, b) =>
        isNote ? b - a : a - b,
      );
      const steps = bounds.slice(1).flatMap((bound, place): [SettlementCause, number][] => {
        const amount = bound - (bounds[place] ?? 0);
        const cause = causes[place] ?? "payment";
        return returned[place] === true && cause === "payment"
          ? [
              ["payment", amount],
              ["return", -amount],
              ["payment", amount],
            ]
          : [[cause, amount]];
      });
      return {
        document: { ...document, settled_before },
        life: settled(...steps.filter(([, amount]) => amount !== 0)),
      };
    }),
);

const sumsByRate = (document: TaxedDocument, life: readonly Settlement[]): number[] => {
  const sums = document.vat_by_rate.map(() => 0);
  // The same rate twice in a breakdown cannot be told apart: they are summed by rate.
  for (const { rates } of vatMoves(document, life))
    for (const rate of rates) {
      const place = document.vat_by_rate.findIndex((one) => one.vat_rate_bp === rate.vat_rate_bp);
      sums[place] = (sums[place] ?? 0) + rate.vat_amount;
    }
  return sums;
};
const waitingByRate = (document: TaxedDocument, from: number): number[] => {
  const sums = document.vat_by_rate.map(() => 0);
  for (const rate of vatWaiting(document, cents(from))) {
    const place = document.vat_by_rate.findIndex((one) => one.vat_rate_bp === rate.vat_rate_bp);
    sums[place] = (sums[place] ?? 0) + rate.vat_amount;
  }
  return sums;
};

describe("over any life", () => {
  test("what moved is the VAT that waited, to the cent and rate by rate", () => {
    fc.assert(
      fc.property(LIVES, ({ document, life }) => {
        expect(sumsByRate(document, life)).toEqual(waitingByRate(document, document.settled_before));
      }),
    );
  });

  test("nobody ever declares more than the VAT of the document, nor less than nothing", () => {
    fc.assert(
      fc.property(LIVES, fc.nat(30), ({ document, life }, count) => {
        const so_far = sumsByRate(document, life.slice(0, count));
        const most = waitingByRate(document, document.settled_before);
        so_far.forEach((sum, place) => {
          const whole = most[place] ?? 0;
          expect(sum * Math.sign(whole)).toBeGreaterThanOrEqual(0);
          expect(Math.abs(sum)).toBeLessThanOrEqual(Math.abs(whole));
        });
      }),
    );
  });

  test("what has moved and what still waits are the VAT that waited at first", () => {
    fc.assert(
      fc.property(LIVES, fc.nat(30), ({ document, life }, count) => {
        const past = life.slice(0, count);
        const now = document.settled_before + sumCents(past.map(({ amount }) => amount));
        const waiting = waitingByRate(document, now);
        expect(sumsByRate(document, past).map((sum, place) => sum + (waiting[place] ?? 0))).toEqual(
          waitingByRate(document, document.settled_before),
        );
      }),
    );
  });

  test("what was paid and returned leaves no trace", () => {
    fc.assert(
      fc.property(LIVES, fc.nat(30), ({ document, life }, place) => {
        const step = life[place % Math.max(1, life.length)];
        if (step === undefined) return;
        const undone = life.toSpliced(place % life.length, 0, step, {
          ...step,
          amount: cents(0 - step.amount),
        });
        expect(sumsByRate(document, undone)).toEqual(sumsByRate(document, life));
      }),
    );
  });
});

describe("VAT-2: an imported invoice that tells no rates", () => {
  const rateOf = (net: number, vat: number) =>
    vatByRate({ total_net_amount: cents(net), total_vat_amount: cents(vat), vat_breakdown: [] }).map(
      (one) => one.vat_rate_bp,
    );

  test.each([
    [100000, 10000, 1000],
    [100000, 10001, 1000],
    // Its total may be off by as much (BILL-17).
    [100000, 10002, 1000],
    [100000, 9998, 1000],
    [100000, 20000, 2000],
    [30675, 1687, 550],
    [-5696, -570, 1000],
    [10000, 0, 0],
  ])("of %i and %i cents has the rate that makes one of the other", (net, vat, rate) => {
    expect(rateOf(net, vat)).toEqual([rate]);
  });

  test.each([
    [100000, 12000],
    [100000, 10003],
    // Too small to tell.
    [10, 1],
    [100, 7],
    [90, 0],
  ])("of %i and %i cents has a rate that is not known", (net, vat) => {
    expect(rateOf(net, vat)).toEqual([null]);
  });

  test("keeps the rates that it tells", () => {
    const vat_breakdown = [{ vat_rate_bp: 210, net_amount: cents(100), vat_amount: cents(50) }];
    expect(vatByRate({ total_net_amount: cents(100), total_vat_amount: cents(50), vat_breakdown })).toBe(
      vat_breakdown,
    );
  });
});
