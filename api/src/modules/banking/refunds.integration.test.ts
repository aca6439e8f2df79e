import { expect, test } from "vitest";
import { anAccountant, anInvoiceIn, aQuestion, snapshot } from "./banking.testing.ts";
import { bank, cinema, decide, euros, me, violations, withAnAccountantEach } from "./ledger.testing.ts";

withAnAccountantEach({ name: "Korrigan", legal_name: "Korrigan SA", account: "411KORRIGAN" });

const partsOf = async (transaction: number) =>
  (await me.call("GET", `/banking/transactions/${transaction}/parts/`)).json();
const aDebit = (amount: number, label: string, transaction_date = "2026-12-29") =>
  aQuestion(bank, me, { amount: euros(-amount), label, transaction_date, status: "PENDING" });
const lastEntry = async (count: number): Promise<string[]> => {
  const { rawPayload } = await me.call("GET", "/exports/export-csv-b/");
  return new TextDecoder("windows-1252")
    .decode(rawPayload)
    .split("\r\n")
    .slice(1, -1)
    .slice(-count)
    .map((line) => line.split(";"))
    .map((cells) => [cells[2], cells[3], cells[6], cells[7]].join(" "));
};

test("LET-27: a credit note is given back by the expense that quotes it, and its undoing restores everything", async () => {
  const note = await anInvoiceIn(bank, me, cinema, {
    type: "credit_note",
    total: euros(-1579.51),
    invoice_number: "AV-6",
    client_account: "411KORRIGAN",
  });
  const { action, transaction } = await aDebit(
    1579.51,
    "VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBOURSEMENT AVOIR AV-6",
  );
  expect(await partsOf(transaction)).toMatchObject({
    credits: [{ id: `note:${note}`, remaining: "1579.51" }],
    likely_refund: { credit: `note:${note}`, reasons: expect.arrayContaining(["montant exact du crédit"]) },
  });
  const before = await snapshot(bank, me);
  const beyond = await decide(
    transaction,
    { kind: "refund", credit: `note:${note}`, amount: "-1579.52" },
    { kind: "fees", amount: "0.01" },
  );
  expect(beyond.statusCode).toBe(400);
  const done = await decide(transaction, { kind: "refund", credit: `note:${note}`, amount: "-1579.51" });
  expect(done.json()).toMatchObject({
    user_action_id: action,
    parts: [{ kind: "refund", amount: "-1579.51" }],
  });
  expect(await lastEntry(2)).toEqual(["512100   1579,51", "411000 411KORRIGAN 1579,51 "]);
  expect(await violations()).toEqual([]);
  const again = await aDebit(10, "VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBOURSEMENT AVOIR AV-6");
  const refused = await decide(again.transaction, {
    kind: "refund",
    credit: `note:${note}`,
    amount: "-10.00",
  });
  expect([refused.statusCode, refused.json().code]).toEqual([409, "beyond_credit"]);
  expect((await partsOf(again.transaction)).credits).toEqual([]);
  await bank.owner.query("delete from user_action where id = $1", [again.action]);
  await bank.owner.query("delete from bank_transaction where id = $1", [again.transaction]);
  expect((await me.revert(action)).statusCode).toBe(200);
  expect(await snapshot(bank, me)).toBe(before);
  expect(await violations()).toEqual([]);
});

test("LET-27: the credit note that the expense quotes is found behind two hundred newer ones", async () => {
  const aNote = (total: number, invoice_date: string, invoice_number?: string) =>
    anInvoiceIn(bank, me, cinema, {
      type: "credit_note",
      total: euros(-total),
      invoice_date,
      client_account: "411KORRIGAN",
      ...(invoice_number === undefined ? {} : { invoice_number }),
    });
  const note = await aNote(80, "2026-01-05", "AV-7");
  await Promise.all(Array.from({ length: 201 }, () => aNote(50, "2026-11-30")));
  const { transaction } = await aDebit(50, "VIR SEPA EMIS AVOIR AV7");
  const { credits } = (await partsOf(transaction)) as { credits: { id: string }[] };
  expect(credits[0]?.id).toBe(`note:${note}`);
  const listed = (await me.call("GET", "/banking/credits/?open=true&to=2026-06-01")).json();
  expect(listed).toMatchObject({ count: 1, results: [{ id: `note:${note}` }] });
});

test("LET-27: what was paid twice is given back, and its receipt is undone after that", async () => {
  const receipt = await aQuestion(bank, me, { amount: euros(300) });
  await decide(receipt.transaction, { kind: "credit", cinema_id: cinema, amount: "300.00" });
  const debit = await aDebit(300, "VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBT DOUBLE REGLEMENT");
  const [credit] = (await partsOf(debit.transaction)).credits as { id: string }[];
  const refund = { kind: "refund", credit: credit?.id, amount: "-300.00" };
  const early = await aDebit(300, "VIR SEPA EMIS", "2026-12-01");
  expect((await decide(early.transaction, refund)).json().code).toBe("refunded_before");
  const stranger = await anAccountant(bank);
  const theirs = await aQuestion(bank, stranger, { amount: euros(-300) });
  const foreign = await stranger.call("POST", `/banking/transactions/${theirs.transaction}/parts/`, {
    parts: [refund],
  });
  expect(foreign.statusCode).toBe(404);
  const twin = await aDebit(300, "VIR SEPA EMIS /BEN KORRIGAN SA /MOTIF REMBT");
  const answers = await Promise.all([debit, twin].map((line) => decide(line.transaction, refund)));
  expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
  expect(await lastEntry(4)).toContain("411000 411KORRIGAN 300,00 ");
  expect((await me.revert(receipt.action)).statusCode).toBe(409);
  expect(await violations()).toEqual([]);
});
