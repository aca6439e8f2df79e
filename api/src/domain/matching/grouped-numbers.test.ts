import { civilDate } from "@bobine/contract/civil-date";
import { describe, expect, test } from "vitest";
import { normaliseLabel } from "./normalise-label.ts";
import { buildReferenceIndex } from "./reference-index.ts";
import { readReferences } from "./references.ts";
import { readWeeks } from "./weeks.ts";

function reader(numbers: readonly string[]): (label: string) => string[] {
  const index = buildReferenceIndex(
    numbers.map((invoice_number) => ({ invoice_number, invoice_date: civilDate("2026-05-25") })),
  );
  return (label) => {
    const normalised = normaliseLabel(label);
    const { zones } = readWeeks(normalised, 2026);
    return readReferences(index, zones, normalised.type, normalised.truncated).map(
      ({ form, ranks, tentative }) =>
        `${form} ${ranks.map((rank) => numbers[rank]).join("+") || "?"}${tentative ? " perhaps" : ""}`,
    );
  };
}

describe("a year and month, a bar, a counter", () => {
  const read = reader(["2605/0123", "2605/0124", "2605/0131", "2604/0890", "2612/2026"]);

  test.each([
    ["2605/0123", ["F1 2605/0123"]],
    ["2605-0123", ["F1 2605/0123"]],
    ["2605.0123", ["F1 2605/0123"]],
    ["2605 0123", ["F1 2605/0123"]],
    ["26050123", ["F2 2605/0123"]],
    ["26 05/0123", ["F1 2605/0123"]],
    ["26 05 0123", ["F2 2605/0123"]],
    ["FACT 2605/0123", ["F1 2605/0123"]],
    ["2605/0123/2605/0124", ["F1 2605/0123", "F1 2605/0124"]],
    ["2605/0123 2604/0890", ["F1 2605/0123", "F1 2604/0890"]],
    ["2605/0123, 2605/0124 ET 2604/0890", ["F1 2605/0123", "F1 2605/0124", "F1 2604/0890"]],
    ["2605/0123 - 2605/0124", ["F1 2605/0123", "F1 2605/0124"]],
    ["2605/0123/0124", ["F1 2605/0123", "F4 2605/0124"]],
    ["2605/0123 ET 0131", ["F1 2605/0123", "F4 2605/0131"]],
    ["2605/0123 A 2605/0124", ["F5 2605/0123+2605/0124"]],
    ["2612/2026", ["F1 2612/2026"]],
  ])("%s → %j", (text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));

  test.each([
    ["a number that is paid", "2605/0999", ["F1 ?"]],
    ["a number that is paid, with a blank", "2605 0999", ["F1 ?"]],
    ["a number that is paid, of a month where nothing is open", "2602/0123", ["F1 ?"]],
    ["a paid one beside an open one", "2605/0123 2605/0999", ["F1 2605/0123", "F1 ?"]],
    ["a list whose first is paid", "2605/0999/2605/0124", ["F1 ?", "F1 2605/0124"]],
    ["a season", "LOCATION 2025/2026", []],
    ["somebody's year and counter", "BAP 2026-1234", []],
    ["a day with blanks", "LE 26 12 2026", []],
    ["a day with bars", "LE 26/12/2026", []],
    ["two numbers in a list", "2605, 0123", []],
    ["a counter that the line of the bank cuts in two", "2605/01 23", ["F1 2605/0123"]],
    ["a file's number", "DOSSIER 2605/0123", []],
  ])("%s", (_name, text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));

  test("a number cut by the bank may be one more invoice", () => {
    expect(read("VIR REX 2605/0123 2605/01 AB")).toEqual(["F1 2605/0123"]);
    expect(read("VIR BEFFROI 2605/0123 2605/01")).toEqual(["F1 2605/0123", "F1 ?"]);
  });

  test("in the bank's own reference it may be anything", () => {
    expect(read("VIR /DE REX /REF 2605-0123")).toEqual(["F1 2605/0123 perhaps"]);
    expect(read("VIR /DE REX /REF 2605-0999")).toEqual([]);
  });
});

describe("other shapes", () => {
  const read = reader(["2026-05/123", "2026-05/12", "2026-05/7", "FA 2605.0123", "26 05 0456"]);

  test.each([
    ["2026-05/123", ["F1 2026-05/123"]],
    ["2026 05 123", ["F1 2026-05/123"]],
    ["202605/123", ["F2 2026-05/123"]],
    ["202605123", ["F2 2026-05/123"]],
    ["2026-05/12", ["F1 2026-05/12"]],
    ["2026-05/7", ["F1 2026-05/7"]],
    ["2026-05/99", ["F1 ?"]],
    ["2026-05-12", []],
    ["FA 2605.0123", ["F1 FA 2605.0123"]],
    ["FA2605.0123", ["F1 FA 2605.0123"]],
    ["FACT 2605.0123", ["F2 FA 2605.0123"]],
    ["26 05 0456", ["F1 26 05 0456"]],
    ["26/05/0456", ["F1 26 05 0456"]],
    ["2605 0456", ["F2 26 05 0456"]],
    ["26050456", ["F2 26 05 0456"]],
    ["26 05 0999", ["F1 ?"]],
  ])("%s → %j", (text, expected) => expect(read(`VIR SARL BEFFROI ${text}`)).toEqual(expected));
});

test("where no number is printed in groups, groups are no number", () => {
  const read = reader(["F26000123", "26050123"]);
  expect(read("VIR REX 26-05-0123")).toEqual([]);
});
