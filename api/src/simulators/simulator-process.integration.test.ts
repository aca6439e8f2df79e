// The simulators as the product starts them: a process of their own, asked over HTTP, that ends with the product.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bridgeAggregator } from "../platform/bank-aggregator/bridge-aggregator.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { TEST_SECRET_KEY } from "../testing/secret-key.ts";
import { cardDeskPath } from "./card/card-desk.routes.ts";
import { type SimulatorOrder, startSimulatorProcess } from "./simulator-process.ts";

let database: TestDatabase;
let order: SimulatorOrder;
const dataDir = mkdtempSync(join(tmpdir(), "bobine-simulators-"));
beforeAll(async () => {
  database = await createTestDatabase();
  order = {
    missing: { bank: true, card: true },
    config: { publicUrl: "http://localhost:3000", dataDir, secretKey: TEST_SECRET_KEY, logLevel: "silent" },
    databaseUrl: database.webUrl,
  };
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const isThere = (pid: number | undefined): boolean => {
  try {
    return process.kill(pid ?? Number.NaN, 0);
  } catch {
    return false;
  }
};

test("answers as Bridge does, shows its pages, remembers, and ends when it is closed", async () => {
  const ends: object[] = [];
  const first = await startSimulatorProcess(order, (how) => ends.push(how));
  const aggregatorOf = (access: NonNullable<typeof first.bridge>) =>
    bridgeAggregator({ ...access, now: () => new Date() });
  const uuid = await aggregatorOf(first.bridge!).ensureUser("distributor-7");
  const desk = await fetch(first.pagesUrl + cardDeskPath(TEST_SECRET_KEY));
  expect([desk.status, (await fetch(`${first.pagesUrl}/simulateur/rien`)).status]).toEqual([200, 404]);
  await first.close();
  expect([isThere(first.pid), ends]).toEqual([false, []]);

  const second = await startSimulatorProcess(order, (how) => ends.push(how));
  expect(await aggregatorOf(second.bridge!).ensureUser("distributor-7")).toBe(uuid);
  process.kill(second.pid!, "SIGKILL");
  await expect.poll(() => ends).toEqual([{ code: null, signal: "SIGKILL" }]);
  await second.close();
});

test("ends by itself when the process that started it is killed", async () => {
  const starting = `
    const { startSimulatorProcess } = await import(${JSON.stringify(new URL("simulator-process.ts", import.meta.url).href)});
    const { pid } = await startSimulatorProcess(${JSON.stringify(order)}, () => undefined);
    console.log(pid);
    setInterval(() => undefined, 1_000);`;
  const parent = spawn(process.execPath, ["--input-type=module", "--eval", starting], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await Promise.race([once(parent.stdout, "data"), once(parent, "exit")])) as [unknown];
  const pid = Number(String(printed));
  expect(isThere(pid)).toBe(true);
  parent.kill("SIGKILL");
  await expect.poll(() => isThere(pid), { timeout: 20_000 }).toBe(false);
});
