import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashOf, isStamped, stamp } from "./hash.mjs";

let root: string;
const write = (path: string, content: string) => {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
};
const hash = () => hashOf(root, ["host", "lock.yaml"]);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "bobine hash "));
  write("host/src/index.ts", "1");
  write("lock.yaml", "a");
});
afterEach(() => rmSync(root, { recursive: true }));

describe("the hash of a build's inputs", () => {
  it.each([
    ["a changed file", () => write("host/src/index.ts", "2")],
    ["a new file", () => write("host/src/other.ts", "")],
    ["a moved file", () => (rmSync(join(root, "host/src/index.ts")), write("host/src/main.ts", "1"))],
    ["a removed input", () => rmSync(join(root, "lock.yaml"))],
    [
      "bytes moved from one file to the next",
      () => (write("host/src/index.ts", ""), write("lock.yaml", "1a")),
    ],
  ])("changes with %s", (_what, change) => {
    const before = hash();
    change();
    expect(hash()).not.toBe(before);
  });

  it.each([
    "host/dist/main.js",
    "host/node_modules/react/index.js",
    "host/src/index.test.ts",
    "host/src/index.bench.ts",
    "host/src/index.example.tsx",
    "host/src/index.testing.ts",
  ])("does not change with %s", (path) => {
    const before = hash();
    write(path, "new");
    expect(hash()).toBe(before);
  });

  it("is the same in another folder", () => {
    const before = hash();
    const other = mkdtempSync(join(tmpdir(), "bobine other "));
    mkdirSync(join(other, "host/src"), { recursive: true });
    writeFileSync(join(other, "host/src/index.ts"), "1");
    writeFileSync(join(other, "lock.yaml"), "a");
    expect(hashOf(other, ["host", "lock.yaml"])).toBe(before);
    rmSync(other, { recursive: true });
  });

  it("is found again in its stamp", () => {
    const file = join(root, "stamp");
    expect(isStamped(file, "x")).toBe(false);
    stamp(file, "x");
    expect(isStamped(file, "x")).toBe(true);
    expect(isStamped(file, "y")).toBe(false);
  });
});
