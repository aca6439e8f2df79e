import { randomUUID } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createPool } from "../db/pool.ts";
import { systemSource, writeAudit } from "../http/audit.ts";
import { aDistributor } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { ledgerCommand } from "./ledger-commands.ts";

const file = join(tmpdir(), `checkpoints-${randomUUID()}`);
let app: TestApp;
let lumen: number;
let lines: string[];

beforeAll(async () => {
  app = await createTestApp();
  lumen = await app.inDatabase(async (tx) => (await aDistributor(tx)).id);
});
afterAll(async () => {
  await app.close();
  rmSync(file, { force: true });
});
beforeEach(() => {
  lines = [];
});

const run = (...args: string[]) =>
  ledgerCommand(app.owner, args, {
    secret: "secret",
    files: app.services.files,
    now: () => app.clock.now(),
    print: (line) => lines.push(line),
  });
const write = () => app.inDatabase((tx) => writeAudit(tx, systemSource(lumen), "other", { message: "x" }));

test("without a name both are proven", async () => {
  await write();
  expect(await run()).toBe(0);
  expect(lines).toEqual(["The ledger holds.", "The audit log holds: 1 entries in 1 chains."]);
  lines = [];
  expect(await run("books")).toBe(0);
  expect(lines).toEqual(["The ledger holds."]);
});

test("a database that takes longer to be analysed than a statement may last is proven all the same", async () => {
  const pool = createPool({ url: app.ownerUrl, statementTimeoutMs: 1000 });
  const other = await app.owner.connect();
  await other.query("begin; lock table payer_alias in share update exclusive mode");
  const proving = ledgerCommand(pool, ["books"], {
    secret: "secret",
    files: app.services.files,
    now: () => app.clock.now(),
    print: (line) => lines.push(line),
  });
  await pause(2000);
  await other.query("commit");
  other.release();
  expect(await proving).toBe(0);
  await pool.end();
});

test("checkpoints are compared and added as long as all holds; then a removed end is found, and nothing is added", async () => {
  // A path is the operator's, whatever folder npm runs the command in.
  vi.stubEnv("INIT_CWD", dirname(file));
  expect(await run("audit", "--checkpoints", basename(file))).toBe(0);
  vi.unstubAllEnvs();
  expect(lines.at(-1)).toBe(`The first checkpoint is in ${file}.`);
  await write();
  expect(await run("audit", "--checkpoints", file)).toBe(0);
  expect(lines.at(-1)).toBe("All that the last checkpoint stated still stands, and a new one is added.");
  const kept = readFileSync(file, "utf8");
  expect(kept.split("\n")).toHaveLength(3);
  await app.owner.query(`begin; set local session_replication_role = replica;
    delete from audit_log where id = (select max(id) from audit_log); delete from audit_chain where number = 2;
    update audit_chain_head set last_number = 1, last_hash = (select hash from audit_chain); commit`);
  expect(await run("audit")).toBe(0);
  lines = [];
  expect(await run("audit", "--checkpoints", file)).toBe(1);
  expect(lines).toEqual([
    `rewritten: distributor ${lumen}, entry -: link 2 is not the one that was written down: what comes before it was rewritten, or is gone`,
    "The audit log does not hold (1 entries).",
  ]);
  expect(readFileSync(file, "utf8")).toBe(kept);
});

test.each([["nothing"], ["audit", "now"], ["books", "--checkpoints", "x"], ["audit", "--since"]])(
  "other words are told how it is called: %s %s",
  async (...args) => {
    await expect(run(...args.filter((word) => word !== undefined))).rejects.toThrow("Usage:");
  },
);
