import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import { byExtent } from "../../../../tooling/extent.mjs";
import { inTransaction } from "../../db/scope.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, aQuestion, snapshot } from "./banking.testing.ts";
import { bank, cinema, euros, me, rows, violations, withAnAccountantEach } from "./ledger.testing.ts";
import { repairLetters } from "./repair-letters.ts";
import { verifyLedger } from "./verify-ledger.ts";

/** Of each of twelve in a storm. */
const STEPS = byExtent("storms", { part: 8, ci: 25 });

withAnAccountantEach();

const invoiceOf = async (id: number) =>
  (
    await rows<{ status: string; outstanding: string; lettering_letters: string | null }>(
      "select status, outstanding, lettering_letters from invoice where id = $1",
      [id],
    )
  )[0];
const allocatedOf = async (transaction: number) =>
  (
    await rows<{ total: string }>("select allocated_amount as total from bank_transaction where id = $1", [
      transaction,
    ])
  )[0]?.total;

describe("reconciling by hand", () => {
  test("an exact payment pays its invoice, closes the action, and is written down", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { invoice_number: "X1" });
    const { action, transaction } = await aQuestion(bank, me);
    const answer = await me.reconcile(action, [invoice]);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      message: "Rapprochement enregistré.",
      user_action_id: action,
      allocations: [{ invoice_id: invoice, invoice_number: "X1", amount: "100.00", outstanding: "0.00" }],
      surplus_amount: "0.00",
    });
    expect(await invoiceOf(invoice)).toEqual({
      status: "paid",
      outstanding: "0.00",
      lettering_letters: "AAA",
    });
    expect(await allocatedOf(transaction)).toBe("100.00");
    const listed = (await me.call("GET", "/user-actions/?status=DONE")).json<{ results: { id: number }[] }>();
    expect(listed.results).toMatchObject([
      { id: action, allocations: [{ invoice_id: invoice, invoice_number: "X1", amount: "100.00" }] },
    ]);
    expect(
      await rows("select action_type, action_details from audit_log where distributor_id = $1", [
        me.distributorId,
      ]),
    ).toEqual([
      {
        action_type: "manual_reconciliation",
        action_details: {
          user_action_id: action,
          reason: "Payeur non identifié",
          transaction_id: transaction,
          transaction_label: "VIR SEPA SARL BEFFROI CINES",
          transaction_date: "2026-12-28",
          transaction_amount: "100.00",
          invoice_numbers: ["X1"],
          allocated_amount: "100.00",
          remaining_amount: "0.00",
          surplus_amount: "0.00",
          lettering_code: "AAA",
          previous_status: "AWAITING_INVOICE_SELECTION",
          new_status: "DONE",
        },
      },
    ]);
    expect(await violations()).toEqual([]);
  });

  test("a transaction larger than the invoices keeps its surplus in its history", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const { action, transaction } = await aQuestion(bank, me, { amount: cents(130_05) });
    expect((await me.reconcile(action, [invoice])).json()).toMatchObject({ surplus_amount: "30.05" });
    expect(
      await rows(
        "select t.surplus_amount, e.kind, e.details ->> 'surplus_amount' as kept from bank_transaction t join transaction_event e on e.transaction_id = t.id where t.id = $1 and e.kind = 'surplus'",
        [transaction],
      ),
    ).toEqual([{ surplus_amount: "30.05", kind: "surplus", kept: "30.05" }]);
    expect(await violations()).toEqual([]);
  });

  test("LET-2: a difference that is another than the one that was seen is asked about", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(1000) });
    const part = await aQuestion(bank, me, { amount: euros(400) });
    expect((await me.reconcile(part.action, [invoice])).statusCode).toBe(200);
    const { action } = await aQuestion(bank, me, { amount: euros(1000) });
    const letter = (seen_outstanding: string) =>
      me.call("POST", "/banking/manual-reconciliation/", {
        user_action_id: action,
        invoice_ids: [invoice],
        seen_outstanding,
      });
    // « Le compte est bon » stood there.
    const refused = await letter("1000.00");
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: "difference_to_confirm",
      detail: expect.stringMatching(/^Écart de 400,00.€/) as string,
      // What whoever agrees has seen then.
      outstanding: "600.00",
    });
    expect((await letter("600.00")).json()).toMatchObject({ surplus_amount: "400.00" });
    // The same again answers the first result, whatever was seen (API-9).
    expect((await letter("1000.00")).json()).toMatchObject({ surplus_amount: "400.00" });
    expect(await violations()).toEqual([]);
  });

  test("a smaller one is applied in date order until exhausted, whatever the order of the choice", async () => {
    const late = await anInvoiceIn(bank, me, cinema, {
      invoice_number: "L",
      invoice_date: "2026-11-30",
      total: euros(50),
    });
    const first = await anInvoiceIn(bank, me, cinema, {
      invoice_number: "A",
      invoice_date: "2026-10-01",
      total: euros(50),
    });
    const second = await anInvoiceIn(bank, me, cinema, {
      invoice_number: "B",
      invoice_date: "2026-10-02",
      total: euros(50),
    });
    const { action } = await aQuestion(bank, me, { amount: euros(75) });
    const answer = await me.reconcile(action, [late, second, first]);
    expect(answer.json<{ allocations: object[] }>().allocations).toEqual([
      { invoice_id: first, invoice_number: "A", amount: "50.00", outstanding: "0.00" },
      { invoice_id: second, invoice_number: "B", amount: "25.00", outstanding: "25.00" },
    ]);
    expect(await invoiceOf(second)).toMatchObject({ status: "part_paid", outstanding: "25.00" });
    expect(await invoiceOf(late)).toEqual({
      status: "awaiting_payment",
      outstanding: "50.00",
      lettering_letters: null,
    });
    expect(await violations()).toEqual([]);
  });

  test("the same choice again answers the first result, also after the invoice has changed", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const one = await aQuestion(bank, me, { amount: euros(40) });
    const other = await aQuestion(bank, me, { amount: euros(60) });
    const first = await me.reconcile(one.action, [invoice]);
    await me.reconcile(other.action, [invoice]);
    const again = await me.reconcile(one.action, [invoice, invoice]);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(first.json());
    expect(await rows("select from audit_log where distributor_id = $1", [me.distributorId])).toHaveLength(2);
  });

  test("another choice on a reconciled action is refused", async () => {
    const [invoice, other] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
    const { action } = await aQuestion(bank, me);
    await me.reconcile(action, [invoice]);
    const answer = await me.reconcile(action, [other]);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      detail: "Cette opération est déjà rapprochée. Annulez d’abord son rapprochement.",
    });
    expect(await invoiceOf(other)).toMatchObject({ status: "awaiting_payment" });
  });

  test.each([
    ["a debit", { amount: euros(-100) }, "not_a_credit"],
    ["dollars", { currency_code: "USD" }, "not_in_euros"],
    ["a rejected action", { status: "REJECTED" }, "action_closed"],
    ["an action closed without invoices", { status: "DONE" }, "action_closed"],
  ] as const)("%s is not reconciled", async (_title, fields, code) => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const { action } = await aQuestion(bank, me, fields);
    const before = await snapshot(bank, me);
    const answer = await me.reconcile(action, [invoice]);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, code]);
    expect(await snapshot(bank, me)).toBe(before);
  });

  test.each([
    ["a paid invoice", "paid", "est déjà payée"],
    ["an invoice in default", "default", "est en défaut"],
    ["a credit note", "credit_note", "est un avoir"],
  ])("%s is not offered: 409", async (_title, kind, message) => {
    const good = await anInvoiceIn(bank, me, cinema);
    const bad = await anInvoiceIn(bank, me, cinema, {
      in_default: kind === "default",
      ...(kind === "credit_note" ? { type: "credit_note", total: euros(-20) } : {}),
    });
    if (kind === "paid") await me.reconcile((await aQuestion(bank, me)).action, [bad]);
    const { action } = await aQuestion(bank, me);
    const before = await snapshot(bank, me);
    const answer = await me.reconcile(action, [good, bad]);
    expect(answer.statusCode).toBe(409);
    expect(answer.json<{ detail: string }>().detail).toContain(message);
    expect(await snapshot(bank, me)).toBe(before);
  });

  test("what is another distributor's does not exist", async () => {
    const other = await anAccountant(bank);
    const foreignCinema = await aCinemaIn(bank, other);
    const [mine, foreign] = [
      await anInvoiceIn(bank, me, cinema),
      await anInvoiceIn(bank, other, foreignCinema),
    ];
    const [question, foreignQuestion] = [await aQuestion(bank, me), await aQuestion(bank, other)];
    const before = [await snapshot(bank, me), await snapshot(bank, other)];
    for (const [action, invoices] of [
      [question.action, [foreign]],
      [question.action, [mine, foreign]],
      [question.action, [mine, 999_999_999]],
      [foreignQuestion.action, [mine]],
      [999_999_999, [mine]],
    ] as const) {
      const answer = await me.reconcile(action, invoices);
      expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
        404,
        "Élément introuvable.",
      ]);
    }
    expect((await me.revert(foreignQuestion.action)).statusCode).toBe(404);
    expect(
      (await me.call("PATCH", `/user-actions/${foreignQuestion.action}/`, { status: "REJECTED" })).statusCode,
    ).toBe(404);
    expect([await snapshot(bank, me), await snapshot(bank, other)]).toEqual(before);
  });

  test.each([
    [{}, 400],
    [{ user_action_id: 1, invoice_ids: [] }, 400],
    [{ user_action_id: 1, invoice_ids: ["1"] }, 400],
    [{ user_action_id: 1, invoice_ids: [1.5] }, 400],
    [{ user_action_id: 1, invoice_ids: [-1] }, 400],
    [{ user_action_id: 1, invoice_ids: [1e308] }, 400],
    [{ user_action_id: 1, invoice_ids: [1], amount: "5.00" }, 400],
  ])("%j is refused with %i", async (body, status) => {
    expect((await me.call("POST", "/banking/manual-reconciliation/", body)).statusCode).toBe(status);
  });

  test("nothing works without signing in", async () => {
    for (const [method, url] of [
      ["POST", "/api/v1/banking/manual-reconciliation/"],
      ["POST", "/api/v1/banking/revert-reconciliation/"],
      ["GET", "/api/v1/banking/all-transactions/"],
      ["GET", "/api/v1/user-actions/"],
    ] as const)
      expect((await bank.app.inject({ method, url })).statusCode).toBe(401);
  });

  test("a choice teaches who pays, and undoing it forgets", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const { action } = await aQuestion(bank, me, { label: "VIR SEPA M DUPONT GESTION SALLES" });
    const aliases = () =>
      rows<{ phrase: string; confirmations: number }>(
        "select phrase, payer_key, confirmations from payer_alias where distributor_id = $1",
        [me.distributorId],
      );
    await me.reconcile(action, [invoice]);
    expect(await aliases()).toEqual([
      {
        phrase: expect.stringContaining("DUPONT") as string,
        payer_key: "SARL BEFFROI CINES",
        confirmations: 1,
      },
    ]);
    await me.revert(action);
    expect(await aliases()).toEqual([]);
  });

  test("what is taught is whom the bank names beside the label, as lettering looks it up, and no film of the label (LET-18, LET-40)", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const { action } = await aQuestion(bank, me, {
      label: "PROGRAMME LE GRAND BAL",
      evidence: { party_name: "SCI DES ALPES" },
    });
    await me.reconcile(action, [invoice]);
    const aliases = () =>
      rows("select phrase from payer_alias where distributor_id = $1", [me.distributorId]);
    expect(await aliases()).toEqual([{ phrase: "SCI DES ALPES" }]);
    await me.revert(action);
    expect(await aliases()).toEqual([]);
  });
});

describe("undoing", () => {
  test.each([
    ["an exact payment", 100, [100]],
    ["a surplus", 180, [100, 50]],
    ["a part payment", 120, [100, 50]],
  ])("%s restores transaction, invoices and action byte for byte", async (_title, amount, totals) => {
    const invoices = [];
    for (const total of totals) invoices.push(await anInvoiceIn(bank, me, cinema, { total: euros(total) }));
    const { action, transaction } = await aQuestion(bank, me, { amount: euros(amount) });
    const before = await snapshot(bank, me);
    await me.reconcile(action, invoices);
    expect(await snapshot(bank, me)).not.toBe(before);
    const answer = await me.revert(action);
    expect(answer.json()).toEqual({ message: "Rapprochement annulé.", user_action_id: action });
    expect(await snapshot(bank, me)).toBe(before);
    const twice = await me.revert(action);
    expect([twice.statusCode, twice.json()]).toEqual([200, answer.json()]);
    expect(await snapshot(bank, me)).toBe(before);
    expect(
      await rows("select kind from transaction_event where transaction_id = $1 and kind = 'reverted'", [
        transaction,
      ]),
    ).toHaveLength(1);
    expect(
      await rows(
        "select invoice_ids from reconciliation where transaction_id = $1 and reverted_at is not null",
        [transaction],
      ),
    ).toEqual([{ invoice_ids: invoices }]);
    expect(await violations()).toEqual([]);
  });

  test.each(["DONE", "REJECTED"] as const)(
    "an action that was only marked %s is open again",
    async (status) => {
      const { action } = await aQuestion(bank, me, { status: "PENDING" });
      const before = await snapshot(bank, me);
      expect((await me.call("PATCH", `/user-actions/${action}/`, { status })).json()).toMatchObject({
        status,
      });
      expect((await me.revert(action)).statusCode).toBe(200);
      expect(await snapshot(bank, me)).toBe(before);
      const audit = await rows<{ action_type: string }>(
        "select action_type from audit_log where distributor_id = $1 order by id",
        [me.distributorId],
      );
      expect(audit.map((entry) => entry.action_type)).toEqual(["other", "reverted_reconciliation"]);
    },
  );

  test("an action that waits for its invoices is not resolved without them; one that is closed is not moved", async () => {
    const { action } = await aQuestion(bank, me);
    const move = async (status: string) => {
      const answer = await me.call("PATCH", `/user-actions/${action}/`, { status });
      return [answer.statusCode, answer.json<{ code?: string }>().code];
    };
    expect(await move("DONE")).toEqual([409, "invoices_first"]);
    expect(await move("REJECTED")).toEqual([200, undefined]);
    expect(await move("DONE")).toEqual([409, "conflict"]);
  });

  test("then reconciling again works, with letters that were never used", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const { action } = await aQuestion(bank, me);
    await me.reconcile(action, [invoice]);
    await me.revert(action);
    await me.reconcile(action, [invoice]);
    expect(await invoiceOf(invoice)).toMatchObject({ lettering_letters: "AAB" });
  });
});

describe("letters", () => {
  test("stay while a group grows, and each account has its own", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const elsewhere = await anInvoiceIn(bank, me, cinema, { client_account: "411MEGASC" });
    const part = await aQuestion(bank, me, { amount: euros(30) });
    const rest = await aQuestion(bank, me, { amount: euros(170) });
    await me.reconcile(part.action, [invoice]);
    await me.reconcile(rest.action, [invoice, elsewhere]);
    expect(await invoiceOf(invoice)).toMatchObject({ status: "paid", lettering_letters: "AAA" });
    expect(await invoiceOf(elsewhere)).toMatchObject({ status: "paid", lettering_letters: "AAA" });
    const next = await anInvoiceIn(bank, me, cinema);
    await me.reconcile((await aQuestion(bank, me)).action, [next]);
    expect(await invoiceOf(next)).toMatchObject({ lettering_letters: "AAB" });
  });

  test("of two groups that meet become the older ones, and come back when the link is undone", async () => {
    const [a, b] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
    for (const invoice of [a, b])
      await me.reconcile((await aQuestion(bank, me, { amount: euros(10) })).action, [invoice]);
    expect([await invoiceOf(a), await invoiceOf(b)]).toMatchObject([
      { lettering_letters: "AAA" },
      { lettering_letters: "AAB" },
    ]);
    const link = await aQuestion(bank, me, { amount: euros(180) });
    const before = await snapshot(bank, me);
    await me.reconcile(link.action, [a, b]);
    expect([await invoiceOf(a), await invoiceOf(b)]).toMatchObject([
      { lettering_letters: "AAA" },
      { lettering_letters: "AAA" },
    ]);
    await me.revert(link.action);
    expect(await snapshot(bank, me)).toBe(before);
    expect(await violations()).toEqual([]);
  });

  test("are no longer shared when the payment in the middle is undone", async () => {
    const [a, b, c] = [
      await anInvoiceIn(bank, me, cinema),
      await anInvoiceIn(bank, me, cinema),
      await anInvoiceIn(bank, me, cinema),
    ];
    const left = await aQuestion(bank, me, { amount: euros(20) });
    const middle = await aQuestion(bank, me, { amount: euros(150) });
    const right = await aQuestion(bank, me, { amount: euros(30) });
    await me.reconcile(left.action, [a]);
    await me.reconcile(middle.action, [a, b]);
    await me.reconcile(right.action, [b, c]);
    expect([await invoiceOf(a), await invoiceOf(b)]).toMatchObject([
      { lettering_letters: "AAA" },
      { lettering_letters: "AAA" },
    ]);
    await me.revert(middle.action);
    expect([await invoiceOf(a), await invoiceOf(b)]).toMatchObject([
      { lettering_letters: "AAA" },
      { lettering_letters: "AAB" },
    ]);
    expect(await violations()).toEqual([]);
  });

  test("are those of the credit note too", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const credit = await anInvoiceIn(bank, me, cinema, { type: "credit_note", total: euros(-20) });
    await bank.owner.query(
      "insert into credit_application (credit_note_id, invoice_id, distributor_id, amount) values ($1, $2, $3, 20)",
      [credit, invoice, me.distributorId],
    );
    const { action } = await aQuestion(bank, me, { amount: euros(80) });
    await inTransaction(bank.owner, { kind: "distributor", distributorId: me.distributorId }, (tx) =>
      repairLetters(tx, me.distributorId, ["411BEFFROI"]),
    );
    const before = await snapshot(bank, me);
    await me.reconcile(action, [invoice]);
    expect([await invoiceOf(invoice), await invoiceOf(credit)]).toMatchObject([
      { status: "paid", lettering_letters: "AAA" },
      { lettering_letters: "AAA" },
    ]);
    await me.revert(action);
    expect(await snapshot(bank, me)).toBe(before);
    expect(await violations()).toEqual([]);
  });
});

describe("many at once", () => {
  test("a double click twenty times over pays once and answers the same twenty times", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const { action } = await aQuestion(bank, me);
    const answers = await Promise.all(Array.from({ length: 20 }, () => me.reconcile(action, [invoice])));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await rows("select from allocation where invoice_id = $1", [invoice])).toHaveLength(1);
    expect(await rows("select from audit_log where distributor_id = $1", [me.distributorId])).toHaveLength(1);
    expect(await violations()).toEqual([]);
  });

  test("two people with two transactions on one invoice: one pays it, the other is told", async () => {
    const colleague = await anAccountant(bank, me);
    for (let round = 0; round < 10; round += 1) {
      const invoice = await anInvoiceIn(bank, me, cinema);
      const [mine, theirs] = [await aQuestion(bank, me), await aQuestion(bank, me)];
      const answers = await Promise.all([
        me.reconcile(mine.action, [invoice]),
        colleague.reconcile(theirs.action, [invoice]),
      ]);
      expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, 409]);
      expect(await invoiceOf(invoice)).toMatchObject({ status: "paid", outstanding: "0.00" });
    }
    expect(await violations()).toEqual([]);
  });

  test("undoing while it is reconciled leaves one state or the other", async () => {
    for (let round = 0; round < 10; round += 1) {
      const invoice = await anInvoiceIn(bank, me, cinema);
      const { action } = await aQuestion(bank, me);
      await me.reconcile(action, [invoice]);
      const answers = await Promise.all([
        me.revert(action),
        me.reconcile(action, [invoice]),
        me.revert(action),
        me.reconcile(action, [invoice]),
      ]);
      expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200]);
      const [state] = await rows<{ status: string }>("select status from user_action where id = $1", [
        action,
      ]);
      const paid = state?.status === "DONE" ? "paid" : "awaiting_payment";
      expect(await invoiceOf(invoice)).toMatchObject({ status: paid });
    }
    expect(await violations()).toEqual([]);
  });

  test("resolving and rejecting an action at once: one wins", async () => {
    const { action } = await aQuestion(bank, me, { status: "PENDING" });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        me.call("PATCH", `/user-actions/${action}/`, { status: index % 2 === 0 ? "DONE" : "REJECTED" }),
      ),
    );
    expect(answers.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(409),
    ]);
    expect(await rows("select from audit_log where distributor_id = $1", [me.distributorId])).toHaveLength(1);
  });

  test("a storm of people who letter and undo what they can leaves every invariant standing", async () => {
    const people = [me, await anAccountant(bank, me), await anAccountant(bank, me)];
    const invoices: number[] = [];
    const actions: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      invoices.push(
        await anInvoiceIn(bank, me, cinema, {
          total: euros(10 + index * 7),
          client_account: index % 3 === 0 ? "411A" : "411B",
        }),
      );
      actions.push((await aQuestion(bank, me, { amount: euros(5 + ((index * 13) % 60)) })).action);
    }
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const pick = (list: readonly number[]): number => list[random(list.length)] ?? 0;
    const outcomes = new Map<number, number>();
    await Promise.all(
      Array.from({ length: 12 }, async (_, worker) => {
        const person = people[worker % people.length] ?? me;
        for (let step = 0; step < STEPS; step += 1) {
          const action = pick(actions);
          const chosen = Array.from({ length: 1 + random(3) }, () => pick(invoices));
          const answer = await (random(5) < 3 ? person.reconcile(action, chosen) : person.revert(action));
          outcomes.set(answer.statusCode, (outcomes.get(answer.statusCode) ?? 0) + 1);
        }
      }),
    );
    expect([...outcomes.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(outcomes.get(200)).toBeGreaterThan(STEPS * 2);
    expect(await violations()).toEqual([]);
  });
});

describe("the database itself", () => {
  const allocateBare = async (invoice: number, amount: string, distributorId = me.distributorId) => {
    const { action, transaction } = await aQuestion(bank, me, { amount: euros(1000) });
    return await bank.owner.query(
      `with r as (insert into reconciliation (distributor_id, transaction_id, user_action_id, invoice_ids) values ($1, $2, $3, array[$4::bigint]) returning id)
       insert into allocation (distributor_id, reconciliation_id, transaction_id, invoice_id, amount) select $1, id, $2, $4, $5 from r`,
      [distributorId, transaction, action, invoice, amount],
    );
  };

  test("refuses a cent more than the invoice, from sessions that take no lock", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 6 }, () => allocateBare(invoice, "30.00")),
    );
    // Without the locks some of them may also run into a deadlock: what counts is that no fourth one passes.
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled").length).toBeLessThanOrEqual(3);
    await expect(allocateBare(invoice, "100.00")).rejects.toMatchObject({
      constraint: "invoice_not_over_allocated",
    });
    const left = (await invoiceOf(invoice))?.outstanding ?? "";
    await expect(allocateBare(invoice, String(Number(left) + 0.01))).rejects.toMatchObject({ code: "23514" });
    await expect(allocateBare(invoice, left)).resolves.toBeDefined();
    expect(await invoiceOf(invoice)).toMatchObject({ status: "paid", outstanding: "0.00" });
    // These payments are nobody's decision.
    await bank.owner.query("delete from allocation where invoice_id = $1", [invoice]);
    await bank.owner.query("update reconciliation set reverted_at = now() where distributor_id = $1", [
      me.distributorId,
    ]);
  });

  test("refuses to spend a transaction twice, and to spend a debit", async () => {
    const [a, b] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
    const { action, transaction } = await aQuestion(bank, me, { amount: euros(150) });
    await me.reconcile(action, [a]);
    await expect(
      bank.owner.query(
        "insert into allocation (distributor_id, reconciliation_id, transaction_id, invoice_id, amount) select $1, id, $2, $3, 0.01 from reconciliation where transaction_id = $2",
        [me.distributorId, transaction, b],
      ),
    ).rejects.toMatchObject({ constraint: "transaction_not_over_allocated" });
  });

  test("refuses another distributor's invoice, and to change an allocation", async () => {
    const other = await anAccountant(bank);
    const foreign = await anInvoiceIn(bank, other, await aCinemaIn(bank, other));
    await expect(allocateBare(foreign, "10.00")).rejects.toMatchObject({ code: "BO002" });
    const invoice = await anInvoiceIn(bank, me, cinema);
    await me.reconcile((await aQuestion(bank, me)).action, [invoice]);
    await expect(
      bank.owner.query("update allocation set amount = 5 where invoice_id = $1", [invoice]),
    ).rejects.toMatchObject({ code: "BO001" });
  });

  test("the ledger's check sees what the guards are turned off for", async () => {
    const [invoice, sister] = [await anInvoiceIn(bank, me, cinema), await anInvoiceIn(bank, me, cinema)];
    const { action } = await aQuestion(bank, me, { amount: euros(200) });
    await me.reconcile(action, [invoice, sister]);
    const client = await bank.owner.connect();
    try {
      await client.query("begin");
      await client.query("set local session_replication_role = replica");
      await client.query(
        "update invoice set allocated_amount = 90, lettering_letters = 'ZZZ' where id = $1",
        [invoice],
      );
      await client.query("update user_action set status = 'PENDING' where id = $1", [action]);
      await client.query("alter table allocation disable trigger allocation_made");
      const found = await verifyLedger({
        many: async (query) => (await client.query(query)).rows,
      } as Parameters<typeof verifyLedger>[0]);
      expect(new Set(found.map((violation) => violation.rule))).toEqual(
        new Set(["invoice_sum", "invoice_status", "letters_of_group", "action_state", "guard_missing"]),
      );
    } finally {
      await client.query("rollback");
      client.release();
    }
  });
});
