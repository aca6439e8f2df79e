// What narrows the original statement, its totals and its file (UI-26).
import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { mountInvoices } from "../invoices/invoices.routes.ts";
import {
  aCinemaIn,
  type Accountant,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  LEDGER,
  type QuestionFields,
} from "./banking.testing.ts";

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp({ ...LEDGER, only: [...LEDGER.only, mountInvoices] });
});
afterAll(() => bank.close());

const LINES = "/banking/all-transactions/";
const aLine = (me: Accountant, label: string, amount: number, fields: Partial<QuestionFields> = {}) =>
  aQuestion(bank, me, { label, amount: cents(amount), ...fields });

/** The labels of a page, once it agrees with the whole list, its totals and its file. */
async function found(me: Accountant, query: string): Promise<string[]> {
  const labels = async (path: string) =>
    (await me.call("GET", path)).json<{ label: string }[]>().map(({ label }) => label);
  const page = await labels(`${LINES}?page=1&lettering=true&${query}`);
  expect(await labels(`${LINES}?${query}`)).toEqual(page);
  expect((await me.call("GET", `${LINES}totals/?${query}`)).json().count).toBe(page.length);
  const file = (await me.call("GET", `/exports/lists/transactions/?${query}`)).body;
  expect(file.trim().split("\r\n").slice(1)).toHaveLength(page.length);
  return page;
}

test("UI-26: lines are narrowed by their amount, whatever its sign, both bounds within", async () => {
  const me = await anAccountant(bank);
  await aLine(me, "TWELVE", 12_00);
  await aLine(me, "RENT", -1850_00);
  await aLine(me, "HUNDRED", 100_00);
  expect(await found(me, "amount_from=100")).toEqual(["HUNDRED", "RENT"]);
  expect(await found(me, "amount_from=12.00&amount_to=100.00")).toEqual(["HUNDRED", "TWELVE"]);
  expect(await found(me, "amount_to=11.99")).toEqual([]);
  expect(await found(await anAccountant(bank), "amount_from=1")).toEqual([]);
});

test("UI-26: a letter code finds its lines and its invoices, however it is written", async () => {
  const me = await anAccountant(bank);
  const cinema = await aCinemaIn(bank, me);
  const invoice = await anInvoiceIn(bank, me, cinema);
  await anInvoiceIn(bank, me, cinema);
  const first = await aLine(me, "FIRST", 60_00);
  const second = await aLine(me, "SECOND", 40_00);
  await aLine(me, "OTHER", 5_00);
  await me.reconcile(first.action, [invoice]);
  const invoices = async (letters: string) =>
    (await me.call("GET", `/invoices/invoices/?page=1&letters=${letters}`))
      .json()
      .results.map(({ id }: { id: number }) => id);
  // Its group is short: screens write it in small letters (EXP-3).
  expect([await found(me, "letters=aaa"), await invoices("aaa")]).toEqual([["FIRST"], [invoice]]);
  await me.reconcile(second.action, [invoice]);
  expect([await found(me, "letters=AAA"), await invoices("AAA")]).toEqual([["SECOND", "FIRST"], [invoice]]);
  expect([await found(me, "letters=AAB"), await invoices("AAB")]).toEqual([[], []]);
  expect((await me.call("GET", "/invoices/totals/?letters=aaa")).json().count).toBe(1);
  const stranger = await anAccountant(bank);
  expect(await found(stranger, "letters=AAA")).toEqual([]);
});

test("UI-26, EXP-3: a letter code finds the line that left the overpayment of its invoice, and the one that gave the rest back", async () => {
  const me = await anAccountant(bank);
  const cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
  const invoice = await anInvoiceIn(bank, me, cinema, { total: cents(30_00) });
  const decide = async (label: string, amount: number, part: object) => {
    const { transaction } = await aLine(me, label, amount);
    const answer = await me.call("POST", `/banking/transactions/${transaction}/parts/`, { parts: [part] });
    expect(answer.statusCode).toBe(200);
  };
  await decide("TOO MUCH", 50_00, { kind: "credit", cinema_id: cinema, amount: "50.00" });
  const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
  await me.call("POST", `/banking/credits/${credit?.id}/apply/`, { invoice_id: invoice, amount: "30.00" });
  expect(await found(me, "letters=AAA")).toEqual(["TOO MUCH"]);
  await decide("GIVEN BACK", -20_00, { kind: "refund", credit: credit?.id, amount: "-20.00" });
  expect(await found(me, "letters=AAA")).toEqual(["GIVEN BACK", "TOO MUCH"]);
  expect(await found(await anAccountant(bank), "letters=AAA")).toEqual([]);
});

test("UI-26: totals sum what came in and went out in euros, and count other currencies apart", async () => {
  const me = await anAccountant(bank);
  await aLine(me, "IN", 100_10);
  await aLine(me, "IN TOO", 20);
  await aLine(me, "OUT", -30_05);
  await aLine(me, "SWIFT", 90_00, { currency_code: "USD" });
  const totals = async (query: string) => (await me.call("GET", `${LINES}totals/${query}`)).json();
  expect(await totals("")).toEqual({ count: 4, credits: "100.30", debits: "-30.05", other_currencies: 1 });
  expect(await totals("?amount_from=50")).toMatchObject({ count: 2, credits: "100.10", debits: "0.00" });
});

test.each(["amount_from=-1", "amount_to=ten", "letters=A1", "letters=AB"])("refuses %s", async (query) => {
  const me = await anAccountant(bank);
  for (const call of [LINES, `${LINES}totals/`, "/exports/lists/transactions/"])
    expect((await me.call("GET", `${call}?${query}`)).statusCode).toBe(400);
});
