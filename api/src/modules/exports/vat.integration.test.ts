import { type Cents, cents } from "@bobine/contract/money";
import { civilDate } from "@bobine/contract/civil-date";
import type { VatOfMonth } from "@bobine/contract/vat";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/scope.ts";
import { anInvoiceIn, aQuestion, type InvoiceFields } from "../banking/banking.testing.ts";
import { bank, cinema, me, withAnAccountantEach } from "../banking/ledger.testing.ts";
import { insertCompany } from "../company/company.repository.ts";
import { vatRegimes } from "../company/vat-regimes.repository.ts";
import { exportedRows } from "./exports.testing.ts";

withAnAccountantEach();

const SETTINGS = {
  vat_due: "collection",
  since: "2026-11-01",
  waiting_account: "445740",
  account_2000: "445711",
  account_1000: "445712",
  account_550: "445713",
  account_210: "445714",
};
const choose = (changes: object = {}) =>
  me.call("PUT", "/accounting/vat-settings/", { ...SETTINGS, ...changes });
const onCollection = async () => expect((await choose()).statusCode).toBe(200);
const settings = async () => (await me.call("GET", "/accounting/vat-settings/")).json();
const vatOf = async (month: string): Promise<VatOfMonth> => {
  const answer = await me.call("GET", `/accounting/vat/?month=${month}`);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json();
};
/** Rate, base, tax and pieces of a month. */
const briefly = async (month: string) =>
  (await vatOf(month)).rates.map(({ vat_rate_bp, base, tax, entries }) => [
    vat_rate_bp,
    base,
    tax,
    entries.map((entry) => `${entry.date} ${entry.journal} ${entry.tax}`),
  ]);
const anInvoice = (fields: Partial<InvoiceFields> = {}) =>
  anInvoiceIn(bank, me, cinema, { total: cents(110_00), ...fields });
const paid = async (invoice: number, amount: Cents = cents(110_00)) => {
  const { action } = await aQuestion(bank, me, { amount });
  expect((await me.reconcile(action, [invoice])).statusCode).toBe(200);
  return action;
};
const makeLot = async (period_from: string, period_to: string) =>
  expect((await me.call("POST", "/accounting/lots/", { period_from, period_to })).statusCode).toBe(201);
const audits = () =>
  inTransaction(bank.owner, { kind: "all" }, (tx) =>
    tx.many<{ old_value: string; new_value: string }>(sql`
      select action_details ->> 'old_value' as old_value, action_details ->> 'new_value' as new_value from audit_log
      where distributor_id = ${me.distributorId} and action_details -> 'changed_fields' ? 'vat_due' order by id`),
  );

describe("VAT-3: when VAT is due", () => {
  test("a distributor of before the choice is on debits, and its invoices print what they printed", async () => {
    expect(await settings()).toEqual({
      current: { ...SETTINGS, vat_due: "debits", since: null },
      planned: null,
      printed: "collection",
      earliest_since: null,
      proposed_since: "2026-12-01",
    });
  });

  test("a new distributor is on collection from the first day", async () => {
    const company = {
      name: "Nouveaux Films",
      address: "",
      post_code: "",
      city: "",
      phone: "",
      siren: "",
      siret: "",
      prefix_vat: "",
      iban: "",
      secondary_iban: "",
      communication_email: null,
    };
    const regimes = await inTransaction(bank.owner, { kind: "all" }, async (tx) =>
      vatRegimes.of(tx, await insertCompany(tx, company, "validated")),
    );
    expect(regimes).toEqual([{ ...SETTINGS, since: "0001-01-01" }]);
  });

  test("a change is for documents dated from its day on, and is audited once", async () => {
    await choose();
    await choose();
    expect((await settings()).current).toEqual(SETTINGS);
    const planned = await choose({ vat_due: "debits", since: "2027-01-01", account_1000: "445799" });
    expect(planned.json()).toMatchObject({
      current: { vat_due: "collection" },
      planned: { vat_due: "debits", since: "2027-01-01", account_1000: "445799" },
      printed: "collection",
    });
    expect((await audits()).map((one) => one.new_value)).toEqual([
      "encaissements à partir du 01/11/2026, 445740, 445711, 445712, 445713, 445714",
      "débits à partir du 01/01/2027, 445740, 445711, 445799, 445713, 445714",
    ]);
    await choose({ since: "2026-12-01" });
    expect((await settings()).planned).toBeNull();
    expect((await audits()).at(-1)).toEqual({
      old_value:
        "encaissements à partir du 01/11/2026, 445740, 445711, 445712, 445713, 445714, puis débits à partir du 01/01/2027, 445740, 445711, 445799, 445713, 445714",
      new_value: "encaissements à partir du 01/12/2026, 445740, 445711, 445712, 445713, 445714",
    });
  });

  test("documents that are older keep their way", async () => {
    await anInvoice({ invoice_date: "2026-10-31" });
    await anInvoice({ invoice_date: "2026-11-01" });
    await onCollection();
    const accounts = (await exportedRows(me, "")).slice(1, -1).map((row) => `${row[3]} ${row[4]}`);
    expect(accounts).toEqual([
      "20261031 411000",
      "20261031 706100",
      "20261031 445712",
      "20261101 411000",
      "20261101 706100",
      "20261101 445740",
    ]);
  });

  test("what a lot holds keeps its way: the change begins after it", async () => {
    await anInvoice();
    await makeLot("2026-11-01", "2026-11-30");
    const refused = await choose({ since: "2026-11-30" });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        since: [
          "Un lot contient déjà les écritures jusqu’au 30/11/2026\u00a0: choisissez une date à partir du 01/12/2026.",
        ],
      },
    ]);
    expect((await settings()).earliest_since).toBe("2026-12-01");
    expect((await choose({ since: "2026-12-01" })).statusCode).toBe(200);
    const preview = (await me.call("GET", "/accounting/lots/preview/?to=2026-12-31")).json();
    expect(preview.entry_count).toBe(0);
  });

  test("invoices that were issued keep what they say: the change begins after them", async () => {
    const says = async (onDebits: boolean, day: string) => {
      const id = await anInvoice({ invoice_date: day });
      await bank.owner.query(
        `begin; set local session_replication_role = replica;
         update invoice set origin = 'issued', supplier = coalesce(supplier, '{}') || '{"vat_on_debits": ${onDebits}}' where id = ${id}; commit`,
      );
    };
    await says(true, "2026-11-10");
    await says(false, "2026-11-20");
    const refused = await choose({ vat_due: "debits", since: "2026-11-05" });
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      {
        since: [
          "Des factures émises jusqu’au 20/11/2026 disent que la TVA est due sur les encaissements\u00a0: choisissez une date à partir du 21/11/2026.",
        ],
      },
    ]);
    expect((await choose({ vat_due: "collection", since: "2026-11-05" })).json().since).toEqual([
      expect.stringContaining("10/11/2026 disent que la TVA est due sur les débits"),
    ]);
    expect((await choose({ vat_due: "collection", since: "2026-11-11" })).statusCode).toBe(200);
    expect((await choose({ vat_due: "debits", since: "2026-11-21" })).statusCode).toBe(200);
  });

  test("an invoice without any VAT says nothing of it: the change may begin before it", async () => {
    const id = await anInvoice({ invoice_date: "2026-11-20" });
    await bank.owner.query(
      `begin; set local session_replication_role = replica;
       update invoice set origin = 'issued', supplier = '{"vat_on_debits": false}', total_net_amount = 110, total_vat_amount = 0,
         vat_breakdown = '[{"vat_rate_bp": 0, "net_amount": "110.00", "vat_amount": "0.00"}]' where id = ${id}; commit`,
    );
    expect((await choose({ vat_due: "debits", since: "2026-11-05" })).statusCode).toBe(200);
  });

  test.each([
    ["a waiting account that VAT is due on", { waiting_account: "445712" }, "waiting_account"],
    [
      "the account of VAT of no known rate, where VAT would wait",
      { waiting_account: "445710" },
      "waiting_account",
    ],
    ["the same for who fills it with zeros", { waiting_account: "44571" }, "waiting_account"],
    ["the account of overseas VAT, where VAT would wait", { waiting_account: "445715" }, "waiting_account"],
    [
      "a standard account that a rate has left, where VAT would wait",
      { waiting_account: "445711", account_2000: "445721" },
      "waiting_account",
    ],
    ["a rate on the account of the other one", { account_550: "4457400" }, "waiting_account"],
    ["a number that is no account", { account_550: "4457B" }, "account_550"],
    ["a day that is far away", { since: "2206-01-01" }, "since"],
    ["another way", { vat_due: "never" }, "vat_due"],
    ["an account of clients", { account_1000: "411000" }, "account_1000"],
    ["an account of a bank", { account_2000: "512100" }, "account_2000"],
    ["an account of sales", { waiting_account: "706100" }, "waiting_account"],
    ["an account that bank lines are entered on", { account_210: "445510" }, "account_210"],
  ])("%s is refused under its field", async (_what, changes, field) => {
    const answer = await choose(changes);
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, [field]]);
    expect(await audits()).toEqual([]);
  });

  test("an account that VAT of earlier documents is due on is refused, one that it waited on is not", async () => {
    await choose({ account_1000: "445799", since: "2026-11-01" });
    const later = { since: "2026-12-01", account_1000: "445712" };
    expect((await choose({ ...later, waiting_account: "445799" })).json()).toEqual({
      waiting_account: [expect.stringContaining("445799")],
    });
    expect((await choose({ ...later, waiting_account: "445741" })).statusCode).toBe(200);
    expect((await choose({ ...later, waiting_account: "445740" })).statusCode).toBe(200);
  });

  test("settings of before such an account was refused are read, and so is VAT", async () => {
    await inTransaction(bank.owner, { kind: "all" }, (tx) =>
      vatRegimes.set(
        tx,
        me.distributorId,
        { ...SETTINGS, vat_due: "collection", since: civilDate("2026-11-01"), waiting_account: "445710" },
        { at: new Date(), userId: null },
      ),
    );
    await anInvoice();
    expect((await settings()).current.waiting_account).toBe("445710");
    expect((await vatOf("2026-11")).month).toBe("2026-11");
    expect((await exportedRows(me, "")).map((row) => row[4])).toContain("445710");
    expect(Object.keys((await choose({ waiting_account: "445710" })).json())).toEqual(["waiting_account"]);
    expect((await choose()).statusCode).toBe(200);
  });
});

describe("VAT-5: VAT of a month", () => {
  test("on debits is that of its invoices, on collection that of what was paid", async () => {
    const older = await anInvoice({ invoice_date: "2026-10-31" });
    const invoice = await anInvoice();
    await onCollection();
    await paid(older);
    await paid(invoice);
    expect(await briefly("2026-10")).toEqual([[1000, "100.00", "10.00", ["2026-10-31 VE 10.00"]]]);
    expect(await briefly("2026-11")).toEqual([]);
    expect(await briefly("2026-12")).toEqual([[1000, "100.00", "10.00", ["2026-12-28 OD 10.00"]]]);
    const december = await vatOf("2026-12");
    expect(december).toMatchObject({ tax: "10.00", provisional_count: 1 });
    expect(december.rates[0]?.entries[0]).toMatchObject({ invoice_id: invoice, number: null });
  });

  test("is the same once a lot has posted it, and what is undone later goes back on an open day", async () => {
    await onCollection();
    const action = await paid(await anInvoice());
    await makeLot("2026-11-01", "2026-12-31");
    const posted = await vatOf("2026-12");
    expect(posted).toMatchObject({ tax: "10.00", provisional_count: 0 });
    expect(posted.rates[0]?.entries[0]?.number).toMatch(/^OD-2026-\d{6}$/);
    expect((await me.revert(action)).statusCode).toBe(200);
    expect(await briefly("2026-12")).toEqual([
      [1000, "0.00", "0.00", ["2026-12-28 OD 10.00", "2026-12-31 OD -10.00"]],
    ]);
  });

  test("of a month that lots have closed is what they hold", async () => {
    await anInvoice();
    await makeLot("2026-11-01", "2026-11-30");
    expect(await briefly("2026-11")).toEqual([[1000, "100.00", "10.00", ["2026-11-30 VE 10.00"]]]);
  });

  test("of a month before the first lot is as the books say, without what lots hold of it on open days (EXP-10)", async () => {
    await onCollection();
    await anInvoice({ invoice_date: "2026-10-05" });
    await anInvoice();
    await makeLot("2026-11-01", "2026-11-30");
    const before = await briefly("2026-10");
    expect(before).toEqual([[1000, "100.00", "10.00", ["2026-10-05 VE 10.00"]]]);
    await anInvoice({ invoice_date: "2026-10-06", total: cents(330_00) });
    expect(await briefly("2026-10")).toEqual(before);
    expect(await briefly("2026-12")).toEqual([[1000, "300.00", "30.00", ["2026-12-01 VE 30.00"]]]);
    await makeLot("2026-12-01", "2026-12-31");
    expect(await briefly("2026-10")).toEqual(before);
    expect(await briefly("2026-12")).toEqual([[1000, "300.00", "30.00", ["2026-12-01 VE 30.00"]]]);
  });

  test("has what a late bank line moves of an older invoice that it pays with a late one: the line is entered whole (EXP-10)", async () => {
    await choose({ since: "2026-07-01" });
    const old = { invoice_date: "2026-07-05" };
    const known = await anInvoice(old);
    await anInvoice();
    await makeLot("2026-11-01", "2026-11-30");
    const late = await anInvoice({ ...old, total: cents(330_00) });
    const { action } = await aQuestion(bank, me, { amount: cents(440_00), transaction_date: "2026-07-20" });
    expect((await me.reconcile(action, [known, late])).statusCode).toBe(200);
    const months = async () => [await briefly("2026-07"), await briefly("2026-12")];
    const expected = [[], [[1000, "400.00", "40.00", ["2026-12-01 OD 10.00", "2026-12-01 OD 30.00"]]]];
    expect(await months()).toEqual(expected);
    await makeLot("2026-12-01", "2026-12-31");
    expect(await months()).toEqual(expected);
  });

  test("reads what was posted before entries said what they make due", async () => {
    await anInvoice();
    await makeLot("2026-11-01", "2026-11-30");
    await bank.owner.query("alter table posted_entry disable trigger user");
    await bank.owner.query(
      "update posted_entry set lines = (select jsonb_agg(line - 'vat_due') from jsonb_array_elements(lines) line) where distributor_id = $1",
      [me.distributorId],
    );
    await bank.owner.query("alter table posted_entry enable trigger user");
    expect(await briefly("2026-11")).toEqual([[1000, "100.00", "10.00", ["2026-11-30 VE 10.00"]]]);
  });

  test("VAT-2: has a line for what an imported invoice does not tell", async () => {
    const invoice = await anInvoice();
    await bank.owner.query(
      "update invoice set vat_breakdown = '[]', total_net_amount = 98, total_vat_amount = 12 where id = $1",
      [invoice],
    );
    expect(await briefly("2026-11")).toEqual([[null, "98.00", "12.00", ["2026-11-30 VE 12.00"]]]);
  });

  test("is a file with all its entries", async () => {
    await anInvoice({ invoice_number: "FC26-0001" });
    const answer = await me.call("GET", "/accounting/vat/csv/?month=2026-11");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="tva_2026-11.csv"');
    expect(answer.body.split("\r\n")).toEqual([
      "\ufeffTaux;Date;Journal;Numéro;Pièce;Libellé;Base HT;TVA",
      "10;30/11/2026;VE;Prov.;FC26-0001;Loc. films S47/2026 Cinéma Le Beffroi;100,00;10,00",
      "",
    ]);
  });

  test("is by default that of the month before, and no month is refused", async () => {
    expect((await me.call("GET", "/accounting/vat/")).json()).toMatchObject({ month: "2026-11", rates: [] });
    const answer = await me.call("GET", "/accounting/vat/?month=2026-13");
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ["month"]]);
  });
});

describe("VAT-1: VAT on collection follows all that settles a document", () => {
  beforeEach(onCollection);
  const parts = (transaction: number, ...asked: object[]) =>
    me.call("POST", `/banking/transactions/${transaction}/parts/`, { parts: asked });
  /** A bank line that is decided as one part. */
  const aPart = async (date: string, amount: Cents, part: object): Promise<{ id: number; line: number }> => {
    const { transaction } = await aQuestion(bank, me, { amount, transaction_date: date });
    const answer = await parts(transaction, part);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return { id: answer.json().parts[0].id, line: transaction };
  };
  const write = (query: ReturnType<typeof sql>) =>
    inTransaction(bank.owner, { kind: "all" }, async (tx) => {
      await tx.run(query);
    });
  const days = async (month: string) =>
    (await vatOf(month)).rates.flatMap(({ entries }) => entries.map((one) => `${one.date} ${one.tax}`));

  test("what is written off is due to nobody", async () => {
    const invoice = await anInvoice();
    const { transaction } = await aQuestion(bank, me, { amount: cents(109_89) });
    const answer = await parts(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: "110.00" },
      { kind: "write_off", invoice_id: invoice, amount: "-0.11" },
    );
    expect(answer.statusCode).toBe(200);
    expect(await days("2026-12")).toEqual(["2026-12-28 9.99"]);
    const lines = (await exportedRows(me, "")).filter((row) => row[10]?.startsWith("TVA sur écart"));
    expect(lines.map((row) => [row[4], row[11], row[12]])).toEqual([
      ["445740", "0,01", "0,00"],
      ["658000", "0,00", "0,01"],
    ]);
  });

  test("what is written off beside a client credit is due to nobody: the credit leaves room for it", async () => {
    await write(sql`update distributor set write_off_limit = 20 where id = ${me.distributorId}`);
    const [first, other] = [await anInvoice(), await anInvoice()];
    const { id } = await aPart("2026-11-20", cents(110_00), {
      kind: "credit",
      cinema_id: cinema,
      amount: "110.00",
    });
    const { transaction } = await aQuestion(bank, me, { amount: cents(100_00) });
    const answer = await parts(
      transaction,
      { kind: "invoice", invoice_id: first, amount: "110.00" },
      { kind: "invoice", invoice_id: other, amount: "110.00" },
      { kind: "client_credit", credit: `part:${id}`, amount: "-110.00" },
      { kind: "write_off", invoice_id: first, amount: "-10.00" },
    );
    expect([answer.statusCode, answer.json().credit_uses]).toMatchObject([
      200,
      [
        { invoice_id: first, amount: "100.00" },
        { invoice_id: other, amount: "10.00" },
      ],
    ]);
    expect((await vatOf("2026-12")).tax).toBe("19.09");
    const gaps = (await exportedRows(me, "")).filter((row) => row[10]?.startsWith("TVA sur écart"));
    expect(gaps.map((row) => [row[4], row[11], row[12]])).toEqual([
      ["445740", "0,91", "0,00"],
      ["658000", "0,00", "0,91"],
    ]);
  });

  test("an advance makes VAT due when it is received, apart, and its invoice when it is used", async () => {
    const invoice = await anInvoice();
    const { id } = await aPart("2026-11-20", cents(50_00), {
      kind: "advance",
      cinema_id: cinema,
      amount: "50.00",
    });
    await write(sql`
      insert into allocation (distributor_id, part_id, invoice_id, kind, amount, settled_on)
      values (${me.distributorId}, ${id}, ${invoice}, 'part', 50, '2026-12-15')`);
    expect((await vatOf("2026-11")).advances).toMatchObject({ received_tax: "4.55", applied_tax: "0.00" });
    expect(await days("2026-12")).toEqual(["2026-12-15 4.55"]);
  });

  test("an advance keeps the rate of the day on which it was decided (BILL-20)", async () => {
    const invoice = await anInvoice();
    const { id } = await aPart("2026-11-20", cents(300_00), {
      kind: "advance",
      cinema_id: cinema,
      amount: "300.00",
    });
    await makeLot("2026-11-01", "2026-11-30");
    await write(sql`
      insert into allocation (distributor_id, part_id, invoice_id, kind, amount, settled_on)
      values (${me.distributorId}, ${id}, ${invoice}, 'part', 110, '2026-12-15')`);
    const advances = async (month: string) => {
      const { vat_rates_bp, received_tax, applied_tax } = (await vatOf(month)).advances;
      return [vat_rates_bp, received_tax, applied_tax];
    };
    const before = [await advances("2026-11"), await advances("2026-12")];
    expect(before).toEqual([
      [[1000], "27.27", "0.00"],
      [[1000], "0.00", "-10.00"],
    ]);
    await write(sql`update distributor set default_vat_rate_bp = 550 where id = ${me.distributorId}`);
    expect([await advances("2026-11"), await advances("2026-12")]).toEqual(before);
    // What lots held before entries said it.
    await bank.owner.query("alter table posted_entry disable trigger user");
    await bank.owner.query(
      "update posted_entry set lines = (select jsonb_agg(line - 'advance_rate_bp') from jsonb_array_elements(lines) line) where distributor_id = $1",
      [me.distributorId],
    );
    await bank.owner.query("alter table posted_entry enable trigger user");
    expect(await advances("2026-11")).toEqual(before[0]);
    await makeLot("2026-12-01", "2026-12-31");
    await write(sql`delete from allocation where part_id = ${id}`);
    expect((await vatOf("2026-12")).advances).toMatchObject({ received_tax: "10.00", applied_tax: "-10.00" });
    const later = await aPart("2026-12-20", cents(105_50), {
      kind: "advance",
      cinema_id: cinema,
      amount: "105.50",
    });
    expect(later.id).toBeGreaterThan(id);
    expect(await advances("2026-12")).toEqual([[1000, 550], "15.50", "-10.00"]);
  });

  test("an advance of a client of another country has no VAT, as its rentals have none (BILL-5)", async () => {
    await write(
      sql`update cinema set siren = '', siret = '', vat_number = 'BE0123456749', pin_code = '1000' where id = ${cinema}`,
    );
    const part = { kind: "advance", cinema_id: cinema, amount: "110.00" };
    const first = await aPart("2026-11-20", cents(110_00), part);
    expect((await vatOf("2026-11")).advances).toMatchObject({ vat_rates_bp: [0], received_tax: "0.00" });
    // What a lot holds keeps its rate when the client is a French one since.
    await makeLot("2026-11-01", "2026-11-30");
    await write(sql`update cinema set siren = '000100024', vat_number = '' where id = ${cinema}`);
    expect((await me.call("POST", `/banking/transactions/${first.line}/revert/`)).statusCode).toBe(200);
    expect((await parts(first.line, part)).statusCode).toBe(200);
    const { rates } = await inTransaction(bank.owner, { kind: "all" }, (tx) =>
      tx.one<{ rates: number[] }>(sql`
      select array_agg(vat_rate_bp) as rates from bank_part where distributor_id = ${me.distributorId} and kind = 'advance'`),
    );
    expect(rates).toEqual([0]);
    await aPart("2026-12-20", cents(110_00), part);
    expect((await vatOf("2026-12")).advances).toMatchObject({ vat_rates_bp: [1000], received_tax: "10.00" });
  });

  test("an advance that is undone and decided anew keeps the rate with which a lot holds it", async () => {
    const invoice = await anInvoice();
    const part = { kind: "advance", cinema_id: cinema, amount: "110.00" };
    const first = await aPart("2026-11-20", cents(110_00), part);
    await makeLot("2026-11-01", "2026-11-30");
    await write(sql`update distributor set default_vat_rate_bp = 2000 where id = ${me.distributorId}`);
    expect((await me.call("POST", `/banking/transactions/${first.line}/revert/`)).statusCode).toBe(200);
    const again = await parts(first.line, part);
    expect(again.statusCode).toBe(200);
    await write(sql`
      insert into allocation (distributor_id, part_id, invoice_id, kind, amount, settled_on)
      values (${me.distributorId}, ${again.json().parts[0].id}, ${invoice}, 'part', 110, '2026-12-15')`);
    const advances = async () => [(await vatOf("2026-11")).advances, (await vatOf("2026-12")).advances];
    const expected = [
      { vat_rates_bp: [1000], received_tax: "10.00", applied_tax: "0.00" },
      { vat_rates_bp: [1000], received_tax: "0.00", applied_tax: "-10.00" },
    ];
    expect(await advances()).toMatchObject(expected);
    await makeLot("2026-12-01", "2026-12-31");
    expect(await advances()).toMatchObject(expected);
  });

  test("a returned payment takes it back on its day", async () => {
    const invoice = await anInvoice();
    await paid(invoice);
    const { transaction } = await aQuestion(bank, me, {
      amount: cents(-110_00),
      transaction_date: "2026-12-30",
    });
    await write(sql`
      with decided as (
        insert into reconciliation (distributor_id, transaction_id, invoice_ids)
        values (${me.distributorId}, ${transaction}, array[${invoice}::bigint]) returning id)
      insert into allocation (distributor_id, reconciliation_id, transaction_id, returned_transaction_id, invoice_id, kind, amount)
      select ${me.distributorId}, decided.id, ${transaction}, (select transaction_id from allocation where invoice_id = ${invoice}), ${invoice},
        'return', -110 from decided`);
    expect(await days("2026-12")).toEqual(["2026-12-28 10.00", "2026-12-30 -10.00"]);
  });

  test("a credit note takes its own back when it is used, or given back by the bank", async () => {
    const invoice = await anInvoice();
    const note = await anInvoice({ type: "credit_note", total: cents(-110_00) });
    await write(sql`
      insert into credit_application (distributor_id, credit_note_id, invoice_id, amount, applied_on)
      values (${me.distributorId}, ${note}, ${invoice}, 55, '2026-12-10')`);
    const { transaction } = await aQuestion(bank, me, {
      amount: cents(-55_00),
      transaction_date: "2026-12-20",
    });
    await write(sql`
      with decided as (
        insert into reconciliation (distributor_id, transaction_id, invoice_ids)
        values (${me.distributorId}, ${transaction}, '{}') returning id)
      insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount, credit_note_id)
      select ${me.distributorId}, decided.id, ${transaction}, 1, 'refund', -55, ${note} from decided`);
    expect((await days("2026-12")).toSorted()).toEqual([
      "2026-12-10 -5.00",
      "2026-12-10 5.00",
      "2026-12-20 -5.00",
    ]);
  });
});
