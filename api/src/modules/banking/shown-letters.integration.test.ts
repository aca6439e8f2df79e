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
