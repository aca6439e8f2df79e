import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { type AskedPart, planParts } from "./parts.ts";

const ACCOUNTS = new Map([["613200", "Loyers"]]);
const fees = (amount: number): AskedPart => ({ kind: "fees", amount: cents(amount) });
const unknown = (amount: number): AskedPart => ({ kind: "unknown", amount: cents(amount) });
const rent = (amount: number, account = "613200"): AskedPart => ({
  kind: "account",
  account,
  amount: cents(amount),
});
const invoice = (amount: number, invoice_id = 1): AskedPart => ({
  kind: "invoice",
  invoice_id,
  amount: cents(amount),
});
const plan = (amount: number, ...parts: AskedPart[]) => planParts(cents(amount), parts, ACCOUNTS);

test("LET-19: a receipt pays its invoice whole when a foreign bank kept a fee of it", () => {
  expect(plan(82766, invoice(84266), fees(-1500))).toEqual({
    allocations: [{ invoice_id: 1, amount: 84266 }],
    parts: [{ kind: "fees", amount: -1500, account: "", account_label: "" }],
  });
});

test("an expense is what leaves for an account, with its fees", () => {
  expect(plan(-186250, rent(-185000), fees(-1250))).toEqual({
    allocations: [],
    parts: [
      { kind: "account", amount: -185000, account: "613200", account_label: "Loyers" },
      { kind: "fees", amount: -1250, account: "", account_label: "" },
    ],
  });
});

test.each([
  ["parts that are short", 10000, [unknown(9999)], "il reste 0,01 €"],
  ["parts that are too much", 10000, [unknown(10001)], "il reste -0,01 €"],
  ["a part that no column holds", 10, [unknown(1e14), fees(-1e14 + 10)], "trop grand"],
  ["a part of nothing", 10000, [unknown(10000), fees(0)], "Le montant d’une part ne peut pas être nul."],
  ["an expense that pays an invoice", -100, [invoice(-100)], "Seul un encaissement peut payer une facture."],
  ["an invoice that is paid backwards", 100, [invoice(-100), unknown(200)], "montant positif"],
  ["one invoice twice", 200, [invoice(100), invoice(100)], "Une facture figure deux fois"],
  [
    "fees that come back in an expense",
    -100,
    [fees(100), unknown(-200)],
    "frais bancaires sont un montant négatif",
  ],
  ["an expense with an income in it", -100, [rent(100), unknown(-200)], "Une part d’une dépense"],
  ["a receipt with an expense in it", 100, [rent(-100), unknown(200)], "Une part d’un encaissement"],
  [
    "an account that is not in the list",
    -100,
    [rent(-100, "999999")],
    "Le compte 999999 n’est pas dans votre liste",
  ],
])("%s is refused with a sentence", (_what, amount, parts, sentence) => {
  const refused = plan(amount, ...parts);
  if (!("refusal" in refused)) throw new Error("accepted");
  expect(refused.refusal.replace(/[\u00a0\u202f]/g, " ")).toContain(sentence);
});
