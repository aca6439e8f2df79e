import { cents } from "@bobine/contract/money";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { removeLine } from "../bank-connection/remove-line.ts";
import { synchronisedLinesRepository } from "../bank-connection/synchronised-lines.repository.ts";
import { exportedRows } from "../exports/exports.testing.ts";
import { type Accountant, anAccountant, aQuestion, LEDGER, twoBankAccounts } from "./banking.testing.ts";

let bank: TestApp;
let me: Accountant;
let sent: number;
let received: number;
let second: number;

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
beforeEach(async () => {
  me = await anAccountant(bank);
  const accounts = await twoBankAccounts(me);
  second = accounts.second;
  sent = await aLine(accounts.first, "30/11/2026", "VIR SEPA EMIS /MOTIF VIREMENT INTERNE", "-5000,00");
  received = await aLine(second, "02/12/2026", "VIREMENT RECU", "5000,00");
});

/** An imported line, by its id. */
async function aLine(account: number, day: string, label: string, amount: string): Promise<number> {
  const file = `Date;Libellé;Montant\r\n${day};${label};${amount}\r\n`;
  expect((await me.upload("releve.csv", file, account)).statusCode).toBe(200);
  const lines = (await me.call("GET", "/banking/all-transactions/")).json<{ id: number }[]>();
  return Math.max(...lines.map(({ id }) => id));
}
const readParts = async (id: number) => (await me.call("GET", `/banking/transactions/${id}/parts/`)).json();
const accept = (id: number, other_transaction_id: number, who = me) =>
  who.call("POST", `/banking/transactions/${id}/internal-transfer/`, { other_transaction_id });
const accountsOf = async (...ids: number[]) =>
  (
    await Promise.all(
      ids.map(async (id) => (await readParts(id)).parts.map((part: { account: string }) => part.account)),
    )
  ).flat();

describe("a transfer between two own accounts (LET-43)", () => {
  test("is proposed on both sides, with the other one and why", async () => {
    expect(await readParts(sent)).toMatchObject({
      proposal: { kind: "account", account: "580000" },
      internal_transfer: {
        transaction_id: received,
        transaction_date: "2026-12-02",
        amount: "5000.00",
        account_label: "Livret",
        account: "580000",
        reasons: ["reçu le 02/12/2026 sur «\u00a0Livret\u00a0»", "libellé de virement interne"],
      },
    });
    expect(await readParts(received)).toMatchObject({
      proposal: { kind: "account", account: "580000" },
      internal_transfer: { transaction_id: sent, account_label: "Courant" },
    });
  });

  test("is decided on both sides at once, on 580000 which is then even, and twice is as once", async () => {
    const answer = await accept(received, sent);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: "Virement interne affecté des deux côtés.", transaction_ids: [received, sent] },
    ]);
    expect((await accept(received, sent)).json()).toEqual(answer.json());
    expect((await accept(sent, received)).statusCode).toBe(200);
    const rows = (await exportedRows(me, "-b")).filter((row) => row[2] === "580000");
    expect(rows.map((row) => [row[0], row[6], row[7]])).toEqual([
      ["BQ1", "5000,00", ""],
      ["BQ2", "", "5000,00"],
    ]);
    expect(await readParts(sent)).toMatchObject({ internal_transfer: null });
  });

  test("is undone together, from either side", async () => {
    for (const side of [sent, received]) {
      await accept(sent, received);
      expect(await accountsOf(sent, received)).toEqual(["580000", "580000"]);
      expect((await me.call("POST", `/banking/transactions/${side}/revert/`)).statusCode).toBe(200);
      expect(await accountsOf(sent, received)).toEqual([]);
    }
    expect((await readParts(sent)).internal_transfer).toMatchObject({ transaction_id: received });
  });

  test("is undone on both sides when the import of one side is taken back, from either side", async () => {
    await accept(sent, received);
    const undoneWith = async (days: string) => {
      const { results } = (await me.call("GET", "/banking/statement-imports/")).json();
      const { id } = results.find((one: { period_start: string }) => one.period_start === days);
      const answer = await me.call("POST", `/banking/statement-imports/${id}/take-back/`);
      expect([answer.statusCode, answer.json().removed]).toEqual([200, 1]);
    };
    await undoneWith("2026-12-02");
    expect(await accountsOf(sent)).toEqual([]);
    received = await aLine(second, "02/12/2026", "VIREMENT RECU", "5000,00");
    expect((await readParts(sent)).internal_transfer).toMatchObject({ transaction_id: received });
    await accept(sent, received);
    await undoneWith("2026-11-30");
    expect(await accountsOf(received)).toEqual([]);
  });

  test("is undone on both sides when the bank deletes one of them", async () => {
    await accept(sent, received);
    await bank.owner.query(
      "update bank_transaction set source = 'bridge', import_id = null, provider_transaction_id = 970001 where id = $1",
      [received],
    );
    const isGone = await bank.inDatabase(async (tx) => {
      const [line] = await synchronisedLinesRepository.linked(tx, me.distributorId, [970001]);
      if (!line) throw new Error("the line is not linked");
      return await removeLine(tx, line, { distributorId: me.distributorId, at: new Date() });
    });
    expect(isGone).toBe(true);
    expect(await accountsOf(sent)).toEqual([]);
  });

  test("is undone by its entry in the latest decisions", async () => {
    await accept(sent, received);
    const { results } = (await me.call("GET", "/user-actions/history/")).json();
    expect(results[0]).toMatchObject({ kind: "lettered", count: 2, standing: 2 });
    const undone = await me.call("POST", "/banking/revert-group/", { group_key: results[0].group_key });
    expect([undone.statusCode, undone.json().reverted]).toEqual([200, 2]);
    expect(await accountsOf(sent, received)).toEqual([]);
    const again = await me.call("POST", "/banking/revert-group/", { group_key: results[0].group_key });
    expect([again.statusCode, again.json().reverted]).toEqual([200, 0]);
  });

  test("may be accepted one side by one: those are undone one by one, too", async () => {
    const one = (id: number, amount: string) =>
      me.call("POST", `/banking/transactions/${id}/parts/`, {
        parts: [{ kind: "account", account: "580000", amount }],
      });
    await one(sent, "-5000.00");
    // Its other side is decided: nothing is left to pair.
    expect((await readParts(received)).internal_transfer).toBeNull();
    await one(received, "5000.00");
    await me.call("POST", `/banking/transactions/${sent}/revert/`);
    expect(await accountsOf(sent, received)).toEqual(["580000"]);
  });

  test("closes and reopens the question about a side", async () => {
    const { action, transaction } = await aQuestion(bank, me, {
      amount: cents(5000_00),
      label: "VIREMENT INTERNE",
      transaction_date: "2026-11-30",
    });
    await bank.owner.query("update bank_transaction set bank_account_id = $2 where id = $1", [
      transaction,
      second,
    ]);
    const statusOf = async () => (await me.call("GET", `/user-actions/${action}/`)).json().status;
    expect((await accept(transaction, sent)).statusCode).toBe(200);
    expect(await statusOf()).toBe("DONE");
    await me.call("POST", `/banking/transactions/${sent}/revert/`);
    expect(await statusOf()).toBe("AWAITING_INVOICE_SELECTION");
  });

  test("is refused of lines that are none, and decides neither", async () => {
    const other = await aLine(second, "02/12/2026", "VIR CLIENT", "4999,00");
    for (const [id, with_] of [
      [sent, other],
      [sent, sent],
    ] as const) {
      const refused = await accept(id, with_);
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        {
          detail: "Ces deux opérations ne forment pas, ou plus, un virement interne.",
          code: "no_internal_transfer",
        },
      ]);
    }
    expect(await accountsOf(sent, received, other)).toEqual([]);
  });

  test("stands on 580000 where the list of accounts has no 58, which it then needs not have", async () => {
    await me.call("PUT", "/banking/account-choices/", { accounts: [{ code: "613200", label: "Loyers" }] });
    expect(await readParts(sent)).toMatchObject({
      internal_transfer: { transaction_id: received, account: "580000" },
      proposal: null,
      accounts: [{ code: "613200" }],
    });
    expect((await accept(sent, received)).statusCode).toBe(200);
    const { parts } = await readParts(received);
    expect(parts).toMatchObject([{ account: "580000", account_label: "Virements internes" }]);
    expect((await me.call("POST", `/banking/transactions/${sent}/revert/`)).statusCode).toBe(200);
    // Alone it is an account like any other: one of the list.
    const alone = await me.call("POST", `/banking/transactions/${sent}/parts/`, {
      parts: [{ kind: "account", account: "580000", amount: "-5000.00" }],
    });
    expect(alone.statusCode).toBe(400);
  });

  test("of another distributor does not exist", async () => {
    const stranger = await anAccountant(bank);
    expect((await accept(sent, received, stranger)).statusCode).toBe(404);
    const { transaction } = await aQuestion(bank, stranger);
    expect((await accept(transaction, received, stranger)).statusCode).toBe(404);
    expect((await accept(sent, transaction)).statusCode).toBe(404);
  });

  test("is decided whole or not at all, by whoever comes first", async () => {
    const answers = await Promise.all([accept(sent, received), accept(received, sent)]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200]);
    const { rows } = await bank.owner.query(
      "select count(*)::integer as count, count(distinct group_key)::integer as groups from reconciliation where distributor_id = $1",
      [me.distributorId],
    );
    expect(rows).toEqual([{ count: 2, groups: 1 }]);
  });
});
