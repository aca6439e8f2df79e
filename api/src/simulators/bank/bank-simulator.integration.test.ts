import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cents } from "@bobine/contract/money";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AggregatorRow, BankAggregator } from "../../platform/bank-aggregator/bank-aggregator.ts";
import { bridgeAggregator } from "../../platform/bank-aggregator/bridge-aggregator.ts";
import type { BankSimulator } from "./bank-simulator.ts";
import { openBankSimulator } from "./open-bank-simulator.ts";

const LINE = {
  date: "2026-11-27",
  label: "VIR SEPA RECU /DE CINE /MOTIF F26000123",
  amount: cents(2_897_31),
};
let dataDir: string;
let open: { readonly aggregator: BankAggregator; readonly simulator: BankSimulator };
const start = async () => {
  const now = () => new Date("2026-11-30T09:00:00Z");
  const { simulator, access } = await openBankSimulator(
    { publicUrl: "http://localhost:3000", dataDir },
    { now },
    { accountOf: () => Promise.resolve({ iban: "FR7699999000010001234567809", operations: [LINE] }) },
  );
  open = { simulator, aggregator: bridgeAggregator({ ...access, now, sleep: () => Promise.resolve() }) };
};
const allOf = async (pages: AsyncGenerator<AggregatorRow[]>) => {
  const rows: AggregatorRow[] = [];
  for await (const page of pages) rows.push(...page);
  return rows;
};
/** @returns the session's address at the bank, and how to end it */
const openSession = async () => {
  const uuid = await open.aggregator.ensureUser("distributor-7");
  const url = await open.aggregator.openConnectSession(uuid, {
    email: "compta@lumen-films.example",
    callbackUrl: "http://localhost:3000/back",
    context: "c0ffee",
  });
  return { uuid, id: url.split("/").at(-1) ?? "" };
};
const linesOf = async (uuid: string) => {
  const [item] = await open.aggregator.items(uuid);
  const [account] = await open.aggregator.accounts(uuid, item?.id ?? 0);
  return await allOf(open.aggregator.transactions(uuid, { accountId: account?.id ?? 0, since: null }));
};

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bobine-bank-"));
  await start();
});
afterEach(async () => {
  await open.simulator.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("a restart loses no user, no bank and no line, and gives the same ids", async () => {
  const { uuid, id } = await openSession();
  await open.simulator.endSession(id, "success");
  const before = await linesOf(uuid);
  expect(before).toMatchObject([{ label: LINE.label, amount: LINE.amount }]);
  await open.simulator.close();
  await start();
  expect(await linesOf(uuid)).toEqual(before);
  expect(await open.aggregator.ensureUser("distributor-7")).toBe(uuid);
  const [item] = open.simulator.state.items.values();
  const [added] = open.simulator.state.addOperations(item?.id ?? 0, [LINE]);
  expect(added?.id).toBeGreaterThan(before[0]?.id ?? 0);
});

test("a person who is at the bank while the product restarts comes to an end", async () => {
  const { uuid, id } = await openSession();
  await open.simulator.close();
  await start();
  expect(await open.simulator.endSession(id, "success")).toContain(`user_uuid=${uuid}&success=true`);
});

test("a bank that was disconnected stays so", async () => {
  const { uuid, id } = await openSession();
  await open.simulator.endSession(id, "success");
  const [item] = await open.aggregator.items(uuid);
  await open.aggregator.deleteItem(uuid, item?.id ?? 0);
  await open.simulator.close();
  await start();
  expect([await open.aggregator.items(uuid), open.simulator.state.transactions]).toEqual([[], []]);
});

test("neither tokens nor secrets are in the file", async () => {
  const { uuid, id } = await openSession();
  await open.simulator.endSession(id, "success");
  await linesOf(uuid);
  const { clientSecret, webhookSecret } = open.simulator;
  await open.simulator.close();
  const kept = readFileSync(join(dataDir, "simulators", "bank.json"), "utf8");
  expect(Object.keys(JSON.parse(kept))).toEqual([
    "last_id",
    "users",
    "items",
    "accounts",
    "transactions",
    "sessions",
  ]);
  expect([kept.includes(clientSecret), kept.includes(webhookSecret)]).toEqual([false, false]);
  await start();
});

test("a line that the aggregator gives twice has one id", async () => {
  const { uuid, id } = await openSession();
  await open.simulator.endSession(id, "success");
  const [line] = open.simulator.state.transactions;
  open.simulator.state.repeat(line?.id ?? 0);
  expect((await linesOf(uuid)).map((row) => row.id)).toEqual([line?.id, line?.id]);
});

test("new payments are made once", async () => {
  const { uuid, id } = await openSession();
  await open.simulator.endSession(id, "success");
  const [item] = open.simulator.state.items.values();
  if (!item) throw new Error("no bank");
  expect([await open.simulator.produce(item), (await linesOf(uuid)).length]).toEqual([0, 1]);
  open.simulator.state.change((await linesOf(uuid))[0]?.id ?? 0, { label: "ANCIEN" });
  expect([await open.simulator.produce(item), (await linesOf(uuid)).length]).toEqual([1, 2]);
});

test("faults end by themselves, or when they are repaired", async () => {
  const { uuid } = await openSession();
  open.simulator.fail({ path: "/items", kind: "status", status: 429, retryAfter: 3, times: 2 });
  expect(open.simulator.faults).toHaveLength(1);
  expect(await open.aggregator.items(uuid)).toEqual([]);
  expect(open.simulator.faults).toEqual([]);
  open.simulator.fail({ path: "", kind: "hang up", times: 99 });
  open.simulator.repair();
  expect(await open.aggregator.items(uuid)).toEqual([]);
});

test("an event that is refused is not sent again; one that is not heard is; the last one can be replayed", async () => {
  const heard: string[] = [];
  let status = 401;
  const server: Server = createServer((request, response) => {
    heard.push(String(request.headers["bridgeapi-signature"]));
    request.resume();
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  expect(await open.simulator.replay()).toBeUndefined();
  open.simulator.webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect([await open.simulator.deliver("item.refreshed", {}, "wrong"), heard.length]).toEqual([401, 1]);
  status = 503;
  expect([await open.simulator.deliver("item.refreshed", {}), heard.length]).toEqual([503, 5]);
  status = 200;
  expect([await open.simulator.replay(), heard.length, heard[5] === heard[4]]).toEqual([200, 6, true]);
  server.close();
});
