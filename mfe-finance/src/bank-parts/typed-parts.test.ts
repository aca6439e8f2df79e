import { cents } from "@bobine/contract/money";
import { expect, it } from "vitest";
import { invoiceChoice, readParts, remainderOf, signedCentsTyped } from "./typed-parts.ts";

it.each([
  ["-12,50", -1250],
  ["−3 €", -300],
  ["1 234.5", 123450],
  ["12,505", undefined],
  ["douze", undefined],
  ["", undefined],
])("« %s » is read as %s cents", (text, expected) => expect(signedCentsTyped(text)).toBe(expected));

it("what is left counts what can be read", () => {
  expect(remainderOf(cents(-186250), [{ choice: "613200", amount: "-1850" }])).toBe(-1250);
  expect(remainderOf(cents(100), [{ choice: "fees", amount: "?" }])).toBe(100);
});

it("parts that make the line are the body of the call, others are told why not", () => {
  const parts = [
    { choice: invoiceChoice(7), amount: "842,66" },
    { choice: "fees", amount: "-15" },
  ];
  expect(readParts(cents(82766), parts)).toEqual({
    asked: [
      { kind: "invoice", invoice_id: 7, amount: "842.66" },
      { kind: "fees", amount: "-15.00" },
    ],
  });
  expect(readParts(cents(82765), parts)).toHaveProperty("wrong");
  expect(readParts(cents(100), [{ choice: "", amount: "1,00" }])).toHaveProperty("wrong");
  expect(readParts(cents(100), [{ choice: "fees", amount: "" }])).toHaveProperty("wrong");
});
