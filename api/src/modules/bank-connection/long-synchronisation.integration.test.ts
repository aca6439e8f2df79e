// LET-56 for what a bank brings: a first connection tells years at once, and nobody's decision waits until all of it is lettered.
import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aCinema, anInvoice } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { PACK } from "../banking/letter-statement.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import { bankConnectionRepository } from "./bank-connection.repository.ts";
import {
  aBankCustomer,
  actionsOf,
  type BankCustomer,
  connect,
  itemOf,
  lastAuditOf,
  linesOf,
  operation,
  simulatorOf,
  statusOf,
} from "./bank-connection.testing.ts";

/** Two packs, the second of them short. */
const LINES = PACK + 5;
/** Lines that the simulated bank tells from the start. */
const FIRST_LINES = 3;

let app: TestApp;
let me: BankCustomer;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  me = await aBankCustomer(app);
  await connect(app, me);
  await app.drainJobs();
  await theBankBrings();
});

/** So many payments of as many invoices, and one that comes back; they are lines and questions then, and nothing is lettered. */
async function theBankBrings(): Promise<void> {
  await app.inDatabase(async (tx) => {
    const cinema = await aCinema(tx, me.distributor, { legal_name: "SARL Beffroi Cinés" });
    const { id } = await anInvoice(tx, me.distributor, cinema, {
      invoice_number: "F26100000",
      total_amount: "500.00",
    });
    await tx.run(sql`
      insert into invoice (distributor_id, cinema_id, type, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year, client,
        client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown, origin)
      select distributor_id, cinema_id, type, 'F26' || (100000 + n), invoice_date, due_date, cinema_name, week_start, week_number, week_year, client,
        client_account, total_net_amount + n * 0.37, total_vat_amount, total_amount + n * 0.37, '[]', origin
      from invoice, generate_series(1, ${LINES - 1}::integer) n where id = ${id}`);
  });
  const item = await itemOf(app, me);
  simulatorOf(app).state.addOperations(item.id, [
    ...Array.from({ length: LINES }, (_, n) =>
      operation(`VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26${100_000 + n}`, 500_00 + n * 37),
    ),
    operation("CHEQUE IMPAYE SARL BEFFROI CINES F26100000", -500_00, "2026-11-29"),
  ]);
  const asked = await me.client.post("/banking/sync-transactions/");
  expect(asked.status).toBe(200);
  await app.drainJobs("sync-bank");
}

/** So long after it was asked for, it may be asked for again. */
async function readAgain(): Promise<void> {
  app.clock.advance(20 * 60_000);
  expect((await me.client.post("/banking/sync-transactions/")).status).toBe(200);
  await app.drainJobs("sync-bank");
}
const countOf = async (query: Sql): Promise<number> => (await app.inDatabase((tx) => tx.many(query))).length;
const entriesOf = (): Promise<number> =>
  countOf(
    sql`select from audit_log where distributor_id = ${me.distributor.id} and action_type = 'processed_banking'`,
  );
const letteredOf = (): Promise<number> =>
  countOf(
    sql`select from reconciliation where distributor_id = ${me.distributor.id} and reverted_at is null`,
  );
const leftOf = (): Promise<number> =>
  countOf(sql`select from packed_sync where distributor_id = ${me.distributor.id}`);
const openOf = async (): Promise<number> =>
  (await actionsOf(app, me)).filter(({ status }) => status !== "DONE" && status !== "REJECTED").length;
const reasonsOf = async (): Promise<Set<string>> =>
  new Set(
    (await actionsOf(app, me))
      .filter(({ status }) => status !== "DONE")
      .map(({ reason_code }) => reason_code),
  );
const violationsOf = () => app.inDatabase((tx) => verifyLedger(tx));

test("its lines and questions are kept first, and the bank is being read until a job has lettered what is certain", async () => {
  expect(await linesOf(app, me)).toHaveLength(FIRST_LINES + LINES + 1);
  expect([await letteredOf(), await reasonsOf()]).toEqual([0, new Set(["to_confirm"])]);
  expect(await statusOf(me)).toMatchObject({
    status: "syncing",
    sync: { state: "running", stats: { imported: FIRST_LINES } },
  });
  const brought = await lastAuditOf(app, me, "processed_banking");
  expect(brought).toMatchObject({ imported: LINES + 1, bank_name: "Banque de démonstration" });
  expect(brought).not.toHaveProperty("auto_reconciled");

  await app.drainJobs("letter-sync");
  expect([await letteredOf(), await reasonsOf()]).toEqual([LINES, new Set(["returned_payment"])]);
  expect(await statusOf(me)).toMatchObject({
    status: "connected",
    sync: {
      state: "idle",
      stats: { imported: LINES + 1, auto_reconciled: LINES, user_actions_created: 1, unmatched: 0 },
    },
  });
  expect(await lastAuditOf(app, me, "processed_banking")).toEqual({
    bank_name: "Banque de démonstration",
    auto_reconciled: LINES,
    invoices_paid: LINES,
    user_actions_created: 1,
  });
  expect([await leftOf(), await violationsOf()]).toEqual([0, []]);
});

test("what a person decides before it is lettered stands, and the job letters the rest, once", async () => {
  const [decided] = await actionsOf(app, me);
  const [invoice] = await app.inDatabase((tx) =>
    tx.many<{ id: number }>(sql`
      select i.id from invoice i join bank_transaction t on t.amount = i.total_amount join user_action a on a.transaction_id = t.id
      where a.id = ${decided?.id} and i.distributor_id = ${me.distributor.id}`),
  );
  const answer = await me.client.post("/banking/manual-reconciliation/", {
    user_action_id: decided?.id,
    invoice_ids: [invoice?.id],
  });
  expect(answer.status).toBe(200);
  const jobs = (await app.queuedJobs()).filter((job) => job.name === "letter-sync");
  expect(jobs).toHaveLength(1);
  await app.drainJobs();
  expect([await letteredOf(), await openOf(), await leftOf()]).toEqual([LINES, 1, 0]);
  const { goOnLettering } = await import("../banking/letter-in-packs.ts");
  for (const { data } of jobs) await goOnLettering(app.services, data, new AbortController().signal);
  expect([await letteredOf(), await violationsOf()]).toEqual([LINES, []]);
});

test("a bank that was read again meanwhile tells of the later time", async () => {
  simulatorOf(app).state.addOperations((await itemOf(app, me)).id, [operation("VIR INCONNU", 12_34)]);
  await readAgain();
  expect(await letteredOf()).toBe(0);
  await app.drainJobs("letter-sync");
  expect([await letteredOf(), await leftOf()]).toEqual([LINES, 0]);
  expect(await statusOf(me)).toMatchObject({
    sync: { state: "idle", stats: { imported: 1, auto_reconciled: 0 } },
  });
});

test("one that is being read again when the lettering ends goes on being read", async () => {
  app.clock.advance(20 * 60_000);
  await me.client.post("/banking/sync-transactions/");
  await app.drainJobs("letter-sync");
  expect([await letteredOf(), await leftOf()]).toEqual([LINES, 0]);
  expect(await statusOf(me)).toMatchObject({ status: "syncing", sync: { state: "queued" } });
  await app.drainJobs("sync-bank");
  expect(await statusOf(me)).toMatchObject({ sync: { state: "idle", stats: { imported: 0 } } });
});

test("what the bank deletes before it is lettered goes, and the rest has its end, also when nothing is left to letter", async () => {
  const item = await itemOf(app, me);
  const { state } = simulatorOf(app);
  const account = state.accounts.find((one) => one.item_id === item.id && one.type === "checking");
  for (const line of state.transactions)
    if (line.account_id === account?.id && line.label.includes("MOTIF F26"))
      state.change(line.id, { deleted: true });
  await readAgain();
  expect(await linesOf(app, me)).toHaveLength(FIRST_LINES + 1);
  const entries = await entriesOf();
  await app.drainJobs("letter-sync");
  expect([await letteredOf(), await leftOf(), await entriesOf()]).toEqual([0, 0, entries + 1]);
  expect(await violationsOf()).toEqual([]);
});

test("a debit that somebody decides before the end is asked about no more", async () => {
  const debit = (await linesOf(app, me)).find((line) => line.label.startsWith("CHEQUE IMPAYE"));
  const answer = await me.client.post(`/banking/transactions/${debit?.id}/parts/`, {
    parts: [{ kind: "fees", amount: "-500.00" }],
  });
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  await app.drainJobs("letter-sync");
  expect([await letteredOf(), await openOf(), await violationsOf()]).toEqual([LINES + 1, 0, []]);
});

test("a job that is cancelled, or fails for good, leaves questions within the hour, and the bank is no longer read", async () => {
  const { jobHandlers } = await import("../../job-handlers.ts");
  const round = async () => await jobHandlers(app.services)["bank-round"]?.({}, new AbortController().signal);
  // As long as it may come it is waited for.
  await round();
  expect([await openOf(), await leftOf()]).toEqual([LINES, 1]);
  const { rowCount } = await app.owner.query(
    "update pgboss.job set state = 'cancelled' where name = 'letter-sync' and state = 'created'",
  );
  expect(rowCount).toBe(1);
  await round();
  expect([await letteredOf(), await openOf(), await leftOf()]).toEqual([0, LINES + 1, 0]);
  expect(await statusOf(me)).toMatchObject({
    sync: { state: "idle", stats: { auto_reconciled: 0, user_actions_created: LINES + 1 } },
  });
  expect(await violationsOf()).toEqual([]);
});

test("another bank's synchronisation that is cancelled says nothing of one that is being lettered", async () => {
  const { syncCancelled } = await import("./sync-cancelled.ts");
  await app.inDatabase((tx) => syncCancelled(tx, me.distributor.id));
  expect(await statusOf(me)).toMatchObject({ sync: { state: "running", error: null } });
  await app.drainJobs("letter-sync");
  expect(await statusOf(me)).toMatchObject({ sync: { state: "idle" } });
});

test("what a bank brought that is disconnected before it is lettered has its end all the same", async () => {
  // Without the call at the aggregator, which has been asked a lot by now.
  await app.inDatabase(async (tx) => {
    for (const bank of await bankConnectionRepository.list(tx, me.distributor.id))
      await bankConnectionRepository.end(tx, bank);
  });
  await app.drainJobs();
  expect([await letteredOf(), await openOf(), await leftOf()]).toEqual([LINES, 1, 0]);
  expect(await statusOf(me)).toMatchObject({ status: "not_connected", sync: { state: "idle" } });
  expect(await violationsOf()).toEqual([]);
});
