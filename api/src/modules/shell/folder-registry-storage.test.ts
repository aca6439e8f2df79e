import { chownSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderRegistryStorage } from "./folder-registry-storage.ts";

test("what a command of root publishes is the account's whose folder it is (OPS-2)", async () => {
  const place = mkdtempSync(join(tmpdir(), "bobine-registry-of-the-unit-"));
  try {
    const me = process.getuid!();
    const owner = me === 0 ? 12_345 : me;
    if (me === 0) chownSync(place, owner, owner);
    const storage = folderRegistryStorage(join(place, "remotes"));
    await storage.create("mfe-finance/aaaaaaaaaaaa/remoteEntry.js", Buffer.from("1"));
    await storage.write("live.json", Buffer.from("1"));
    const build = "remotes/mfe-finance/aaaaaaaaaaaa";
    const made = ["remotes", build, `${build}/remoteEntry.js`, "remotes/live.json"];
    expect(made.filter((path) => statSync(join(place, path)).uid !== owner)).toEqual([]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
