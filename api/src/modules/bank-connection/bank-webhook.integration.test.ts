// Events of the aggregator: only what its secret's holder signed is heard, and once (AGG-4, SEC-11).
import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { deliverBankEvents } from "../../simulators/deliver-events.ts";
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

const PATH = "/api/v1/banking/bridge-webhook/";
let app: TestApp;
let bank: BankSimulator;
let me: BankCustomer;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp();
  bank = simulatorOf(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  me = await aBankCustomer(app);
  await connect(app, me);
  await app.drainJobs();
});

const signed = (body: string, secret = bank.webhookSecret): string =>
  `v1=${createHmac("sha256", secret).update(body).digest("hex").toUpperCase()}`;
const post = (body: string | Buffer, signature?: string) =>
  app.app.inject({
    method: "POST",
    url: PATH,
    payload: body,
    headers: {
      "content-type": "application/json",
      ...(signature === undefined ? {} : { "bridgeapi-signature": signature }),
    },
  });
const anEvent = async (type = "item.refreshed"): Promise<string> => {
  const item = await itemOf(app, me);
  serial += 1;
  return JSON.stringify({
    type,
    timestamp: serial,
    content: { item_id: item.id, user_uuid: item.user_uuid, status: 0 },
  });
};
const queued = async (): Promise<number> =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ count: number }>(
        sql`select count(*) as count from pgboss.job where name = 'sync-bank' and state in ('created', 'retry')`,
      ),
    )
  ).count;

test("an event that the bank signed makes a synchronisation", async () => {
  bank.state.addOperations((await itemOf(app, me)).id, [operation("VIR NOUVEAU", 42_00)]);
  const body = await anEvent();
  const answer = await post(body, signed(body));
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }]);
  expect((await statusOf(me)).sync.state).toBe("queued");
  await app.drainJobs();
  expect((await linesOf(app, me)).map((line) => line.label)).toContain("VIR NOUVEAU");
});

describe("is refused", () => {
  test.each([
    ["without a signature", () => undefined],
    ["with an empty one", () => ""],
    ["with one of another secret", (body: string) => signed(body, "another secret")],
    ["with one of another body", (body: string) => signed(`${body} `)],
    ["under another scheme", (body: string) => signed(body).replace("v1=", "v0=")],
    ["cut short", (body: string) => signed(body).slice(0, -2)],
    ["after too many others", (body: string) => `${"v1=00,".repeat(20)}${signed(body)}`],
  ])("an event %s", async (_name, signatureOf) => {
    const body = await anEvent();
    const answer = await post(body, signatureOf(body));
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, "signature_not_valid"]);
    expect(await queued()).toBe(0);
  });

  test("what is signed and makes no sense", async () => {
    for (const body of ["", "null", "{", '{"type":1}', "\u0000", "[]"])
      expect([body, (await post(body, signed(body))).statusCode]).toEqual([body, 400]);
  });
});

describe("is heard", () => {
  test.each([
    ["in lower case", (body: string) => signed(body).toLowerCase()],
    ["beside one of the secret before", (body: string) => `${signed(body, "old secret")},${signed(body)}`],
    ["after an unknown scheme", (body: string) => `v0=abc, ${signed(body)}`],
  ])("a signature %s", async (_name, signatureOf) => {
    const body = await anEvent();
    expect((await post(body, signatureOf(body))).statusCode).toBe(200);
    await app.drainJobs();
  });

  test("once, however often the same bytes come", async () => {
    const body = await anEvent();
    for (let i = 0; i < 2; i += 1) await post(body, signed(body));
    await app.drainJobs();
    await Promise.all([1, 2, 3].map(() => post(body, signed(body))));
    expect(await queued()).toBe(0);
  });

  test("together, when several come before the work begins", async () => {
    for (let i = 0; i < 5; i += 1) {
      const body = await anEvent("item.account.updated");
      await post(body, signed(body));
    }
    expect(await queued()).toBe(1);
    await app.drainJobs();
  });

  test("without effect, when it is nobody's we know, or of no matter", async () => {
    for (const content of [{}, { item_id: 5 }, { user_uuid: "00000000-0000-4000-8000-000000000000" }]) {
      const body = JSON.stringify({ type: "item.refreshed", content, timestamp: serial });
      expect((await post(body, signed(body))).statusCode).toBe(200);
    }
    const trials = [
      await anEvent("TEST_EVENT"),
      '{"type":"TEST_EVENT"}',
      '{"type":"TEST_EVENT","content":"hello"}',
      '{"type":"item.refreshed","content":{"item_id":"1","user_uuid":7}}',
    ];
    for (const trial of trials) expect((await post(trial, signed(trial))).statusCode).toBe(200);
    expect(await queued()).toBe(0);
  });

  test("not once the bank is disconnected", async () => {
    const body = await anEvent();
    await me.client.post("/banking/disconnect-bridge/");
    expect((await post(body, signed(body))).statusCode).toBe(200);
    await app.drainJobs();
    expect((await statusOf(me)).is_connected).toBe(false);
  });
});

test("an item that was deleted elsewhere ends the connection", async () => {
  const body = await anEvent("item.deleted");
  bank.state.deleteItem((await itemOf(app, me)).id);
  await post(body, signed(body));
  await app.drainJobs();
  expect((await statusOf(me)).is_connected).toBe(false);
});

test("the simulator's own events arrive over HTTP", async () => {
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  deliverBankEvents(bank, app.app.server.address() as AddressInfo);
  const item = await itemOf(app, me);
  expect(await bank.deliver("item.refreshed", { item_id: item.id, user_uuid: item.user_uuid })).toBe(200);
  expect((await statusOf(me)).sync.state).toBe("queued");
  await app.drainJobs();
});
