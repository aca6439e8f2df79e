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
} from "../banking/banking.testing.ts";
import { mountInvoices } from "../invoices/invoices.routes.ts";
import { exportedRows } from "./exports.testing.ts";

let bank: TestApp;
let me: Accountant;
let cinema: number;
let invoice: number;

beforeAll(async () => {
  bank = await createTestApp({ ...LEDGER, only: [...LEDGER.only, mountInvoices] });
});
afterAll(() => bank.close());
beforeEach(async () => {
  bank.clock.set("2026-12-31");
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me);
  invoice = await anInvoiceIn(bank, me, cinema, { invoice_number: "P1", total: cents(110_00) });
});

const path = (id = invoice) => `/invoices/invoices/${id}/`;
const status = async (wanted: string) => {
  const answer = await me.call("PATCH", path(), { status: wanted });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
};
const provision = (amount: string, more: object = {}) =>
  me.call("PUT", `${path()}provision/`, { amount, ...more });
/** A credit note of 44 € of the invoice, put on it. */
const credit = async (invoice_number: string, invoice_date: string, appliedOn: string): Promise<void> => {
  const total = cents(-44_00);
  const note = { invoice_number, type: "credit_note", total, invoice_date, corrects_id: invoice } as const;
  await bank.owner.query(
    "insert into credit_application (distributor_id, credit_note_id, invoice_id, amount, applied_on) values ($1, $2, $3, 44, $4)",
    [me.distributorId, await anInvoiceIn(bank, me, cinema, note), invoice, appliedOn],
  );
};
const detail = async () => (await me.call("GET", `${path()}detail/`)).json();
/** Date, account, debit and credit of what is not a sale, a bank line or 416. */
const entries = async () =>
  (await exportedRows(me, ""))
    .filter((row) => row[0] === "OD" && /^(Provision|Reprise|Annulation Provision)/.test(row[10] ?? ""))
    .map((row) => [row[3], row[4], row[11], row[12]].join(" "));
const MADE = ["20261231 681740 50,00 0,00", "20261231 491000 0,00 50,00"];
const RELEASED = ["491000 50,00 0,00", "781740 0,00 50,00"];

describe("the provision of an invoice in default (EXP-19)", () => {
  test("is entered before tax, told with the invoice, and in its history and the audit log", async () => {
    await status("default");
    expect((await detail()).provision).toEqual({
      amount: "0.00",
      base: "100.00",
      is_begun: false,
      provision_account: "491000",
      charge_account: "681740",
      release_account: "781740",
    });
    const made = await provision("50.00");
    expect([made.statusCode, made.json()]).toMatchObject([200, { amount: "50.00", is_begun: true }]);
    expect(await entries()).toEqual(MADE);
    expect((await detail()).events[0]).toMatchObject({ kind: "provision", amount: "50.00" });
    const { rows } = await bank.owner.query(
      `select action_details from audit_log where distributor_id = $1 and action_details ->> 'new_value' = '["50.00"]'`,
      [me.distributorId],
    );
    expect(rows[0].action_details).toMatchObject({
      changed_fields: ["provision"],
      old_value: ["0.00"],
      new_value: ["50.00"],
      invoice_number: "P1",
    });
  });

  test("twice the same click makes it once", async () => {
    await status("default");
    await Promise.all([provision("50.00"), provision("50.00")]);
    expect(await entries()).toEqual(MADE);
  });

  test("is taken back when it is withdrawn, and when the invoice is reopened", async () => {
    await status("default");
    await provision("50.00");
    await provision("0.00");
    expect((await entries()).slice(2)).toEqual(RELEASED.map((line) => `20261231 ${line}`));
    await provision("50.00");
    await status("awaiting_payment");
    expect(await entries()).toHaveLength(8);
    expect((await detail()).provision).toBeNull();
    await status("default");
    expect((await detail()).provision).toMatchObject({ amount: "0.00" });
  });

  test("is taken back before its invoice is paid, which is reopened for it (LET-1)", async () => {
    await status("default");
    await provision("50.00");
    const receipt = await aQuestion(bank, me, { amount: cents(110_00), transaction_date: "2026-12-31" });
    expect((await me.reconcile(receipt.action, [invoice])).statusCode).toBe(409);
    expect(await entries()).toEqual(MADE);
    await status("awaiting_payment");
    expect((await me.reconcile(receipt.action, [invoice])).statusCode).toBe(200);
    expect(await entries()).toEqual([...MADE, ...RELEASED.map((line) => `20261231 ${line}`)]);
  });

  test("is taken back by a credit note, as far as more than what is left", async () => {
    await status("default");
    await provision("80.00");
    await credit("A1", "2026-12-05", "2026-12-31");
    expect((await entries()).slice(2)).toEqual(["20261231 491000 20,00 0,00", "20261231 781740 0,00 20,00"]);
    expect((await detail()).provision).toMatchObject({ amount: "60.00", base: "60.00" });
  });

  test("keeps its number for ever once a lot holds it; its return is in the next lot", async () => {
    await status("default");
    await provision("50.00");
    const lot = await me.call("POST", "/accounting/lots/", {
      period_from: "2026-11-01",
      period_to: "2026-12-31",
    });
    expect(lot.statusCode).toBe(201);
    const posted = await entries();
    bank.clock.set("2027-01-10");
    me = { ...me, ...(await sameAgain()) };
    await provision("0.00");
    const now = await entries();
    expect(now.slice(0, 2)).toEqual(posted);
    expect(now.slice(2)).toEqual(RELEASED.map((line) => `20270110 ${line}`));
  });

  test("uses the accounts of the settings, which its dialog changes; what was begun keeps its own", async () => {
    await status("default");
    const accounts = { provision_account: "491100", charge_account: "681741", release_account: "781741" };
    expect((await provision("50.00", { accounts })).json()).toMatchObject(accounts);
    expect(await entries()).toEqual(["20261231 681741 50,00 0,00", "20261231 491100 0,00 50,00"]);
    const others = { provision_account: "491000", charge_account: "681740", release_account: "781740" };
    expect((await provision("60.00", { accounts: others })).json()).toMatchObject(accounts);
    expect((await entries()).slice(2)).toEqual(["20261231 681741 10,00 0,00", "20261231 491100 0,00 10,00"]);
  });

  test.each([
    [
      "more than is due before tax",
      "100.01",
      {},
      { amount: ["La provision porte sur ce qui reste dû hors taxes\u00a0: 100,00\u00a0€ au plus."] },
    ],
    [
      "less than nothing",
      "-1.00",
      {},
      { amount: ["Saisissez un montant HT, ou zéro pour retirer la provision."] },
    ],
    [
      "accounts that are of something else",
      "10.00",
      { provision_account: "512000", charge_account: "411000", release_account: "706100" },
      {
        accounts: [
          "Saisissez un compte de dépréciation, qui commence par 49, par exemple 491000.",
          "Saisissez un compte de dotation, qui commence par 68, par exemple 681740.",
          "Saisissez un compte de reprise, qui commence par 78, par exemple 781740.",
        ],
      },
    ],
  ])("refuses %s, and nothing is changed", async (_title, amount, accounts, message) => {
    await status("default");
    const answer = await provision(amount, Object.keys(accounts).length > 0 ? { accounts } : {});
    expect([answer.statusCode, answer.json()]).toEqual([400, message]);
    expect(await entries()).toEqual([]);
  });

  test("keeps accounts of another class that it began with: it is changed and withdrawn, those sent along or not", async () => {
    await status("default");
    await provision("50.00");
    const kept = { provision_account: "491000", charge_account: "411000", release_account: "781740" };
    await bank.owner.query("update invoice_provision set charge_account = '411000' where invoice_id = $1", [
      invoice,
    ]);
    expect((await provision("60.00", { accounts: kept })).json()).toMatchObject({ amount: "60.00", ...kept });
    expect((await provision("0.00")).json()).toMatchObject({ amount: "0.00", ...kept });
    const { rows } = await bank.owner.query(
      "select provision_charge_account as charge from distributor where id = $1",
      [me.distributorId],
    );
    expect(rows).toEqual([{ charge: "681740" }]);
  });

  test("is not begun with accounts of another class that the settings have from before", async () => {
    await status("default");
    await bank.owner.query("update distributor set provision_charge_account = '411000' where id = $1", [
      me.distributorId,
    ]);
    const wrong = {
      accounts: ["Saisissez un compte de dotation, qui commence par 68, par exemple 681740."],
    };
    const kept = { provision_account: "491000", charge_account: "411000", release_account: "781740" };
    for (const more of [{}, { accounts: kept }, { accounts: { ...kept, provision_account: "491100" } }]) {
      const answer = await provision("50.00", more);
      expect([answer.statusCode, answer.json()]).toEqual([400, wrong]);
    }
    expect(await entries()).toEqual([]);
    const accounts = { ...kept, charge_account: "681740" };
    expect((await provision("50.00", { accounts })).json()).toMatchObject(accounts);
  });

  test("is of what is in default only", async () => {
    const answer = await provision("10.00");
    expect([answer.statusCode, answer.json()]).toEqual([
      409,
      { detail: "Seule une facture en défaut peut être provisionnée.", code: "not_in_default" },
    ]);
  });
});

/** Date, account, debit and credit of what is moved to 416 and back. */
const doubtful = async () =>
  (await exportedRows(me, ""))
    .filter((row) => row[0] === "OD" && / client douteux|^Client douteux/.test(row[10] ?? ""))
    .map((row) => [row[3], row[4], row[11], row[12]].join(" "));

/** Of format A: each letters with their date, and what their lines sum to in cents. */
const letters = async (): Promise<[string, number][]> => {
  const sums = new Map<string, number>();
  const inCents = (text = ""): number => Number(text.replace(",", ""));
  for (const row of (await exportedRows(me, "")).slice(1, -1)) {
    const group = `${row[13]} ${row[14]}`;
    if (group !== " ") sums.set(group, (sums.get(group) ?? 0) + inCents(row[11]) - inCents(row[12]));
  }
  return [...sums];
};

describe("the doubtful debt of an invoice in default (EXP-18)", () => {
  const TO_416 = ["20261231 416000 110,00 0,00", "20261231 411000 0,00 110,00"];
  const back = (day: string, amount: string) => [
    `${day} 416000 0,00 ${amount}`,
    `${day} 411000 ${amount} 0,00`,
  ];
  const nextYear = async () => {
    bank.clock.set("2027-01-08");
    me = { ...me, ...(await sameAgain()) };
  };

  test("stays in the year of its default with its provision; a payment takes both back on its day", async () => {
    await status("default");
    await provision("50.00");
    await nextYear();
    expect(await doubtful()).toEqual(TO_416);
    await status("awaiting_payment");
    expect(await doubtful()).toEqual([...TO_416, ...back("20270108", "110,00")]);
    const receipt = await aQuestion(bank, me, { amount: cents(110_00), transaction_date: "2027-01-07" });
    expect((await me.reconcile(receipt.action, [invoice])).statusCode).toBe(200);
    expect(await doubtful()).toEqual([...TO_416, ...back("20270107", "110,00")]);
    expect(await entries()).toEqual([...MADE, ...RELEASED.map((line) => `20270107 ${line}`)]);
  });

  test("is taken back by a credit note as far as it goes: the entry of its day stays, in a lot too", async () => {
    await status("default");
    const lot = { period_from: "2026-11-01", period_to: "2026-12-31" };
    expect((await me.call("POST", "/accounting/lots/", lot)).statusCode).toBe(201);
    await nextYear();
    await credit("A2", "2027-01-05", "2027-01-05");
    expect(await doubtful()).toEqual([...TO_416, ...back("20270105", "44,00")]);
    await status("awaiting_payment");
    expect(await doubtful()).toEqual([...TO_416, ...back("20270105", "44,00"), ...back("20270108", "66,00")]);
    const next = { period_from: "2027-01-01", period_to: "2027-01-08" };
    const made = await me.call("POST", "/accounting/lots/", next);
    expect([made.statusCode, made.json().reversal_count]).toEqual([201, 0]);
  });

  test("is none of a default that is taken back on its own day", async () => {
    await status("default");
    await status("awaiting_payment");
    expect(await doubtful()).toEqual([]);
  });

  test("keeps its group in small letters, also beside as much of an open credit note, until it is back on 411 (EXP-3)", async () => {
    const total = cents(-110_00);
    const note = await anInvoiceIn(bank, me, cinema, { invoice_number: "A3", type: "credit_note", total });
    const use = { invoice_id: invoice, amount: "30.00" };
    expect((await me.call("POST", `/banking/credits/note:${note}/apply/`, use)).statusCode).toBe(200);
    expect(await letters()).toEqual([["AAA 20261231", 0]]);
    await status("default");
    expect(await letters()).toEqual([]);
    await nextYear();
    await status("awaiting_payment");
    expect(await letters()).toEqual([["AAA 20270108", 0]]);
  });
});

/** A session of the new day. */
async function sameAgain(): Promise<Accountant> {
  return await anAccountant(bank, me);
}
