import { type Cents, cents } from "@bobine/contract/money";
import type { VatOfMonth } from "@bobine/contract/vat";
import { beforeEach, expect, test } from "vitest";
import { aCinemaIn, anInvoiceIn, aQuestion } from "../banking/banking.testing.ts";
import { bank, cinema, decide, me, rows, withAnAccountantEach } from "../banking/ledger.testing.ts";

withAnAccountantEach();

let invoice: number;
let advance: number;

/** A bank line that is decided as one part. */
const aPart = async (transaction_date: string, amount: Cents, part: object): Promise<number> => {
  const { transaction } = await aQuestion(bank, me, { transaction_date, amount });
  const answer = await decide(transaction, { amount: (amount / 100).toFixed(2), ...part });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return answer.json().parts[0].id;
};
const use = async (settled_on: string, amount: string): Promise<number> => {
  const [made] = await rows<{ id: number }>(
    `insert into allocation (distributor_id, part_id, invoice_id, kind, amount, settled_on)
     values ($1, $2, $3, 'part', $4, $5) returning id`,
    [me.distributorId, advance, invoice, amount, settled_on],
  );
  return made?.id ?? 0;
};
const undo = (id: number) => rows("delete from allocation where id = $1", [id]);
const advances = async (month: string): Promise<string[]> => {
  const { received_tax, applied_tax } = (
    (await me.call("GET", `/accounting/vat/?month=${month}`)).json() as VatOfMonth
  ).advances;
  return [received_tax, applied_tax];
};
const makeLot = async (period_from: string, period_to: string) =>
  expect((await me.call("POST", "/accounting/lots/", { period_from, period_to })).statusCode).toBe(201);

beforeEach(async () => {
  await rows("update distributor set default_vat_rate_bp = 550 where id = $1", [me.distributorId]);
  invoice = await anInvoiceIn(bank, me, cinema, { total: cents(500_00), invoice_date: "2026-11-10" });
  advance = await aPart("2026-11-20", cents(100_00), { kind: "advance", cinema_id: cinema });
});

test("VAT-5: an advance takes back over its life what it made due, to the cent, whatever part of it goes when and how", async () => {
  await use("2026-11-25", "33.33");
  expect(await advances("2026-11")).toEqual(["5.21", "-1.74"]);
  await use("2026-12-05", "33.33");
  await aPart("2026-12-15", cents(-33_34), { kind: "refund", credit: `part:${advance}` });
  expect(await advances("2026-12")).toEqual(["0.00", "-3.47"]);
});

test("VAT-5: ten tenths of it take back the whole", async () => {
  for (let day = 11; day <= 20; day += 1) await use(`2026-12-${day}`, "10.00");
  expect(await advances("2026-12")).toEqual(["0.00", "-5.21"]);
});

test("VAT-5: over months that lots have closed, and where a use is undone and made anew", async () => {
  await use("2026-11-25", "33.33");
  await makeLot("2026-11-01", "2026-11-30");
  const undone = await use("2026-12-05", "33.33");
  await use("2026-12-06", "33.34");
  expect(await advances("2026-11")).toEqual(["5.21", "-1.74"]);
  expect(await advances("2026-12")).toEqual(["0.00", "-3.47"]);
  await undo(undone);
  await use("2026-12-08", "11.11");
  const last = await use("2026-12-09", "22.22");
  expect(await advances("2026-12")).toEqual(["0.00", "-3.47"]);
  await makeLot("2026-12-01", "2026-12-31");
  expect(await advances("2026-12")).toEqual(["0.00", "-3.47"]);
  // What a lot holds of it is taken back as it was, on an open day.
  await undo(last);
  expect(await advances("2026-12")).toEqual(["1.16", "-3.47"]);
  await use("2026-12-31", "22.22");
  expect(await advances("2026-12")).toEqual(["1.16", "-4.63"]);
});

test("VAT-5: what lots held before keeps the VAT that was told of it", async () => {
  for (let day = 21; day <= 24; day += 1) await use(`2026-11-${day}`, "10.00");
  await makeLot("2026-11-01", "2026-11-30");
  expect(await advances("2026-11")).toEqual(["5.21", "-2.09"]);
  await rows("alter table posted_entry disable trigger user");
  await rows(
    "update posted_entry set lines = (select jsonb_agg(line - 'advance_used') from jsonb_array_elements(lines) line) where distributor_id = $1",
    [me.distributorId],
  );
  await rows("alter table posted_entry enable trigger user");
  expect(await advances("2026-11")).toEqual(["5.21", "-2.08"]);
  expect((await me.call("GET", "/accounting/lots/preview/?to=2026-12-31")).json().entry_count).toBe(0);
});

test("VAT-5: what a lot holds of one client as an advance and is another's has the rate of the other's rentals, and takes back what was due", async () => {
  const other = await aCinemaIn(bank, me, { account: "411BELGE" });
  await rows("update cinema set vat_number = 'BE0123456749' where id = $1", [other]);
  const { transaction } = await aQuestion(bank, me, {
    transaction_date: "2026-11-22",
    amount: cents(211_00),
  });
  const advanceOf = (cinema_id: number, amount: string) => ({ kind: "advance", cinema_id, amount });
  expect((await decide(transaction, advanceOf(cinema, "211.00"))).statusCode).toBe(200);
  expect(await advances("2026-11")).toEqual(["16.21", "0.00"]);
  await makeLot("2026-11-01", "2026-11-30");
  const decideAnew = async (...parts: object[]) => {
    expect((await me.call("POST", `/banking/transactions/${transaction}/revert/`)).statusCode).toBe(200);
    expect((await decide(transaction, ...parts)).statusCode).toBe(200);
    return await rows<{ cinema_id: number; vat_rate_bp: number }>(
      "select cinema_id, vat_rate_bp from bank_part where transaction_id = $1 order by position",
      [transaction],
    );
  };
  expect(await decideAnew(advanceOf(other, "211.00"))).toEqual([{ cinema_id: other, vat_rate_bp: 0 }]);
  expect(await advances("2026-12")).toEqual(["0.00", "-11.00"]);
  await makeLot("2026-12-01", "2026-12-31");
  await rows("update cinema set vat_number = '' where id = $1", [other]);
  await rows("update distributor set default_vat_rate_bp = 2000 where id = $1", [me.distributorId]);
  // Of the one that a lot holds it keeps the rate, beside one that it does not.
  expect(await decideAnew(advanceOf(cinema, "105.50"), advanceOf(other, "105.50"))).toEqual([
    { cinema_id: cinema, vat_rate_bp: 2000 },
    { cinema_id: other, vat_rate_bp: 0 },
  ]);
});
