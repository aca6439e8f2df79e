import { describe, expect, test } from "vitest";
import { systemSource } from "../../http/audit.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, aQuestion, snapshot } from "./banking.testing.ts";
import {
  bank,
  cinema,
  decide,
  euros,
  me,
  revert,
  violations,
  withAnAccountantEach,
} from "./ledger.testing.ts";
import { revertReconciliation } from "./revert-reconciliation.ts";

withAnAccountantEach({ name: "Bijou", legal_name: "SAS Bijou Exploitation" });

const partsOf = async (transaction: number) =>
  (await me.call("GET", `/banking/transactions/${transaction}/parts/`)).json();
const accept = (action: number) => me.call("PATCH", `/user-actions/${action}/`, { status: "DONE" });
const rows = async <Row>(text: string, values: unknown[] = [me.distributorId]): Promise<Row[]> =>
  (await bank.owner.query(text, values)).rows as Row[];
const statusOf = async (invoice: number): Promise<string> => {
  const [row] = await rows<{ status: string; outstanding: string }>(
    "select status, outstanding from invoice where id = $1",
    [invoice],
  );
  return `${row?.status} ${row?.outstanding}`;
};

/** A receipt that pays an invoice, and the debit that takes it back. */
async function aReturnedReceipt(amount = 822.92, fee = 0) {
  const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(amount), client_account: "411BIJOU" });
  const receipt = await aQuestion(bank, me, {
    amount: euros(amount),
    label: "REMISE DE CHEQUE 0004512",
    transaction_date: "2026-12-01",
  });
  expect((await me.reconcile(receipt.action, [invoice])).statusCode).toBe(200);
  const debit = await aQuestion(bank, me, {
    amount: euros(-amount - fee),
    label: "CHEQUE IMPAYE 0004512 SAS BIJOU EXPLOITATION",
    transaction_date: "2026-12-10",
    status: "PENDING",
  });
  return { invoice, receipt, debit };
}
const back = (receipt: { transaction: number }, invoice_id: number, amount: string) => ({
  kind: "return",
  transaction_id: receipt.transaction,
  invoice_id,
  amount,
});

const takenBackByBank = async (userActionId: number): Promise<void> => {
  const { distributorId } = me;
  await bank.inDatabase(
    (tx) =>
      revertReconciliation(tx, {
        distributorId,
        userId: null,
        userActionId,
        at: new Date("2026-12-31T10:00:00Z"),
        source: systemSource(distributorId),
        comment: "Opération supprimée par la banque",
      }),
    distributorId,
  );
};

describe("LET-23: a returned cheque or refused direct debit", () => {
  test("its invoice is due again, its fee is entered, and it is lettered once it is paid again", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt(283.95, 12.5);
    expect(await statusOf(invoice)).toBe("paid 0.00");
    const answer = await decide(debit.transaction, back(receipt, invoice, "-283.95"), {
      kind: "fees",
      amount: "-12.50",
    });
    expect(answer.json()).toMatchObject({
      user_action_id: debit.action,
      allocations: [{ invoice_id: invoice, amount: "-283.95", outstanding: "283.95" }],
      parts: [{ kind: "fees", amount: "-12.50" }],
    });
    expect(await statusOf(invoice)).toBe("awaiting_payment 283.95");
    const exported = async () => {
      const { rawPayload } = await me.call("GET", "/exports/export-csv-b/");
      return new TextDecoder("windows-1252")
        .decode(rawPayload)
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(";"))
        .filter((cells) => cells[0] === "BQ")
        .map((cells) => [cells[2], cells[3], cells[6], cells[7], cells[9]].join(" "));
    };
    expect((await exported()).slice(2)).toEqual([
      "512100   296,45 ",
      "411000 411BIJOU 283,95  aaa",
      "627800  12,50  ",
    ]);
    const again = await aQuestion(bank, me, { amount: euros(283.95) });
    expect((await me.reconcile(again.action, [invoice])).statusCode).toBe(200);
    expect((await exported()).filter((line) => line.startsWith("411000"))).toEqual([
      "411000 411BIJOU  283,95 AAA",
      "411000 411BIJOU 283,95  AAA",
      "411000 411BIJOU  283,95 AAA",
    ]);
    expect((await me.call("GET", "/exports/export-csv-c/")).statusCode).toBe(200);
    expect(await violations()).toEqual([]);
  });

  test("its undoing pays the invoice again, and restores everything", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    const before = await snapshot(bank, me);
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    expect((await me.revert(debit.action)).statusCode).toBe(200);
    expect(await snapshot(bank, me)).toBe(before);
    expect(await violations()).toEqual([]);
  });

  test("a receipt that was returned cannot be undone first, nor a return once its invoice is settled otherwise", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    const refused = await me.revert(receipt.action);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "returned_since"]);
    expect(refused.json().detail).toBe(
      "Cet encaissement a été retourné par l’opération du 10/12/2026\u00a0: annulez d’abord ce retour.",
    );
    const again = await aQuestion(bank, me, { amount: euros(822.92) });
    await me.reconcile(again.action, [invoice]);
    const settled = await revert(debit.transaction);
    expect([settled.statusCode, settled.json().code]).toEqual([409, "settled_since"]);
    expect(await violations()).toEqual([]);
    for (const { action } of [again, debit, receipt]) expect((await me.revert(action)).statusCode).toBe(200);
    expect(await statusOf(invoice)).toBe("awaiting_payment 822.92");
    expect(await violations()).toEqual([]);
  });

  test("what the bank itself takes back takes its return along, and what settled the invoice since", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    const again = await aQuestion(bank, me, { amount: euros(822.92) });
    await me.reconcile(again.action, [invoice]);
    await takenBackByBank(receipt.action);
    expect(await rows("select from allocation where distributor_id = $1")).toEqual([]);
    expect(await statusOf(invoice)).toBe("awaiting_payment 822.92");
    expect(await violations()).toEqual([]);
  });

  test("what the bank itself takes back takes the credits off that were put on the invoice since its return", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    const advance = await aQuestion(bank, me, { amount: euros(100) });
    await decide(advance.transaction, { kind: "advance", cinema_id: cinema, amount: "100.00" });
    const note = await anInvoiceIn(bank, me, cinema, {
      total: euros(-50),
      type: "credit_note",
      client_account: "411BIJOU",
    });
    const [part] = await rows<{ id: number }>(
      "select id from bank_part where distributor_id = $1 and kind = 'advance'",
    );
    const body = { invoice_id: invoice, amount: "50.00" };
    for (const credit of [`part:${part?.id}`, `note:${note}`])
      expect((await me.call("POST", `/banking/credits/${credit}/apply/`, body)).statusCode).toBe(200);
    expect(await statusOf(invoice)).toBe("part_paid 722.92");
    await takenBackByBank(receipt.action);
    expect([await statusOf(invoice), await statusOf(note)]).toEqual([
      "awaiting_payment 822.92",
      "paid -50.00",
    ]);
    expect(await violations()).toEqual([]);
  });

  test("more than was paid, what is not paid by it, a later receipt and another's are refused", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    const refused = async (...parts: object[]) => {
      const answer = await decide(debit.transaction, ...parts);
      return [answer.statusCode, answer.json().code ?? Object.keys(answer.json() as object)[0]];
    };
    const rest = { kind: "unknown", amount: "-22.92" };
    const other = await anInvoiceIn(bank, me, cinema);
    expect(await refused(back(receipt, invoice, "-800.00"))).toEqual([400, "parts"]);
    expect(await refused(back(receipt, other, "-800.00"), rest)).toEqual([404, "not_found"]);
    expect(await refused(back({ transaction: 0 }, invoice, "-800.00"), rest)).toEqual([
      400,
      expect.anything(),
    ]);
    expect(await refused(back({ transaction: 999_999_999 }, invoice, "-800.00"), rest)).toEqual([
      404,
      "not_found",
    ]);
    const stranger = await anAccountant(bank);
    expect(
      (
        await stranger.call("POST", `/banking/transactions/${debit.transaction}/parts/`, {
          parts: [back(receipt, invoice, "-822.92")],
        })
      ).statusCode,
    ).toBe(404);
    const late = await aQuestion(bank, me, { amount: euros(100), transaction_date: "2026-12-20" });
    await me.reconcile(late.action, [other]);
    expect(await refused(back(late, other, "-100.00"), { kind: "unknown", amount: "-722.92" })).toEqual([
      409,
      "returned_before",
    ]);
    const twice = await aQuestion(bank, me, { amount: euros(-822.92), transaction_date: "2026-12-11" });
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    const again = await decide(twice.transaction, back(receipt, invoice, "-822.92"));
    expect([again.statusCode, again.json().code]).toEqual([409, "beyond_paid"]);
    expect(await violations()).toEqual([]);
  });

  test("two people who return one receipt at once return it once", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    const twin = await aQuestion(bank, me, { amount: euros(-822.92), transaction_date: "2026-12-11" });
    const answers = await Promise.all(
      [debit, twin].map((line) => decide(line.transaction, back(receipt, invoice, "-822.92"))),
    );
    expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await statusOf(invoice)).toBe("awaiting_payment 822.92");
    expect(await violations()).toEqual([]);
  });

  test("the database itself refuses to return more than was paid, and to lose what was returned", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    const failing = (text: string) =>
      bank.owner.query(text, [receipt.transaction]).then(
        () => undefined,
        (reason: { code?: string }) => reason.code,
      );
    const again = await aQuestion(bank, me, { amount: euros(822.92) });
    await me.reconcile(again.action, [invoice]);
    expect(await failing("delete from allocation where transaction_id = $1")).toBe("BO004");
    expect(
      await failing(
        "update allocation set returned_transaction_id = null where returned_transaction_id = $1",
      ),
    ).toBe("BO001");
    expect(
      await failing("update allocation set amount = -1 where transaction_id = $1 and kind = 'payment'"),
    ).toBe("BO001");
    expect(await violations()).toEqual([]);
  });
});

describe("LET-23: recognising it", () => {
  const upload = (...lines: readonly (readonly [string, string, number])[]) =>
    me.upload(
      "releve.csv",
      [
        "Date;Libellé;Montant",
        ...lines.map(([day, label, amount]) => `${day};${label};${amount.toFixed(2).replace(".", ",")}`),
      ].join("\n"),
    );
  const questions = () =>
    rows<{ id: number; explanation: string[]; transaction_id: number; related: number[] }>(
      "select id, explanation, transaction_id, related_transaction_ids as related from user_action where distributor_id = $1 and reason_code = 'returned_payment' order by id",
    );

  test("a debit of a statement asks, names the invoice, and is accepted as it is with its fee", async () => {
    const { invoice, receipt } = await aReturnedReceipt();
    await rows("delete from bank_transaction where amount < 0 and distributor_id = $1");
    const imported = await upload(
      ["2026-12-12", "CHEQUE IMPAYE 0004512 SAS BIJOU EXPLOITATION FRAIS 12,50 INCLUS", -835.42],
      ["2026-12-12", "FRAIS CHEQUE IMPAYE 0004512", -822.92],
      ["2026-12-12", "PRLV SEPA URSSAF ILE DE FRANCE", -822.92],
    );
    expect(imported.json().stats).toMatchObject({ imported: 3, user_actions_created: 1 });
    const [question] = await questions();
    expect(question?.related).toEqual([receipt.transaction]);
    expect(question?.explanation.join(" ; ").replace(/[\u00a0\u202f]/g, " ")).toMatch(
      /annule l’encaissement de 822,92 € du 01\/12\/2026 .*dont 12,50 € de frais bancaires ; à rouvrir : la facture \S+ \(822,92 €\)/,
    );
    const { returns } = await partsOf(question?.transaction_id ?? 0);
    expect(returns).toMatchObject([
      {
        transaction_id: receipt.transaction,
        is_likely: true,
        is_decided: true,
        fee: "-12.50",
        invoices: [{ id: invoice, cinema_name: "Bijou", amount: "822.92" }],
      },
    ]);
    const done = await accept(question?.id ?? 0);
    expect(done.json()).toMatchObject({
      status: "DONE",
      allocations: [{ invoice_id: invoice, amount: "-822.92" }],
    });
    expect(await statusOf(invoice)).toBe("awaiting_payment 822.92");
    expect(await rows("select kind, amount from bank_part where distributor_id = $1")).toEqual([
      { kind: "fees", amount: "-12.50" },
    ]);
    expect((await accept(question?.id ?? 0)).statusCode).toBe(409);
    expect((await partsOf(question?.transaction_id ?? 0)).returns).toEqual([]);
    expect((await me.revert(question?.id ?? 0)).statusCode).toBe(200);
    expect(await statusOf(invoice)).toBe("paid 0.00");
    expect(await violations()).toEqual([]);
  });

  test("of a receipt of which some cents were written off it takes back what came, and is accepted whole", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(283.95) });
    const receipt = await aQuestion(bank, me, {
      amount: euros(283.92),
      label: "REMISE DE CHEQUE 0004512",
      transaction_date: "2026-12-01",
    });
    await decide(
      receipt.transaction,
      { kind: "invoice", invoice_id: invoice, amount: "283.95" },
      { kind: "write_off", invoice_id: invoice, amount: "-0.03" },
    );
    expect(await statusOf(invoice)).toBe("paid 0.00");
    await upload(["2026-12-12", "CHEQUE IMPAYE 0004512 SAS BIJOU EXPLOITATION", -283.92]);
    const [question] = await questions();
    expect((await partsOf(question?.transaction_id ?? 0)).returns).toMatchObject([
      { is_likely: true, amount: "283.92", invoices: [{ id: invoice, amount: "283.92" }] },
    ]);
    // Nobody takes back by hand what never came.
    const whole = await aQuestion(bank, me, { amount: euros(-283.95), transaction_date: "2026-12-12" });
    expect((await decide(whole.transaction, back(receipt, invoice, "-283.95"))).statusCode).toBe(409);
    expect((await accept(question?.id ?? 0)).statusCode).toBe(200);
    // The three cents stay written off.
    expect(await statusOf(invoice)).toBe("part_paid 283.92");
    expect(await violations()).toEqual([]);
    expect((await me.revert(question?.id ?? 0)).statusCode).toBe(200);
    expect(await statusOf(invoice)).toBe("paid 0.00");
  });

  test("a receipt of the same file is recognised, and its return waits until somebody has decided it", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, {
      total: euros(283.95),
      invoice_number: "FA26-0409",
    });
    await upload(
      ["2026-12-08", "REMISE PRLV SEPA 1 OPERATION SAS BIJOU", 283.95],
      ["2026-12-12", "REJET PRLV SEPA SAS BIJOU MS03", -283.95],
    );
    const [question] = await questions();
    // The action goes on saying what it says now: what the receipt waits for is read of it.
    expect(question?.explanation.join()).not.toContain("pas encore rapproché");
    const early = await accept(question?.id ?? 0);
    expect([early.statusCode, early.json().code]).toEqual([409, "receipt_undecided"]);
    const [receipt] = await rows<{ id: number }>(
      "select a.id from user_action a join bank_transaction t on t.id = a.transaction_id where t.amount > 0 and a.distributor_id = $1",
    );
    await me.reconcile(receipt?.id ?? 0, [invoice]);
    expect((await accept(question?.id ?? 0)).statusCode).toBe(200);
    expect(await statusOf(invoice)).toBe("awaiting_payment 283.95");
    expect(await violations()).toEqual([]);
  });

  test("of two receipts that are as likely none is chosen: a person decides, or rejects", async () => {
    await aReturnedReceipt();
    const other = await aCinemaIn(bank, me, { name: "Rex", legal_name: "SARL Rex" });
    const second = await anInvoiceIn(bank, me, other, { total: euros(822.92), client_account: "411REX" });
    const twin = await aQuestion(bank, me, {
      amount: euros(822.92),
      label: "REMISE DE CHEQUE 0004600",
      transaction_date: "2026-12-02",
    });
    await me.reconcile(twin.action, [second]);
    await upload(["2026-12-12", "CHEQUE IMPAYE PROVISION INSUFFISANTE", -822.92]);
    const [question] = await questions();
    expect(question?.related).toHaveLength(2);
    const refused = await accept(question?.id ?? 0);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "which_receipt"]);
    const { returns } = await partsOf(question?.transaction_id ?? 0);
    expect(returns.map((one: { is_likely: boolean }) => one.is_likely)).toEqual([false, false]);
    const chosen = await decide(question?.transaction_id ?? 0, back(twin, second, "-822.92"));
    expect(chosen.json()).toMatchObject({ user_action_id: question?.id });
    expect(await statusOf(second)).toBe("awaiting_payment 822.92");
    expect(await violations()).toEqual([]);
  });

  test("a payment that was returned is no payment already made: the same amount from the same payer is lettered again", async () => {
    const { invoice, receipt, debit } = await aReturnedReceipt();
    await decide(debit.transaction, back(receipt, invoice, "-822.92"));
    const [{ invoice_number: number } = { invoice_number: "" }] = await rows<{ invoice_number: string }>(
      "select invoice_number from invoice where id = $1",
      [invoice],
    );
    const imported = await upload(["2026-12-12", `VIR SEPA SAS BIJOU EXPLOITATION ${number}`, 822.92]);
    expect(imported.json().stats).toMatchObject({ auto_reconciled: 1, user_actions_created: 0 });
    expect(await statusOf(invoice)).toBe("paid 0.00");
  });

  test("without a receipt of its amount a debit is listed only", async () => {
    await aReturnedReceipt();
    const imported = await upload(["2026-12-12", "CHEQUE IMPAYE 0004512", -11]);
    expect(imported.json().stats).toMatchObject({ user_actions_created: 0 });
  });
});
