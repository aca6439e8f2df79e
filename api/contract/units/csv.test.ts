import { expect, test } from "vitest";
import { amount, csvLine, guarded } from "./csv.ts";
import { cents } from "./money.ts";

test.each([
  ["a formula of a bank label", "=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["a sign", "+33 1 99", "'+33 1 99"],
  ["an address of a mail", "@nom", "'@nom"],
  ["a line that would begin another cell", "\t=1", "'\t=1"],
  ["a formula after blanks", " \u00a0=1+1", "' \u00a0=1+1"],
  ["a formula after what cannot be seen", "\u2060\u00ad\u0085=1+1", "'\u2060\u00ad\u0085=1+1"],
  ["a full-width sign", "＝1+1", "'＝1+1"],
  ["a full-width address", "＠SUM(1)", "'＠SUM(1)"],
  ["a formula for who cuts cells at commas", "VIR,=1+1", "VIR,'=1+1"],
  ["several of them", "=1,=2|@3", "'=1,'=2|'@3"],
  ["a sum for who cuts cells at commas", "a,+1+1|-cmd()", "a,'+1+1|'-cmd()"],
  ["a sign inside", "S47 - S48, -10 % = 5", "S47 - S48, -10 % = 5"],
  ["an apostrophe", "'Rex", "'Rex"],
  ["plain text", "VIR CINE ROYAL", "VIR CINE ROYAL"],
])("%s is written as text", (_what, text, written) => {
  expect(guarded(text)).toBe(written);
});

test("a cell is quoted when it must be, and never breaks its line", () => {
  expect(csvLine(["a;b", 'dit "le Rex"', "deux\r\nlignes"])).toBe('"a;b";"dit ""le Rex""";deux lignes\r\n');
});

test.each([
  [289731, "2897,31"],
  [-3883, "-38,83"],
  [5, "0,05"],
  [0, "0,00"],
])("%i cents read %s", (value, text) => {
  expect(amount(cents(value))).toBe(text);
});
