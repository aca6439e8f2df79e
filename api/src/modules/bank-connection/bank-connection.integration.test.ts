// The connection to a bank, over real HTTP with the simulator and on a real database (AGG-1).
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { TRANSACTION_LOCKS } from "../../db/locks.ts";
import { must } from "../../domain/must.ts";
import { systemSource } from "../../http/audit.ts";
import { aCinema, anInvoice, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import type { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { decideParts } from "../banking/decide-parts.ts";
import { verifyLedger } from "../banking/verify-ledger.ts";
import {
  aBankCustomer,
  actionsOf,
  type BankCustomer,
  connect,
  itemOf,
  lastAuditOf,
  linesOf,
  operation,
  receive,
  resultOf,
  signInAtBank,
  simulatorOf,
  statusOf,
  sync,
} from "./bank-connection.testing.ts";

const UNAVAILABLE = "Le service bancaire est momentanément indisponible. Réessayez dans quelques minutes.";
const RECONNECT = "La banque demande une nouvelle authentification. Reconnectez votre compte.";
const LABEL = "VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47";
const DAY_MS = 86_400_000;

let app: TestApp;
let bank: BankSimulator;
let me: BankCustomer;
beforeAll(async () => {
  app = await createTestApp();
  bank = simulatorOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(60_000);
  me = await aBankCustomer(app);
});
afterEach(() => {
  bank.repair();
  bank.pagination = "relative";
  bank.rate = Number.POSITIVE_INFINITY;
});

/** A client with one unpaid invoice of 2,897.31 €. */
const anOpenInvoice = (customer: BankCustomer, invoice_number = "F26000123", total_amount = "2897.31") =>
  app.inDatabase(async (tx) => {
    const cinema = await aCinema(tx, customer.distributor, { legal_name: "SARL Beffroi Cinés" });
    return await anInvoice(tx, customer.distributor, cinema, { invoice_number, total_amount });
  });
const invoiceStatus = async (id: number) =>
  (await app.inDatabase((tx) => tx.one<{ status: string }>(sql`select status from invoice where id = ${id}`)))
    .status;
/** Decides a bank line, by its label, as parts. */
const decide = async (label: string | undefined, ...parts: object[]) => {
  const line = (await linesOf(app, me)).find((one) => one.label === label);
  const answer = await me.client.post(`/banking/transactions/${line?.id}/parts/`, { parts });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};
const daysOf = ({ distributor }: BankCustomer, amount: string) =>
  app.inDatabase((tx) =>
    tx.many<{ label: string; transaction_date: string }>(sql`
      select label, transaction_date from bank_transaction where distributor_id = ${distributor.id} and amount = ${amount}`),
  );
/** What is open in the name of a customer at the aggregator. */
const itemsAt = ({ distributor }: BankCustomer): number[] =>
  [...bank.state.items.values()]
    .filter((item) => bank.state.users.get(item.user_uuid) === `distributor-${distributor.id}`)
    .map((item) => item.id);
const upload = (customer: BankCustomer, rows: readonly string[]) =>
  customer.client.upload(
    "/banking/upload-transactions/",
    "file",
    "releve.csv",
    `Date;Libellé;Montant\n${rows.map((one) => `${one}\n`).join("")}`,
  );

describe("connecting", () => {
  test("before it, no bank is connected", async () => {
    expect(await statusOf(me)).toMatchObject({
      is_connected: false,
      status: "not_connected",
      bank_name: null,
      message: "Aucune banque connectée.",
      sync: { state: "idle", error: null },
    });
    const answer = await me.client.post("/banking/sync-transactions/");
    expect([answer.status, answer.body.error]).toEqual([400, "Aucune banque connectée."]);
  });

  test.each(["success", "otp", "app2app"])("a person who signs in by « %s » is connected", async (login) => {
    expect(await connect(app, me, login)).toBe("connected");
    await app.drainJobs();
    expect(await statusOf(me)).toMatchObject({
      is_connected: true,
      status: "connected",
      bank_name: "Banque de démonstration",
      message: "",
      last_sync_at: app.clock.now().toISOString(),
      expires_at: new Date(app.clock.now().getTime() + 180 * DAY_MS).toISOString(),
      sync: { state: "idle", error: null, stats: { imported: 3 } },
    });
  });

  test.each(["otp_fail", "app2app_expiry", "wrong_password", "anything"])(
    "a person who fails by « %s » is not, and is told",
    async (login) => {
      expect(await connect(app, me, login)).toBe("refused");
      expect((await statusOf(me)).is_connected).toBe(false);
    },
  );

  test("the page of the simulated bank is French, without scripts, and asks for a code", async () => {
    const started = await me.client.post("/banking/start-bridge-connection/");
    const path = new URL(started.body.redirect_url).pathname;
    const page = await app.app.inject({ url: path });
    expect([page.statusCode, page.payload]).toEqual([200, expect.stringContaining('lang="fr"')]);
    expect(page.payload).not.toMatch(/<script|onclick/);
    const code = await app.app.inject({ url: `${path}/suite?login=otp` });
    expect(code.payload).toContain("Saisissez le code reçu par SMS");
    expect((await app.app.inject({ url: `${path}nobody` })).statusCode).toBe(404);
  });

  test("the return works once", async () => {
    const back = await signInAtBank(app, me);
    expect(resultOf(await me.client.get(back))).toBe("connected");
    expect(resultOf(await me.client.get(back))).toBe("invalid");
  });

  test("the return works in the browser that left only", async () => {
    const back = await signInAtBank(app, me);
    expect(resultOf(await app.anonymous().get(back))).toBe("invalid");
    expect((await statusOf(me)).is_connected).toBe(false);
    expect(resultOf(await me.client.get(back))).toBe("connected");
  });

  test("the return works for half an hour", async () => {
    const back = await signInAtBank(app, me);
    app.clock.advance(31 * 60_000);
    expect(resultOf(await me.client.get(back))).toBe("invalid");
  });

  test("a context that we did not seal is worth nothing", async () => {
    const back = await signInAtBank(app, me);
    const context = new URLSearchParams(back.split("?")[1]).get("context") ?? "";
    expect(context).toMatch(/^[0-9a-f]{80}$/);
    const other = context.replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    expect(resultOf(await me.client.get(back.replace(context, other)))).toBe("invalid");
    for (const query of ["", "?context=", "?success=true&item_id=1", `?context=${"0".repeat(80)}`])
      expect(resultOf(await me.client.get(`/banking/bridge-callback/${query}`))).toBe("invalid");
  });

  test("another distributor's item is not taken", async () => {
    const other = await aBankCustomer(app);
    await connect(app, other);
    const theirs = await itemOf(app, other);
    const back = (await signInAtBank(app, me)).replace(/item_id=\d+/, `item_id=${theirs.id}`);
    expect(resultOf(await me.client.get(back))).toBe("invalid");
    expect((await statusOf(me)).is_connected).toBe(false);
    await app.drainJobs();
    expect(await linesOf(app, me)).toEqual([]);
  });

  test.each([
    ["disabled", sql`disabled_at = now()`],
    ["made a viewer", sql`role = 'viewer'`],
  ])(
    "who was %s while at the bank's page connects none, and its access is given up (SEC-22)",
    async (_what, change) => {
      await connect(app, me);
      await app.drainJobs();
      const known = await itemOf(app, me);
      const added = await signInAtBank(app, me, "success", { query: "?is_further=true" });
      const opened = itemsAt(me).filter((id) => id !== known.id);
      expect(opened).toHaveLength(1);
      const { id } = await app.inDatabase((tx) =>
        tx.one<{ id: number }>(sql`select id from bank_connection where item_id = ${known.id}`),
      );
      const renewed = await signInAtBank(app, me, "success", { query: `?connection_id=${id}` });
      await app.inDatabase((tx) => tx.run(sql`update app_user set ${change} where id = ${me.userId}`));
      for (const back of [added, renewed]) expect(resultOf(await me.client.get(back))).toBe("invalid");
      await app.drainJobs();
      expect(itemsAt(me)).toEqual([known.id]);
    },
  );

  test("connecting again gives the former bank up, and no line comes twice", async () => {
    await connect(app, me);
    await app.drainJobs();
    const [first, before] = [await itemOf(app, me), await linesOf(app, me)];
    expect(await connect(app, me)).toBe("connected");
    await app.drainJobs();
    expect((await itemOf(app, me)).id).not.toBe(first.id);
    expect(bank.state.items.has(first.id)).toBe(false);
    expect(await linesOf(app, me)).toEqual(before);
    expect((await statusOf(me)).sync.stats).toMatchObject({ imported: 0, duplicates: 3 });
  });

  test("while the aggregator is down, a person is told and nothing is kept", async () => {
    bank.fail({ path: "/users", kind: "status", status: 503, times: 2 });
    const answer = await me.client.post("/banking/start-bridge-connection/");
    expect([answer.status, answer.body]).toEqual([400, { error: UNAVAILABLE, code: "bank_unavailable" }]);
    expect(await connect(app, me)).toBe("connected");
  });

  test("an item that could not be asked about is taken by the job", async () => {
    const back = await signInAtBank(app, me);
    bank.fail({ path: "/items/", kind: "status", status: 500, times: 2 });
    expect(resultOf(await me.client.get(back))).toBe("unavailable");
    expect(await statusOf(me)).toMatchObject({
      is_connected: false,
      status: "warning",
      message:
        "Le service bancaire n’a pas encore confirmé la connexion. Elle se terminera d’elle-même dès qu’il répondra.",
    });
    await app.drainJobs();
    expect(await statusOf(me)).toMatchObject({
      is_connected: true,
      sync: { state: "idle", stats: { imported: 3 } },
    });
  });

  test("an item that waits to be asked about can be asked for by hand, and is given up by a disconnection", async () => {
    const back = await signInAtBank(app, me);
    bank.fail({ path: "/items/", kind: "status", status: 500, times: 2 });
    await me.client.get(back);
    expect((await me.client.post("/banking/sync-transactions/")).body).toMatchObject({ status: "joined" });
    await me.client.post("/banking/disconnect-bridge/");
    expect((await statusOf(me)).status).toBe("not_connected");
    await app.drainJobs();
    expect((await statusOf(me)).status).toBe("not_connected");
    expect(itemsAt(me)).toEqual([]);
  });

  test("an item that was never asked about is given up when another bank is connected", async () => {
    const [first, second] = [await signInAtBank(app, me), await signInAtBank(app, me)];
    bank.fail({ path: "/items/", kind: "status", status: 500, times: 4 });
    expect(resultOf(await me.client.get(first))).toBe("unavailable");
    expect(resultOf(await me.client.get(second))).toBe("unavailable");
    expect(await connect(app, me)).toBe("connected");
    await app.drainJobs();
    expect(itemsAt(me)).toEqual([(await itemOf(app, me)).id]);
  });

  test("an awaited item that does not exist takes nothing from the bank that is connected", async () => {
    await connect(app, me);
    await app.drainJobs();
    const item = await itemOf(app, me);
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into bank_connection (distributor_id, provider_user, awaited_item_id)
        select distributor_id, provider_user, 1 from bank_connection where distributor_id = ${me.distributor.id}`),
    );
    await sync(app, me);
    expect((await itemOf(app, me)).id).toBe(item.id);
    expect(await statusOf(me)).toMatchObject({ is_connected: true, sync: { state: "idle" } });
  });

  test("a bank whose name the aggregator does not say is read all the same", async () => {
    bank.fail({ path: "/providers/", kind: "text", text: "{}", times: 1 });
    await connect(app, me);
    await app.drainJobs();
    expect(await statusOf(me)).toMatchObject({
      bank_name: null,
      sync: { state: "idle", stats: { imported: 3 } },
    });
    await sync(app, me);
    expect(await statusOf(me)).toMatchObject({ bank_name: "Banque de démonstration" });
  });
});

describe("synchronising", () => {
  beforeEach(async () => {
    await connect(app, me);
    await app.drainJobs();
  });

  test("brings new lines in and letters what is certain", async () => {
    const invoice = await anOpenInvoice(me);
    await receive(app, me, [operation(LABEL, 2897_31)]);
    expect(await invoiceStatus(invoice.id)).toBe("paid");
    expect((await statusOf(me)).sync.stats).toMatchObject({
      imported: 1,
      auto_reconciled: 1,
      user_actions_created: 0,
    });
    expect(await actionsOf(app, me)).toMatchObject([{ status: "DONE", reason_code: "automatic_match" }]);
    expect(await lastAuditOf(app, me, "processed_banking")).toMatchObject({
      bank_name: "Banque de démonstration",
      imported: 1,
      auto_reconciled: 1,
    });
  });

  test("again brings nothing again", async () => {
    await receive(app, me, [operation(LABEL, 2897_31), operation(LABEL, 2897_31)]);
    const lines = await linesOf(app, me);
    expect(lines).toHaveLength(5);
    for (let i = 0; i < 2; i += 1) await sync(app, me);
    expect(await linesOf(app, me)).toEqual(lines);
  });

  test("two at once bring each line once", async () => {
    const item = await itemOf(app, me);
    bank.state.addOperations(
      item.id,
      Array.from({ length: 9 }, (_, i) => operation(`VIR ${i}`, 100_00 + i)),
    );
    const answers = await Promise.all([1, 2, 3].map(() => me.client.post("/banking/sync-transactions/")));
    const said = answers.map((answer) => String(answer.body.status));
    expect(said.toSorted((a, b) => a.localeCompare(b))).toEqual(["joined", "joined", "started"]);
    const job = { distributor_id: me.distributor.id, user_id: null };
    const { synchroniseBank } = await import("./synchronise-bank.ts");
    await Promise.all([
      synchroniseBank(app.services, job),
      synchroniseBank(app.services, job),
      app.drainJobs(),
    ]);
    expect(await linesOf(app, me)).toHaveLength(12);
  });

  test("asks only for what has changed since, and an hour more", async () => {
    const known = app.clock.now();
    app.clock.advance(DAY_MS);
    bank.calls.length = 0;
    await sync(app, me);
    const asked = bank.calls.filter((call) => call.includes("/transactions?"));
    expect(asked).toHaveLength(2);
    const since = new URL(asked[0]?.split(" ")[1] ?? "", bank.url).searchParams.get("since");
    expect(since).toBe(new Date(known.getTime() - 3_600_000).toISOString());
  });

  test("reads the company's own current account, and no other", async () => {
    const [savings] = bank.state.accounts.filter((one) => one.type === "savings").slice(-1);
    bank.state.transactions.push({
      id: bank.state.nextId(),
      account_id: savings?.id ?? 0,
      amount: operation("", 5_00).amount,
      label: "INTERETS",
      date: "2026-11-28",
      updated_at: app.clock.now().toISOString(),
      deleted: false,
      future: false,
      currency_code: "EUR",
    });
    await receive(app, me, [{ ...operation("A VENIR", 7_00), future: true }]);
    expect(await linesOf(app, me)).toHaveLength(3);
  });

  test("amounts are those of the text, to the cent", async () => {
    await receive(app, me, [
      operation("VIR A", 4_35),
      operation("VIR B", -10),
      operation("VIR C", 999_999_999_99),
    ]);
    const amounts = (await linesOf(app, me)).map((line) => line.amount);
    expect(amounts).toEqual(expect.arrayContaining(["4.35", "-0.10", "999999999.99"]));
  });

  test.each(["absolute", "relative"] as const)("follows pages that are named %sly", async (pagination) => {
    bank.pagination = pagination;
    await receive(
      app,
      me,
      Array.from({ length: 7 }, (_, i) => operation(`VIR ${i}`, 100_00 + i)),
    );
    expect(await linesOf(app, me)).toHaveLength(10);
  });

  test.each(["foreign", "endless"] as const)("refuses pages that are %s", async (pagination) => {
    bank.pagination = pagination;
    await receive(
      app,
      me,
      Array.from({ length: 7 }, (_, i) => operation(`VIR ${i}`, 100_00 + i)),
    );
    expect(await linesOf(app, me)).toHaveLength(3);
    expect((await statusOf(me)).sync).toMatchObject({ state: "failed", error: UNAVAILABLE });
    bank.pagination = "relative";
    await sync(app, me);
    expect(await linesOf(app, me)).toHaveLength(10);
  });

  test("a line that the bank words otherwise is changed, not doubled", async () => {
    await receive(app, me, [operation("VIR EN COURS", 12_50)]);
    const line = bank.state.transactions.at(-1);
    bank.state.change(line?.id ?? 0, { label: "VIR SEPA RECU /DE CLIENT", date: "2026-11-27" });
    await sync(app, me);
    const lines = await linesOf(app, me);
    expect(lines).toHaveLength(4);
    expect(lines.map((one) => one.label)).toContain("VIR SEPA RECU /DE CLIENT");
  });

  test("LET-26: a line that waits is proposed again once the bank's words tell who paid", async () => {
    const invoice = await anOpenInvoice(me);
    await receive(app, me, [operation("VIR EN COURS", 12_50)]);
    const proposed = () =>
      app.inDatabase((tx) =>
        tx.many<{ id: number }>(sql`
          select i::bigint as id from user_action a, jsonb_array_elements(a.candidates) c, jsonb_array_elements_text(c -> 'invoice_ids') i
          where a.distributor_id = ${me.distributor.id}`),
      );
    expect(await proposed()).toEqual([]);
    bank.state.change(bank.state.transactions.at(-1)?.id ?? 0, {
      label: "VIR SEPA RECU /DE SARL BEFFROI CINES",
    });
    await sync(app, me);
    await app.drainJobs("propose-again");
    expect(await proposed()).toEqual([{ id: invoice.id }]);
  });

  test("LET-27: a line that a person has decided keeps its day and its words", async () => {
    const cinema = await app.inDatabase((tx) => aCinema(tx, me.distributor));
    await receive(app, me, [
      operation("VIR DU CLIENT", 80_00, "2026-11-27"),
      operation("VIR EMIS REMBOURSEMENT", -80_00, "2026-11-28"),
    ]);
    const [debit, receipt] = bank.state.transactions.slice(-2).toSorted((a, b) => a.amount - b.amount);
    const kept = await decide(receipt?.label, { kind: "credit", cinema_id: cinema.id, amount: "80.00" });
    const { credit } = (kept.body as { parts: { credit: string }[] }).parts[0] ?? {};
    await decide(debit?.label, { kind: "refund", credit, amount: "-80.00" });
    bank.state.change(debit?.id ?? 0, { date: "2026-11-26", label: "VIR SEPA EMIS" });
    await sync(app, me);
    expect(await daysOf(me, "-80.00")).toEqual([
      { label: "VIR EMIS REMBOURSEMENT", transaction_date: "2026-11-28" },
    ]);
    expect((await statusOf(me)).sync.stats).toMatchObject({ updated: 0 });
  });

  test("a line whose amount changes is another line", async () => {
    const invoice = await anOpenInvoice(me);
    await receive(app, me, [operation(LABEL, 2897_31)]);
    bank.state.change(bank.state.transactions.at(-1)?.id ?? 0, { amount: operation("", 28_97).amount });
    await sync(app, me);
    expect(
      (await linesOf(app, me)).filter((line) => line.label === LABEL).map((line) => line.amount),
    ).toEqual(["28.97"]);
    expect(await invoiceStatus(invoice.id)).toBe("awaiting_payment");
  });
});

describe("the same line in a file and at the bank", () => {
  const FILE_LINE = `28/11/2026;${LABEL};2897,31`;

  test("a file first: the synchronisation brings it in no second time", async () => {
    const invoice = await anOpenInvoice(me);
    expect((await upload(me, [FILE_LINE])).body.stats).toMatchObject({ imported: 1, auto_reconciled: 1 });
    await connect(app, me);
    await app.drainJobs();
    await receive(app, me, [operation(LABEL, 2897_31, "2026-11-29")]);
    const lines = await linesOf(app, me);
    expect(lines.filter((line) => line.amount === "2897.31")).toMatchObject([
      { source: "file", is_linked: true },
    ]);
    expect(await invoiceStatus(invoice.id)).toBe("paid");
    await sync(app, me);
    expect(await linesOf(app, me)).toEqual(lines);
    expect((await upload(me, [FILE_LINE])).body.stats).toMatchObject({ imported: 0, duplicates: 1 });
  });

  test("the bank first: the file brings it in no second time, also twice", async () => {
    await connect(app, me);
    await app.drainJobs();
    await receive(app, me, [operation(LABEL, 2897_31)]);
    for (let i = 0; i < 2; i += 1)
      expect((await upload(me, [FILE_LINE])).body.stats).toMatchObject({ imported: 0, duplicates: 1 });
    expect((await linesOf(app, me)).filter((line) => line.amount === "2897.31")).toHaveLength(1);
  });

  test("two transfers alike are two, whichever comes first", async () => {
    await connect(app, me);
    await app.drainJobs();
    await receive(app, me, [operation(LABEL, 2897_31)]);
    expect((await upload(me, [FILE_LINE, FILE_LINE])).body.stats).toMatchObject({
      imported: 1,
      duplicates: 1,
    });
    expect((await upload(me, [FILE_LINE, FILE_LINE])).body.stats).toMatchObject({
      imported: 0,
      duplicates: 2,
    });
    await receive(app, me, [operation(LABEL, 2897_31)]);
    expect((await upload(me, [FILE_LINE, FILE_LINE])).body.stats).toMatchObject({
      imported: 0,
      duplicates: 2,
    });
    const both = (await linesOf(app, me)).filter((line) => line.amount === "2897.31");
    expect(both.map((line) => line.is_linked)).toEqual([true, true]);
  });
});

describe("an operation that the bank deletes", () => {
  beforeEach(async () => {
    await connect(app, me);
    await app.drainJobs();
  });
  const deleteLast = async () => {
    bank.state.change(bank.state.transactions.at(-1)?.id ?? 0, { deleted: true });
    await sync(app, me);
  };

  test("goes, with the question about it", async () => {
    await receive(app, me, [operation("VIR SEPA RECU /DE INCONNU", 312_00)]);
    expect(await actionsOf(app, me)).toHaveLength(1);
    await deleteLast();
    expect(await linesOf(app, me)).toHaveLength(3);
    expect(await actionsOf(app, me)).toEqual([]);
    expect((await statusOf(me)).sync.stats).toMatchObject({ removed: 1, imported: 0 });
  });

  test("is taken from the invoices that it had paid, and a person is told once", async () => {
    const invoice = await anOpenInvoice(me);
    await receive(app, me, [operation(LABEL, 2897_31)]);
    expect(await invoiceStatus(invoice.id)).toBe("paid");
    await deleteLast();
    expect(await invoiceStatus(invoice.id)).toBe("awaiting_payment");
    expect(await linesOf(app, me)).toHaveLength(3);
    await sync(app, me);
    expect(await actionsOf(app, me)).toMatchObject([
      {
        status: "PENDING",
        reason_code: "bank_transaction_deleted",
        description: expect.stringContaining(LABEL),
        explanation: ["le rapprochement avec la facture F26000123 est annulé"],
      },
    ]);
    const { body } = await me.client.get("/user-actions/");
    expect(body.results[0]).toMatchObject({
      reason: "Opération supprimée par la banque",
      transaction_id: null,
    });
    expect(await lastAuditOf(app, me, "reverted_reconciliation")).toMatchObject({
      invoice_numbers: ["F26000123"],
      comment: "Opération supprimée par la banque",
    });
  });

  test("is taken back by the bank, whoever asked for the synchronisation, and says nothing of the engine", async () => {
    await anOpenInvoice(me);
    await receive(app, me, [operation(LABEL, 2897_31)]);
    await deleteLast();
    const { body } = await me.client.get("/audit-logs/?action_type=reverted_reconciliation");
    expect(body.results).toMatchObject([{ actor: null }]);
    expect((await me.client.get("/banking/automatic-lettering/")).body.ever).toEqual({
      automatic: 0,
      reverted: 0,
      precision_bp: null,
    });
  });

  test("LET-4: goes with what was put on invoices of a credit that its fees hide", async () => {
    const cinema = await app.inDatabase((tx) => aCinema(tx, me.distributor));
    const [paid, other] = await app.inDatabase(async (tx) => [
      await anInvoice(tx, me.distributor, cinema, { total_amount: "100.00" }),
      await anInvoice(tx, me.distributor, cinema, { total_amount: "130.00" }),
    ]);
    await receive(app, me, [operation("VIR DU CLIENT", 100_00)]);
    const { body } = await decide(
      "VIR DU CLIENT",
      { kind: "invoice", invoice_id: paid?.id, amount: "100.00" },
      { kind: "fees", amount: "-5.00" },
      { kind: "credit", cinema_id: cinema.id, amount: "5.00" },
    );
    const part = (body as { parts: { kind: string; credit?: string }[] }).parts.find(
      ({ kind }) => kind === "credit",
    );
    await me.client.post(`/banking/credits/${part?.credit}/apply/`, {
      invoice_id: other?.id,
      amount: "5.00",
    });
    expect(await invoiceStatus(other?.id ?? 0)).toBe("part_paid");
    await deleteLast();
    expect((await statusOf(me)).sync).toMatchObject({ error: null, stats: { removed: 1 } });
    expect([await invoiceStatus(paid?.id ?? 0), await invoiceStatus(other?.id ?? 0)]).toEqual([
      "awaiting_payment",
      "awaiting_payment",
    ]);
    expect(await linesOf(app, me)).toHaveLength(3);
  });

  test("AGG-1: is taken from the invoice that a person gave it to while the synchronisation waited", async () => {
    const cinema = await app.inDatabase((tx) => aCinema(tx, me.distributor));
    const invoice = await app.inDatabase((tx) =>
      anInvoice(tx, me.distributor, cinema, { total_amount: "100.00" }),
    );
    await receive(app, me, [operation("VIR DU CLIENT", 100_00)]);
    const line = must(
      (await linesOf(app, me)).find(({ label }) => label === "VIR DU CLIENT"),
      "a line",
    );
    const distributorId = me.distributor.id;
    bank.state.change(bank.state.transactions.at(-1)?.id ?? 0, { deleted: true });
    let synchronised: Promise<void> | undefined;
    await app.inDatabase(async (tx) => {
      await decideParts(tx, {
        distributorId,
        userId: me.userId,
        transactionId: line.id,
        parts: [{ kind: "invoice", invoice_id: invoice.id, amount: "100.00" }],
        at: app.clock.now(),
        source: { ...systemSource(distributorId), actorId: me.userId },
      });
      synchronised = sync(app, me);
      await vi.waitFor(async () => {
        const { rowCount } = await app.owner.query(
          `select from pg_locks where not granted and locktype = 'advisory'
            and classid::bigint = ${TRANSACTION_LOCKS.ledger} and objid::bigint = ${distributorId}`,
        );
        expect(rowCount).toBe(1);
      });
    }, distributorId);
    await synchronised;
    expect(await invoiceStatus(invoice.id)).toBe("awaiting_payment");
    expect((await actionsOf(app, me)).map(({ reason_code }) => reason_code)).toContain(
      "bank_transaction_deleted",
    );
    expect(await lastAuditOf(app, me, "reverted_reconciliation")).toMatchObject({
      comment: "Opération supprimée par la banque",
    });
  });

  test("stays when a file proves it", async () => {
    await upload(me, [`28/11/2026;${LABEL};2897,31`]);
    await receive(app, me, [operation(LABEL, 2897_31)]);
    await deleteLast();
    expect((await linesOf(app, me)).filter((line) => line.amount === "2897.31")).toMatchObject([
      { source: "file", is_linked: false },
    ]);
  });
});

describe("an aggregator that fails", () => {
  beforeEach(async () => {
    await connect(app, me);
    await app.drainJobs();
    bank.state.addOperations((await itemOf(app, me)).id, [
      operation("VIR A", 100_00),
      operation("VIR B", 200_00),
    ]);
  });

  test.each([
    ["answers 500 three times", { kind: "status", status: 500, times: 3 }],
    ["answers 429 twice", { kind: "status", status: 429, times: 2 }],
    ["hangs up once", { kind: "hang up", times: 1 }],
    ["is slower than we wait once", { kind: "slow", ms: 1_500, times: 1 }],
  ] as const)("is asked again when it %s", async (_name, fault) => {
    bank.fail({ path: "/transactions", ...fault });
    await sync(app, me);
    expect(await linesOf(app, me)).toHaveLength(5);
  });

  test("is told when it stays down, and nothing is lost once it is back", async () => {
    bank.fail({ path: "/transactions", kind: "status", status: 503, times: 4 });
    await me.client.post("/banking/sync-transactions/");
    await expect(app.drainJobs()).rejects.toThrow(
      "Le service bancaire n’a pas répondu comme attendu (réponse 503). Il sera redemandé de lui-même.",
    );
    expect(await statusOf(me)).toMatchObject({
      is_connected: true,
      sync: { state: "failed", error: UNAVAILABLE },
    });
    await sync(app, me);
    expect(await linesOf(app, me)).toHaveLength(5);
  });

  test.each([
    ["no JSON", "<html>oops"],
    ["JSON of another shape", '{"resources":[{"id":"x"}]}'],
    [
      "an amount of thousandths",
      '{"resources":[{"id":1,"account_id":2,"amount":0.001,"currency_code":"EUR","date":"2026-11-28"}]}',
    ],
    ["no list", "null"],
  ])("keeps nothing of an answer that is %s", async (_name, text) => {
    // As often as it is asked: whoever waits too long for the first answer asks again.
    bank.fail({ path: "/transactions", kind: "text", text, times: 9 });
    await sync(app, me);
    expect(await linesOf(app, me)).toHaveLength(3);
    expect((await statusOf(me)).sync).toMatchObject({ state: "failed", error: UNAVAILABLE });
  });

  test("ends the synchronisation where it refuses, and goes on with the next one", async () => {
    // As often as it is asked: whoever waits too long for the first answer asks again.
    bank.fail({ path: "/accounts", kind: "status", status: 403, times: 9 });
    await sync(app, me);
    expect((await statusOf(me)).sync.state).toBe("failed");
    bank.repair();
    await sync(app, me);
    expect(await linesOf(app, me)).toHaveLength(5);
  });

  test("renews a token that it no longer takes", async () => {
    bank.state.forgetTokens();
    await sync(app, me);
    app.clock.advance(3 * 3_600_000);
    await sync(app, me);
    expect(await linesOf(app, me)).toHaveLength(5);
  });

  test("that forgot us asks the person to connect again", async () => {
    bank.state.deleteItem((await itemOf(app, me)).id);
    await sync(app, me);
    expect(await statusOf(me)).toMatchObject({
      is_connected: false,
      status: "not_connected",
      sync: { state: "failed", error: "La connexion à la banque n’existe plus. Reconnectez votre compte." },
    });
    const [action] = await actionsOf(app, me);
    expect(action).toMatchObject({ reason_code: "bank_connection_expired", status: "PENDING" });
    await me.client.patch(`/user-actions/${action?.id}/`, { status: "DONE" });
    const reopened = await me.client.post("/banking/revert-reconciliation/", { user_action_id: action?.id });
    expect(reopened.status).toBe(200);
    expect(await connect(app, me)).toBe("connected");
    await app.drainJobs();
    expect(await linesOf(app, me)).toHaveLength(3);
  });
});

describe("an access that the bank ends", () => {
  const reopen = async () => {
    const [action] = await actionsOf(app, me);
    const { status, body } = await me.client.post("/banking/revert-reconciliation/", {
      user_action_id: action?.id,
    });
    return [status, body.code, (await actionsOf(app, me))[0]?.status];
  };
  beforeEach(async () => {
    await connect(app, me);
    await app.drainJobs();
  });

  test("is asked about once, and closed by the renewal of the same access", async () => {
    const item = await itemOf(app, me);
    bank.state.setStatus(item, 1010);
    await sync(app, me);
    expect(await statusOf(me)).toMatchObject({
      is_connected: false,
      status: "action_required",
      message: RECONNECT,
    });
    const again = await me.client.post("/banking/sync-transactions/");
    expect([again.status, again.body.error]).toEqual([400, RECONNECT]);
    const { synchroniseBank } = await import("./synchronise-bank.ts");
    for (let i = 0; i < 2; i += 1)
      await synchroniseBank(app.services, { distributor_id: me.distributor.id, user_id: null });
    expect(await actionsOf(app, me)).toMatchObject([
      { reason_code: "bank_connection_expired", status: "PENDING" },
    ]);

    expect(await connect(app, me)).toBe("connected");
    await app.drainJobs();
    expect((await itemOf(app, me)).id).toBe(item.id);
    expect(await actionsOf(app, me)).toMatchObject([{ status: "DONE" }]);
    expect((await statusOf(me)).status).toBe("connected");
    expect(await reopen()).toEqual([409, "bank_answers", "DONE"]);
  });

  test("is asked about again while it waits, and not once the bank is disconnected", async () => {
    bank.state.setStatus(await itemOf(app, me), 1010);
    await sync(app, me);
    const [action] = await actionsOf(app, me);
    await me.client.patch(`/user-actions/${action?.id}/`, { status: "REJECTED" });
    expect(await reopen()).toEqual([200, undefined, "PENDING"]);
    await me.client.post("/banking/disconnect-bridge/");
    expect(await reopen()).toEqual([409, "bank_answers", "DONE"]);
  });

  test("is told fifteen days before", async () => {
    app.clock.advance(166 * DAY_MS);
    const mine = await app.as({ id: me.userId });
    const { body } = await mine.get("/banking/connection-status/");
    expect(body).toMatchObject({ is_connected: true, status: "warning" });
    expect(body.message).toMatch(/^La connexion à la banque prend fin le \d\d\/\d\d\/2027\./);
    app.clock.set("2026-11-30");
  });

  test("from the start (needs_sca) is asked about too", async () => {
    const other = await aBankCustomer(app);
    expect(await connect(app, other, "needs_sca")).toBe("connected");
    await app.drainJobs();
    expect((await statusOf(other)).status).toBe("action_required");
    expect(await actionsOf(app, other)).toMatchObject([{ reason_code: "bank_connection_expired" }]);
  });
});

test("a synchronisation whose job is cancelled while it waits is over at once, and may be asked for again", async () => {
  await connect(app, me);
  await app.drainJobs();
  await me.client.post("/banking/sync-transactions/");
  const admin = await app.as(await app.inDatabase((tx) => aSuperAdmin(tx)));
  const [job] = (await admin.get("/operations/jobs/?state=waiting")).body.results;
  expect(job.name).toBe("sync-bank");
  expect((await admin.post(`/operations/jobs/${job.id}/cancel/`)).status).toBe(200);
  expect(await statusOf(me)).toMatchObject({
    status: "connected",
    sync: {
      state: "failed",
      error: "La synchronisation a été annulée. Relancez-la quand vous voulez.",
    },
  });
  expect((await me.client.post("/banking/sync-transactions/")).body.status).toBe("started");
});

describe("disconnecting", () => {
  test("ends it here and there, keeps the lines, and is the same twice", async () => {
    await connect(app, me);
    await app.drainJobs();
    const [item, lines] = [await itemOf(app, me), await linesOf(app, me)];
    for (let i = 0; i < 2; i += 1) {
      const answer = await me.client.post("/banking/disconnect-bridge/");
      expect([answer.status, answer.body]).toEqual([200, { message: "Banque déconnectée." }]);
    }
    expect((await statusOf(me)).is_connected).toBe(false);
    await app.drainJobs();
    expect(bank.state.items.has(item.id)).toBe(false);
    expect((await linesOf(app, me)).map((line) => line.id)).toEqual(lines.map((line) => line.id));
  });

  test("works while the aggregator is down: it is told later", async () => {
    await connect(app, me);
    await app.drainJobs();
    const item = await itemOf(app, me);
    bank.fail({ path: `/items/${item.id}`, kind: "status", status: 503, times: 2 });
    expect((await me.client.post("/banking/disconnect-bridge/")).status).toBe(200);
    await expect(app.drainJobs()).rejects.toThrow(
      "Le service bancaire n’a pas répondu comme attendu (réponse 503). Il sera redemandé de lui-même.",
    );
    const { deleteBankItem } = await import("./synchronise-bank.ts");
    const job = { distributor_id: me.distributor.id, user_uuid: item.user_uuid, item_id: item.id };
    for (let i = 0; i < 2; i += 1) await deleteBankItem(app.services, job);
    expect(bank.state.items.has(item.id)).toBe(false);
  });

  test("while a synchronisation reads keeps what it read out", async () => {
    await connect(app, me);
    await app.drainJobs();
    bank.state.addOperations((await itemOf(app, me)).id, [operation("VIR TARD", 55_00)]);
    bank.fail({ path: "/transactions", kind: "slow", ms: 400, times: 1 });
    await me.client.post("/banking/sync-transactions/");
    const running = app.drainJobs();
    await new Promise((done) => setTimeout(done, 150));
    await me.client.post("/banking/disconnect-bridge/");
    await running;
    await app.drainJobs();
    expect((await linesOf(app, me)).map((line) => line.label)).not.toContain("VIR TARD");
    expect((await statusOf(me)).sync.state).toBe("idle");
  });
});

test("a bank that is connected moves the onboarding", async () => {
  const plan = await app.inDatabase((tx) =>
    tx.run(sql`update distributor set onboarding_status = 'plan_selected' where id = ${me.distributor.id}`),
  );
  expect(plan).toBe(1);
  await connect(app, me);
  const { onboarding_status } = await app.inDatabase((tx) =>
    tx.one<{ onboarding_status: string }>(
      sql`select onboarding_status from distributor where id = ${me.distributor.id}`,
    ),
  );
  expect(onboarding_status).toBe("bank_connected");
});

test("the ledger holds after all of this", async () => {
  expect(await app.inDatabase((tx) => verifyLedger(tx))).toEqual([]);
});
