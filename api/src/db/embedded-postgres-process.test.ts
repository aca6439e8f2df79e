import { once } from "node:events";
import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { spawnPostmaster } from "./embedded-postgres-process.ts";

test("the log that a command of root begins is the DATA_DIR's owner's, who could not start over it (OPS-2)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "bobine-log-"));
  try {
    const me = process.getuid!();
    const owner = me === 0 ? 12_345 : me;
    if (me === 0) chownSync(folder, owner, owner);
    const logFile = join(folder, "postgres.log");
    const binaries = { postgres: "/bin/true", pgCtl: "/bin/true", initdb: "/bin/true" };
    const cluster = { folder, account: { self: true as const }, binaries, password: "" };
    const child = spawnPostmaster(cluster, { port: 1, logFile, settings: {} });
    await once(child, "exit");
    const { uid, mode } = statSync(logFile);
    expect([uid, mode & 0o777]).toEqual([owner, 0o600]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
