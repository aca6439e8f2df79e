import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { exportedRows } from "../exports/exports.testing.ts";
import { mountInvoices } from "../invoices/invoices.routes.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, aQuestion, LEDGER } from "./banking.testing.ts";

let bank: TestApp;
beforeAll(async () => {
  bank = await createTestApp({ ...LEDGER, only: [...LEDGER.only, mountInvoices] });
});
afterAll(() => bank.close());

test("EXP-3: letters of a group that is short are small on screens and in lists, as in the exports", async () => {
  const me = await anAccountant(bank);
  const invoice = await anInvoiceIn(bank, me, await aCinemaIn(bank, me));
  const first = await aQuestion(bank, me, { amount: cents(60_00) });
  const second = await aQuestion(bank, me, { amount: cents(40_00) });
  const shown = async () => ({
    lines: (await me.call("GET", "/banking/all-transactions/?page=1&lettering=true"))
      .json()
      .map((line: { lettering: { lettering_code: string } }) => line.lettering.lettering_code)
      .filter((code: string) => code !== ""),
    invoice: (await me.call("GET", `/invoices/invoices/${invoice}/detail/`))
      .json()
      .payments.map((payment: { lettering_code: string }) => payment.lettering_code),
    file: (await me.call("GET", "/exports/lists/transactions/")).body.match(/\baaa\b/gi),
    export: (await exportedRows(me, "-c")).flatMap((row) => (/^aaa$/i.test(row[15] ?? "") ? [row[15]] : [])),
  });
  await me.reconcile(first.action, [invoice]);
  expect(await shown()).toEqual({ lines: ["aaa"], invoice: ["aaa"], file: ["aaa"], export: ["aaa"] });
  await me.reconcile(second.action, [invoice]);
  const whole = ["AAA", "AAA"];
  expect(await shown()).toEqual({ lines: whole, invoice: whole, file: whole, export: whole });
});

test("EXP-3: letters of an invoice are small while something of the overpayment that settled it is left, and large once that is given back", async () => {
  const me = await anAccountant(bank);
  const cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
  const invoice = await anInvoiceIn(bank, me, cinema, { total: cents(30_00) });
  const decide = async (amount: number, part: object): Promise<number> => {
    const { transaction } = await aQuestion(bank, me, {
      amount: cents(amount),
      transaction_date: "2026-12-29",
    });
    const answer = await me.call("POST", `/banking/transactions/${transaction}/parts/`, { parts: [part] });
    expect(answer.statusCode).toBe(200);
    return transaction;
  };
  await decide(50_00, { kind: "credit", cinema_id: cinema, amount: "50.00" });
  const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
  await me.call("POST", `/banking/credits/${credit?.id}/apply/`, { invoice_id: invoice, amount: "30.00" });
  const shown = async () =>
    (await me.call("GET", `/invoices/invoices/${invoice}/detail/`))
      .json()
      .payments.map((payment: { lettering_code: string }) => payment.lettering_code);
  expect(await shown()).toEqual(["aaa"]);
  await decide(-20_00, { kind: "refund", credit: credit?.id, amount: "-20.00" });
  expect(await shown()).toEqual(["AAA"]);
});
