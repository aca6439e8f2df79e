import { randomUUID } from "node:crypto";
import type { listTransactions } from "@bobine/contract/banking";
import type {
  bulkReconciliation,
  readAutomaticLettering,
  revertGroup,
  searchUnpaidInvoices,
} from "@bobine/contract/lettering";
import type { BodyOf, ResponseOf } from "@bobine/contract/route";
import type {
  getUserAction,
  listDecisions,
  listUserActions,
  readUserActionOverview,
} from "@bobine/contract/user-actions";
import { describe, expect, test } from "vitest";
import { startRace } from "./concurrency.testing.ts";
import { aSampleDistributor, importedStats, sample } from "./statement.testing.ts";
import {
  aCinemaIn,
  type Accountant,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  snapshot,
} from "./banking.testing.ts";
import { bank, cinema, euros, me, rows, violations, withAnAccountantEach } from "./ledger.testing.ts";

withAnAccountantEach();

async function read<Answer>(who: Accountant, path: string): Promise<Answer> {
  const answer = await who.call("GET", path);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}
const list = (who: Accountant, query: string) =>
  read<ResponseOf<typeof listUserActions>>(who, `/user-actions/?page=1&${query}`);
const unpaid = (who: Accountant, search: string) =>
  read<ResponseOf<typeof searchUnpaidInvoices>>(
    who,
    `/banking/unpaid-invoices/?search=${encodeURIComponent(search)}`,
  );
const history = (who: Accountant, query = "") =>
  read<ResponseOf<typeof listDecisions>>(who, `/user-actions/history/${query}`);
const quality = (who: Accountant) =>
  read<ResponseOf<typeof readAutomaticLettering>>(who, "/banking/automatic-lettering/");

type BulkAnswer = ResponseOf<typeof bulkReconciliation>;
type BulkLines = BodyOf<typeof bulkReconciliation>["lines"];
async function bulk(
  who: Accountant,
  group_key: string,
  lines: BulkLines,
  dry_run = false,
): Promise<BulkAnswer> {
  const answer = await who.call("POST", "/banking/bulk-reconciliation/", { group_key, dry_run, lines });
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json();
}
const undoGroup = async (who: Accountant, group_key: string) =>
  (await who.call("POST", "/banking/revert-group/", { group_key })).json<ResponseOf<typeof revertGroup>>();

/** A bank line, and the invoice that it pays. */
async function aPair(amount = euros(100), owed = amount) {
  const invoice = await anInvoiceIn(bank, me, cinema, { total: owed });
  const { action, transaction } = await aQuestion(bank, me, { amount });
  return { invoice, action, transaction, line: { user_action_id: action, invoice_ids: [invoice] } };
}

describe("the queue", () => {
  test("is narrowed by status, reason, and words or amounts of the bank line", async () => {
    await aQuestion(bank, me, { label: "VIR SEPA ROYAL DOLE", amount: euros(1254.3) });
    await aQuestion(bank, me, { label: "Virement reçu Théâtre Élysée", amount: euros(80) });
    await aQuestion(bank, me, { label: "VIR SEPA REJETE", status: "REJECTED" });
    const labels = async (query: string) =>
      (await list(me, query)).results.map((action) => action.transaction_description).toSorted();
    expect(await labels("search=1254,30")).toEqual(["VIR SEPA ROYAL DOLE"]);
    expect(await labels("search=1254.3")).toEqual(["VIR SEPA ROYAL DOLE"]);
    expect(await labels("search=1254%20dole")).toEqual(["VIR SEPA ROYAL DOLE"]);
    expect(await labels("search=theatre%20elysee")).toEqual(["Virement reçu Théâtre Élysée"]);
    expect(await labels("search=royal%20elysee")).toEqual([]);
    expect(await labels("status=REJECTED")).toEqual(["VIR SEPA REJETE"]);
    expect(await labels("reason_code=partial_payment")).toEqual([]);
    expect((await list(me, "reason_code=unknown_payer")).count).toBe(3);
  });

  test("says how many wait, since when, for what, and how many were closed today", async () => {
    await aQuestion(bank, me, { amount: euros(10), transaction_date: "2026-12-03" });
    await aQuestion(bank, me, { amount: euros(20), transaction_date: "2026-12-01" });
    const done = await aPair();
    await me.reconcile(done.action, [done.invoice]);
    expect(
      await read<ResponseOf<typeof readUserActionOverview>>(me, "/user-actions/overview/"),
    ).toMatchObject({
      open: { count: 2, amount: "30.00", oldest_transaction_date: "2026-12-01" },
      done: 1,
      rejected: 0,
      closed_today: 1,
      by_reason: [{ reason_code: "unknown_payer", reason: "Payeur non identifié", count: 2 }],
      by_suggestion: [],
    });
  });

  test("adds up the euros of what waits, and says since when whatever the currency (LET-46)", async () => {
    await aQuestion(bank, me, { amount: euros(10), transaction_date: "2026-12-03" });
    await aQuestion(bank, me, { amount: euros(90), transaction_date: "2026-12-01", currency_code: "USD" });
    const unasked = await aQuestion(bank, me, { amount: euros(7), transaction_date: "2026-11-01" });
    await bank.owner.query("delete from user_action where id = $1", [unasked.action]);
    const without = await aQuestion(bank, me, { amount: euros(5), transaction_date: "2026-11-02" });
    await bank.owner.query("update user_action set transaction_id = null where id = $1", [without.action]);
    expect(
      await read<ResponseOf<typeof readUserActionOverview>>(me, "/user-actions/overview/"),
    ).toMatchObject({
      open: { count: 3, amount: "10.00", oldest_transaction_date: "2026-12-01" },
      lines_without_end: 2,
    });
  });

  test("of an empty distributor says zeros", async () => {
    expect(await read<ResponseOf<typeof readUserActionOverview>>(me, "/user-actions/overview/")).toEqual({
      open: { count: 0, amount: "0.00", oldest_created_at: null, oldest_transaction_date: null },
      done: 0,
      rejected: 0,
      lines_without_end: 0,
      ignored: [],
      closed_today: 0,
      by_reason: [],
      by_suggestion: [],
    });
  });

  test("says of a lettered line who or what decided, when and why", async () => {
    const own = await aSampleDistributor(bank);
    await importedStats(own, "releve.csv", sample("releve-1-bnp.csv"));
    const { results } = await list(own, "status=DONE");
    expect(results.map((action) => action.decision)).toMatchObject([
      {
        outcome: "lettered",
        is_automatic: true,
        decided_by: null,
        gate: expect.stringMatching(/^G[1-4]$/),
      },
      { outcome: "lettered", is_automatic: true, decided_by: null },
    ]);
    for (const action of results) expect(action.decision?.reasons).not.toEqual([]);
    const { action, invoice } = await aPair();
    await me.reconcile(action, [invoice]);
    const [mine] = (await list(me, "status=DONE")).results;
    expect(mine?.decision).toMatchObject({
      outcome: "lettered",
      is_automatic: false,
      decided_by: { first_name: "Camille" },
      decided_at: "2026-12-31T09:00:00.000Z",
      reasons: [],
      group_key: null,
    });
  });

  test("of a rejected action says who", async () => {
    const { action } = await aQuestion(bank, me);
    await me.call("PATCH", `/user-actions/${action}/`, { status: "REJECTED" });
    expect((await list(me, "status=REJECTED")).results[0]?.decision).toMatchObject({
      outcome: "rejected",
      is_automatic: false,
      decided_by: { first_name: "Camille" },
    });
  });
});

describe("one action", () => {
  test("shows the invoices of its candidates as they are now", async () => {
    const { invoice, action } = await aPair(euros(100), euros(112));
    const gone = await aPair(euros(50));
    await rows(
      `update user_action set candidates = jsonb_build_array(
        jsonb_build_object('invoice_ids', jsonb_build_array($2::bigint), 'kind', 'near_single', 'reasons', '["payeur reconnu", "reste dû 1,00 €"]'::jsonb, 'difference', '-1.00', 'alternatives', 0),
        jsonb_build_object('invoice_ids', jsonb_build_array($3::bigint), 'kind', 'partial', 'reasons', '["trop-perçu de 50,00 €"]'::jsonb, 'difference', '50.00', 'alternatives', 0))
       where id = $1`,
      [action, invoice, gone.invoice],
    );
    await me.reconcile(gone.action, [gone.invoice]);
    const detail = await read<ResponseOf<typeof getUserAction>>(me, `/user-actions/${action}/`);
    expect(detail.candidates).toMatchObject([
      {
        is_available: true,
        difference: "-12.00",
        reasons: ["payeur reconnu", "ce qui est dû a changé depuis cette proposition"],
        invoices: [{ id: invoice, outstanding: "112.00" }],
      },
      {
        is_available: false,
        difference: "50.00",
        reasons: ["trop-perçu de 50,00 €"],
        invoices: [{ id: gone.invoice, status: "paid" }],
      },
    ]);
  });

  test("tells the history of its bank line, newest first, with names", async () => {
    const { invoice, action } = await aPair();
    await me.reconcile(action, [invoice]);
    await me.revert(action);
    const detail = await read<ResponseOf<typeof getUserAction>>(me, `/user-actions/${action}/`);
    expect(detail.events).toMatchObject([
      { kind: "reverted", is_automatic: false, actor: { first_name: "Camille" } },
      {
        kind: "lettered",
        is_automatic: false,
        actor: { first_name: "Camille" },
        invoice_numbers: [expect.any(String)],
      },
    ]);
  });

  test("is found by what is suggested first, and whether that is exact", async () => {
    const { action, invoice } = await aPair();
    const suggest = (difference: string) =>
      rows(
        `update user_action set candidates = jsonb_build_array(jsonb_build_object('invoice_ids', jsonb_build_array($2::bigint),
          'kind', 'whole_balance', 'reasons', '[]'::jsonb, 'difference', $3::text, 'alternatives', 0)) where id = $1`,
        [action, invoice, difference],
      );
    const counts = async () => [
      (await list(me, "suggestion=whole_balance")).count,
      (await list(me, "suggestion=whole_balance&exact=true")).count,
      (await list(me, "suggestion=subset")).count,
    ];
    await suggest("-12.00");
    expect(await counts()).toEqual([1, 0, 0]);
    await suggest("0.00");
    expect(await counts()).toEqual([1, 1, 0]);
    expect(
      (await read<ResponseOf<typeof readUserActionOverview>>(me, "/user-actions/overview/")).by_suggestion,
    ).toEqual([{ kind: "whole_balance", count: 1, exact: 1 }]);
  });

  test("of another distributor is not found", async () => {
    const { action } = await aPair();
    const other = await anAccountant(bank);
    expect((await other.call("GET", `/user-actions/${action}/`)).statusCode).toBe(404);
  });
});

describe("the search of unpaid invoices", () => {
  async function someInvoices() {
    const dole = await aCinemaIn(bank, me, {
      name: "Ciné Royal",
      city: "Dole",
      legal_name: "SARL Royal Dole",
    });
    const ids: Record<string, number> = {};
    const add = async (
      number: string,
      total: number,
      where: number,
      type: "invoice" | "credit_note" = "invoice",
    ) => {
      ids[number] = await anInvoiceIn(bank, me, where, { invoice_number: number, total: euros(total), type });
    };
    await add("F26000123", 1254.3, cinema);
    await add("F26000124", 1250, dole);
    await add("F26012340", 90, dole);
    await add("F26000777", 1260, cinema);
    await rows(
      `insert into invoice_line (distributor_id, invoice_id, position, kind, film_title, description, net_amount, vat_rate_bp)
       values ($1, $2, 1, 'rental', 'Les Heures bleues', 'Les Heures bleues', 82, 1000)`,
      [me.distributorId, ids["F26012340"]],
    );
    await rows("update invoice set week_start = '2026-10-21', week_number = 43 where id = $1", [
      ids["F26000777"],
    ]);
    const paid = await aQuestion(bank, me, { amount: euros(33) });
    await add("F26000999", 33, cinema);
    await me.reconcile(paid.action, [ids["F26000999"] ?? 0]);
    return ids;
  }
  const found = async (search: string) =>
    (await unpaid(me, search)).results.map((invoice) => `${invoice.invoice_number} ${invoice.found_by}`);

  test("takes numbers, amounts, cinemas, towns, weeks and films, best found first", async () => {
    await someInvoices();
    expect(await found("F26000123 F26000124")).toEqual(["F26000123 number", "F26000124 number"]);
    expect(await found("F26000123|f26-000124")).toEqual(["F26000123 number", "F26000124 number"]);
    expect(await found("123,124")).toEqual(["F26000123 number", "F26000124 number", "F26012340 number"]);
    expect(await found("1254,30")).toEqual([
      "F26000123 amount",
      "F26000124 near_amount",
      "F26000777 near_amount",
    ]);
    expect(await found("1 254.30")).toEqual([
      "F26000123 amount",
      "F26000124 near_amount",
      "F26000777 near_amount",
    ]);
    expect(await found("1250")).toEqual(["F26000124 amount"]);
    expect(await found("dole")).toEqual(["F26000124 text", "F26012340 text"]);
    expect(await found("dole 1254,30")).toEqual(["F26000124 near_amount"]);
    expect(await found("heures bleues")).toEqual(["F26012340 text"]);
    expect(await found("S43")).toEqual(["F26000777 text"]);
    expect(await found("s47/2026 dole")).toEqual(["F26000124 text", "F26012340 text"]);
    expect(await found("F26000999")).toEqual([]);
    expect(await found("xyz")).toEqual([]);
  });

  test("offers all that is unpaid when nothing is asked, without paid ones and credit notes", async () => {
    await someInvoices();
    const { count, results } = await unpaid(me, "");
    expect(count).toBe(4);
    expect(results.map((invoice) => invoice.invoice_number)).not.toContain("F26000999");
    const film = results.find((invoice) => invoice.invoice_number === "F26012340");
    expect(film).toMatchObject({
      film_titles: ["Les Heures bleues"],
      week_display: expect.stringContaining("47"),
      file_id: null,
    });
  });

  test("of a cinema and of a client's account finds what is of either (LET-24)", async () => {
    await someInvoices();
    const palace = await aCinemaIn(bank, me, { name: "Le Palace" });
    await anInvoiceIn(bank, me, palace, { invoice_number: "F26000500", client_account: "411REX" });
    await anInvoiceIn(bank, me, cinema, { invoice_number: "F26000501", client_account: "411REX" });
    const of = async (query: string) =>
      (await read<ResponseOf<typeof searchUnpaidInvoices>>(me, `/banking/unpaid-invoices/?${query}`)).results
        .map((invoice) => invoice.invoice_number)
        .toSorted();
    expect(await of("client_account=411REX")).toEqual(["F26000500", "F26000501"]);
    expect(await of(`cinema=${palace}&client_account=411REX`)).toEqual(["F26000500", "F26000501"]);
    expect(await of(`cinema=${palace}&client_account=411BEFFROI`)).toEqual(
      expect.arrayContaining(["F26000123", "F26000500"]),
    );
    expect(await of(`cinema=${palace}&client_account=411BEFFROI`)).not.toContain("F26000501");
    expect(await of("client_account=411REX&search=F26000501")).toEqual(["F26000501"]);
    const other = await anAccountant(bank);
    expect(
      await read<ResponseOf<typeof searchUnpaidInvoices>>(
        other,
        "/banking/unpaid-invoices/?client_account=411REX",
      ),
    ).toMatchObject({ count: 0 });
  });

  test("is a distributor's own", async () => {
    await someInvoices();
    const other = await anAccountant(bank);
    expect((await unpaid(other, "F26000123")).count).toBe(0);
  });
});

describe("accepting many at once", () => {
  test("letters each line, says so, and is one group that is undone at once", async () => {
    const pairs = [await aPair(), await aPair(euros(50)), await aPair(euros(70))];
    const before = await snapshot(bank, me);
    const group = randomUUID();
    const answer = await bulk(
      me,
      group,
      pairs.map((pair) => pair.line),
    );
    expect(answer).toMatchObject({ accepted: 3, refused: 0, accepted_amount: "220.00", is_dry_run: false });
    expect((await history(me)).results).toMatchObject([
      {
        kind: "lettered",
        count: 3,
        standing: 3,
        amount: "220.00",
        group_key: group,
        actor: { first_name: "Camille" },
      },
    ]);
    const undone = await undoGroup(me, group);
    expect(undone).toMatchObject({ reverted: 3, message: "3 rapprochements annulés." });
    expect(await snapshot(bank, me)).toBe(before);
    expect(await undoGroup(me, group)).toMatchObject({
      reverted: 0,
      lines: pairs.map(() => ({ outcome: "already" })),
    });
    expect((await history(me)).results).toMatchObject([
      { kind: "reverted", count: 3, group_key: group },
      { kind: "lettered", count: 3, standing: 0 },
    ]);
    expect(await violations()).toEqual([]);
  });

  test("the log tells of each line which acceptance it was part of, and so of its undoing", async () => {
    const [one, alone] = [await aPair(), await aPair()];
    const group_key = randomUUID();
    await bulk(me, group_key, [one.line]);
    await me.reconcile(alone.action, [alone.invoice]);
    await undoGroup(me, group_key);
    await me.revert(alone.action);
    expect(
      await rows(
        `select action_type, action_details ->> 'group_key' as group_key from audit_log where distributor_id = $1 order by id`,
        [me.distributorId],
      ),
    ).toEqual([
      { action_type: "manual_reconciliation", group_key },
      { action_type: "manual_reconciliation", group_key: null },
      { action_type: "reverted_reconciliation", group_key },
      { action_type: "reverted_reconciliation", group_key: null },
    ]);
  });

  test("a preview tells the same and changes nothing", async () => {
    const pairs = [await aPair(), await aPair(euros(50), euros(60)), await aPair(euros(70))];
    const lines = pairs.map((pair) => ({ ...pair.line, accept_difference: true }));
    const before = await snapshot(bank, me);
    const preview = await bulk(me, randomUUID(), lines, true);
    expect(await snapshot(bank, me)).toBe(before);
    const real = await bulk(me, randomUUID(), lines);
    const plain = (answer: BulkAnswer) => answer.lines.map((line) => ({ ...line, outcome: "" }));
    expect(preview.lines.map((line) => line.outcome)).toEqual([
      "would_letter",
      "would_letter",
      "would_letter",
    ]);
    expect(plain(preview)).toEqual(plain(real));
    expect(preview).toMatchObject({ is_dry_run: true, accepted: 3, accepted_amount: "220.00" });
  });

  /** Two receipts for one invoice. */
  async function aShared(owed: number, ...amounts: readonly [number, number]) {
    const invoice = await anInvoiceIn(bank, me, cinema, { total: euros(owed) });
    const line = async (amount: number): Promise<BulkLines[number]> => ({
      user_action_id: (await aQuestion(bank, me, { amount: euros(amount) })).action,
      invoice_ids: [invoice],
      accept_difference: true,
    });
    return { first: await line(amounts[0]), second: await line(amounts[1]) };
  }

  test("LET-2: what is agreed to is the difference that showed, after the lines before it; another is refused", async () => {
    const { first, second } = await aShared(1000, 700, 500);
    const seen = [
      { ...first, seen_outstanding: "1000.00" },
      { ...second, seen_outstanding: "300.00" },
    ] as const;
    for (const isDryRun of [true, false])
      expect(await bulk(me, randomUUID(), [seen[1]], isDryRun)).toMatchObject({
        accepted: 0,
        lines: [{ code: "difference_to_confirm", difference: "-500.00" }],
      });
    const answer = await bulk(me, randomUUID(), [...seen]);
    expect(answer.lines.map(({ code, difference }) => [code, difference])).toEqual([
      ["", "-300.00"],
      ["", "200.00"],
    ]);
    expect(await violations()).toEqual([]);
  });

  test("LET-47: a preview takes what is ticked, so that the lines after it show what is left to them", async () => {
    const { first, second } = await aShared(1000, 400, 600);
    const differences = async (...taken: readonly BulkLines[number]["taken"][]) =>
      (
        await bulk(
          me,
          randomUUID(),
          [first, second].map((line, place) => ({ ...line, taken: taken[place] })),
          true,
        )
      ).lines.map(({ difference }) => difference);
    expect(await differences("never", "when_exact")).toEqual(["-600.00", "-400.00"]);
    expect(await differences("when_exact", "when_exact")).toEqual(["-600.00", "-400.00"]);
    expect(await differences("always", "when_exact")).toEqual(["-600.00", "0.00"]);
    expect(await differences()).toEqual(["-600.00", "0.00"]);
    const exact = await aShared(400, 400, 600);
    const plan = await bulk(
      me,
      randomUUID(),
      [exact.first, exact.second].map((line) => ({ ...line, taken: "when_exact" as const })),
      true,
    );
    expect(plan.lines.map(({ code }) => code)).toEqual(["", "invoice_not_unpaid"]);
  });

  test("refuses a line alone, with the reason, and letters the others", async () => {
    const [good, short, closed] = [await aPair(), await aPair(euros(50), euros(62)), await aPair()];
    await me.call("PATCH", `/user-actions/${closed.action}/`, { status: "REJECTED" });
    const lines = [
      good.line,
      short.line,
      closed.line,
      { user_action_id: 999_999_999, invoice_ids: [good.invoice] },
      good.line,
      // What the first line pays is not there for another.
      { user_action_id: (await aQuestion(bank, me)).action, invoice_ids: [good.invoice] },
    ];
    for (const isDryRun of [true, false]) {
      const answer = await bulk(me, randomUUID(), lines, isDryRun);
      expect(answer.lines.map((line) => line.code)).toEqual([
        "",
        "difference_to_confirm",
        "action_closed",
        "not_found",
        "listed_twice",
        "invoice_not_unpaid",
      ]);
      expect(answer.lines[1]).toMatchObject({
        message: "Écart de 12,00\u00a0€\u00a0: confirmez-le pour rapprocher cette opération.",
        difference: "-12.00",
        transaction_amount: "50.00",
      });
      expect(answer).toMatchObject({ accepted: 1, refused: 5, accepted_amount: "100.00" });
    }
    expect(await violations()).toEqual([]);
  });

  test("sent twice, at once or later, is one acceptance", async () => {
    const pairs = [await aPair(), await aPair(euros(50))];
    const lines = pairs.map((pair) => pair.line);
    const group = randomUUID();
    const answers = await Promise.all([
      bulk(me, group, lines),
      bulk(me, group, lines),
      bulk(me, group, lines),
    ]);
    answers.push(await bulk(me, group, lines));
    for (const answer of answers) expect(answer).toMatchObject({ accepted: 2, refused: 0 });
    expect(
      await rows("select from reconciliation where distributor_id = $1", [me.distributorId]),
    ).toHaveLength(2);
    expect((await history(me)).results).toMatchObject([{ count: 2 }]);
  });

  test("sent again after it was undone letters nothing", async () => {
    const pair = await aPair();
    const group = randomUUID();
    await bulk(me, group, [pair.line]);
    await undoGroup(me, group);
    expect(await bulk(me, group, [pair.line])).toMatchObject({
      refused: 1,
      lines: [{ code: "reverted_since" }],
    });
    // Another acceptance is another decision.
    expect(await bulk(me, randomUUID(), [pair.line])).toMatchObject({ accepted: 1 });
  });

  test("a line that was decided otherwise since stays when its group is undone", async () => {
    const pair = await aPair();
    const other = await anInvoiceIn(bank, me, cinema);
    const group = randomUUID();
    await bulk(me, group, [pair.line]);
    await me.revert(pair.action);
    await me.reconcile(pair.action, [other]);
    expect(await undoGroup(me, group)).toMatchObject({ reverted: 0, lines: [{ outcome: "other" }] });
    expect((await list(me, "status=DONE")).count).toBe(1);
  });

  test("LET-24: a line whose overpayment is used since stays when its group is undone, and the others are undone", async () => {
    const [used, plain] = [await aPair(euros(120), euros(100)), await aPair()];
    const [spent, other] = [await anInvoiceIn(bank, me, cinema), randomUUID()];
    await bulk(me, other, [{ ...used.line, accept_difference: true }, plain.line]);
    const [credit] = (await read<{ results: { id: string }[] }>(me, "/banking/credits/?page=1")).results;
    const applied = await me.call("POST", `/banking/credits/${credit?.id}/apply/`, {
      invoice_id: spent,
      amount: "20.00",
    });
    expect(applied.statusCode).toBe(200);
    expect(await undoGroup(me, other)).toMatchObject({
      reverted: 1,
      lines: [{ outcome: "other" }, { outcome: "reverted" }],
    });
    expect(await violations()).toEqual([]);
  });

  test("somebody else's acceptance of the same lines is refused line by line", async () => {
    const pair = await aPair();
    const colleague = await anAccountant(bank, me);
    await bulk(me, randomUUID(), [pair.line]);
    expect(await bulk(colleague, randomUUID(), [pair.line])).toMatchObject({
      refused: 1,
      lines: [{ code: "already_reconciled" }],
    });
  });

  test("another distributor's lines, invoices and groups are not found", async () => {
    const pair = await aPair();
    const other = await anAccountant(bank);
    const group = randomUUID();
    for (const isDryRun of [true, false])
      expect(await bulk(other, randomUUID(), [pair.line], isDryRun)).toMatchObject({
        lines: [{ code: "not_found", transaction_amount: null, transaction_description: "" }],
      });
    const theirs = await aQuestion(bank, other);
    expect(
      await bulk(other, randomUUID(), [{ user_action_id: theirs.action, invoice_ids: [pair.invoice] }]),
    ).toMatchObject({ lines: [{ code: "not_found" }] });
    await bulk(me, group, [pair.line]);
    expect((await other.call("POST", "/banking/revert-group/", { group_key: group })).statusCode).toBe(404);
  });
});

describe("undoing from anywhere", () => {
  test("by the bank line alone", async () => {
    const pair = await aPair();
    const before = await snapshot(bank, me);
    await me.reconcile(pair.action, [pair.invoice]);
    for (let time = 0; time < 2; time += 1) {
      const answer = await me.call("POST", `/banking/transactions/${pair.transaction}/revert/`);
      expect(answer.json()).toEqual({ message: "Rapprochement annulé.", user_action_id: pair.action });
      expect(await snapshot(bank, me)).toBe(before);
    }
  });

  test("the list of bank lines tells what each is lettered with, by whom and why", async () => {
    const pair = await aPair(euros(112), euros(100));
    await aQuestion(bank, me, { label: "VIR OUVERT", transaction_date: "2026-12-29" });
    await me.reconcile(pair.action, [pair.invoice]);
    const lines = await read<ResponseOf<typeof listTransactions>>(
      me,
      "/banking/all-transactions/?page=1&lettering=true",
    );
    expect(lines.map((line) => line.lettering)).toMatchObject([
      {
        reason: "Payeur non identifié",
        decision: null,
        invoices: [],
        lettering_code: "",
        user_action_status: "AWAITING_INVOICE_SELECTION",
      },
      {
        user_action_id: pair.action,
        reason: "",
        decision: { outcome: "lettered", is_automatic: false, decided_by: { first_name: "Camille" } },
        invoices: [{ id: pair.invoice, amount: "100.00" }],
        lettering_code: "AAA",
        surplus_amount: "12.00",
      },
    ]);
    const plain = await read<object[]>(me, "/banking/all-transactions/?page=1");
    expect(plain[0]).not.toHaveProperty("lettering");
  });
});

describe("how right automatic lettering is", () => {
  /** Automatic letterings of before, each of an invoice of its own. */
  async function automatic(who: Accountant, count: number): Promise<{ action: number; invoice: number }[]> {
    const made: { action: number; invoice: number }[] = [];
    const where = await aCinemaIn(bank, who);
    for (let index = 0; index < count; index += 1) {
      const invoice = await anInvoiceIn(bank, who, where);
      const { action, transaction } = await aQuestion(bank, who);
      const { statusCode } = await who.reconcile(action, [invoice]);
      expect(statusCode).toBe(200);
      await rows("update reconciliation set decided_by = null, gate = 'G1' where transaction_id = $1", [
        transaction,
      ]);
      made.push({ action, invoice });
    }
    return made;
  }
  const change = async (who: Accountant, body: object) =>
    (await who.call("PATCH", "/banking/automatic-lettering/", body)).json<
      ResponseOf<typeof readAutomaticLettering>
    >();

  test("is unknown before the first", async () => {
    expect(await quality(me)).toEqual({
      is_on: true,
      paused: null,
      user_action_id: null,
      precision_line_bp: 9950,
      min_sample: 600,
      last_90_days: { automatic: 0, reverted: 0, precision_bp: null },
      ever: { automatic: 0, reverted: 0, precision_bp: null },
      judged: { automatic: 0, reverted: 0, precision_bp: null },
    });
  });

  test("counts those that people took apart, and forgets those that they lettered again the same way", async () => {
    const [first, second] = await automatic(me, 4);
    if (!first || !second) throw new Error("two were expected");
    await me.revert(first.action);
    await me.revert(second.action);
    expect((await quality(me)).last_90_days).toEqual({ automatic: 4, reverted: 2, precision_bp: 5000 });
    await me.reconcile(second.action, [second.invoice]);
    expect((await quality(me)).last_90_days).toEqual({ automatic: 4, reverted: 1, precision_bp: 7500 });
    await rows(
      "update reconciliation set created_at = created_at - interval '91 days' where distributor_id = $1 and gate is not null",
      [me.distributorId],
    );
    const { last_90_days, ever } = await quality(me);
    expect(last_90_days).toEqual({ automatic: 0, reverted: 0, precision_bp: null });
    expect(ever).toEqual({ automatic: 4, reverted: 1, precision_bp: 7500 });
  });

  test("under its line it pauses itself, says so in the queue, and lets people resume", async () => {
    // Of 20 at 99 %, chance brings one slip at most.
    await change(me, { precision_line_bp: 9900, min_sample: 20 });
    await rows("update distributor set automation_on = true where id = $1", [me.distributorId]);
    const made = await automatic(me, 3);
    await me.revert(made[0]?.action ?? 0);
    expect(await quality(me)).toMatchObject({ is_on: true, paused: null });
    await me.revert(made[1]?.action ?? 0);
    const paused = await quality(me);
    expect(paused).toMatchObject({ is_on: false, paused: { by: "precision", person: null } });
    const [question] = (await list(me, "reason_code=automatic_lettering_paused")).results;
    expect(question).toMatchObject({
      id: paused.user_action_id,
      status: "PENDING",
      reason: "Rapprochement automatique en pause",
      transaction_id: null,
      transaction_description: "Rapprochement automatique en pause",
    });
    expect(question?.explanation[0]).toBe(
      "2 rapprochements automatiques annulés sur 3 en 90 jours\u00a0: 33,33\u00a0% de justes, sous la limite de 99,00\u00a0%",
    );
    expect(question?.explanation[1]).toBe("le hasard en explique au plus 1 sur 20 (sûr à 95\u00a0%)");
    expect(
      (await list(me, "undone=automatic")).results
        .map(({ id }: { id: number }) => id)
        .toSorted((a: number, b: number) => a - b),
    ).toEqual([made[0]?.action, made[1]?.action]);
    expect(
      await rows(
        "select action_details ->> 'automatic_lettering_on' as is_on from audit_log where distributor_id = $1 and action_type = 'system_action'",
        [me.distributorId],
      ),
    ).toEqual([{ is_on: "false" }]);
    // Invoices and mails go on: it is its own setting.
    expect(await rows("select automation_on from distributor where id = $1", [me.distributorId])).toEqual([
      { automation_on: true },
    ]);

    // A third one says nothing new.
    await me.revert(made[2]?.action ?? 0);
    expect((await list(me, "reason_code=automatic_lettering_paused")).count).toBe(1);

    expect(await change(me, { is_on: true })).toMatchObject({
      is_on: true,
      paused: null,
      user_action_id: null,
      judged: { automatic: 0, reverted: 0 },
      last_90_days: { automatic: 3, reverted: 3 },
    });
    expect((await list(me, "reason_code=automatic_lettering_paused")).results).toMatchObject([
      { status: "DONE", decision: { outcome: "closed", decided_by: { first_name: "Camille" } } },
    ]);
  });

  test("what is imported while it is paused is proposed, not lettered", async () => {
    const own = await aSampleDistributor(bank);
    expect(await change(own, { is_on: false })).toMatchObject({
      is_on: false,
      paused: { by: "person", person: { first_name: "Camille" } },
      user_action_id: null,
    });
    expect(await importedStats(own, "releve.csv", sample("releve-1-bnp.csv"))).toMatchObject({
      auto_reconciled: 0,
    });
    await change(own, { is_on: true });
    expect(await importedStats(own, "releve.csv", sample("releve-1-bnp.csv"))).toMatchObject({ imported: 0 });
  });

  test("a line that is moved above what is measured pauses it at once", async () => {
    await change(me, { precision_line_bp: 9900, min_sample: 200 });
    const [made] = await automatic(me, 2);
    await me.revert(made?.action ?? 0);
    expect(await quality(me)).toMatchObject({ is_on: true });
    await change(me, { min_sample: 20 });
    expect(
      await rows(
        "select action_details from audit_log where distributor_id = $1 and action_details ? 'min_sample' order by id desc limit 1",
        [me.distributorId],
      ),
    ).toEqual([
      {
        action_details: {
          previous_precision_line: "99,00\u00a0%",
          precision_line: "99,00\u00a0%",
          previous_min_sample: 200,
          min_sample: 20,
        },
      },
    ]);
    expect(await quality(me)).toMatchObject({ is_on: true });
    await change(me, { precision_line_bp: 9990 });
    const paused = await quality(me);
    expect(paused).toMatchObject({ is_on: false, paused: { by: "precision" }, precision_line_bp: 9990 });
    expect((await list(me, "reason_code=automatic_lettering_paused")).results[0]?.id).toBe(
      paused.user_action_id,
    );
  });

  test("a paused question that was closed is not asked again beside a newer one", async () => {
    await change(me, { precision_line_bp: 10_000 });
    const made = await automatic(me, 2);
    await me.revert(made[0]?.action ?? 0);
    const { user_action_id } = await quality(me);
    await change(me, { is_on: true });
    const [again] = await automatic(me, 1);
    await me.revert(again?.action ?? 0);
    const answer = await me.revert(user_action_id ?? 0);
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({ code: "asked_anew" });
    await change(me, { is_on: true });
    expect((await me.revert(user_action_id ?? 0)).json()).toMatchObject({ code: "lettering_resumed" });
  });

  test.each([
    ["automatic_lettering_paused", null],
    ["bank_connection_expired", null],
    ["invoice_incomplete", null],
    ["invoice_incomplete", "a cinema"],
  ])("of two old questions of one kind (%s, %s) reopened at once, one is", async (reason_code, about) => {
    await change(me, { is_on: false });
    // What each of them asks for still stands.
    await rows(
      "insert into bank_connection (distributor_id, provider_user, item_id, item_status) values ($1, gen_random_uuid(), $1, 1010)",
      [me.distributorId],
    );
    await rows(
      `with file as (
         insert into import_file (distributor_id, kind, file_name, file_size, sha256)
         values ($1, 'box_office', 'rapport.xml', 1, '\\x00') returning id)
       insert into declaration (distributor_id, import_id, cinema_id, week_start, screen_authorization, film_key, film_title,
         terms_type, admissions_paid, admissions_free, gross_ttc, tsa, vat, base_film_ht, share_ht, share_declared)
       select $1, id, $2, '2026-11-18', '820002', 'ligne 12', 'Ligne 12', 'POURCENTAGE', 1, 0, 10, 1, 1, 8, 4, false from file`,
      [me.distributorId, cinema],
    );
    const old = await rows<{ id: number }>(
      `insert into user_action (distributor_id, status, open_status, reason_code, reason, cinema_id)
       select $1, 'DONE', 'PENDING', $2, 'Question', $3 from generate_series(1, 2) returning id`,
      [me.distributorId, reason_code, about && cinema],
    );
    const calm = startRace(bank.services.pool, {
      meeting: { at: /update user_action set status = open_status/, sessions: 2, patienceMs: 2000 },
    });
    try {
      const answers = await Promise.all(old.map(({ id }) => me.revert(id)));
      expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
      expect(answers.find((answer) => answer.statusCode === 409)?.json()).toMatchObject({
        code: "asked_anew",
      });
    } finally {
      calm();
    }
  });

  test("two that are taken apart at once are both counted", async () => {
    await change(me, { precision_line_bp: 9900, min_sample: 20 });
    const made = await automatic(me, 2);
    await Promise.all(made.map(({ action }) => me.revert(action)));
    expect((await quality(me)).is_on).toBe(false);
    expect(await violations()).toEqual([]);
  });

  test("changing nothing writes nothing", async () => {
    await change(me, { is_on: true, precision_line_bp: 9950 });
    expect(await rows("select from audit_log where distributor_id = $1", [me.distributorId])).toEqual([]);
  });
});
