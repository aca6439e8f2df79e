import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/scope.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  type Accountant,
  aCinemaIn,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  LEDGER,
} from "../banking/banking.testing.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { verifyClients } from "./verify-clients.ts";

let bank: TestApp;
let me: Accountant;
let invoice: number;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
  await bank.owner.query(
    "insert into vat_regime (distributor_id, since, vat_due) values ($1, '2000-01-01', 'collection')",
    [me.distributorId],
  );
  const cinema = await aCinemaIn(bank, me);
  invoice = await anInvoiceIn(bank, me, cinema, {
    invoice_number: `V${me.distributorId}`,
    total: cents(110_00),
  });
  const receipt = await aQuestion(bank, me, { amount: cents(33_33) });
  await me.reconcile(receipt.action, [invoice]);
  const more = await aQuestion(bank, me, { amount: cents(100_00) });
  await me.reconcile(more.action, [invoice]);
  const open = await anInvoiceIn(bank, me, cinema, {
    invoice_number: `W${me.distributorId}`,
    total: cents(55_00),
  });
  await bank.owner.query("update invoice set in_default = true, defaulted_on = '2026-12-20' where id = $1", [
    open,
  ]);
  await aQuestion(bank, me, { amount: cents(7_00) });
});

const violations = () =>
  inTransaction(bank.owner, { kind: "all" }, async (tx) =>
    (await verifyClients(tx)).filter((one) => one.distributor_id === me.distributorId),
  );
/** As nothing of the product can: without the guards of the tables. */
const corrupted = async (sql: string) => {
  const client = await bank.owner.connect();
  try {
    await client.query("begin; set local session_replication_role = replica");
    expect((await client.query(sql)).rowCount).toBeGreaterThan(0);
    await client.query("commit");
  } finally {
    client.release();
  }
};

describe("`npm run ledger` (OPS-5)", () => {
  test("finds every client's account in the books as his statement of account, also part paid, too much and in default", async () => {
    const { rows } = await bank.owner.query(
      "select status from invoice where distributor_id = $1 order by id",
      [me.distributorId],
    );
    expect(rows.map(({ status }) => status)).toEqual(["paid", "default"]);
    expect(await violations()).toEqual([]);
    expect(
      (await inTransaction(bank.owner, { kind: "all" }, verifyLedger)).filter(
        (one) => one.distributor_id === me.distributorId && one.rule.endsWith("_sum"),
      ),
    ).toEqual([]);
  });

  test("names the client whose documents say another sum than the books", async () => {
    await corrupted(`update invoice set allocated_amount = allocated_amount - 1 where id = ${invoice}`);
    expect(await violations()).toContainEqual({
      rule: "client_tie",
      distributor_id: me.distributorId,
      subject: "411BEFFROI",
      message: expect.stringMatching(
        /^the account of the client is .* in the books, the statement of account /,
      ),
    });
  });

  test("names the client whose overpayment says that it was used", async () => {
    await corrupted(
      `update bank_part set used_amount = 1 where distributor_id = ${me.distributorId} and kind = 'credit'`,
    );
    expect(await violations()).toMatchObject([
      { rule: "client_tie", subject: "411BEFFROI", message: expect.stringContaining("31.67") },
    ]);
  });

  test("names the document of which other VAT waits than is left to be due", async () => {
    await corrupted(`delete from allocation where invoice_id = ${invoice} and amount = 33.33`);
    expect(await violations()).toContainEqual({
      rule: "vat_tie",
      distributor_id: me.distributorId,
      subject: `V${me.distributorId}`,
      message: "3.03 of its VAT waits in the books, what is due of it leaves 0.00",
    });
  });

  test("names the line whose parts are another sum than its amount", async () => {
    await corrupted(
      `update bank_part set amount = amount + 1 where distributor_id = ${me.distributorId} and kind = 'credit'`,
    );
    const found = await inTransaction(bank.owner, { kind: "all" }, verifyLedger);
    expect(found.filter((one) => one.distributor_id === me.distributorId).map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(["parts_sum", "reconciled_whole", "transaction_over_allocated"]),
    );
  });
});
