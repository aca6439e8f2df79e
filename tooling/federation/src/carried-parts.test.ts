import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { carriedEntry } from "./carried-parts-loader.mjs";
import { CARRIED_PARTS } from "./carried-parts.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const HOST = join(ROOT, "host");
const MANTINE = join(HOST, "node_modules/@mantine/core");
const ENTRY = join(MANTINE, "esm/index.mjs");

/** The style files of the parts and of all that they are made of, by the modules that import them. */
function stylesNeeded(): string[] {
  const entry = readFileSync(ENTRY, "utf8");
  const files = new Map<string, string>();
  for (const [, names = "", from = ""] of entry.matchAll(/import \{([^}]*)\} from "([^"]+)"/g))
    for (const name of names.split(",")) files.set(name.trim(), resolve(dirname(ENTRY), from));
  const seen = new Set<string>();
  const styles = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const style = /([^/\\]+)\.module\.mjs$/.exec(file)?.[1];
    if (style) styles.add(style);
    for (const [, from = ""] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g))
      visit(resolve(dirname(file), from));
  };
  for (const part of CARRIED_PARTS["@mantine/core"]) visit(files.get(part) ?? "");
  return [...styles].sort();
}

describe("what the host carries of wide libraries", () => {
  it("brings the styles of each part of Mantine and of no other", () => {
    const imported = readFileSync(join(HOST, "src/mantine-styles.ts"), "utf8");
    const present = [...imported.matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(([, name = ""]) => name);
    const base = ["baseline", "default-css-variables", "global"];
    expect(present.slice(0, 3)).toEqual(base);
    expect(present.slice(3).toSorted()).toEqual(stylesNeeded());
  });

  it("leaves in a library's entry module the names of the list and none else", () => {
    const entry = carriedEntry(readFileSync(ENTRY, "utf8"), "@mantine/core");
    const exported = /\nexport \{([^}]*)\};\n$/
      .exec(entry)?.[1]
      ?.split(",")
      .map((name) => name.trim());
    expect(exported).toEqual(CARRIED_PARTS["@mantine/core"]);
  });

  it.each(["@mantine/core", "zod"])("fails when the entry module of %s has another form", (library) => {
    expect(() => carriedEntry("module.exports = {}", library)).toThrow("another form");
  });

  it("fails when a library has lost a name of the list", () => {
    expect(() => carriedEntry("\nexport { Button };", "@mantine/core")).toThrow(
      "@mantine/core has no ActionIcon",
    );
  });

  it.each(["@mantine/core", "@tanstack/react-query"] as const)(
    "is all that remotes import of %s",
    (library) => {
      const carried: readonly string[] = CARRIED_PARTS[library];
      const missing = globSync("mfe-*/src/**/*.{ts,tsx}", { cwd: ROOT })
        .filter((path) => !/[.](?:test|testing|example)[.]tsx?$/.test(path))
        .flatMap((path) =>
          [...readFileSync(join(ROOT, path), "utf8").matchAll(/^import \{([^}]*)\} from "([^"]+)"/gm)]
            .filter(([, , from]) => from === library)
            .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
            .filter((name) => name !== "" && !name.startsWith("type ") && !carried.includes(name))
            .map((name) => `${path}: ${name}`),
        );
      expect(missing).toEqual([]);
    },
  );
});
