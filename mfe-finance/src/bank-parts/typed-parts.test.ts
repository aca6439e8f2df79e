import { cents } from "@bobine/contract/money";
import { expect, it } from "vitest";
import { choiceOf, kindOf, readParts, remainderOf, signedCentsTyped, wrongPartOf } from "./typed-parts.ts";

const part = (choice: string, amount: string) => ({ choice, amount, name: "" });

it.each([
  ["-12,50", -1250],
  ["−3 €", -300],
  ["1 234.5", 123450],
  ["12,505", undefined],
  ["douze", undefined],
  ["", undefined],
])("« %s » is read as %s cents", (text, expected) => expect(signedCentsTyped(text)).toBe(expected));

it("what is left counts what can be read", () => {
  expect(remainderOf(cents(-186250), [part("613200", "-1850")])).toBe(-1250);
  expect(remainderOf(cents(100), [part("fees", "?")])).toBe(100);
});

it.each([
  [choiceOf("invoice", 7), { kind: "invoice", invoice_id: 7 }],
  [choiceOf("write_off", 7), { kind: "write_off", invoice_id: 7 }],
  [choiceOf("advance", 3), { kind: "advance", cinema_id: 3 }],
  [choiceOf("credit", 3), { kind: "credit", cinema_id: 3 }],
  [choiceOf("client_credit", "note:12"), { kind: "client_credit", credit: "note:12" }],
  [choiceOf("refund", "part:5"), { kind: "refund", credit: "part:5" }],
  [choiceOf("return", "40:7"), { kind: "return", transaction_id: 40, invoice_id: 7 }],
  ["613200", { kind: "account", account: "613200" }],
  ["fees", { kind: "fees" }],
  ["unknown", { kind: "unknown" }],
])("LET-19: « %s » is sent as what it is", (choice, expected) => {
  expect(kindOf(choice)).toBe(expected.kind);
  expect(readParts(cents(-1000), [part(choice, "-10")])).toEqual({
    asked: [{ ...expected, amount: "-10.00" }],
  });
});

it.each([
  ["a part of nothing chosen", [part("", "1,00")], { place: 0, field: "choice" }],
  ["a kind whose client is still to be chosen", [part("advance:", "1,00")], { place: 0, field: "choice" }],
  ["an amount that is none", [part("fees", "0,40"), part("unknown", "")], { place: 1, field: "amount" }],
])("of %s it tells which part is wrong", (_what, parts, wrong) => {
  expect(readParts(cents(100), parts)).toMatchObject({ wrong });
});

it("parts that do not make the line are told what is left", () => {
  expect(readParts(cents(100), [part("fees", "0,40")])).toMatchObject({
    wrong: { message: expect.stringContaining("0,60") as string },
  });
});

it("what the server says of one part is said of that part", () => {
  expect(wrongPartOf({ parts: "Non.", "parts.1": "Cette facture est soldée." })).toEqual({
    place: 1,
    field: "choice",
    message: "Cette facture est soldée.",
  });
  expect(wrongPartOf({ "parts.2.amount": "Trop." })).toMatchObject({ place: 2, field: "amount" });
  expect(wrongPartOf({ parts: "Non." })).toBeUndefined();
});
