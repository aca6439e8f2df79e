import { describe, expect, test } from "vitest";
import { searchTermsOf } from "./search-terms.ts";

const NBSP = "\u00a0";

describe("what a person types to find invoices", () => {
  test.each<[string, string, object[]]>([
    [
      "numbers part at blanks",
      "F26000123 F26000124",
      [{ numberKey: "F26000123" }, { numberKey: "F26000124" }],
    ],
    ["at commas", "F26000123,F26000124", [{ numberKey: "F26000123" }, { numberKey: "F26000124" }]],
    [
      "at bars and semicolons",
      "123456|123457; 123458",
      [{ numberKey: "123456" }, { numberKey: "123457" }, { numberKey: "123458" }],
    ],
    ["a number's punctuation does not matter", "F26-000123", [{ numberKey: "F26000123" }]],
    [
      "three digits after a comma are another number",
      "123,124",
      [{ numberKey: "123" }, { numberKey: "124" }],
    ],
    ["an amount has a comma", "1254,30", [{ amount: 1254_30 }]],
    ["or a dot", "1254.3", [{ amount: 1254_30 }]],
    ["or blanks for thousands", "1 254,30", [{ amount: 1254_30 }]],
    ["also those that do not break", `12${NBSP}254,30${NBSP}€`, [{ amount: 12_254_30 }]],
    [
      "a comma after an amount parts it from the next word",
      "1254,30, beffroi",
      [{ amount: 1254_30 }, { text: "beffroi" }],
    ],
    ["digits alone are a number or euros", "1254", [{ numberKey: "1254", euros: 1254 }]],
    ["two digits may be a week", "47", [{ numberKey: "47", week: { number: 47 }, euros: 47 }]],
    ["S47 is a week", "S47", [{ week: { number: 47 }, isWeekOnly: true }]],
    ["with its year", "sem47/26", [{ week: { number: 47, year: 2026 }, isWeekOnly: true }]],
    ["or without its S", "47/2026", [{ week: { number: 47, year: 2026 }, isWeekOnly: true }]],
    ["words are words", "heures bleues", [{ text: "heures" }, { text: "bleues" }]],
    ["nothing is nothing", "  ,; | ", []],
  ])("%s: %s", (_, search, expected) => {
    const terms = searchTermsOf(search);
    expect(terms).toHaveLength(expected.length);
    expect(terms).toMatchObject(expected);
  });

  test("an amount is not looked for among numbers", () => {
    expect(searchTermsOf("1254,30")).toEqual([{ text: "1254,30", amount: 1254_30 }]);
  });

  test("no more words than a person types are looked at", () => {
    expect(searchTermsOf("1 ".repeat(2000))).toHaveLength(30);
  });
});
