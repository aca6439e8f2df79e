// LET-56: a long statement is lettered a pack in each transaction, and people's decisions come between. What happens is ordered by events: a
// session that waits for a lock is seen in pg_locks.
import { createHash, randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StatementStats } from "@bobine/contract/banking";
import { type Cents, cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { systemSource } from "../../http/audit.ts";
import { JobCancelled } from "../../platform/cancel-requests.ts";
import { anInvoiceIn, aQuestion, multipart } from "./banking.testing.ts";
import { startRace } from "./concurrency.testing.ts";
import { importStatement, importStoredStatement } from "./import-statement.ts";
import { bank, cinema, me, rows, violations, withAnAccountantEach } from "./ledger.testing.ts";
import { endAbandonedBatches, goOnLettering, letterInPacks } from "./letter-in-packs.ts";
import { PACK } from "./letter-statement.ts";
import { requestProposals } from "./propose-again.ts";

withAnAccountantEach();

/** Two packs, the second of them short. */
const LINES = PACK + 20;
const PACK_ENDS = /^\s*delete from planned_lettering where user_action_id/;

interface Owed {
  readonly id: number;
  readonly number: string;
  readonly total: Cents;
}

/** So many invoices of the cinema, in one statement. */
async function owed(count: number): Promise<Owed[]> {
  const first = await anInvoiceIn(bank, me, cinema, {
    invoice_number: `FA-${me.distributorId}-10000`,
    total: cents(50_000),
  });
  const { rows: others } = await bank.owner.query<{ id: number; invoice_number: string; total: string }>(
    `insert into invoice (distributor_id, cinema_id, type, invoice_number, invoice_date, due_date, cinema_name, week_start, week_number, week_year, client,
       client_account, total_net_amount, total_vat_amount, total_amount, vat_breakdown, origin)
     select distributor_id, cinema_id, type, $2 || (10000 + n), invoice_date, due_date, cinema_name, week_start, week_number, week_year, client,
       client_account, total_net_amount + n * 0.37, total_vat_amount, total_amount + n * 0.37, '[]', origin
     from invoice, generate_series(1, $3 - 1) as n where id = $1 order by n
     returning id, invoice_number, total_amount::text as total`,
    [first, `FA-${me.distributorId}-`, count],
  );
  return [
    { id: first, number: `FA-${me.distributorId}-10000`, total: cents(50_000) },
    ...others.map((one) => ({ id: one.id, number: one.invoice_number, total: centsFromWire(one.total) })),
  ];
}
const lineOf = ({ number, total }: Owed): string =>
  `2026-12-12;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF ${number};${centsToWire(total).replace(".", ",")}`;
const statementOf = (lines: readonly string[]): string => ["Date;Libellé;Montant", ...lines].join("\n");

/** Imports a statement of these lines; `between` happens while the first pack is about to end, once. */
async function imported(lines: readonly string[], between?: () => Promise<void>): Promise<StatementStats> {
  let isTime = between !== undefined;
  const calm = startRace(bank.services.pool, {
    before: async (text) => {
      if (!isTime || !PACK_ENDS.test(text)) return;
      isTime = false;
      await between?.();
    },
  });
  try {
    const answer = await me.upload("releve.csv", statementOf(lines));
    expect(answer.statusCode).toBe(200);
    return answer.json<{ stats: StatementStats }>().stats;
  } finally {
    calm();
  }
}

/** Starts calls that take the ledger's lock, and comes back when all wait for it: whoever holds the lock gives it on. */
async function waiting<T>(
  ...calls: readonly (() => Promise<T>)[]
): Promise<{ readonly answers: Promise<T[]> }> {
  const answers = Promise.all(calls.map((call) => call()));
  for (;;) {
    // Other files' databases are of the same PostgreSQL, and their waits no waits of ours.
    const queue = await rows(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    if (queue.length >= calls.length) return { answers };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const lettered = () =>
  rows<{ id: number; label: string; transaction_id: number; is_persons: boolean }>(
    `select r.id, r.transaction_id, t.label, r.decided_by is not null as is_persons
     from reconciliation r join bank_transaction t on t.id = r.transaction_id
     where r.distributor_id = $1 and r.reverted_at is null order by r.id`,
    [me.distributorId],
  );
const actions = (status: string) =>
  rows<{ id: number; reason_code: string; label: string; explanation: string[]; related: unknown }>(
    `select a.id, a.reason_code, a.explanation, t.label from user_action a join bank_transaction t on t.id = a.transaction_id
     where a.distributor_id = $1 and a.status = any(string_to_array($2, ' ')) order by a.id`,
    [me.distributorId, status],
  );
const OPEN = "AWAITING_INVOICE_SELECTION PENDING";
const planned = async (): Promise<number> =>
  (await rows("select from planned_lettering where distributor_id = $1", [me.distributorId])).length;
const creditsWithoutEnd = () =>
  rows(
    `select t.label from bank_transaction t where t.distributor_id = $1 and t.amount > 0
       and not exists (select from user_action a where a.transaction_id = t.id)`,
    [me.distributorId],
  );

test("it comes to what it would at once: all is lettered, nothing waits, and the log tells the file and what came of it", async () => {
  const invoices = await owed(LINES);
  const stats = await imported(invoices.map(lineOf));
  expect(stats).toMatchObject({
    imported: LINES,
    auto_reconciled: LINES,
    invoices_paid: LINES,
    user_actions_created: 0,
  });
  expect([(await actions("DONE")).length, (await actions(OPEN)).length, await planned()]).toEqual([
    LINES,
    0,
    0,
  ]);
  expect(
    await rows(
      `select action_details ->> 'imported' as imported, action_details ->> 'auto_reconciled' as lettered from audit_log
       where distributor_id = $1 and action_type = 'processed_banking' order by id`,
      [me.distributorId],
    ),
  ).toEqual([
    { imported: String(LINES), lettered: null },
    { imported: null, lettered: String(LINES) },
  ]);
  expect(await imported(invoices.map(lineOf))).toMatchObject({ imported: 0, duplicates: LINES });
  expect(await violations()).toEqual([]);
});

test("a decision that waits has its turn after the pack that is being written, not after the statement", async () => {
  const invoices = await owed(LINES);
  const other = await anInvoiceIn(bank, me, cinema, { total: cents(1234) });
  const { action } = await aQuestion(bank, me, { amount: cents(1234) });
  let answers: Promise<{ readonly statusCode: number }[]> | undefined;
  await imported(invoices.map(lineOf), async () => {
    ({ answers } = await waiting(() => me.reconcile(action, [other])));
  });
  expect((await answers)?.[0]?.statusCode).toBe(200);
  const order = (await lettered()).map((one) => one.is_persons);
  expect([order.indexOf(true), order.length]).toEqual([PACK, LINES + 1]);
  expect(await violations()).toEqual([]);
});

test("what a person decides between two packs stands: neither its line nor its invoice is lettered again", async () => {
  const invoices = await owed(LINES);
  const [ofLine, ofInvoice] = [invoices.at(-1)!, invoices.at(-2)!];
  const { action } = await aQuestion(bank, me, { amount: ofInvoice.total });
  let answers: Promise<{ readonly statusCode: number }[]> | undefined;
  const stats = await imported(invoices.map(lineOf), async () => {
    const own = (await actions(OPEN)).find(({ label }) => label.endsWith(ofLine.number));
    ({ answers } = await waiting(
      () => me.reconcile(own!.id, [ofLine.id]),
      () => me.reconcile(action, [ofInvoice.id]),
    ));
  });
  expect((await answers)?.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(stats).toMatchObject({ auto_reconciled: LINES - 2, user_actions_created: 2 });
  const asked = await actions(OPEN);
  expect(asked.map(({ label }) => label.endsWith(ofInvoice.number))).toEqual([true]);
  expect(asked[0]?.explanation).toContain("la facture a changé pendant l’import");
  // It is proposed again as things are now.
  expect((await bank.queuedJobs()).map((job) => job.name)).toContain("propose-again");
  expect(await violations()).toEqual([]);
});

test("once a pause has answered, nothing more is lettered alone: what is left stays a question", async () => {
  const invoices = await owed(LINES);
  let answers: Promise<{ readonly statusCode: number }[]> | undefined;
  const stats = await imported(invoices.map(lineOf), async () => {
    ({ answers } = await waiting(() => me.call("PATCH", "/banking/automatic-lettering/", { is_on: false })));
  });
  expect((await answers)?.[0]?.statusCode).toBe(200);
  expect(stats).toMatchObject({ auto_reconciled: PACK, user_actions_created: LINES - PACK });
  expect([(await lettered()).length, (await actions(OPEN)).length, await planned()]).toEqual([
    PACK,
    LINES - PACK,
    0,
  ]);
});

test("invoices that come between make what is left be planned again: what they make doubtful stays a question", async () => {
  const invoices = await owed(LINES);
  const alone = await anInvoiceIn(bank, me, cinema, { total: cents(777_77) });
  const byName = "2026-12-12;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION FILMS;777,77";
  const lines = [...invoices.map(lineOf), byName];
  const stats = await imported(lines, async () => {
    await anInvoiceIn(bank, me, cinema, { total: cents(777_77) });
    await bank.inDatabase((tx) =>
      requestProposals(tx, bank.services.jobs, { distributorIds: [me.distributorId] }),
    );
  });
  expect(stats).toMatchObject({ auto_reconciled: LINES, user_actions_created: 1 });
  expect((await actions(OPEN)).map(({ label }) => label.includes("LOCATION"))).toEqual([true]);
  expect(await rows("select from allocation where invoice_id = $1", [alone])).toEqual([]);
  expect(await violations()).toEqual([]);
});

test("without them that line is lettered", async () => {
  const invoices = await owed(LINES);
  await anInvoiceIn(bank, me, cinema, { total: cents(777_77) });
  const byName = "2026-12-12;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF LOCATION FILMS;777,77";
  expect(await imported([...invoices.map(lineOf), byName])).toMatchObject({ auto_reconciled: LINES + 1 });
});

/** Whoever asked is gone while the first pack is about to end. */
async function importedHalf(): Promise<void> {
  await bank.forgetJobs();
  const invoices = await owed(LINES);
  const content = Buffer.from(statementOf(invoices.map(lineOf)));
  const path = join(tmpdir(), `${randomUUID()}.csv`);
  await writeFile(path, content);
  const gone = new AbortController();
  const calm = startRace(bank.services.pool, {
    before: async (text) => {
      if (PACK_ENDS.test(text)) gone.abort(new Error("gone"));
    },
  });
  const importer = {
    distributorId: me.distributorId,
    userId: me.userId,
    source: { ...systemSource(me.distributorId), actorId: me.userId },
  };
  const upload = {
    path,
    fileName: "releve.csv",
    contentType: "text/csv",
    size: content.length,
    sha256: createHash("sha256").update(content).digest(),
    head: content.subarray(0, 512),
  };
  await expect(importStatement(bank.services, importer, upload, gone.signal)).rejects.toThrow("gone");
  calm();
  expect([(await lettered()).length, await planned()]).toEqual([PACK, LINES - PACK]);
}

test("an import whose time is over half-way answers what is lettered by then, and its job goes on", async () => {
  await bank.forgetJobs();
  const content = statementOf((await owed(LINES)).map(lineOf));
  const { payload, contentType } = multipart("file", "releve.csv", content);
  const { id } = (
    await bank.app.inject({
      method: "POST",
      url: "/api/v1/banking/statement-previews/",
      headers: { ...me.headers, "content-type": contentType },
      payload,
    })
  ).json<{ id: string }>();
  const limit = new AbortController();
  const calm = startRace(bank.services.pool, {
    before: async (text) => {
      if (PACK_ENDS.test(text)) limit.abort(new DOMException("too long", "TimeoutError"));
    },
  });
  const asking = {
    distributorId: me.distributorId,
    userId: me.userId,
    source: { ...systemSource(me.distributorId), actorId: me.userId },
  };
  const asked = { id, daysConfirmed: true };
  const stats = await importStoredStatement(bank.services, asking, asked, limit.signal);
  calm();
  expect(stats).toMatchObject({ imported: LINES, auto_reconciled: PACK });
  expect([(await lettered()).length, await planned()]).toEqual([PACK, LINES - PACK]);
  expect((await bank.queuedJobs()).map((job) => job.name)).toEqual(["letter-statement"]);
  // Before anything is saved there is nothing to answer.
  const next = await bank.app.inject({
    method: "POST",
    url: "/api/v1/banking/statement-previews/",
    headers: { ...me.headers, "content-type": contentType },
    payload,
  });
  const unsaved = { id: next.json<{ id: string }>().id, daysConfirmed: true };
  await expect(importStoredStatement(bank.services, asking, unsaved, limit.signal)).rejects.toThrow(
    "too long",
  );
});

test("whoever asked is gone half-way: each line has an end meanwhile, and a job letters the rest, but not what was taken apart", async () => {
  await importedHalf();
  expect([await creditsWithoutEnd(), (await actions(OPEN)).length]).toEqual([[], LINES - PACK]);
  expect((await bank.queuedJobs()).map((job) => job.name)).toEqual(["letter-statement"]);
  const [undone] = await actions("DONE");
  expect((await me.revert(undone!.id)).statusCode).toBe(200);

  const [{ id: importId }] = (await rows<{ id: number }>(
    "select id from import_file where distributor_id = $1",
    [me.distributorId],
  )) as [{ id: number }];
  const job = { distributor_id: me.distributorId, import_id: importId, user_id: me.userId };
  const cancelled = AbortSignal.abort(new JobCancelled());
  await expect(goOnLettering(bank.services, job, cancelled)).rejects.toThrow(JobCancelled);
  expect(await planned()).toBe(LINES - PACK);
  await bank.drainJobs("letter-statement");
  await goOnLettering(bank.services, job, new AbortController().signal);
  expect([(await lettered()).length, await planned()]).toEqual([LINES - 1, 0]);
  expect((await actions(OPEN)).map(({ id }) => id)).toEqual([undone!.id]);
  expect(
    await rows("select from audit_log where distributor_id = $1 and action_type = 'processed_banking'", [
      me.distributorId,
    ]),
  ).toHaveLength(2);
  expect(await violations()).toEqual([]);
});

test("LET-10, LET-56: what is decided and taken apart between two packs is not lettered again by the next one", async () => {
  await importedHalf();
  const [own] = await actions(OPEN);
  const invoice = await rows<{ id: number }>(
    "select id from invoice where distributor_id = $1 and position(invoice_number in $2) > 0",
    [me.distributorId, own!.label],
  );
  const decided = await me.reconcile(own!.id, [invoice[0]!.id]);
  expect([decided.statusCode, (await me.revert(own!.id)).statusCode]).toEqual([200, 200]);

  const [file] = await rows<{ id: number }>("select id from import_file where distributor_id = $1", [
    me.distributorId,
  ]);
  const half = {
    distributorId: me.distributorId,
    batch: { import_id: file!.id },
    source: systemSource(me.distributorId),
  };
  await letterInPacks(bank.services, half, new AbortController().signal);
  expect((await actions(OPEN)).map(({ id }) => id)).toEqual([own!.id]);
  expect([(await lettered()).length, await planned()]).toEqual([LINES - 1, 0]);
  expect(await violations()).toEqual([]);
});

test("a job that is cancelled, or fails for good, leaves the rest as questions within the hour, and the log tells what came of the file", async () => {
  await importedHalf();
  const entries = () =>
    rows<{ lettered: string | null }>(
      `select action_details ->> 'auto_reconciled' as lettered from audit_log
       where distributor_id = $1 and action_type = 'processed_banking' order by id`,
      [me.distributorId],
    );
  // The queue of these tests is none of PostgreSQL's: nothing is known there of a job that may come.
  for (const _ of [1, 2]) await endAbandonedBatches(bank.services);
  expect([await planned(), (await lettered()).length, (await actions(OPEN)).length]).toEqual([
    0,
    PACK,
    LINES - PACK,
  ]);
  expect(await entries()).toEqual([{ lettered: null }, { lettered: String(PACK) }]);
  expect(await violations()).toEqual([]);
});

test("an import that is taken back waits for the end of one that goes on, and takes all of it", async () => {
  const invoices = await owed(LINES);
  let answers: Promise<{ readonly statusCode: number; json(): { removed: number } }[]> | undefined;
  await imported(invoices.map(lineOf), async () => {
    const [file] = await rows<{ id: number }>("select id from import_file where distributor_id = $1", [
      me.distributorId,
    ]);
    ({ answers } = await waiting(() => me.call("POST", `/banking/statement-imports/${file!.id}/take-back/`)));
  });
  const [answer] = (await answers) ?? [];
  expect([answer?.statusCode, answer?.json().removed]).toEqual([200, LINES]);
  expect([await lettered(), await actions("DONE"), await planned()]).toEqual([[], [], 0]);
  expect(await violations()).toEqual([]);
});
