import { describe, expect, test } from "vitest";
import { anAccountant, anInvoiceIn, aQuestion, snapshot } from "./banking.testing.ts";
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

withAnAccountantEach();

/** A line that nobody is asked about. */
async function aLine(amount: number, label = "PRLV SEPA SCI DES PROJECTIONS LOYER"): Promise<number> {
  const { action, transaction } = await aQuestion(bank, me, { amount: euros(amount), label });
  await bank.owner.query("delete from user_action where id = $1", [action]);
  return transaction;
}

describe("LET-19: a bank line decided as parts", () => {
  test("an expense goes to an account and its fee to 627, and each is in the exports", async () => {
    const line = await aLine(-1862.5);
    const answer = await decide(
      line,
      { kind: "account", account: "613200", amount: "-1850.00" },
      { kind: "fees", amount: "-12.50" },
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      message: "Rapprochement enregistré.",
      transaction_id: line,
      user_action_id: null,
      allocations: [],
      parts: [
        { kind: "account", account: "613200", account_label: "Locations immobilières", amount: "-1850.00" },
        { kind: "fees", account: "", amount: "-12.50" },
      ],
    });
    expect(await entriesOf()).toEqual([
      ["512100", "", "1862,50"],
      ["613200", "1850,00", ""],
      ["627800", "12,50", ""],
    ]);
    expect(await violations()).toEqual([]);
    const [entry] = await rows<{ action_details: object }>(
      "select action_details from audit_log where distributor_id = $1 and action_type = 'manual_reconciliation'",
      [me.distributorId],
    );
    expect(JSON.stringify(entry?.action_details)).toContain("613200 Locations immobilières");
  });

  test("a receipt pays its invoice whole beside the fee that a foreign bank kept, and closes its action", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(842.66), invoice_number: "P7" });
    const { action, transaction } = await aQuestion(bank, me, { amount: euros(827.66) });
    const answer = await decide(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: "842.66" },
      { kind: "fees", amount: "-15.00" },
    );
    expect(answer.json()).toMatchObject({
      user_action_id: action,
      allocations: [{ invoice_number: "P7", amount: "842.66", outstanding: "0.00" }],
    });
    expect(await rows("select status from invoice where id = $1", [invoice])).toEqual([{ status: "paid" }]);
    expect(await rows("select status from user_action where id = $1", [action])).toEqual([
      { status: "DONE" },
    ]);
    expect((await entriesOf()).slice(-3)).toEqual([
      ["512100", "827,66", ""],
      ["411000", "", "842,66"],
      ["627800", "15,00", ""],
    ]);
    expect(await violations()).toEqual([]);
  });

  test("its undoing restores everything, with an action and without", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(842.66) });
    const { action, transaction } = await aQuestion(bank, me, { amount: euros(827.66) });
    const expense = await aLine(-40);
    const before = await snapshot(bank, me);
    await decide(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: "842.66" },
      { kind: "fees", amount: "-15.00" },
    );
    await decide(expense, { kind: "unknown", amount: "-40.00" });
    expect(await snapshot(bank, me)).not.toBe(before);
    expect((await me.revert(action)).statusCode).toBe(200);
    const undone = await revert(expense);
    expect(undone.json()).toEqual({ message: "Rapprochement annulé.", user_action_id: null });
    // Twice is once.
    expect((await revert(expense)).json()).toEqual(undone.json());
    const after = await snapshot(bank, me);
    expect(after.replace(/"lettering_letters": [^,]+/g, "")).toBe(
      before.replace(/"lettering_letters": [^,]+/g, ""),
    );
    expect(await violations()).toEqual([]);
    expect(await rows("select from bank_part where distributor_id = $1", [me.distributorId])).toEqual([]);
  });

  test("a second decision about the line is refused, and so is one about more than an invoice owes", async () => {
    const line = await aLine(-40);
    await decide(line, { kind: "unknown", amount: "-40.00" });
    const again = await decide(line, { kind: "fees", amount: "-40.00" });
    expect([again.statusCode, again.json().code]).toEqual([409, "already_reconciled"]);
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(50) });
    const { transaction, action } = await aQuestion(bank, me);
    const beyond = await decide(transaction, { kind: "invoice", invoice_id: invoice, amount: "100.00" });
    expect([beyond.statusCode, beyond.json().code]).toEqual([409, "beyond_outstanding"]);
    await me.call("PATCH", `/user-actions/${action}/`, { status: "REJECTED" });
    const closed = await decide(transaction, { kind: "unknown", amount: "100.00" });
    expect([closed.statusCode, closed.json().code]).toEqual([409, "action_closed"]);
    expect(await violations()).toEqual([]);
  });

  test("parts that make no whole are refused at their field, and nothing is written", async () => {
    const line = await aLine(-40);
    const before = await snapshot(bank, me);
    for (const parts of [
      [{ kind: "unknown", amount: "-39.99" }],
      [{ kind: "account", account: "999999", amount: "-40.00" }],
      [
        { kind: "unknown", amount: "-40.00" },
        { kind: "fees", amount: "0.00" },
      ],
      [],
      [{ kind: "account", account: "6; drop", amount: "-40.00" }],
    ]) {
      const answer = await decide(line, ...parts);
      expect([answer.statusCode, Object.keys(answer.json() as object)[0]?.split(".")[0]]).toEqual([
        400,
        "parts",
      ]);
    }
    expect(await snapshot(bank, me)).toBe(before);
    const dollars = await aQuestion(bank, me, { currency_code: "USD" });
    expect((await decide(dollars.transaction, { kind: "unknown", amount: "100.00" })).json().code).toBe(
      "not_in_euros",
    );
  });

  test("the call of one step is refused for what was decided as parts, and the line is not spent twice", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(115) });
    const { action, transaction } = await aQuestion(bank, me);
    await decide(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: "115.00" },
      { kind: "fees", amount: "-15.00" },
    );
    expect((await me.reconcile(action, [invoice])).json().code).toBe("already_reconciled");
  });

  test("the database itself refuses parts that do not sum, and parts that change", async () => {
    const line = await aLine(-40);
    await decide(line, { kind: "unknown", amount: "-40.00" });
    const failing = async (text: string) => {
      const error = await bank.owner.query(text, [line]).then(
        () => undefined,
        (reason: { code?: string }) => reason.code,
      );
      return error;
    };
    expect(await failing("delete from bank_part where transaction_id = $1")).toBeUndefined();
    await revert(line);
    await decide(line, { kind: "fees", amount: "-10.00" }, { kind: "unknown", amount: "-30.00" });
    expect(await failing("delete from bank_part where transaction_id = $1 and kind = 'fees'")).toBe("BO003");
    expect(await failing("update bank_part set amount = -1 where transaction_id = $1")).toBe("BO001");
    expect(
      await failing(`insert into bank_part (distributor_id, reconciliation_id, transaction_id, position, kind, amount)
        select distributor_id, reconciliation_id, $1, 9, 'fees', -0.01 from bank_part where transaction_id = $1 limit 1`),
    ).toBe("23514");
  });
});

describe("LET-21: small differences", () => {
  const pay = async (paid: number, total: number) => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(total) });
    const { transaction } = await aQuestion(bank, me, { amount: euros(paid) });
    return await decide(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: total.toFixed(2) },
      { kind: "write_off", invoice_id: invoice, amount: (paid - total).toFixed(2) },
    );
  };

  test("missing cents go to 658, cents too many to 758, and the invoice is paid whole", async () => {
    expect((await pay(327.96, 327.99)).json()).toMatchObject({
      allocations: [{ amount: "327.99", outstanding: "0.00" }],
      parts: [{ kind: "write_off", amount: "-0.03" }],
    });
    expect((await entriesOf()).slice(-3)).toEqual([
      ["512100", "327,96", ""],
      ["411000", "", "327,99"],
      ["658000", "0,03", ""],
    ]);
    await pay(879.39, 879.37);
    expect((await entriesOf()).slice(-1)).toEqual([["758000", "", "0,02"]]);
    expect(await violations()).toEqual([]);
  });

  test("the limit is the distributor's own", async () => {
    const refused = await pay(98.99, 100);
    expect([refused.statusCode, refused.json().parts]).toEqual([
      400,
      ["L’écart de 1,01 € dépasse votre limite de 1,00 €."],
    ]);
    await bank.owner.query("update distributor set write_off_limit = 2 where id = $1", [me.distributorId]);
    expect((await pay(98.99, 100)).statusCode).toBe(200);
  });

  test("nothing is written off of an invoice that still owes something", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(200) });
    const { transaction } = await aQuestion(bank, me);
    const answer = await decide(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: "100.50" },
      { kind: "write_off", invoice_id: invoice, amount: "-0.50" },
    );
    expect([answer.statusCode, answer.json().code]).toEqual([409, "write_off_of_unpaid"]);
    expect(await violations()).toEqual([]);
  });
});

describe("LET-22: money that stays a client's", () => {
  test("an advance waits on 419, what was paid too much on 411, each on the client's own account", async () => {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(60) });
    const { transaction } = await aQuestion(bank, me);
    const answer = await decide(
      transaction,
      { kind: "invoice", invoice_id: invoice, amount: "60.00" },
      { kind: "credit", cinema_id: cinema, amount: "25.00" },
      { kind: "advance", cinema_id: cinema, amount: "15.00" },
    );
    const { parts } = answer.json() as { parts: { id: number; credit: string; client_account: string }[] };
    expect(parts).toMatchObject([
      { kind: "credit", amount: "25.00", remaining: "25.00", credit: `part:${parts[0]?.id}` },
      { kind: "advance", amount: "15.00", remaining: "15.00" },
    ]);
    expect(parts[0]?.client_account).not.toBe("");
    expect((await entriesOf()).slice(-4)).toEqual([
      ["512100", "100,00", ""],
      ["411000", "", "60,00"],
      ["411000", "", "25,00"],
      ["419100", "", "15,00"],
    ]);
    expect(await violations()).toEqual([]);
    const other = await anAccountant(bank);
    const theirs = await aQuestion(bank, other);
    const stolen = await other.call("POST", `/banking/transactions/${theirs.transaction}/parts/`, {
      parts: [{ kind: "advance", cinema_id: cinema, amount: "100.00" }],
    });
    expect(stolen.statusCode).toBe(404);
  });
});

describe("LET-20: accounts and what is proposed", () => {
  const proposalOf = async (line: number) =>
    (await me.call("GET", `/banking/transactions/${line}/parts/`)).json().proposal as object | null;

  test("whom the bank names as the other party is remembered, whatever is bought", async () => {
    const line = async (label: string) => {
      const id = await aLine(-826.35, label);
      await bank.owner.query(
        `update bank_transaction set evidence = '{"party_name":"Imprimerie du Canal"}' where id = $1`,
        [id],
      );
      return id;
    };
    const posters = await line("IMPRIMERIE DU CANAL AFFICHES ET BANDES-ANNONCES FACT 2026/0981");
    await decide(posters, { kind: "account", account: "401000", amount: "-826.35" });
    expect(await proposalOf(await line("IMPRIMERIE DU CANAL AFFICHES FACT 2026/1044"))).toEqual({
      kind: "account",
      account: "401000",
      reason: "comme la dernière fois\u00a0: IMPRIMERIE DU CANAL",
    });
  });

  test("what was decided about who is named is proposed the next time", async () => {
    const first = await aLine(-10, "VIR SEPA EMIS /BEN LABO DCP SERVICES /MOTIF FACT 26-1187");
    expect(await proposalOf(first)).toBeNull();
    await decide(first, { kind: "account", account: "401000", amount: "-10.00" });
    const next = await aLine(-20, "VIR SEPA EMIS /BEN LABO DCP SERVICES /MOTIF FACT 26-1190");
    expect(await proposalOf(next)).toMatchObject({ kind: "account", account: "401000" });
    const other = await anAccountant(bank);
    expect((await other.call("GET", `/banking/transactions/${next}/parts/`)).statusCode).toBe(404);
  });

  test("the list is the distributor's own, and decided parts keep the name of their account", async () => {
    const line = await aLine(-10);
    await decide(line, { kind: "account", account: "401000", amount: "-10.00" });
    const put = (accounts: object[]) =>
      bank.app.inject({
        method: "PUT",
        url: "/api/v1/banking/account-choices/",
        headers: me.headers,
        payload: { accounts },
      });
    const list = [{ code: "606400", label: "Fournitures" }];
    expect((await put(list)).json()).toEqual({ results: list });
    expect((await me.call("GET", "/banking/account-choices/")).json()).toEqual({ results: list });
    expect((await put([...list, ...list])).statusCode).toBe(400);
    expect((await put([])).statusCode).toBe(400);
    const saved = await Promise.all(Array.from({ length: 6 }, () => put(list)));
    expect(saved.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    const read = (await me.call("GET", `/banking/transactions/${line}/parts/`)).json();
    expect(read).toMatchObject({
      accounts: list,
      parts: [{ account: "401000", account_label: "Fournisseurs" }],
    });
  });

  test("LET-20: a list that somebody else has changed since it was read is not replaced; one's own that came twice is", async () => {
    const put = async (codes: readonly string[], known?: readonly string[]) => {
      const listOf = (some: readonly string[]) => some.map((code) => ({ code, label: `Compte ${code}` }));
      const body = { accounts: listOf(codes), ...(known ? { known_accounts: listOf(known) } : {}) };
      return await me.call("PUT", "/banking/account-choices/", body);
    };
    expect((await put(["606400", "613200"])).statusCode).toBe(200);
    expect((await put(["606400", "613200", "768000"], ["606400", "613200"])).statusCode).toBe(200);
    expect((await put(["606400", "613200", "768000"], ["606400", "613200"])).statusCode).toBe(200);
    const late = await put(["606400"], ["606400", "613200"]);
    expect([late.statusCode, late.json()]).toMatchObject([
      409,
      { code: "accounts_changed", detail: expect.stringContaining("Relisez-la") },
    ]);
    const { results } = (await me.call("GET", "/banking/account-choices/")).json();
    expect(results.map(({ code }: { code: string }) => code)).toEqual(["606400", "613200", "768000"]);
    expect((await put(["606400"])).statusCode).toBe(200);
  });

  test.each([
    ["411000", "celui de vos clients"],
    ["512300", "celui d’un compte bancaire"],
    ["445715", "celui de la TVA de vos factures"],
  ])(
    "%s, which the product keeps itself, is refused in the list, and of a line that finds it there",
    async (code, why) => {
      const accounts = [{ code, label: "Gardé" }];
      const refusal = [expect.stringContaining(`Le compte ${code} est ${why}`)];
      const put = await me.call("PUT", "/banking/account-choices/", { accounts });
      expect([put.statusCode, put.json()]).toEqual([400, { accounts: refusal }]);
      // Of before this was refused.
      await bank.owner.query(
        "insert into bank_account_choice (distributor_id, code, label, position) values ($1, $2, 'Gardé', 1), ($1, '606400', 'Fournitures', 2)",
        [me.distributorId, code],
      );
      const line = await aLine(200);
      expect((await me.call("GET", `/banking/transactions/${line}/parts/`)).json().accounts).toEqual([
        { code: "606400", label: "Fournitures" },
      ]);
      const decided = await decide(line, { kind: "account", account: code, amount: "200.00" });
      expect([decided.statusCode, decided.json()]).toEqual([400, { parts: refusal }]);
      expect(await violations()).toEqual([]);
    },
  );
});
