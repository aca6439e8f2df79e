import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import {
  type IdentifiedLine,
  moneySeenBefore,
  operationsSeenBefore,
  type ReferencedLine,
} from "./same-reference.ts";

const line = (amount: number, other: Partial<ReferencedLine> = {}): ReferencedLine => ({
  bank_account: "FR76",
  transaction_date: civilDate("2026-10-05"),
  currency_code: "EUR",
  bank_reference: "R1234567",
  ...other,
  amount: cents(amount),
});

const marked = (lines: readonly ReferencedLine[], when: string): IdentifiedLine[] =>
  lines.map((one, index) => ({ ...one, fingerprint: `${when} ${index}` }));

test.each<[string, ReferencedLine[], ReferencedLine[], number[]]>([
  ["a line that is here", [line(12)], [line(12)], [0]],
  ["the details of a batch that is here", [line(5), line(7)], [line(12)], [0, 1]],
  ["a batch whose details are here", [line(12)], [line(5), line(7)], [0]],
  ["another sum", [line(5), line(8)], [line(12)], []],
  ["another account", [line(12, { bank_account: "DE89" })], [line(12)], []],
  ["another day", [line(12, { transaction_date: civilDate("2026-10-06") })], [line(12)], []],
  ["another currency", [line(12, { currency_code: "USD" })], [line(12)], []],
  ["another reference", [line(12, { bank_reference: "R7654321" })], [line(12)], []],
  ["no reference", [line(12, { bank_reference: "" })], [line(12, { bank_reference: "" })], []],
  [
    "a reference that tells nothing",
    [line(12, { bank_reference: "1" })],
    [line(12, { bank_reference: "1" })],
    [],
  ],
])("BANK-20: %s", (_, lines, known, seen) => {
  expect([...moneySeenBefore(lines, known)]).toEqual(seen);
});

test.each<[string, ReferencedLine[], ReferencedLine[], number[]]>([
  ["that is here", [line(12)], [line(12)], [0]],
  ["that is here without an account", [line(12)], [line(12, { bank_account: "" })], [0]],
  ["whose file names no account", [line(12, { bank_account: "" })], [line(12)], [0]],
  ["that is here once, of two", [line(12), line(12)], [line(12)], [0]],
  ["that is here without its fee", [line(-13, { amount_before_fee: cents(-12) })], [line(-12)], [0]],
  ["of another account", [line(12, { bank_account: "DE89" })], [line(12)], []],
  ["of another amount", [line(13)], [line(12)], []],
  ["of another day", [line(12, { transaction_date: civilDate("2026-10-06") })], [line(12)], []],
  [
    "whose identifier tells nothing",
    [line(12, { bank_reference: "1" })],
    [line(12, { bank_reference: "1" })],
    [],
  ],
])("BANK-10: an operation with an identifier %s", (_, lines, known, seen) => {
  const [now, before] = [marked(lines, "now"), marked(known, "before")];
  expect([...operationsSeenBefore(now, before, (one, other) => one === other).keys()]).toEqual(seen);
});

test("BANK-10: a number that stands on operations of three days is none of their own", () => {
  const on = (day: string) => line(12, { transaction_date: civilDate(day) });
  const lines = ["2026-10-05", "2026-10-06", "2026-10-07"].map(on);
  const seen = operationsSeenBefore(marked(lines, "now"), marked(lines, "before"), () => true);
  expect(seen.size).toBe(0);
});

test("BANK-10: of several operations of one number, the very one that is here is known", () => {
  const [one, other] = marked([line(12), line(12)], "now");
  const seen = operationsSeenBefore([other!, one!], [one!], () => true);
  expect([...seen.keys()]).toEqual([1]);
});
