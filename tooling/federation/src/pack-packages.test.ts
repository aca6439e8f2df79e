import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS } from "./commands.mjs";
import { PACKAGES, writePackages } from "./pack-packages.mjs";
import { LENT_LIBRARIES } from "./shared-modules.mjs";

interface Manifest {
  readonly private?: boolean;
  readonly exports: Record<string, string | { types: string; default: string }>;
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
}

let out: string;
let folders: Record<string, string>;
beforeAll(async () => {
  out = mkdtempSync(join(tmpdir(), "bobine-packages-"));
  // What imports something outside its package is refused here.
  folders = await writePackages(out);
}, 120_000);
afterAll(() => rmSync(out, { recursive: true, force: true }));

const folderOf = (name: string): string => folders[name] ?? "";
const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(folderOf(name), "package.json"), "utf8")) as Manifest;

describe.each(PACKAGES)("FED-24: the package %s", (name) => {
  it("gives JavaScript with declarations for each of its entries, and source maps of what was compiled", () => {
    for (const [entry, target] of Object.entries(manifestOf(name).exports)) {
      const isCompiled = typeof target !== "string" && target.default.startsWith("./dist/");
      const files = typeof target === "string" ? [target] : [target.types, target.default];
      if (isCompiled) files.push(`${files[1]}.map`);
      expect([entry, /\.m?js$/.test(files[0] ?? "")]).toEqual([entry, false]);
      for (const file of files)
        expect([entry, globSync(file, { cwd: folderOf(name) }).length > 0]).toEqual([entry, true]);
    }
  });

  it("has versions that a registry knows, and asks for each library of the host without bringing a copy", () => {
    const { private: isPrivate, dependencies, peerDependencies } = manifestOf(name);
    expect(isPrivate).toBeUndefined();
    for (const version of Object.values({ ...dependencies, ...peerDependencies }))
      expect(version).toMatch(/^\^?\d+\.\d+\.\d+$/);
    expect(Object.keys(dependencies).filter((library) => LENT_LIBRARIES.includes(library))).toEqual([]);
  });

  it("has pages whose links lead to what is in it", () => {
    for (const file of globSync("*.md", { cwd: folderOf(name) }))
      for (const [, target = ""] of readFileSync(join(folderOf(name), file), "utf8").matchAll(
        /\]\((?!https?:)([^)#]+)[^)]*\)/g,
      ))
        expect([file, target, existsSync(join(folderOf(name), target))]).toEqual([file, target, true]);
  });

  it("has no test and no TypeScript in it", () => {
    const files = globSync("**/*.{ts,tsx}", { cwd: folderOf(name) });
    expect(files.filter((file) => !file.endsWith(".d.ts"))).toEqual([]);
    expect(globSync("**/*.test.*", { cwd: folderOf(name) })).toEqual([]);
  });
});

it("FED-24: the kit says each of its commands, and what a build must be, to who installs it", () => {
  const kit = folderOf("@bobine/remote-kit");
  const page = readFileSync(join(kit, "README.md"), "utf8");
  const words = Object.keys(COMMANDS).filter(
    (name) => !new RegExp(`bobine-remote ${name}|npm (run )?${name}`).test(page),
  );
  expect(words).toEqual([]);
  expect(existsSync(join(kit, "remote-protocol.md"))).toBe(true);
});

it("FED-24: the kit knows the versions that a new remote begins with", () => {
  const kit = folderOf("@bobine/remote-kit");
  const versions = JSON.parse(readFileSync(join(kit, "versions.json"), "utf8")) as Record<string, string>;
  expect(Object.keys(versions)).toEqual(
    expect.arrayContaining(["@bobine/shared-ui", "vitest", "typescript"]),
  );
  expect(existsSync(join(kit, "src/bobine-remote.mjs"))).toBe(true);
});
