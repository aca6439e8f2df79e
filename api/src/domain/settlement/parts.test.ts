import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { type RequestedPart, planParts } from "./parts.ts";

const RULES = {
  accounts: new Map([["613200", "Loyers"]]),
  vat_accounts: ["445712", "445740"],
  write_off_limit: cents(100),
};
const fees = (amount: number): RequestedPart => ({ kind: "fees", amount: cents(amount) });
const unknown = (amount: number): RequestedPart => ({ kind: "unknown", amount: cents(amount) });
const rent = (amount: number, account = "613200"): RequestedPart => ({
  kind: "account",
  account,
  amount: cents(amount),
});
const invoice = (amount: number, invoice_id = 1): RequestedPart => ({
  kind: "invoice",
  invoice_id,
  amount: cents(amount),
});
const returned = (amount: number, transaction_id = 7): RequestedPart => ({
  kind: "return",
  transaction_id,
  invoice_id: 1,
  amount: cents(amount),
});
const plan = (amount: number, ...parts: RequestedPart[]) => planParts(cents(amount), parts, RULES);

test("LET-19: a receipt pays its invoice whole when a foreign bank kept a fee of it", () => {
  expect(plan(82766, invoice(84266), fees(-1500))).toEqual({
    allocations: [{ invoice_id: 1, amount: 84266 }],
    credits: [],
    parts: [{ kind: "fees", amount: -1500, account: "", account_label: "" }],
  });
});

test("LET-42: a bank keeps 30 euros of any receipt, else a twentieth of what was sent, never more than 200", () => {
  const refusal = (amount: number, ...kept: number[]) => {
    const sent = kept.reduce((sum, one) => sum + one, amount);
    const made = plan(amount, invoice(sent), ...kept.map((one) => fees(0 - one)));
    return "refusal" in made ? made.refusal : undefined;
  };
  expect(refusal(2000, 3000)).toBeUndefined();
  expect(refusal(2000, 3001)).toBe(
    "Des frais de 30,01\u00a0€ sont trop élevés pour cet encaissement (30,00\u00a0€ au plus)\u00a0: laissez la facture payée en partie, ou utilisez un avoir du client.",
  );
  expect(refusal(95000, 5000)).toBeUndefined();
  expect(refusal(94999, 5001)).toContain("50,00\u00a0€ au plus");
  expect(refusal(5000000, 20000)).toBeUndefined();
  expect(refusal(5000000, 20001)).toContain("200,00\u00a0€ au plus");
  // Two fees are no more than one.
  expect(refusal(2000, 1500, 1501)).toContain("Des frais de 30,01\u00a0€");
  // What an expense is, or a bank gives back, is what it is.
  expect(plan(-90000, fees(-90000))).toMatchObject({ parts: [{ amount: -90000 }] });
  expect(plan(90000, fees(90000))).toMatchObject({ parts: [{ amount: 90000 }] });
});

test("LET-42: what a bank gives back beside a client's payment is no more than what it may keep", () => {
  const credit = (amount: number): RequestedPart => ({ kind: "credit", cinema_id: 1, amount: cents(amount) });
  expect(plan(100000, invoice(95000), fees(5000))).toMatchObject({ parts: [{ amount: 5000 }] });
  expect(plan(100000, invoice(94999), fees(5001))).toEqual({
    refusal:
      "Des frais rendus de 50,01\u00a0€ sont trop élevés à côté du règlement d’un client (50,00\u00a0€ au plus)\u00a0: gardez le reste en trop-perçu, ou à identifier.",
  });
  expect(plan(100000, credit(90000), fees(5000), fees(5000))).toMatchObject({
    refusal: expect.stringContaining("Des frais rendus de 100,00\u00a0€") as unknown,
  });
  // Given back alone, or beside what is no client's.
  expect(plan(100000, unknown(1000), fees(99000))).toMatchObject({ parts: [{}, { amount: 99000 }] });
});

test("an expense is what leaves for an account, with its fees", () => {
  expect(plan(-186250, rent(-185000), fees(-1250))).toEqual({
    allocations: [],
    credits: [],
    parts: [
      { kind: "account", amount: -185000, account: "613200", account_label: "Loyers" },
      { kind: "fees", amount: -1250, account: "", account_label: "" },
    ],
  });
});

const writeOff = (amount: number, invoice_id = 1): RequestedPart => ({
  kind: "write_off",
  invoice_id,
  amount: cents(amount),
});
const clientCredit = (amount: number): RequestedPart => ({
  kind: "client_credit",
  credit: "note:4",
  amount: cents(amount),
});
const advance = (amount: number): RequestedPart => ({ kind: "advance", cinema_id: 4, amount: cents(amount) });

test("LET-21: missing cents are written off, and the invoice is paid whole; so are cents too many", () => {
  expect(plan(32796, invoice(32799), writeOff(-3))).toEqual({
    allocations: [{ invoice_id: 1, amount: 32799 }],
    credits: [],
    parts: [{ kind: "write_off", amount: -3, account: "", account_label: "", invoice_id: 1 }],
  });
  expect(plan(87939, invoice(87937), writeOff(2))).toMatchObject({ parts: [{ amount: 2 }] });
});

test("LET-22: what a client pays before its invoice stays his", () => {
  expect(plan(30000, advance(30000))).toEqual({
    allocations: [],
    credits: [],
    parts: [{ kind: "advance", amount: 30000, account: "", account_label: "", cinema_id: 4 }],
  });
});

test("LET-27: an expense gives a client its credit back, and nothing else does", () => {
  const refund = (credit: string, amount: number): RequestedPart => ({
    kind: "refund",
    credit,
    amount: cents(amount),
  });
  expect(plan(-5000, refund("note:12", -2000), refund("part:5", -3000))).toMatchObject({
    parts: [
      { kind: "refund", amount: -2000, credit_note_id: 12 },
      { kind: "refund", amount: -3000, source_part_id: 5 },
    ],
  });
  expect(plan(5000, refund("note:12", 5000))).toMatchObject({ refusal: expect.stringContaining("dépense") });
  expect(plan(-5000, refund("note:12", 1000), unknown(-6000))).toMatchObject({
    refusal: expect.stringContaining("négatif"),
  });
});

test("LET-23: an expense takes back what an earlier receipt had paid, beside its fee", () => {
  expect(plan(-29645, returned(-28395), fees(-1250))).toEqual({
    allocations: [{ invoice_id: 1, amount: -28395, returned_transaction_id: 7 }],
    credits: [],
    parts: [{ kind: "fees", amount: -1250, account: "", account_label: "" }],
  });
});

test.each([
  [
    "a difference that is not small",
    9899,
    [invoice(10000), writeOff(-101)],
    "dépasse votre limite de 1,00 €",
  ],
  ["a difference of no invoice of the line", 99, [unknown(100), writeOff(-1)], "que l’opération ne paie pas"],
  ["two differences of one invoice", 98, [invoice(100), writeOff(-1), writeOff(-1)], "a deux écarts"],
  ["a credit that an expense uses", -100, [clientCredit(-100)], "Seul un encaissement"],
  ["a credit that is added", 100, [clientCredit(100)], "un montant négatif"],
  ["an advance that an expense makes", -100, [advance(-100)], "Seul un encaissement"],
  ["an advance below zero", 100, [advance(-100), unknown(200)], "montant positif"],
  ["parts that are short", 10000, [unknown(9999)], "il reste 0,01 €"],
  ["parts that are too much", 10000, [unknown(10001)], "il reste -0,01 €"],
  ["a part that no column holds", 10, [unknown(1e14), fees(-1e14 + 10)], "trop grand"],
  ["a part of nothing", 10000, [unknown(10000), fees(0)], "Le montant d’une part ne peut pas être nul."],
  ["an expense that pays an invoice", -100, [invoice(-100)], "Seul un encaissement peut payer une facture."],
  ["an invoice that is paid backwards", 100, [invoice(-100), unknown(200)], "montant positif"],
  ["a receipt that returns another", 100, [returned(100)], "Seule une dépense peut annuler un encaissement."],
  [
    "a return that pays",
    -100,
    [returned(100), unknown(-200)],
    "Le retour d’un paiement est un montant négatif.",
  ],
  ["one invoice returned twice", -200, [returned(-100), returned(-100, 8)], "Une facture figure deux fois"],
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

test.each([
  [
    "411000",
    "celui de vos clients\u00a0: affectez l’opération à une facture, à un trop-perçu ou à un remboursement.",
  ],
  ["411", "celui de vos clients"],
  ["416000", "celui de vos clients"],
  ["419100", "celui des avances de vos clients\u00a0: affectez l’opération à une avance"],
  [
    "512200",
    "celui d’un compte bancaire\u00a0: affectez l’opération à un compte de virements internes, par exemple 580000.",
  ],
  ["445712", "celui de la TVA de vos factures"],
  // A program fills numbers with zeros.
  ["44571200", "celui de la TVA de vos factures"],
  ["44574", "celui de la TVA de vos factures"],
])("LET-20: no bank line is entered on %s by choice, also where the list has it", (code, why) => {
  expect(planParts(cents(100), [rent(100, code)], { ...RULES, accounts: new Map([[code, "?"]]) })).toEqual({
    refusal: expect.stringContaining(`Le compte ${code} est ${why}`),
  });
});

test.each([
  "445510",
  "445718",
  "467000",
  "471000",
  "455000",
  "164000",
  "580000",
  "627800",
  "658000",
  "758000",
])("LET-20: %s may be in the list", (code) => {
  const plan = planParts(cents(100), [rent(100, code)], { ...RULES, accounts: new Map([[code, "Autre"]]) });
  expect(plan).toMatchObject({ parts: [{ account: code }] });
});
