import { once } from "node:events";
import { chownSync, linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { spawnPostmaster } from "./embedded-postgres-process.ts";

const ME = process.getuid!();
const OWNER = ME === 0 ? 12_345 : ME;

let folder: string;
let logFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-log-"));
  if (ME === 0) chownSync(folder, OWNER, OWNER);
  logFile = join(folder, "postgres.log");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function start(): Promise<void> {
  const binaries = { postgres: "/bin/true", pgCtl: "/bin/true", initdb: "/bin/true" };
  const cluster = { folder, account: { self: true as const }, binaries, password: "" };
  await once(spawnPostmaster(cluster, { port: 1, logFile, settings: {} }), "exit");
}

const ownerAndMode = () => {
  const { uid, mode } = statSync(logFile);
  return [uid, mode & 0o777];
};

test("the log that a command of root begins is the DATA_DIR's owner's, who could not start over it (OPS-2)", async () => {
  await start();
  expect(ownerAndMode()).toEqual([OWNER, 0o600]);
});

test("a log that root began with an earlier version is given to the DATA_DIR's owner by its next command (OPS-2)", async () => {
  writeFileSync(logFile, "", { mode: 0o600 });
  await start();
  expect(ownerAndMode()).toEqual([OWNER, 0o600]);
});

test("what has a second name elsewhere is not given away by it (OPS-2)", async () => {
  const elsewhere = join(folder, "of-root");
  writeFileSync(elsewhere, "", { mode: 0o600 });
  linkSync(elsewhere, logFile);
  await start();
  expect(ownerAndMode()).toEqual([ME, 0o600]);
});
