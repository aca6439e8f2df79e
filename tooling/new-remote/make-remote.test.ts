import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { remoteBuildSchema } from "../../api/contract/federation/registry.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRODUCT_REMOTES } from "../../api/src/modules/shell/product-remotes.ts";
import { LENT_LIBRARIES } from "../federation/src/shared-modules.mjs";
import { enrolRemote, makeRemote } from "./make-remote.mjs";

const ROOT = resolve(import.meta.dirname, "../..");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-new-remote-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("a new remote", () => {
  it.each(["mfe-", "x", "mfe-Planning", "../mfe-x", "mfe-x/y", `mfe-${"x".repeat(38)}`])(
    "is not named %s",
    (name) => {
      expect(() => makeRemote(name, join(folder, "refused"))).toThrow("a remote is named");
      expect(existsSync(join(folder, "refused"))).toBe(false);
    },
  );

  it("may have the longest name that a registry takes", () => {
    const name = `mfe-${"x".repeat(37)}`;
    makeRemote(name, join(folder, name));
    expect(remoteBuildSchema.shape.name.safeParse(name).success).toBe(true);
    expect(remoteBuildSchema.shape.name.safeParse(`${name}x`).success).toBe(false);
  });

  it("never writes over a folder that exists", () => {
    expect(() => makeRemote("mfe-x", folder)).toThrow("exists");
  });

  it("may use every library that docs/new-remote.md promises", () => {
    const dir = join(folder, "mfe-libraries");
    makeRemote("mfe-libraries", dir);
    const { dependencies } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(LENT_LIBRARIES.filter((name) => name !== "zustand")),
    );
  });

  it("has a changelog, and a place in the menu that no other remote has", () => {
    const dir = join(folder, "mfe-menu");
    expect(makeRemote("mfe-menu", dir)).toContain("CHANGELOG.md");
    const ordersOf = (remote: string): number[] =>
      (
        JSON.parse(readFileSync(join(remote, "remote.config.json"), "utf8")) as { nav: { order: number }[] }
      ).nav.map(({ order }) => order);
    const taken = PRODUCT_REMOTES.flatMap((remote) => ordersOf(join(ROOT, remote)));
    expect(taken).toContain(90);
    expect(taken).not.toContain(ordersOf(dir)[0]);
  });

  it("is formatted as the rest of the workspace", () => {
    const dir = join(folder, "mfe-planning");
    makeRemote("mfe-planning", dir);
    const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
    expect(() =>
      execFileSync(process.execPath, [biome, "format", "--config-path", ROOT, dir], { stdio: "pipe" }),
    ).not.toThrow();
  });

  it("enters every list of the workspace, once", () => {
    const lists = ["pnpm-workspace.yaml", "tsconfig.json", "package.json", ".dependency-cruiser.mjs"];
    lists.push("tooling/runner/builds.mjs", "api/src/modules/shell/product-remotes.ts");
    for (const file of lists) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(ROOT, file), join(folder, file));
    }
    expect(enrolRemote("mfe-planning", folder)).toEqual(lists);
    const once = lists.map((file) => readFileSync(join(folder, file), "utf8"));
    for (const text of once) expect(text).toContain("mfe-planning");
    enrolRemote("mfe-planning", folder);
    expect(lists.map((file) => readFileSync(join(folder, file), "utf8"))).toEqual(once);
  });
});
