import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aBankCustomer,
  type BankCustomer,
  connect,
  itemOf,
  linesOf,
  operation,
  simulatorOf,
  statusOf,
} from "./bank-connection.testing.ts";
import { bankRound } from "./bank-round.ts";

let app: TestApp;
let bank: BankSimulator;
let me: BankCustomer;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  bank = simulatorOf(app);
});
afterAll(() => app.close());

/** How many synchronisations wait. */
const queued = async (): Promise<number> =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ count: number }>(
        sql`select count(*) as count from pgboss.job where name = 'sync-bank' and state in ('created', 'retry')`,
      ),
    )
  ).count;
const round = () => bankRound(app.services);

beforeEach(async () => {
  app.clock.set("2026-11-30T09:00:00Z");
  await app.owner.query("delete from pgboss.job");
  await app.owner.query("delete from bank_connection");
  me = await aBankCustomer(app);
  await connect(app, me);
  await app.drainJobs();
});

test("a bank is asked once a day, from five in the morning, although no event came", async () => {
  bank.state.addOperations((await itemOf(app, me)).id, [operation("VIR DE LA NUIT", 42_00)]);
  await round();
  expect(await queued()).toBe(0);
  app.clock.set("2026-12-01T03:59:00Z");
  await round();
  expect(await queued()).toBe(0);
  app.clock.set("2026-12-01T04:07:00Z");
  await round();
  expect(await queued()).toBe(1);
  await app.drainJobs();
  expect((await linesOf(app, me)).map((line) => line.label)).toContain("VIR DE LA NUIT");
  app.clock.set("2026-12-01T05:07:00Z");
  await round();
  expect(await queued()).toBe(0);
});

test("two rounds at once ask once", async () => {
  app.clock.set("2026-12-01T04:07:00Z");
  await Promise.all([round(), round(), round()]);
  await round();
  expect(await queued()).toBe(1);
});

test("a synchronisation that failed for good is tried again each hour", async () => {
  bank.fail({ path: "/items/", kind: "status", status: 503, times: 4 });
  await me.client.post("/banking/sync-transactions/");
  await expect(app.drainJobs()).rejects.toThrow("503");
  await app.owner.query("delete from pgboss.job");
  await round();
  expect([await queued(), (await statusOf(me)).sync.state]).toEqual([0, "failed"]);
  app.clock.set("2026-11-30T10:00:00Z");
  await round();
  expect(await queued()).toBe(1);
  await app.drainJobs();
  expect((await statusOf(me)).sync.state).toBe("idle");
});

test("a synchronisation that died with its node is taken up", async () => {
  await app.inDatabase((tx) =>
    tx.run(
      sql`update bank_connection set sync_state = 'running' where distributor_id = ${me.distributor.id}`,
    ),
  );
  app.clock.set("2026-11-30T10:07:00Z");
  await round();
  await app.drainJobs();
  expect((await statusOf(me)).sync.state).toBe("idle");
});

test("a bank that waits for its person is looked at in the morning only", async () => {
  bank.state.setStatus(await itemOf(app, me), 1010);
  await me.client.post("/banking/sync-transactions/");
  await app.drainJobs();
  app.clock.set("2026-11-30T15:07:00Z");
  await round();
  expect(await queued()).toBe(0);
  // Renewed at the bank's own site, and no event came.
  bank.state.setStatus(await itemOf(app, me), 0);
  app.clock.set("2026-12-01T04:07:00Z");
  await round();
  await app.drainJobs();
  expect((await statusOf(me)).status).toBe("connected");
});

test("nobody asks about a bank that is disconnected, and a failure after it is nobody's", async () => {
  await me.client.post("/banking/sync-transactions/");
  bank.fail({ path: "/accounts", kind: "status", status: 503, times: 4 });
  vi.spyOn(app.services.bank, "accounts").mockImplementationOnce(async (uuid, item) => {
    await me.client.post("/banking/disconnect-bridge/");
    return await app.services.bank.accounts(uuid, item);
  });
  await app.drainJobs().catch(() => undefined);
  expect((await statusOf(me)).sync).toMatchObject({ state: "idle", error: null });
  app.clock.set("2026-12-01T04:07:00Z");
  await app.owner.query("delete from pgboss.job");
  await round();
  expect(await queued()).toBe(0);
});
