import { expect, test } from "vitest";
import { anInvoiceIn, aQuestion } from "../banking/banking.testing.ts";
import {
  bank,
  cinema,
  decide,
  euros,
  me,
  revert,
  rows,
  violations,
  withAnAccountantEach,
} from "../banking/ledger.testing.ts";
import { exportedRows } from "./exports.testing.ts";

withAnAccountantEach({ account: "411BEFFROI" });

const GIVEN_BACK = "2026-12-29";
const aRefund = async (credit: string, amount: number): Promise<number> => {
  const { transaction } = await aQuestion(bank, me, {
    amount: euros(-amount),
    label: "VIR SEPA EMIS REMBOURSEMENT",
    transaction_date: GIVEN_BACK,
  });
  const answer = await decide(transaction, { kind: "refund", credit, amount: (-amount).toFixed(2) });
  expect(answer.statusCode).toBe(200);
  return transaction;
};
/** Of the client's lines in formats A and B: letters, and what each group sums to there in cents. */
async function groups(format: "" | "-b", query = ""): Promise<string[]> {
  const [letters, debit, credit] = format === "" ? [13, 11, 12] : [9, 6, 7];
  const cents = (text = ""): number => Math.round(Number(text.replace(",", ".")) * 100);
  const sums = new Map<string, number>();
  for (const row of (await exportedRows(me, format, query)).slice(1, -1)) {
    if (!row.includes("411BEFFROI")) continue;
    const group = row[letters] ?? "";
    sums.set(group, (sums.get(group) ?? 0) + cents(row[debit]) - cents(row[credit]));
  }
  return [...sums].map(([group, sum]) => `${group} ${sum}`).sort();
}
/** The same of the statement: letters and amount of each line of the client. */
const statement = async (query = ""): Promise<string[]> =>
  (await exportedRows(me, "-c", query))
    .filter((row) => row.includes("411BEFFROI"))
    .map((row) => `${row[15]} ${row[12]}`);

test("EXP-3: what was paid too much, used in part and given back, is lettered whole: its group sums to nothing", async () => {
  const [first, second] = [
    await anInvoiceIn(bank, me, cinema, { total: euros(100) }),
    await anInvoiceIn(bank, me, cinema, { total: euros(30) }),
  ];
  const receipt = await aQuestion(bank, me, { amount: euros(150) });
  await decide(
    receipt.transaction,
    { kind: "invoice", invoice_id: first, amount: "100.00" },
    { kind: "credit", cinema_id: cinema, amount: "50.00" },
  );
  const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
  const id = credit?.id ?? "";
  await me.call("POST", `/banking/credits/${id}/apply/`, { invoice_id: second, amount: "30.00" });
  const short = ["AAA 0", "aab -2000"];
  expect(await groups("-b")).toEqual(short);
  const debit = await aRefund(id, 20);
  expect(await groups("")).toEqual(["AAA 0", "AAB 0"]);
  expect(await groups("-b")).toEqual(["AAA 0", "AAB 0"]);
  expect(await statement()).toEqual(["AAA 100,00", "AAB -20,00"]);
  // What a period has of the group is lettered by all of it.
  expect(await groups("-b", `?from=${GIVEN_BACK}&to=${GIVEN_BACK}`)).toEqual(["AAB 2000"]);
  expect(await violations()).toEqual([]);
  expect((await revert(debit)).statusCode).toBe(200);
  expect(await groups("-b")).toEqual(short);
});

test("EXP-3: what was paid too much has the letters of the invoice that it paid on another day, also in an export of its own day alone", async () => {
  const [first, second] = [
    await anInvoiceIn(bank, me, cinema, { total: euros(30) }),
    await anInvoiceIn(bank, me, cinema, { total: euros(20) }),
  ];
  const receipt = await aQuestion(bank, me, { amount: euros(50), transaction_date: "2026-12-20" });
  await decide(receipt.transaction, { kind: "credit", cinema_id: cinema, amount: "50.00" });
  const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
  const apply = (invoice_id: number, amount: string) =>
    me.call("POST", `/banking/credits/${credit?.id}/apply/`, { invoice_id, amount });
  const itsDay = "?from=2026-12-20&to=2026-12-20";
  await apply(first, "30.00");
  expect(await groups("-b", itsDay)).toEqual(["aaa -5000"]);
  expect(await statement(itsDay)).toEqual(["aaa 50,00"]);
  await apply(second, "20.00");
  expect(await groups("", itsDay)).toEqual(["AAA -5000"]);
  expect(await groups("-b", itsDay)).toEqual(["AAA -5000"]);
  expect(await statement(itsDay)).toEqual(["AAA 50,00"]);
});

test("EXP-3: a credit note that is put on an invoice in part and given back for the rest is lettered with its refund", async () => {
  const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(30) });
  const note = await anInvoiceIn(bank, me, cinema, { total: euros(-50), type: "credit_note" });
  await me.call("POST", `/banking/credits/note:${note}/apply/`, { invoice_id: invoice, amount: "30.00" });
  expect(await groups("-b")).toEqual(["aaa -2000"]);
  await aRefund(`note:${note}`, 20);
  expect(await groups("-b")).toEqual(["AAA 0"]);
  expect(await violations()).toEqual([]);
});

/** As `groups`, of each client account that has moved. */
const groupsOfAccounts = async (): Promise<string[]> => {
  const sums = new Map<string, number>();
  const cents = (text = ""): number => Math.round(Number(text.replace(",", ".")) * 100);
  for (const row of (await exportedRows(me, "-b")).slice(1, -1)) {
    if (row[3] === "") continue;
    const group = `${row[3]} ${row[9]}`;
    sums.set(group, (sums.get(group) ?? 0) + cents(row[6]) - cents(row[7]));
  }
  return [...sums].map(([group, sum]) => `${group} ${sum}`).sort();
};
const NEW = { client_account: "411STELLA" };

test("EXP-3: a credit note that is put on an invoice of the client's new account is lettered on its own account with what leaves it", async () => {
  const note = await anInvoiceIn(bank, me, cinema, { total: euros(-50), type: "credit_note" });
  const invoice = await anInvoiceIn(bank, me, cinema, { ...NEW, total: euros(80) });
  const credits = async () =>
    (await me.call("GET", "/banking/credits/")).json().results as { uses: { id: string }[] }[];
  const apply = (amount: string) =>
    me.call("POST", `/banking/credits/note:${note}/apply/`, { invoice_id: invoice, amount });
  expect((await apply("20.00")).statusCode).toBe(200);
  expect(await groupsOfAccounts()).toEqual(["411BEFFROI aaa -3000", "411STELLA aaa 6000"]);
  expect((await apply("30.00")).statusCode).toBe(200);
  expect(await groupsOfAccounts()).toEqual(["411BEFFROI AAA 0", "411STELLA aaa 3000"]);
  expect(await groups("")).toEqual(["AAA 0"]);
  expect(await violations()).toEqual([]);
  for (const { id } of (await credits()).flatMap(({ uses }) => uses))
    expect((await me.call("POST", `/banking/credit-uses/${id}/undo/`)).statusCode).toBe(200);
  expect(await groupsOfAccounts()).toEqual(["411BEFFROI  -5000", "411STELLA  8000"]);
  expect(await violations()).toEqual([]);
});

test("EXP-3: letters that such a credit note of before lacks are given to it by the next export, and stay", async () => {
  const note = await anInvoiceIn(bank, me, cinema, { total: euros(-50), type: "credit_note" });
  const invoice = await anInvoiceIn(bank, me, cinema, { ...NEW, total: euros(50) });
  await me.call("POST", `/banking/credits/note:${note}/apply/`, { invoice_id: invoice, amount: "50.00" });
  await bank.owner.query("update invoice set lettering_letters = null where id = $1", [note]);
  const lettered = ["411BEFFROI AAB 0", "411STELLA AAA 0"];
  expect(await groupsOfAccounts()).toEqual(lettered);
  expect(await groupsOfAccounts()).toEqual(lettered);
  expect(await violations()).toEqual([]);
});

test("EXP-3: what was paid too much, and is used up on the old and the new account of its client, leaves the old one lettered", async () => {
  const first = await anInvoiceIn(bank, me, cinema, { total: euros(30) });
  const receipt = await aQuestion(bank, me, { amount: euros(50) });
  await decide(receipt.transaction, { kind: "credit", cinema_id: cinema, amount: "50.00" });
  const second = await anInvoiceIn(bank, me, cinema, { ...NEW, total: euros(20) });
  const [credit] = (await me.call("GET", "/banking/credits/?open=true")).json().results as { id: string }[];
  const apply = (invoice_id: number, amount: string) =>
    me.call("POST", `/banking/credits/${credit?.id}/apply/`, { invoice_id, amount });
  await apply(first, "30.00");
  expect(await groupsOfAccounts()).toEqual(["411BEFFROI aaa -2000", "411STELLA  2000"]);
  await apply(second, "20.00");
  expect(await groupsOfAccounts()).toEqual(["411BEFFROI AAA 0", "411STELLA AAA 0"]);
  // Of the days of a period alone too.
  expect(await groups("-b", "?from=2026-01-01&to=2026-12-28")).toContainEqual(expect.stringMatching(/^AAA /));
  expect(await violations()).toEqual([]);
});

test("EXP-3: what leaves its account on a day on which nothing else of its group is entered has the letters of the group there", async () => {
  const first = await anInvoiceIn(bank, me, cinema, { total: euros(30), invoice_date: "2026-11-10" });
  const receipt = await aQuestion(bank, me, { amount: euros(50), transaction_date: "2026-11-20" });
  const decided = await decide(receipt.transaction, { kind: "credit", cinema_id: cinema, amount: "50.00" });
  const second = await anInvoiceIn(bank, me, cinema, {
    ...NEW,
    total: euros(20),
    invoice_date: "2026-12-10",
  });
  for (const [invoice, amount, day] of [
    [first, 30, "2026-11-25"],
    [second, 20, "2026-12-15"],
  ])
    await rows(
      `insert into allocation (distributor_id, part_id, invoice_id, kind, amount, settled_on) values ($1, $2, $3, 'part', $4, $5)`,
      [me.distributorId, decided.json().parts[0].id, invoice, amount, day],
    );
  expect(await groups("-b")).toEqual(["AAA 0"]);
  const december = "?from=2026-12-01&to=2026-12-31";
  expect(await groups("", december)).toEqual(["AAA 2000"]);
  expect(await groups("-b", december)).toEqual(["AAA 2000"]);
});
