import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CARRIED_PARTS } from "./carried-parts.mjs";
import { carriedEntry, schemaNames, schemasEntry } from "./first-load-loader.mjs";
import { withLentNames } from "./lent-names-loader.mjs";

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

describe("what the first load has of wide libraries", () => {
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

  it("fails when an entry module has another form", () => {
    expect(() => carriedEntry("module.exports = {}", "@mantine/core")).toThrow("another form");
    expect(() => schemasEntry("module.exports = {}", [])).toThrow("another form");
  });

  it("has every schema of zod", async () => {
    const names = await schemaNames(join(HOST, "node_modules/zod"));
    expect(names).toEqual(expect.arrayContaining(["string", "base64", "templateLiteral", "ZodError", "iso"]));
    expect(names).not.toContain("core");
  });

  it("fails when a library has lost a name of the list", () => {
    expect(() => carriedEntry("\nexport { Button };", "@mantine/core")).toThrow(
      "@mantine/core has no ActionIcon",
    );
  });
});

describe("an import of a lent library", () => {
  it.each([
    [
      'import { Button, Group as Row } from "@mantine/core";',
      'import { Button, Group as Row } from "@mantine/core";',
    ],
    ['import { Stepper } from "@mantine/core";', 'import { Stepper } from "@mantine/core/whole";'],
    [
      'import { Button, Stepper as Steps } from "@mantine/core";',
      'import { Button } from "@mantine/core"; import { Stepper as Steps } from "@mantine/core/whole";',
    ],
    [
      'export { useQuery, useQueries } from "@tanstack/react-query";',
      'export { useQuery } from "@tanstack/react-query"; export { useQueries } from "@tanstack/react-query/whole";',
    ],
    ['import * as all from "@mantine/core";', 'import * as all from "@mantine/core/whole";'],
    ['export * from "@mantine/core";', 'export * from "@mantine/core/whole";'],
    ['const all = import("@mantine/core");', 'const all = import("@mantine/core/whole");'],
    ['import "@mantine/core";', 'import "@mantine/core";'],
    ['import { Dropzone } from "@mantine/dropzone";', 'import { Dropzone } from "@mantine/dropzone";'],
    ['import {\n  Stepper,\n} from "@mantine/core"', 'import { Stepper } from "@mantine/core/whole"'],
  ])("takes each name from where the host lends it: %s", async (source, expected) => {
    expect(await withLentNames(source)).toBe(expected);
  });

  it("is of the host's own module in the host: nothing is borrowed there", async () => {
    const whole = { "@mantine/core": "/host/src/lent/mantine-core.ts" };
    expect(await withLentNames('import { Button, Switch } from "@mantine/core";', whole)).toBe(
      'import { Button } from "@mantine/core"; import { Switch } from "/host/src/lent/mantine-core.ts";',
    );
  });

  it("is rewritten alone, whatever stands around it", async () => {
    const source =
      'const a = 1;\nimport { Switch } from "@mantine/core";\nimport { b } from "./b.js";\nuse(a, b);\n';
    expect(await withLentNames(source)).toBe(source.replace("@mantine/core", "@mantine/core/whole"));
  });
});
