import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataDir, readOrMakeSecret } from "./data-dir.ts";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), "bobine-data-dir-"));
});
afterAll(() => rmSync(parent, { recursive: true }));

const modeOf = (...path: string[]) => statSync(join(parent, ...path)).mode & 0o777;

describe("DATA_DIR", () => {
  test("is made so that others may go through it and read nothing", () => {
    readOrMakeSecret(join(parent, "new"), "secret-key");
    expect(modeOf("new")).toBe(0o711);
    expect(modeOf("new", "secrets")).toBe(0o700);
    expect(modeOf("new", "secrets", "secret-key")).toBe(0o600);
  });

  test("of an earlier version is closed to the other accounts of the machine at the next start", () => {
    const folders = ["files", "outbox", "secrets", "simulators"];
    for (const name of folders) {
      mkdirSync(join(parent, "old", name), { recursive: true });
      chmodSync(join(parent, "old", name), 0o755);
    }
    writeFileSync(join(parent, "old/secrets/secret-key"), "x");
    chmodSync(join(parent, "old/secrets/secret-key"), 0o644);
    openDataDir(join(parent, "old"));
    expect(folders.map((name) => modeOf("old", name))).toEqual([0o700, 0o700, 0o700, 0o700]);
    expect(modeOf("old", "secrets", "secret-key")).toBe(0o600);
  });

  test("gives what a command of root makes in it to the account that it belongs to", () => {
    const folder = join(parent, "of the unit");
    mkdirSync(folder);
    const me = process.getuid!();
    const owner = me === 0 ? 12_345 : me;
    if (me === 0) chownSync(folder, owner, owner);
    readOrMakeSecret(folder, "secret-key");
    const made = ["secrets", "secrets/secret-key"];
    expect(made.map((path) => statSync(join(folder, path)).uid)).toEqual([owner, owner]);
  });
});
