import { describe, expect, test } from "vitest";
import { invoiceOrder, invoiceTermsOf, isOneWord } from "./invoice-search.ts";

describe("the words of an invoice search", () => {
  test.each([
    ["47", { text: "47", numberKey: "47", week: { number: 47 } }],
    ["S47", { text: "S47", numberKey: "S47", week: { number: 47 } }],
    ["s7", { text: "s7", numberKey: "S7", week: { number: 7 } }],
    ["S47/2026", { text: "S47/2026", numberKey: "S472026", week: { number: 47, year: 2026 } }],
    ["47/2026", { text: "47/2026", numberKey: "472026", week: { number: 47, year: 2026 } }],
    ["F26-000123", { text: "F26-000123", numberKey: "F26000123" }],
    ["beffroi", { text: "beffroi" }],
    ["2026", { text: "2026", numberKey: "2026" }],
  ])("%s", (word, term) => {
    expect(invoiceTermsOf(word)).toEqual([term]);
  });

  test("are taken one by one, and a few of them only", () => {
    expect(invoiceTermsOf("  Le  Beffroi S47 ").map((term) => term.text)).toEqual(["Le", "Beffroi", "S47"]);
    expect(invoiceTermsOf("a ".repeat(100))).toHaveLength(8);
    expect(invoiceTermsOf("  ")).toEqual([]);
  });

  test.each([
    [{ search: " Beffroi " }, true],
    [{ search: "S47/2026", status: [] }, true],
    [{ search: "Le Beffroi" }, false],
    [{ search: "" }, false],
    [{ search: "Beffroi", status: ["paid"] }, false],
    [{ search: "Beffroi", cinema: [1] }, false],
    [{ search: "Beffroi", letters: "AAA" }, false],
  ])(
    "a search of one word alone has a text of its own in each session of the database: %o, %s",
    (filter, isOne) => {
      expect(isOneWord(filter)).toBe(isOne);
    },
  );
});

describe("the order of invoices", () => {
  test.each([
    [undefined, "i.invoice_date desc, i.id desc"],
    ["total_amount", "i.total_amount asc, i.id asc"],
    ["-week_number", "i.week_start desc nulls last, i.id desc"],
  ] as const)("%s", (ordering, expected) => {
    expect(invoiceOrder(ordering).sql).toBe(expected);
  });
});
