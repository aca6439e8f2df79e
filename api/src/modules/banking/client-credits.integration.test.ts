import type { ClientCredit } from "@bobine/contract/client-credits";
import { beforeEach, describe, expect, test } from "vitest";
import type { LineEvidence } from "../../domain/line-evidence.ts";
import { readInvoiceDetail } from "../invoices/read-invoice-detail.ts";
import { aCinemaIn, anAccountant, anInvoiceIn, aQuestion, snapshot } from "./banking.testing.ts";
import { creditListRepository } from "./credit-list.repository.ts";
import {
  bank,
  cinema,
  decide,
  entriesOf,
  euros,
  me,
  revert,
  rows,
  violations,
  withAnAccountantEach,
} from "./ledger.testing.ts";

withAnAccountantEach({ account: "411BEFFROI" });

const apply = (credit: string, invoice_id: number, amount: string, more: object = {}) =>
  me.call("POST", `/banking/credits/${credit}/apply/`, { invoice_id, amount, ...more });
const undo = (use: string) => me.call("POST", `/banking/credit-uses/${use}/undo/`);
const listed = async (query = "") =>
  (await me.call("GET", `/banking/credits/${query}`)).json() as {
    count: number;
    results: { id: string; remaining: string; uses: { id: string }[] }[];
  };
const owes = async (invoice: number) =>
  (await rows<{ outstanding: string }>("select outstanding from invoice where id = $1", [invoice]))[0]
    ?.outstanding;

/** A receipt that is kept whole as one part. @returns the credit that it is */
async function kept(kind: "credit" | "advance" | "unknown", amount = 100, of = me, at = cinema) {
  const { transaction } = await aQuestion(bank, of, { amount: euros(amount) });
  const part =
    kind === "unknown"
      ? { kind, amount: amount.toFixed(2) }
      : { kind, cinema_id: at, amount: amount.toFixed(2) };
  const answer = await of.call("POST", `/banking/transactions/${transaction}/parts/`, { parts: [part] });
  const [made] = (answer.json() as { parts: { credit: string }[] }).parts;
  return { credit: made?.credit ?? "", transaction };
}
/** A credit note of a paid invoice: all of it is left. */
async function aNote(
  total = 50,
  corrects_id: number | null = null,
): Promise<{ note: number; credit: string }> {
  const note = await anInvoiceIn(bank, me, cinema, {
    total: euros(0 - total),
    type: "credit_note",
    corrects_id,
  });
  return { note, credit: `note:${note}` };
}

describe("LET-28: what is known of who a receipt names", () => {
  const offered = async (label: string, of = me, evidence: LineEvidence | null = null) => {
    const { transaction } = await aQuestion(bank, of, { label, evidence });
    return (await of.call("GET", `/banking/transactions/${transaction}/parts/`)).json() as {
      clients: { cinema_id: number }[];
      credits: { id: string; remaining: string }[];
      open_invoices: { id: number; outstanding: string }[];
    };
  };

  test("its cinemas, their open credits and what they owe, and of nobody else", async () => {
    const other = await aCinemaIn(bank, me, {
      name: "Ciné Zénith",
      legal_name: "SAS Zénith Projections",
      account: "411ZENITH",
    });
    const owed = await anInvoiceIn(bank, me, cinema, { total: euros(130) });
    await anInvoiceIn(bank, me, other, { client_account: "411ZENITH" });
    const { credit } = await kept("advance", 60);
    await kept("advance", 80, me, other);
    expect(await offered("VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF DIVERS")).toMatchObject({
      clients: [{ cinema_id: cinema, cinema_name: "Cinéma Le Beffroi", client_account: "411BEFFROI" }],
      credits: [{ id: credit, remaining: "60.00" }],
      open_invoices: [{ id: owed, outstanding: "130.00" }],
    });
  });

  test("a credit of its cinema from before its client account had another code, too (LET-24, LET-41)", async () => {
    const { credit } = await aNote(200);
    const advance = await kept("advance", 60);
    await rows("update cinema set default_accounting_code = '411BEFFROI2' where id = $1 returning id", [
      cinema,
    ]);
    const owed = await anInvoiceIn(bank, me, cinema, {
      total: euros(1000),
      client_account: "411BEFFROI2",
    });
    const { transaction } = await aQuestion(bank, me, { amount: euros(800) });
    expect((await me.call("GET", `/banking/transactions/${transaction}/parts/`)).json()).toMatchObject({
      clients: [{ cinema_id: cinema, client_account: "411BEFFROI2" }],
      credits: [{ id: credit }, { id: advance.credit }],
      net_payments: [{ is_likely: true, invoices: [{ id: owed }], credits: [{ credit }] }],
    });
  });

  test("whom the bank names beside the label is who a receipt names (LET-40)", async () => {
    const owed = await anInvoiceIn(bank, me, cinema, { total: euros(130) });
    const told = { party_name: "SARL BEFFROI CINES" };
    expect(await offered("VIREMENT RECU FILM LE GRAND BAL", me, told)).toMatchObject({
      clients: [{ cinema_id: cinema }],
      open_invoices: [{ id: owed }],
    });
  });

  test("nothing of a line that names nobody, or a client of another distributor", async () => {
    await anInvoiceIn(bank, me, cinema);
    const nothing = { clients: [], credits: [], open_invoices: [] };
    expect(await offered("REMISE DE CHEQUE 0004512")).toMatchObject(nothing);
    const stranger = await anAccountant(bank);
    expect(await offered("VIR SEPA SARL BEFFROI CINES", stranger)).toMatchObject(nothing);
  });
});

describe("LET-41: a receipt that is an invoice less a credit note", () => {
  interface Read {
    net_payments: {
      is_likely: boolean;
      reasons: string[];
      invoices: { id: number; amount: string }[];
      credits: { credit: string; amount: string }[];
    }[];
  }
  const proposed = async (transaction: number, of = me) =>
    ((await of.call("GET", `/banking/transactions/${transaction}/parts/`)).json() as Read).net_payments;

  test("is proposed with both, decided by it as it is, and undone whole", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(1000), invoice_number: "N1000" });
    const { credit } = await aNote(200);
    const { action, transaction } = await aQuestion(bank, me, { amount: euros(800) });
    const before = await snapshot(bank, me);
    const [net, ...others] = await proposed(transaction);
    expect([net, others]).toMatchObject([
      {
        is_likely: true,
        invoices: [{ id: invoice, amount: "1000.00" }],
        credits: [{ credit, amount: "200.00" }],
        reasons: [
          expect.stringMatching(/^facture N1000 \(1.000,00.€\) − avoir .* \(200,00.€\) = 800,00.€$/),
          expect.stringMatching(/^payeur reconnu.: SARL Beffroi Cinés$/),
        ],
      },
      [],
    ]);
    const answer = await decide(
      transaction,
      ...(net?.invoices ?? []).map(({ id, amount }) => ({ kind: "invoice", invoice_id: id, amount })),
      ...(net?.credits ?? []).map((one) => ({
        kind: "client_credit",
        credit: one.credit,
        amount: `-${one.amount}`,
      })),
    );
    expect(answer.json()).toMatchObject({
      user_action_id: action,
      allocations: [{ invoice_id: invoice, amount: "800.00", outstanding: "0.00" }],
      credit_uses: [{ credit, invoice_id: invoice, amount: "200.00" }],
    });
    expect(await proposed(transaction)).toEqual([]);
    expect(await violations()).toEqual([]);
    expect((await revert(transaction)).statusCode).toBe(200);
    expect(await snapshot(bank, me)).toBe(before);
    expect(await proposed(transaction)).toHaveLength(1);
  });

  test("of a label that names nobody by the number that it quotes, and never of another distributor", async () => {
    await anInvoiceIn(bank, me, cinema, { total: euros(1000), invoice_number: "Q2000" });
    await aNote(200);
    const label = "REMISE CHEQUE 0004512";
    const [quoted, plain] = [
      await aQuestion(bank, me, { amount: euros(800), label: `${label} Q2000` }),
      await aQuestion(bank, me, { amount: euros(800), label }),
    ];
    expect(await proposed(quoted.transaction)).toHaveLength(1);
    expect(await proposed(plain.transaction)).toEqual([]);
    const beside = { amount: euros(800), label, evidence: { references: ["Q2000"] } };
    expect(await proposed((await aQuestion(bank, me, beside)).transaction)).toHaveLength(1);
    const stranger = await anAccountant(bank);
    const theirs = await aQuestion(bank, stranger, { amount: euros(800), label: `${label} Q2000` });
    expect(await proposed(theirs.transaction, stranger)).toEqual([]);
  });

  test("is found by its numbers behind a hundred older documents of others, and of its client", async () => {
    const other = await aCinemaIn(bank, me, { name: "Ciné Zénith", account: "411ZENITH" });
    const older = Array.from({ length: 101 }, () => [
      anInvoiceIn(bank, me, other, { total: euros(-3), type: "credit_note", client_account: "411ZENITH" }),
      anInvoiceIn(bank, me, other, { total: euros(7), client_account: "411ZENITH" }),
      anInvoiceIn(bank, me, cinema, { total: euros(-3), type: "credit_note" }),
      anInvoiceIn(bank, me, cinema, { total: euros(7) }),
    ]);
    await Promise.all(older.flat());
    for (const [invoice_number, number, quoted, total] of [
      ["Q-3000", "AV 31", "Q3000 MOINS AV31", 1000],
      // Banks write letters without their accent.
      ["DÉC-2026-014", "Nº 32", "DEC 2026 014 MOINS Nº32", 2000],
      // And two letters of one.
      ["CŒUR-2026-015", "ÆON-33", "COEUR 2026 015 MOINS AEON 33", 3000],
    ] as const) {
      const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(total), invoice_number });
      const note = await anInvoiceIn(bank, me, cinema, {
        total: euros(-200),
        type: "credit_note",
        invoice_number: number,
      });
      const net = { invoices: [{ id: invoice }], credits: [{ credit: `note:${note}` }], is_likely: true };
      for (const words of ["REMISE CHEQUE", "VIR SEPA SARL BEFFROI CINES"]) {
        const label = `${words} ${quoted}`;
        const { transaction } = await aQuestion(bank, me, { amount: euros(total - 200), label });
        expect(await proposed(transaction)).toMatchObject([net]);
      }
    }
  });

  test("a date in the label is no number of what was paid too much on that day", async () => {
    await anInvoiceIn(bank, me, cinema, { total: euros(1000) });
    await kept("credit", 200);
    const { transaction } = await aQuestion(bank, me, {
      amount: euros(800),
      label: "REMISE CHEQUE 28/12/2026",
    });
    expect(await proposed(transaction)).toEqual([]);
  });
});

describe("LET-24: a client credit put on an invoice without a bank line", () => {
  test.each([
    ["advance", "419100"],
    ["unknown", "471000"],
  ] as const)(
    "%s: the invoice owes less, the credit has less left, and an entry moves it",
    async (kind, account) => {
      const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(130) });
      const { credit } = await kept(kind);
      const answer = await apply(credit, invoice, "60.00");
      expect(answer.json()).toMatchObject({
        message: "Crédit imputé.",
        credit: {
          id: credit,
          amount: "100.00",
          remaining: "40.00",
          uses: [{ kind: "invoice", amount: "60.00" }],
        },
      });
      expect(await owes(invoice)).toBe("70.00");
      expect((await entriesOf()).slice(-2)).toEqual([
        [account, "60,00", ""],
        ["411000", "", "60,00"],
      ]);
      expect(await violations()).toEqual([]);
      const [use] = (answer.json() as { credit: { uses: { id: string }[] } }).credit.uses;
      const undone = await undo(use?.id ?? "");
      expect(undone.json()).toMatchObject({
        message: "Imputation annulée.",
        credit: { remaining: "100.00", uses: [] },
      });
      expect(await owes(invoice)).toBe("130.00");
      expect((await undo(use?.id ?? "")).statusCode).toBe(404);
      expect(await violations()).toEqual([]);
    },
  );

  test("the invoice tells who put it there, and by what it is undone (UI-9)", async () => {
    const told = (id: number) =>
      bank.inDatabase((tx) => readInvoiceDetail(tx, me.distributorId, id), me.distributorId);
    const alone = await anInvoiceIn(bank, me, cinema, { total: euros(130) });
    const first = await kept("advance");
    expect((await apply(first.credit, alone, "60.00")).statusCode).toBe(200);
    expect(await told(alone)).toMatchObject({
      payments: [
        {
          kind: "part",
          is_automatic: false,
          decided_with: null,
          decided_by: { email: expect.any(String) },
          transaction: { id: first.transaction },
        },
      ],
      events: expect.arrayContaining([
        expect.objectContaining({ kind: "paid", payment_kind: "part", is_automatic: false }),
      ]),
    });
    const [opened] = await rows<{ id: number }>(
      "insert into allocation (distributor_id, invoice_id, kind, amount) values ($1, $2, 'opening', 10) returning id",
      [me.distributorId, alone],
    );
    expect(await told(alone)).toMatchObject({
      payments: expect.arrayContaining([
        expect.objectContaining({
          id: Number(opened?.id),
          kind: "opening",
          is_automatic: false,
          decided_with: null,
        }),
      ]),
      events: expect.arrayContaining([
        expect.objectContaining({ kind: "paid", payment_kind: "opening", actor: null }),
      ]),
    });
  });

  test("a credit note and what was paid too much are on 411 already: they move no money, and letters tell", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(150) });
    const { credit } = await kept("credit");
    const note = await aNote();
    const before = (await entriesOf()).length;
    expect((await apply(credit, invoice, "100.00")).statusCode).toBe(200);
    expect((await apply(note.credit, invoice, "50.00")).statusCode).toBe(200);
    expect(await entriesOf()).toHaveLength(before);
    expect(await owes(invoice)).toBe("0.00");
    const letters = await rows("select lettering_letters from invoice where id = any($1)", [
      [invoice, note.note],
    ]);
    expect(letters).toEqual([{ lettering_letters: "AAA" }, { lettering_letters: "AAA" }]);
    const b = new TextDecoder("windows-1252").decode(
      (await me.call("GET", "/exports/export-csv-b/")).rawPayload,
    );
    expect(b.match(/AAA/g)).toHaveLength(3);
    expect(await violations()).toEqual([]);
  });

  test("what is left is in the list, which is searched and narrowed", async () => {
    const { credit } = await kept("advance");
    await kept("unknown", 20);
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(100) });
    await apply(credit, invoice, "100.00");
    expect((await listed()).results.map((one) => one.remaining).toSorted()).toEqual(["0.00", "20.00"]);
    expect((await listed("?open=true")).count).toBe(1);
    expect((await listed(`?cinema_id=${cinema}`)).results).toMatchObject([{ id: credit, kind: "advance" }]);
    expect((await listed("?search=introuvable")).count).toBe(0);
    const other = await anAccountant(bank);
    expect((await other.call("GET", "/banking/credits/")).json()).toMatchObject({ count: 0 });
  });

  test("too much, another client, another distributor, a day before or to come: a sentence each, and nothing is written", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(80) });
    const elsewhere = await anInvoiceIn(bank, me, await aCinemaIn(bank, me, { name: "Rex" }), {
      total: euros(80),
      client_account: "411OTHER",
    });
    const { credit } = await kept("advance", 70);
    const small = await anInvoiceIn(bank, me, cinema, { total: euros(10) });
    const other = await anAccountant(bank);
    const theirs = await kept("advance", 70, other, await aCinemaIn(bank, other));
    const before = await snapshot(bank, me);
    const answers = [
      [await apply(credit, invoice, "70.01"), 409, "beyond_credit"],
      [await apply(credit, small, "10.01"), 409, "beyond_outstanding"],
      [await apply(credit, invoice, "0.00"), 400, "amount"],
      [await apply(credit, elsewhere, "70.00"), 400, "invoice_id"],
      [await apply(credit, invoice, "70.00", { applied_on: "2000-01-01" }), 400, "applied_on"],
      [await apply(credit, invoice, "70.00", { applied_on: "2099-01-01" }), 400, "applied_on"],
      [await apply(theirs.credit, invoice, "70.00"), 404, "not_found"],
      [await apply("part:999999999", invoice, "70.00"), 404, "not_found"],
      [await apply("note:1e9", invoice, "70.00"), 404, "not_found"],
    ] as const;
    for (const [answer, status, code] of answers) {
      const body = answer.json() as { code?: string };
      expect([answer.statusCode, body.code ?? Object.keys(body)[0]]).toEqual([status, code]);
    }
    expect((await apply(credit, elsewhere, "70.00")).json()).toEqual({
      invoice_id: [
        expect.stringMatching(
          /^Avance du [\d/]+\u00a0: ce crédit est celui de Cinéma Le Beffroi \(411BEFFROI\), la facture F\d+ est celle de Rex \(411OTHER\)\.$/,
        ),
      ],
    });
    expect((await apply(credit, invoice, "70.00")).statusCode).toBe(200);
    const paid = await apply(credit, small, "1.00");
    expect([paid.statusCode, paid.json().code]).toEqual([409, "beyond_credit"]);
    expect(await snapshot(bank, me)).not.toBe(before);
    expect(await violations()).toEqual([]);
  });

  test("two who apply one credit at once: one does, the other is told that nothing is left", async () => {
    const invoices = await Promise.all(
      [1, 2].map(() => anInvoiceIn(bank, me, cinema, { total: euros(100) })),
    );
    for (const { credit } of [await kept("advance"), { credit: (await aNote(100)).credit }]) {
      const answers = await Promise.all(invoices.map((id) => apply(credit, id, "50.01")));
      expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
    expect(await violations()).toEqual([]);
  });

  test("the same click twice is one use", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(100) });
    const { credit } = await kept("advance");
    const click = () =>
      bank.app.inject({
        method: "POST",
        url: `/api/v1/banking/credits/${credit}/apply/`,
        headers: { ...me.headers, "idempotency-key": "5f0e2f5c-0000-4000-8000-000000000016" },
        payload: { invoice_id: invoice, amount: "40.00" },
      });
    const [first, second] = [await click(), await click()];
    expect([first.statusCode, second.json()]).toEqual([200, first.json()]);
    expect(await owes(invoice)).toBe("60.00");
  });

  test("a credit that is used cannot be undone before its use, which the sentence names", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(100), invoice_number: "U1" });
    const { credit, transaction } = await kept("advance");
    const [use] = ((await apply(credit, invoice, "40.00")).json() as { credit: { uses: { id: string }[] } })
      .credit.uses;
    const refused = await revert(transaction);
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: "undo_first",
        detail:
          "Le crédit né de cette opération est imputé sur la facture U1. Annulez d’abord cette imputation.",
      },
    ]);
    await undo(use?.id ?? "");
    expect((await revert(transaction)).statusCode).toBe(200);
    expect((await listed()).count).toBe(0);
    expect(await violations()).toEqual([]);
  });

  test("nor one that fees of the same amount hide", async () => {
    const [paid, other] = [
      await anInvoiceIn(bank, me, cinema, { total: euros(100) }),
      await anInvoiceIn(bank, me, cinema, { total: euros(130), invoice_number: "U2" }),
    ];
    const { transaction } = await aQuestion(bank, me, { amount: euros(100) });
    const decided = await decide(
      transaction,
      { kind: "invoice", invoice_id: paid, amount: "100.00" },
      { kind: "fees", amount: "-5.00" },
      { kind: "credit", cinema_id: cinema, amount: "5.00" },
    );
    const credit = (decided.json() as { parts: { kind: string; credit?: string }[] }).parts.find(
      (part) => part.kind === "credit",
    )?.credit;
    expect((await apply(credit ?? "", other, "5.00")).statusCode).toBe(200);
    const refused = await revert(transaction);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: "undo_first", detail: expect.stringContaining("facture U2") },
    ]);
    expect(await violations()).toEqual([]);
  });

  test("EXP-3: taken off one of its invoices, what was paid too much leaves the others letters of their own", async () => {
    const [first, second] = [
      await anInvoiceIn(bank, me, cinema, { total: euros(30) }),
      await anInvoiceIn(bank, me, cinema, { total: euros(100) }),
    ];
    const { action } = await aQuestion(bank, me, { amount: euros(20) });
    await me.reconcile(action, [second]);
    const { credit } = await kept("credit");
    await apply(credit, first, "30.00");
    const answer = await apply(credit, second, "40.00");
    expect(await violations()).toEqual([]);
    const { uses } = (answer.json() as { credit: { uses: { id: string; invoice_id: number }[] } }).credit;
    await undo(uses.find((use) => use.invoice_id === second)?.id ?? "");
    expect(await violations()).toEqual([]);
  });
});

describe("LET-24: client credits beside the invoices of a line", () => {
  test("the payment is the invoices less the credits, and undoing the line gives them back", async () => {
    const first = await anInvoiceIn(bank, me, cinema, { total: euros(80) });
    const second = await anInvoiceIn(bank, me, cinema, { total: euros(110) });
    const { credit } = await kept("advance", 60);
    const note = await aNote(30);
    const { transaction } = await aQuestion(bank, me);
    const before = await snapshot(bank, me);
    const answer = await decide(
      transaction,
      { kind: "invoice", invoice_id: first, amount: "80.00" },
      { kind: "invoice", invoice_id: second, amount: "110.00" },
      { kind: "client_credit", credit: note.credit, amount: "-30.00" },
      { kind: "client_credit", credit, amount: "-60.00" },
    );
    expect(answer.json()).toMatchObject({
      allocations: [{ invoice_id: second, amount: "100.00", outstanding: "0.00" }],
      credit_uses: [
        { credit: note.credit, invoice_id: first, amount: "30.00" },
        { credit, invoice_id: first, amount: "50.00" },
        { credit, invoice_id: second, amount: "10.00" },
      ],
    });
    expect([await owes(first), await owes(second), await owes(note.note)]).toEqual(["0.00", "0.00", "0.00"]);
    expect(await violations()).toEqual([]);
    const use = (await listed(`?search=Avoir`)).results.concat((await listed()).results)[0]?.uses[0];
    const alone = await undo(use?.id ?? "");
    expect([alone.statusCode, alone.json().code]).toEqual([409, "used_with_line"]);
    expect((await revert(transaction)).statusCode).toBe(200);
    expect((await snapshot(bank, me)).replace(/"lettering_letters": [^,]+/g, "")).toBe(
      before.replace(/"lettering_letters": [^,]+/g, ""),
    );
    expect(await violations()).toEqual([]);
  });

  test("more than the client's invoices, more than is left, and the credit of another distributor are refused", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(150) });
    const stranger = await kept("advance", 60, me, await aCinemaIn(bank, me));
    const { credit } = await kept("advance", 60);
    const other = await anAccountant(bank);
    const theirs = await kept("advance", 50, other, await aCinemaIn(bank, other));
    const { transaction } = await aQuestion(bank, me);
    const tried = async (id: string, amount: string, gross: string) => {
      const answer = await decide(
        transaction,
        { kind: "invoice", invoice_id: invoice, amount: gross },
        { kind: "client_credit", credit: id, amount },
      );
      const body = answer.json() as { code?: string };
      return [answer.statusCode, body.code ?? Object.keys(body)[0]];
    };
    expect(await tried(stranger.credit, "-50.00", "150.00")).toEqual([400, "parts"]);
    expect(await tried(credit, "-50.00", "160.00")).toEqual([400, "parts"]);
    expect(await tried(theirs.credit, "-50.00", "150.00")).toEqual([404, "not_found"]);
    await apply(credit, await anInvoiceIn(bank, me, cinema, { total: euros(20) }), "20.00");
    expect(await tried(credit, "-50.00", "150.00")).toEqual([409, "beyond_credit"]);
    expect(await violations()).toEqual([]);
  });
});

describe("LET-22: what a payment has beyond its invoices", () => {
  test("is the client's credit like any other, and answers and exports say what they said", async () => {
    const paid = await anInvoiceIn(bank, me, cinema, { total: euros(70) });
    const next = await anInvoiceIn(bank, me, cinema, { total: euros(80) });
    const { action, transaction } = await aQuestion(bank, me);
    expect((await me.reconcile(action, [paid])).json()).toMatchObject({ surplus_amount: "30.00" });
    expect((await me.reconcile(action, [paid])).json()).toMatchObject({ surplus_amount: "30.00" });
    expect((await entriesOf()).slice(-3)).toEqual([
      ["512100", "100,00", ""],
      ["411000", "", "70,00"],
      ["411000", "", "30,00"],
    ]);
    const [credit] = (await listed()).results;
    expect(credit).toMatchObject({ kind: "overpayment", remaining: "30.00", client_account: "411BEFFROI" });
    await apply(credit?.id ?? "", next, "30.00");
    expect(await owes(next)).toBe("50.00");
    expect((await revert(transaction)).json()).toMatchObject({ code: "undo_first" });
    expect(await violations()).toEqual([]);
  });
});

test("LET-22: the file of the client credits has those that the filter finds, with what is left of each and where it went", async () => {
  const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(80) });
  const { credit: used } = await kept("advance", 80);
  const { credit: left } = await kept("advance", 70);
  await apply(used, invoice, "80.00");
  await apply(left, await anInvoiceIn(bank, me, cinema, { total: euros(90) }), "20.00");
  const file = async (query = "") => {
    const answer = await me.call("GET", `/exports/lists/client-credits/${query}`);
    expect(answer.headers["content-disposition"]).toContain("credits-clients.csv");
    return answer.body.trim().split("\r\n").slice(1);
  };
  expect(await file()).toHaveLength(2);
  const [open, ...none] = await file("?open=true");
  expect(none).toEqual([]);
  expect(open).toMatch(/;411BEFFROI;70,00;50,00;Imputé en partie;"?20,00 € sur /);
  expect(await file("?search=introuvable")).toEqual([]);
});

describe("a credit of a long file that is being written", () => {
  beforeEach(async () => {
    for (let line = 0; line < 3; line += 1) {
      const { transaction } = await aQuestion(bank, me, { amount: euros(400) });
      const parts = Array.from({ length: 400 }, () => ({
        kind: "advance",
        cinema_id: cinema,
        amount: "1.00",
      }));
      await decide(transaction, ...parts);
    }
  });
  const partsOfMine = (order: string, count: number) => `
    select id from bank_part where distributor_id = $1 order by id ${order} limit ${count}`;
  /** @param meanwhile once its first rows are there */
  const written = (meanwhile: () => Promise<unknown>) =>
    bank.inDatabase(async (tx) => {
      const filter = { distributorId: me.distributorId, is_open: true };
      const found = new Map<string, ClientCredit>();
      for await (const some of creditListRepository.all(tx, filter)) {
        if (found.size === 0) await meanwhile();
        for (const credit of some) found.set(credit.id, credit);
      }
      return found;
    }, me.distributorId);

  test("UI-24: is in it once, also where others are used meanwhile", async () => {
    const found = await written(() =>
      rows(
        `update bank_part set used_amount = amount where id in (${partsOfMine("desc", 300)}) returning id`,
        [me.distributorId],
      ),
    );
    // The ledger of all tests is looked at.
    await rows("update bank_part set used_amount = 0 where distributor_id = $1 returning id", [
      me.distributorId,
    ]);
    expect(found.size).toBe(1200);
  });

  test("UI-24: is told as it was when the file was asked for, what is left of it and where it went", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(80) });
    const [whole, used] = (await rows<{ id: number }>(partsOfMine("", 2), [me.distributorId])).map(
      ({ id }) => `part:${id}`,
    );
    await apply(used ?? "", invoice, "0.40");
    const found = await written(async () => {
      await apply(whole ?? "", invoice, "0.30");
      await apply(used ?? "", invoice, "0.60");
    });
    const told = [whole, used].map((id) => found.get(id ?? ""));
    expect(told.map((credit) => [credit?.remaining, credit?.uses.map((use) => use.amount)])).toEqual([
      ["1.00", []],
      ["0.60", ["0.40"]],
    ]);
  });
});

test("API-4: a page of client credits beyond the last one tells how many there are", async () => {
  await kept("advance", 80);
  const { credit } = await kept("advance", 70);
  await apply(credit, await anInvoiceIn(bank, me, cinema, { total: euros(90) }), "70.00");
  const counts = async (query: string) => [
    (await listed(`?page=2${query}`)).count,
    (await listed(`?page=1${query}`)).count,
  ];
  expect(await listed("?page=2")).toMatchObject({ results: [] });
  expect(await counts("")).toEqual([2, 2]);
  expect(await counts("&open=true")).toEqual([1, 1]);
  expect(await counts("&search=introuvable")).toEqual([0, 0]);
});

describe("LET-25: a credit note comes back to its invoice", () => {
  test("once the payment of the invoice is undone, it owes what the note leaves, and paying it again is a payment of that", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(100) });
    const { action } = await aQuestion(bank, me);
    await me.reconcile(action, [invoice]);
    const { note } = await aNote(30, invoice);
    expect([await owes(invoice), await owes(note)]).toEqual(["0.00", "-30.00"]);
    await me.revert(action);
    expect([await owes(invoice), await owes(note)]).toEqual(["70.00", "0.00"]);
    expect(await violations()).toEqual([]);
  });
});
