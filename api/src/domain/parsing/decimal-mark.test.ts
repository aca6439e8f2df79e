import { describe, expect, test } from "vitest";
import { amountOfTable, MarksOfAmounts, marksOfTable } from "./decimal-mark.ts";

function read(...texts: readonly string[]): (number | undefined)[] | string {
  const marks = new MarksOfAmounts();
  for (const text of texts) marks.add(text);
  const mark = marks.mark();
  return mark === undefined ? marks.sentence() : texts.map((text) => amountOfTable(text, mark));
}

describe("BANK-6: a mark before exactly three digits", () => {
  test.each([
    ["decimals beside it", ["12,50", "100,000", "7,25"], [1250, 10_000, 725]],
    ["decimals with a dot", ["12.50", "-500.000"], [1250, -50_000]],
    ["one digit behind the mark", ["7,5", "12,500"], [750, 1250]],
    ["thousands that are blanks", ["12,500", "100,000", "1 007,250"], [1250, 10_000, 100_725]],
    ["more than three digits before it", ["12,500", "1007,250"], [1250, 100_725]],
    ["nothing before it", ["0,500", "12,500"], [50, 1250]],
    ["thousands of the other mark", ["1.234,50", "12,500"], [123_450, 1250]],
    ["two marks of thousands", ["1.234.567", "12,500"], [123_456_700, 1250]],
  ])("is one of decimals: %s", (_why, texts, expected) => {
    expect(read(...texts)).toEqual(expected);
  });

  test.each([
    ["whole amounts beside it", ["500", "1.234"], [50_000, 123_400]],
    ["decimals of the other mark", ["500,00", "1.234"], [50_000, 123_400]],
    ["thousands of the same mark", ["1.234.567", "1.234"], [123_456_700, 123_400]],
  ])("is one of thousands: %s", (_why, texts, expected) => {
    expect(read(...texts)).toEqual(expected);
  });

  test.each([[["1.234"]], [["12,500", "-100,000 €"]], [["12,500", "1.234"]], [["12,500", "0"]]])(
    "of %j alone nobody knows: nothing is guessed",
    (texts) => {
      expect(read(...texts)).toMatch(/^Les montants de ce fichier peuvent se lire de deux façons/);
    },
  );

  test("is no amount where both marks are of decimals", () => {
    expect(read("12,50", "12.50", "12,500", "1.234,56")).toEqual([1250, 1250, undefined, 123_456]);
  });

  test("has two decimals at most", () => {
    expect(read("12,50", "12,503")).toEqual([1250, undefined]);
  });
});

test("of a table whose mark is told, what is no amount by itself stays none", () => {
  expect(["100,00 USD", "0.567", "1234.567"].map((text) => amountOfTable(text, "comma"))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("balances tell where amounts do not, and never against them", () => {
  const layout = { amount: 0, balance: 1, debit: undefined, credit: undefined };
  const markOf = (...rows: readonly (readonly [string, string])[]) => {
    const marks = marksOfTable(layout);
    for (const row of rows) marks?.add(row);
    return marks?.mark();
  };
  expect(markOf(["1.250", "10,00"])).toBe("comma");
  expect(markOf(["1.250", "1,234.50"], ["12,50", "1.00"])).toBe("comma");
  expect(markOf(["12,50", "1.250"])).toBe("comma");
  expect(markOf(["1.250", "1.250"])).toBeUndefined();
  expect(marksOfTable({ ...layout, mark: "dot" })).toBeUndefined();
});

test("where no amount is unclear, each is read by itself", () => {
  expect(read("12,50", "12.50", "1.234,56", "texte", "")).toEqual([
    1250,
    1250,
    123_456,
    undefined,
    undefined,
  ]);
});
