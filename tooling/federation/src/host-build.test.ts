import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";
import { hostConfig } from "./preset.mjs";
import { SHARED_MODULES } from "./shared-modules.mjs";

// Guards the pinned pair webpack + @module-federation/enhanced for the host, too: with 2.9.2, webpack 5.111.1 breaks its content hashes.
const HOST = resolve(import.meta.dirname, "../../../host");
const BOOTSTRAP = `
  import { MantineProvider } from "@mantine/core";
  import { QueryClient } from "@tanstack/react-query";
  import { loadRemote } from "@module-federation/enhanced/runtime";
  import { createRoot } from "react-dom/client";
  import { RouterProvider } from "react-router-dom";
  import { z } from "zod";
  import { create } from "zustand";
  import { useSession } from "@bobine/shared-auth";
  import { formatCount } from "@bobine/shared-ui";
  export const rest = [create, useSession, formatCount];
  createRoot(document.body).render(<MantineProvider><RouterProvider router={{} as never} /></MantineProvider>);
  void loadRemote(z.string().parse(String(new QueryClient())));`;

const folders: string[] = [];
let built: ReturnType<typeof resultOf>;
beforeAll(async () => {
  built = resultOf(await build(`import "./lent/on-demand.ts";${BOOTSTRAP}`));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The host's policy around a page of a few lines. */
async function build(bootstrap: string): Promise<{ dir: string; stats: webpack.Stats }> {
  const dir = mkdtempSync(join(tmpdir(), "bobine-host-"));
  folders.push(dir);
  mkdirSync(join(dir, "src"));
  symlinkSync(join(HOST, "node_modules"), join(dir, "node_modules"));
  symlinkSync(join(HOST, "src/lent"), join(dir, "src/lent"));
  for (const file of ["package.json", "host.config.json", "src/index.html"])
    writeFileSync(join(dir, file), readFileSync(join(HOST, file)));
  writeFileSync(join(dir, "src/index.ts"), 'void import("./bootstrap.tsx");');
  writeFileSync(join(dir, "src/bootstrap.tsx"), bootstrap);
  const config = hostConfig({ dir })({}, { mode: "production" });
  const plugins = (config.plugins ?? []).filter((plugin) => plugin?.constructor.name !== "PrecompressPlugin");
  const stats = await new Promise<webpack.Stats>((done, failed) => {
    webpack(
      { ...config, plugins, cache: false, optimization: { ...config.optimization, minimize: false } },
      (error, result) => (error || !result ? failed(error ?? new Error("no stats")) : done(result)),
    );
  });
  return { dir, stats };
}

const errorsOf = (stats: webpack.Stats): string =>
  (stats.toJson({ all: false, errors: true }).errors ?? []).map(({ message }) => message).join("\n");

function resultOf({ dir, stats }: Awaited<ReturnType<typeof build>>) {
  expect(errorsOf(stats)).toBe("");
  const dist = join(dir, "dist");
  const text = (file: string): string => readFileSync(join(dist, file), "utf8");
  const files = readdirSync(dist).toSorted();
  const manifest = JSON.parse(text("host.json")) as {
    lends: Record<string, string[]>;
    late: Record<string, string[]>;
  };
  const first = [...text("index.html").matchAll(/src="\/assets\/host\/([^"]+\.js)"/g)].map(
    ([, name = ""]) => name,
  );
  const { modules = [] } = stats.toJson({ all: false, modules: true, modulesSpace: 10_000, reasons: true });
  const borrowed = modules
    .filter(
      ({ moduleType, name }) =>
        moduleType === "consume-shared-module" && /\/(whole|screens)@/.test(name ?? ""),
    )
    .flatMap(({ reasons = [] }) => reasons.map(({ moduleName }) => moduleName));
  return { files, text, lends: manifest.lends, late: manifest.late, first, borrowed };
}

const LATE = [
  "/Table/Table.mjs",
  "/Stepper/Stepper.mjs",
  "/DatePickerInput/DatePickerInput.mjs",
  "/queriesObserver.js",
];

describe("the build of the host", () => {
  it("names its files by their content", () => {
    expect(built.first.map((file) => file.replace(/\.[0-9a-f]{12}\./, ".#."))).toEqual([
      "libraries.#.js",
      "main.#.js",
    ]);
  });

  it("lets the page ask for what it begins with before what it preloads, which runs after it", () => {
    const page = built.text("index.html");
    const elements = [...page.matchAll(/<(?:script defer|link)[^>]*(?:src|href)="\/assets\/host\/[^>]*>/g)];
    const kinds = elements.map(([tag]) => (tag.includes("preload") ? "preload" : "first"));
    expect(kinds).toEqual(kinds.toSorted());
    expect(kinds).toEqual(expect.arrayContaining(["first", "preload"]));
    for (const [tag] of elements)
      expect(tag.includes('fetchpriority="high"')).toBe(tag.startsWith("<script"));
  });

  it("says every name that it lends, of libraries and of our own packages", () => {
    const shares = SHARED_MODULES.filter((name) => !name.endsWith("/"));
    expect(Object.keys(built.lends)).toEqual(
      expect.arrayContaining([
        ...shares,
        "@mantine/core/screens",
        "@mantine/core/whole",
        "@mantine/dates",
        "@tanstack/react-query/whole",
      ]),
    );
    const some = {
      react: ["useState", "use"],
      "react/jsx-runtime": ["jsx"],
      "react-router-dom": ["Link", "useOutletContext"],
      zod: ["z", "string", "base64"],
      "@mantine/core": ["Button"],
      "@mantine/core/screens": ["Table", "Tabs"],
      "@mantine/core/whole": ["Button", "Stepper", "NumberInput", "Switch"],
      "@mantine/dates": ["DatePickerInput"],
      "@tanstack/react-query/whole": ["useQuery", "useQueries"],
      "@bobine/shared-ui": ["formatCount"],
      "@bobine/shared-auth": ["useSession"],
    };
    for (const [module, names] of Object.entries(some))
      expect([module, built.lends[module]]).toEqual([module, expect.arrayContaining(names)]);
    expect(built.lends["@mantine/core"]).not.toContain("Stepper");
  });

  it("keeps what is lent on demand out of the first load", () => {
    const first = built.first.map((file) => built.text(file)).join("\n");
    for (const name of LATE) expect([name, first.includes(name)]).toEqual([name, false]);
    const later = built.files.filter((file) => file.endsWith(".js") && !built.first.includes(file));
    for (const name of LATE)
      expect([name, later.some((file) => built.text(file).includes(name))]).toEqual([name, true]);
  });

  it("says the files of what it lends on demand: those of the screens' parts are not all of Mantine", () => {
    const late = [
      "@mantine/core/screens",
      "@mantine/core/whole",
      "@mantine/dates",
      "@tanstack/react-query/whole",
    ];
    expect(Object.keys(built.late)).toEqual(late);
    const screens = built.late["@mantine/core/screens"] ?? [];
    expect(new Set(screens.map((file) => file.split(".").at(-1)))).toEqual(new Set(["css", "js"]));
    const code = screens.map((file) => built.text(file)).join("\n");
    expect([code.includes("/Table/Table.mjs"), code.includes("/Stepper/Stepper.mjs")]).toEqual([true, false]);
    expect(screens.filter((file) => built.first.includes(file))).toEqual([]);
  });

  it("borrows nothing lazily from itself: what did not come once would not come again", () => {
    expect(built.borrowed).toEqual([]);
  });

  it("lends its calendars without all of Mantine", () => {
    const [, dates = ""] =
      /"@mantine\/dates".*?Promise\.all\(\[([^\]]*)\]\)/s.exec(built.text(built.first[1] ?? "")) ?? [];
    const files = [...dates.matchAll(/\("([^"]+)"\)|\((\d+)\)/g)].map(([, name, id]) => name ?? id);
    expect(files.length).toBeGreaterThan(0);
    const code = files.flatMap((id) =>
      built.files.filter((file) => file.startsWith(`${id}.`) && file.endsWith(".js")),
    );
    expect(code.map((file) => built.text(file).includes("/Stepper/Stepper.mjs"))).not.toContain(true);
  });

  it("fails when its first load uses what it has on demand only", async () => {
    const { stats } = await build('import { Stepper } from "@mantine/core"; console.log(Stepper);');
    expect(errorsOf(stats)).toContain(
      "./src/bootstrap.tsx is in the first load, and what it uses of @mantine/core is not: add it to carried-parts.mjs",
    );
  });

  it("has the router without what it tells developers", () => {
    expect(built.first.map((file) => built.text(file)).join("\n")).toContain("ENABLE_DEV_WARNINGS = false");
  });

  it("has one copy of the federation runtime, and lends its core so that nobody can change it", () => {
    const first = built.first.map((file) => built.text(file)).join("\n");
    expect(first.match(/ScriptExecutionError: Script/g)).toHaveLength(1);
    expect(first).toContain('Object.defineProperty(globalThis, "_FEDERATION_RUNTIME_CORE"');
  });
});
