import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { CARRIED_PARTS, SCREEN_PARTS } from "./carried-parts.mjs";
import { carriedEntry, schemaNames, schemasEntry } from "./first-load-loader.mjs";
import { withLentNames } from "./lent-names-loader.mjs";

const ROOT = resolve(import.meta.dirname, "../../..");
const HOST = join(ROOT, "host");
const MANTINE = join(HOST, "node_modules/@mantine/core");
const ENTRY = join(MANTINE, "esm/index.mjs");

/** The style files of the parts and of all that they are made of, by the modules that import them. */
function stylesNeeded(parts: readonly string[]): string[] {
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
  for (const part of parts) visit(files.get(part) ?? "");
  return [...styles].sort();
}

const stylesIn = (file: string): string[] =>
  [...readFileSync(join(HOST, file), "utf8").matchAll(/styles\/([\w-]+)\.layer\.css/g)].map(
    ([, name = ""]) => name,
  );

describe("what the first load has of wide libraries", () => {
  const first = stylesIn("src/mantine-styles.ts");
  const base = ["baseline", "default-css-variables", "global"];
  /** Other parts of Mantine change what these say: they come before all of them. */
  const changedByOthers = ["FloatingIndicator", "InlineInput"];
  const inFirstLoad = [...stylesNeeded(CARRIED_PARTS["@mantine/core"]), ...changedByOthers];

  it("brings the styles of each part of Mantine and of no other", () => {
    expect(first.slice(0, 3)).toEqual(base);
    expect(first.slice(3).toSorted()).toEqual(inFirstLoad.toSorted());
  });

  it("leaves to the screens what they are made of, with its styles", () => {
    const parts = SCREEN_PARTS["@mantine/core"];
    expect(parts.filter((part) => CARRIED_PARTS["@mantine/core"].includes(part))).toEqual([]);
    expect(stylesIn("src/lent/mantine-screens-styles.ts").toSorted()).toEqual(
      stylesNeeded(parts).filter((name) => !inFirstLoad.includes(name)),
    );
    const exported = /export \{([^}]*)\}/.exec(
      readFileSync(join(HOST, "src/lent/mantine-screens.ts"), "utf8"),
    );
    expect(exported?.[1]?.match(/\w+/g)).toEqual(parts);
  });

  it("keeps the styles of calendars above those of what they are made of, whichever comes last", () => {
    expect(readFileSync(join(HOST, "src/layers.css"), "utf8")).toContain("@layer mantine, mantine-dates;");
    for (const file of ["host/src/lent/mantine-dates.css", "shared-ui/src/dates/calendar.css"])
      expect(readFileSync(join(ROOT, file), "utf8")).toContain(
        '@import "@mantine/dates/styles.layer.css" layer(mantine-dates);',
      );
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
      'import { Button, Table, Stepper, Tabs as Views } from "@mantine/core";',
      'import { Button } from "@mantine/core"; import { Table, Tabs as Views } from "@mantine/core/screens"; import { Stepper } from "@mantine/core/whole";',
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
    const screens = { "@mantine/core": "/host/src/lent/mantine-screens.ts" };
    const source = 'import { Button, Switch, Table } from "@mantine/core";';
    expect(await withLentNames(source, { whole, screens })).toBe(
      'import { Button } from "@mantine/core"; import { Table } from "/host/src/lent/mantine-screens.ts"; import { Switch } from "/host/src/lent/mantine-core.ts";',
    );
    // For another library of the host, both are one place.
    expect(await withLentNames(source, { whole, screens: whole })).toBe(
      'import { Button } from "@mantine/core"; import { Switch, Table } from "/host/src/lent/mantine-core.ts";',
    );
  });

  it.each([
    ['import { useNavigate, createStaticHandler as handler } from "R";', "react-router"],
    ['export { Link } from "R";', "react-router"],
    ['import * as router from "R";', "react-router"],
    ['export * from "R";', "react-router"],
    ['const router = await import(/* webpackPrefetch: true */ "R");', "react-router"],
    ['import "R";', "react-router"],
    ['import { RouterProvider } from "R";', "react-router/dom"],
  ])(
    "comes from the page's router in a remote that names react-router, in any form: %s",
    async (form, name) => {
      const lentAs = { "react-router": "react-router-dom", "react-router/dom": "react-router-dom" };
      const source = form.replace('"R"', JSON.stringify(name));
      expect(await withLentNames(source, { lentAs })).toBe(form.replace('"R"', '"react-router-dom"'));
      expect(await withLentNames(source)).toBe(source);
    },
  );

  it("is rewritten alone, whatever stands around it", async () => {
    const source =
      'const a = 1;\nimport { Switch } from "@mantine/core";\nimport { b } from "./b.js";\nuse(a, b);\n';
    expect(await withLentNames(source)).toBe(source.replace("@mantine/core", "@mantine/core/whole"));
  });
});
