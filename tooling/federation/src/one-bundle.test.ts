import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { LendingPlugin } from "./lending-plugin.mjs";
import { oneBundleConfig, remoteFolders } from "./one-bundle.mjs";

it("is the host with every remote in it, and lends and borrows nothing", () => {
  const output = mkdtempSync(join(tmpdir(), "bobine-one-"));
  try {
    const remotes = remoteFolders();
    expect(remotes).toContain("mfe-finance");
    const { module, plugins } = oneBundleConfig({ output, remotes });
    const loaders = JSON.stringify(module.rules);
    expect(loaders).not.toMatch(/first-load-loader|lent-names-loader/);
    expect(loaders).toContain("swc-loader");
    expect(plugins.filter((plugin: unknown) => plugin instanceof LendingPlugin)).toEqual([]);
  } finally {
    rmSync(output, { recursive: true });
  }
});
