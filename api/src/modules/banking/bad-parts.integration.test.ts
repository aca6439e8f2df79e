import { addDays, civilDateInParis, frenchDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  type Accountant,
  aCinemaIn,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  LEDGER,
  snapshot,
} from "./banking.testing.ts";

let bank: TestApp;
let me: Accountant;
let cinema: number;
let invoice: number;
/** An advance of another client, 70,00. */
let theirs: string;
/** An invoice of that client, 10,00. */
let small: number;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me, { account: "411BEFFROI" });
  invoice = await anInvoiceIn(bank, me, cinema, {
    total: cents(150_00),
    invoice_number: `B${me.distributorId}`,
  });
  const other = await aCinemaIn(bank, me, { name: "Rex", account: "411REX" });
  small = await anInvoiceIn(bank, me, other, { total: cents(10_00), client_account: "411REX" });
  const { transaction } = await aQuestion(bank, me, { amount: cents(70_00), transaction_date: "2026-11-28" });
  await decide(transaction, [{ kind: "advance", cinema_id: other, amount: "70.00" }]);
  const { results } = (await me.call("GET", "/banking/credits/?page=1")).json();
  theirs = results[0].id;
});

const decide = (line: number, parts: readonly object[]) =>
  me.call("POST", `/banking/transactions/${line}/parts/`, { parts });
/** What a screen shows of a refusal: its sentence, whatever shape it has. */
const sentence = (body: Record<string, unknown>): unknown => body["detail"] ?? Object.values(body)[0];
const spaces = (text: unknown): string => JSON.stringify(text).replaceAll(/[\u00a0\u202f]/g, " ");

describe("a bad input about a bank line has a French sentence, and nothing is half-done", () => {
  test.each([
    [
      "parts that do not sum",
      () => [{ kind: "invoice", invoice_id: invoice, amount: "99.99" }],
      400,
      '["La somme des parts est de 99,99 €, l’opération est de 100,00 € : il reste 0,01 €."]',
    ],
    [
      "parts of a good beginning that do not sum",
      () => [
        { kind: "invoice", invoice_id: invoice, amount: "60.00" },
        { kind: "unknown", amount: "40.01" },
      ],
      400,
      '["La somme des parts est de 100,01 €, l’opération est de 100,00 € : il reste -0,01 €."]',
    ],
    [
      "an account that does not exist",
      () => [
        { kind: "invoice", invoice_id: invoice, amount: "60.00" },
        { kind: "account", account: "999999", amount: "40.00" },
      ],
      400,
      '["Le compte 999999 n’est pas dans votre liste de comptes."]',
    ],
    [
      "a credit of another client",
      () => [
        { kind: "invoice", invoice_id: invoice, amount: "150.00" },
        { kind: "client_credit", credit: theirs, amount: "-50.00" },
      ],
      400,
      '["Avance du 28/11/2026 : ce crédit est celui de Rex (411REX), dont cette opération ne règle aucune facture."]',
    ],
    [
      "more of a credit than its client's invoices",
      () => [
        { kind: "invoice", invoice_id: invoice, amount: "150.00" },
        { kind: "invoice", invoice_id: small, amount: "10.00" },
        { kind: "client_credit", credit: theirs, amount: "-60.00" },
      ],
      400,
      '["Avance du 28/11/2026 : ce crédit dépasse les factures de Rex (411REX) dans cette opération."]',
    ],
  ])("%s", async (_title, parts, status, message) => {
    const { transaction } = await aQuestion(bank, me, { amount: cents(100_00) });
    const before = await snapshot(bank, me);
    const answer = await decide(transaction, parts());
    expect([answer.statusCode, spaces(sentence(answer.json()))]).toEqual([status, message]);
    expect(await snapshot(bank, me)).toBe(before);
  });

  test("the same parts twice, at once and later, are one decision", async () => {
    const { transaction } = await aQuestion(bank, me, { amount: cents(100_00) });
    const parts = [{ kind: "invoice", invoice_id: invoice, amount: "100.00" }];
    const answers = await Promise.all([decide(transaction, parts), decide(transaction, parts)]);
    const once = await snapshot(bank, me);
    const later = await decide(transaction, [{ kind: "unknown", amount: "100.00" }]);
    expect([later.statusCode, spaces(sentence(later.json()))]).toEqual([
      409,
      '"Cette opération est déjà rapprochée. Annulez d’abord son rapprochement."',
    ]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await snapshot(bank, me)).toBe(once);
  });

  test("the same click twice, under one key, has one answer", async () => {
    const { transaction } = await aQuestion(bank, me, { amount: cents(100_00) });
    const click = () =>
      bank.app.inject({
        method: "POST",
        url: `/api/v1/banking/transactions/${transaction}/parts/`,
        headers: { ...me.headers, "idempotency-key": "5f0e2f5c-0000-4000-8000-000000000017" },
        payload: { parts: [{ kind: "invoice", invoice_id: invoice, amount: "100.00" }] },
      });
    const first = await click();
    const once = await snapshot(bank, me);
    const second = await click();
    expect([first.statusCode, second.statusCode, second.json()]).toEqual([200, 200, first.json()]);
    expect(await snapshot(bank, me)).toBe(once);
  });

  test("a day that a lot has closed is no day for a credit", async () => {
    const own = await aQuestion(bank, me, { amount: cents(30_00), transaction_date: "2026-11-28" });
    await decide(own.transaction, [{ kind: "advance", cinema_id: cinema, amount: "30.00" }]);
    const { results } = (await me.call("GET", "/banking/credits/?page=1")).json();
    const { id } = results.find(({ amount }: { amount: string }) => amount === "30.00");
    const lot = await me.call("POST", "/accounting/lots/", {
      period_from: "2026-11-01",
      period_to: "2026-12-10",
    });
    expect(lot.statusCode).toBe(201);
    const before = await snapshot(bank, me);
    const use = { invoice_id: invoice, amount: "30.00", applied_on: "2026-12-05" };
    const answer = await me.call("POST", `/banking/credits/${id}/apply/`, use);
    expect([answer.statusCode, spaces(sentence(answer.json()))]).toEqual([
      400,
      '["Les écritures jusqu’au 10/12/2026 sont dans un lot : choisissez une date postérieure."]',
    ]);
    expect(await snapshot(bank, me)).toBe(before);
  });

  test("EXP-11, LET-24: the last day of a lot is open for a credit while that day is today", async () => {
    const own = await aQuestion(bank, me, { amount: cents(30_00), transaction_date: "2026-11-28" });
    await decide(own.transaction, [{ kind: "advance", cinema_id: cinema, amount: "30.00" }]);
    const { results } = (await me.call("GET", "/banking/credits/?page=1")).json();
    const { id } = results.find(({ amount }: { amount: string }) => amount === "30.00");
    const today = civilDateInParis(bank.services.clock.now());
    const lot = await me.call("POST", "/accounting/lots/", { period_from: "2026-11-01", period_to: today });
    expect(lot.statusCode).toBe(201);
    const use = { invoice_id: invoice, amount: "30.00" };
    const apply = (applied_on: string) =>
      me.call("POST", `/banking/credits/${id}/apply/`, { ...use, applied_on });
    const yesterday = addDays(today, -1);
    const closed = await apply(yesterday);
    expect([closed.statusCode, spaces(sentence(closed.json()))]).toEqual([
      400,
      `["Les écritures jusqu’au ${frenchDate(yesterday)} sont dans un lot : choisissez une date postérieure."]`,
    ]);
    expect((await apply(today)).statusCode).toBe(200);
  });
});
