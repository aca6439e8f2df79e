// A process that dies in the middle of a decision (SIGKILL: no rollback, no farewell) leaves the state of before it, or that of
// after it, and nothing that keeps others from going on.
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { civilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { byExtent } from "../../../../tooling/extent.mjs";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import { systemSource } from "../../http/audit.ts";
import { lotPreparationsRepository } from "../exports/lot-preparations.repository.ts";
import { prepareLot } from "../exports/prepare-lot.ts";
import type { Errand } from "./ledger-worker.testing.ts";
import { goOnLettering } from "./letter-in-packs.ts";
import { PACK } from "./letter-statement.ts";
import {
  aSampleDistributor,
  importedStats,
  savedOf,
  NOTHING_STORED,
  sample,
  violationsIn,
} from "./statement.testing.ts";
import {
  aCinemaIn,
  type Accountant,
  anAccountant,
  anInvoiceIn,
  aQuestion,
  snapshot,
  LEDGER,
} from "./banking.testing.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";

const WORKER = fileURLToPath(new URL("./ledger-worker.testing.ts", import.meta.url));
const STATEMENT = fileURLToPath(new URL("../../domain/parsing/fixtures/releve-1-bnp.csv", import.meta.url));

let bank: TestApp;
let me: Accountant;
let cinema: number;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  bank = await createTestApp(LEDGER);
});
afterAll(() => bank.close());
afterEach(() => {
  for (const worker of workers.splice(0)) worker.kill("SIGKILL");
});
beforeEach(async () => {
  me = await anAccountant(bank);
  cinema = await aCinemaIn(bank, me);
});

const euros = (value: number): Cents => cents(value * 100);

/** Of the steps of a work, those that every run dies at come first: each begins a process of its own. */
const diesAt = <Step>(every: readonly Step[], others: readonly Step[]): readonly Step[] => [
  ...every,
  ...byExtent("storms", { part: [], ci: others }),
];

/** Starts the errand in another process, and kills it where it stops. */
async function dieAt(work: Errand["work"], stopAt: string, { after = 0, who = me } = {}): Promise<void> {
  const errand: Errand = {
    url: bank.ownerUrl,
    distributorId: who.distributorId,
    userId: who.userId,
    at: bank.services.clock.now().toISOString(),
    stopAt,
    after,
    work,
  };
  const child = spawn(process.execPath, [WORKER, JSON.stringify(errand)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  workers.push(child);
  const ended = once(child, "exit");
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  // A step that it never came to would prove nothing.
  expect(String(said)).toBe("stopped\n");
  child.kill("SIGKILL");
  await ended;
}

async function aPair(amount = euros(100), owed = amount) {
  const invoice = await anInvoiceIn(bank, me, cinema, { total: owed });
  const { action } = await aQuestion(bank, me, { amount });
  return { invoice, action, line: { user_action_id: action, invoice_ids: [invoice] } };
}

describe("a decision that dies", () => {
  test.each(
    diesAt(
      ["insert into allocation", "commit"],
      [
        'select "id", "status", "open_status"',
        "insert into reconciliation",
        "insert into transaction_event",
        "insert into bank_part",
        "insert into payer_alias",
        "update user_action set status = 'DONE'",
        "insert into audit_log",
      ],
    ),
  )("before « %s » has decided nothing, and can be taken again", async (step) => {
    const { action, invoice } = await aPair(euros(112), euros(100));
    const before = await snapshot(bank, me);
    await dieAt({ kind: "reconcile", userActionId: action, invoiceIds: [invoice] }, step);
    expect(await snapshot(bank, me)).toBe(before);
    expect((await savedOf(bank, me))?.["audits"]).toBe(0);
    expect((await me.reconcile(action, [invoice])).json()).toMatchObject({ surplus_amount: "12.00" });
    expect(await violationsIn(bank)).toEqual([]);
  });
});

describe("an undoing that dies", () => {
  test.each(
    diesAt(
      ["with allocations as (delete from allocation", "commit"],
      [
        "insert into audit_log",
        "update invoice i set lettering_letters",
        "update payer_alias set confirmations = confirmations - 1",
        "update user_action set status = open_status",
        "select auto_lettering_on as is_on",
      ],
    ),
  )("before « %s » has undone nothing, and can be done again", async (step) => {
    const { action, invoice } = await aPair(euros(112), euros(100));
    const open = await snapshot(bank, me);
    await me.reconcile(action, [invoice]);
    // Only an undoing of what the engine lettered asks how right it is.
    await inTransaction(bank.owner, { kind: "all" }, (tx) =>
      tx.run(
        sql`update reconciliation set gate = 'number', decided_by = null where user_action_id = ${action}`,
      ),
    );
    const before = await snapshot(bank, me);
    await dieAt({ kind: "revert", userActionId: action }, step);
    expect(await snapshot(bank, me)).toBe(before);
    expect((await me.revert(action)).statusCode).toBe(200);
    expect(await snapshot(bank, me)).toBe(open);
    expect(await violationsIn(bank)).toEqual([]);
  });
});

describe("a bulk acceptance that dies", () => {
  test.each(diesAt([1], [0, 2]))(
    "with %i lines lettered goes on where it stopped when it is sent again",
    async (lettered) => {
      const pairs = [await aPair(), await aPair(euros(50)), await aPair(euros(70))];
      const lines = pairs.map((pair) => pair.line);
      const group_key = randomUUID();
      await dieAt({ kind: "bulk", groupKey: group_key, lines }, "insert into allocation", {
        after: lettered,
      });
      expect(await savedOf(bank, me)).toMatchObject({ reconciliations: lettered, audits: lettered });
      const again = await me.call("POST", "/banking/bulk-reconciliation/", { group_key, lines });
      expect(again.json()).toMatchObject({ accepted: 3, refused: 0 });
      expect(await savedOf(bank, me)).toMatchObject({ reconciliations: 3, audits: 3 });
      const undone = await me.call("POST", "/banking/revert-group/", { group_key });
      expect(undone.json()).toMatchObject({ reverted: 3 });
      expect(await violationsIn(bank)).toEqual([]);
    },
  );

  test("while it is undone leaves whole lines, and its undoing goes on when it is asked again", async () => {
    const pairs = [await aPair(), await aPair(euros(50)), await aPair(euros(70))];
    const group_key = randomUUID();
    await me.call("POST", "/banking/bulk-reconciliation/", {
      group_key,
      lines: pairs.map((pair) => pair.line),
    });
    await dieAt({ kind: "revert-group", groupKey: group_key }, "delete from allocation", { after: 1 });
    expect(await violationsIn(bank)).toEqual([]);
    const undone = await me.call("POST", "/banking/revert-group/", { group_key });
    expect(undone.json()).toMatchObject({
      reverted: 2,
      lines: [{ outcome: "reverted" }, { outcome: "reverted" }, { outcome: "already" }],
    });
    expect(await violationsIn(bank)).toEqual([]);
  });
});

describe("a statement whose import dies", () => {
  test.each(
    diesAt(
      ["insert into allocation", "commit"],
      [
        "insert into bank_transaction",
        "insert into user_action",
        "insert into reconciliation",
        "insert into audit_log",
      ],
    ),
  )("before « %s » has kept nothing, and is imported whole the next time", async (step) => {
    const who = await aSampleDistributor(bank);
    const before = await snapshot(bank, who);
    await dieAt({ kind: "import", file: STATEMENT }, step, { who });
    expect(await savedOf(bank, who)).toEqual(NOTHING_STORED);
    expect(await snapshot(bank, who)).toBe(before);
    expect(await importedStats(who, "releve.csv", sample("releve-1-bnp.csv"))).toMatchObject({
      imported: 6,
      auto_reconciled: 2,
    });
    expect(await violationsIn(bank)).toEqual([]);
  });
});

describe("a long statement whose import dies", () => {
  const LINES = PACK + 1;
  /** The file of as many lines as invoices, each of which is certain. */
  async function aLongStatement(): Promise<string> {
    const first = await anInvoiceIn(bank, me, cinema, { invoice_number: "FX-10000", total: cents(50_000) });
    await bank.owner.query(
      `insert into invoice (distributor_id, cinema_id, type, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year, client,
         client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown, origin)
       select distributor_id, cinema_id, type, 'FX-' || (10000 + n), invoice_date, due_date, cinema_name, week_start, week_number, week_year, client,
         client_account, total_net_amount + n, total_vat_amount, total_amount + n, '[]', origin
       from invoice, generate_series(1, $2 - 1) as n where id = $1`,
      [first, LINES],
    );
    const lines = Array.from(
      { length: LINES },
      (_, index) =>
        `2026-12-12;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF FX-${10_000 + index};${500 + index},00`,
    );
    const path = join(tmpdir(), `${randomUUID()}.csv`);
    await writeFile(path, ["Date;Libellé;Montant", ...lines].join("\n"));
    return path;
  }

  test.each(
    diesAt<[string, number]>(
      [["commit", 2]],
      [
        ["insert into allocation", 1],
        ["insert into audit_log", 1],
      ],
    ),
  )(
    "before « %s » after %i of them has kept a whole pack, and goes on where it stopped",
    async (step, after) => {
      const file = await aLongStatement();
      await dieAt({ kind: "import", file }, step, { after });
      expect(await savedOf(bank, me)).toMatchObject({
        lines: LINES,
        actions: LINES,
        reconciliations: PACK,
        audits: 1,
      });
      expect(await violationsIn(bank)).toEqual([]);
      const { rows } = await bank.owner.query<{ id: number }>(
        "select id from import_file where distributor_id = $1",
        [me.distributorId],
      );
      const job = {
        distributor_id: me.distributorId,
        import_id: must(rows[0]?.id, "an import"),
        user_id: me.userId,
      };
      for (const _ of [1, 2]) await goOnLettering(bank.services, job, new AbortController().signal);
      expect(await savedOf(bank, me)).toMatchObject({
        lines: LINES,
        actions: LINES,
        reconciliations: LINES,
        audits: 2,
      });
      expect(await violationsIn(bank)).toEqual([]);
    },
    // A process and two threads that plan begin in each.
    120_000,
  );
});

describe("a lot whose job dies", () => {
  test.each(
    diesAt(
      ["delete from lot_preparation"],
      ["insert into export_lot_file", "insert into posted_entry", "insert into audit_log"],
    ),
  )("before « %s » has posted nothing, and its next run makes it", async (step) => {
    await anInvoiceIn(bank, me, cinema);
    const period = { from: civilDate("2026-11-01"), to: civilDate("2026-11-30") };
    const source = systemSource(me.distributorId);
    const now = bank.services.clock.now();
    const inScope = <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(bank.services.pool, { kind: "distributor", distributorId: me.distributorId }, work);
    const asked = { period, userId: me.userId, userName: "Camille", source };
    const id = await inScope((tx) => lotPreparationsRepository.insert(tx, me.distributorId, asked, now));
    const preparation = must(id, "a preparation");
    await dieAt({ kind: "lot", preparationId: preparation }, step);
    expect((await me.call("GET", "/accounting/lots/")).json().count).toBe(0);
    expect((await me.call("GET", "/accounting/lots/preparation/")).json().preparation.state).toBe("running");
    const job = { distributor_id: me.distributorId, preparation_id: preparation };
    await prepareLot(bank.services, job);
    await prepareLot(bank.services, job);
    const lots = (await me.call("GET", "/accounting/lots/")).json();
    expect(lots).toMatchObject({ count: 1, results: [{ number: 1, entry_count: 1 }] });
    const file = await me.call("GET", `/accounting/lots/${lots.results[0].id}/a/`);
    expect(file.body).toContain("VE-2026-000001");
    expect((await me.call("GET", "/accounting/lots/preparation/")).json()).toEqual({ preparation: null });
    expect(await violationsIn(bank)).toEqual([]);
  });
});
