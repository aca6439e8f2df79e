import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { agedAmounts, bucketOf, sumOfAged } from "./aged-balance.ts";
import { movementLabel } from "./movement-label.ts";

const on = civilDate("2026-12-31");

describe("an aged balance (CLI-3)", () => {
  test.each([
    ["2027-01-15", "not_due"],
    ["2026-12-31", "not_due"],
    ["2026-12-30", "days_1_30"],
    ["2026-12-01", "days_1_30"],
    ["2026-11-30", "days_31_60"],
    ["2026-11-01", "days_31_60"],
    ["2026-10-31", "days_61_90"],
    ["2026-10-02", "days_61_90"],
    ["2026-10-01", "over_90_days"],
    ["2020-01-01", "over_90_days"],
  ])("puts what was due on %s into %s", (due, bucket) => {
    expect(bucketOf(civilDate(due), on)).toBe(bucket);
  });

  test("sums by lateness, apart from what is on no invoice, and its balance is all of it", () => {
    const amounts = agedAmounts(
      [
        { due_date: civilDate("2027-01-15"), amount: cents(100_01) },
        { due_date: civilDate("2026-12-01"), amount: cents(20_00) },
        { due_date: civilDate("2026-12-02"), amount: cents(5_00) },
        { due_date: null, amount: cents(-30_00) },
      ],
      on,
    );
    expect(amounts).toEqual({
      not_due: 100_01,
      days_1_30: 25_00,
      days_31_60: 0,
      days_61_90: 0,
      over_90_days: 0,
      unapplied: -30_00,
      balance: 95_01,
    });
    expect(sumOfAged([amounts, amounts])).toMatchObject({
      not_due: 200_02,
      unapplied: -60_00,
      balance: 190_02,
    });
    expect(sumOfAged([])).toMatchObject({ balance: 0 });
  });
});

test("movements are called as the entries of the books", () => {
  expect(movementLabel("invoice", "F26000123")).toBe("Facture F26000123");
  expect(movementLabel("return", "F26000123")).toBe("Impayé F26000123");
  expect(movementLabel("refund", "")).toBe("Remboursement");
});
