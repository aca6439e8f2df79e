import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";
import { ACCEPTED_CONTRACT } from "./host-contract.mjs";
import { remoteConfig } from "./preset.mjs";

// Guards the pinned pair webpack + @module-federation/enhanced: each of its minors has broken one of these.
const folders: string[] = [];
let first: Awaited<ReturnType<typeof build>>;
let elsewhere: Awaited<ReturnType<typeof build>>;
let changed: Awaited<ReturnType<typeof build>>;
let handedOver: Awaited<ReturnType<typeof build>>;

beforeAll(async () => {
  first = await build("first");
  elsewhere = await build("folder with a space");
  changed = await build("changed", "Autre texte");
  handedOver = await build("handed over", "Bonjour", "Autre équipe");
});

afterAll(async () => {
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

async function build(folder: string, text = "Bonjour", owner = "Équipe") {
  const parent = await mkdtemp(join(tmpdir(), "bobine-remote-"));
  folders.push(parent);
  return buildIn(join(parent, folder), text, owner);
}

async function buildIn(dir: string, text: string, owner = "Équipe") {
  await mkdir(join(dir, "src"), { recursive: true });
  await writeFile(join(dir, "package.json"), JSON.stringify({ name: "fixture", version: "1.2.3" }));
  await writeFile(
    join(dir, "remote.config.json"),
    JSON.stringify({
      owner,
      routes: ["/fixture"],
      nav: [],
      panels: [],
      pages: { "./page.tsx": ["/fixture"] },
    }),
  );
  await writeFile(join(dir, "src/page.module.css"), ".page { color: rebeccapurple; }");
  await writeFile(
    join(dir, "src/page.tsx"),
    `import { Table } from "@mantine/core"; import classes from "./page.module.css"; export const Page = () => <Table className={classes.page}>${text}</Table>;`,
  );
  await writeFile(
    join(dir, "src/remote.tsx"),
    `import { lazy } from "react"; const Page = lazy(async () => ({ default: (await import("./page.tsx")).Page })); export const routes = [{ path: "/fixture", element: <Page /> }];`,
  );
  const stats = await compile(dir);
  expect(stats.toJson({ errors: true }).errors).toEqual([]);
  const dist = join(dir, "dist");
  const metadata = JSON.parse(await readFile(join(dist, "remote.json"), "utf8")) as {
    build: string;
    contract: string;
    integrity: Record<string, string>;
    preload: string[];
    pages: { for: string[]; files: string[]; late: string[] }[];
  };
  return { dist, metadata, files: (await readdir(dist)).toSorted() };
}

function compile(dir: string): Promise<webpack.Stats> {
  const config = {
    ...remoteConfig({ dir, name: "mfe-fixture" })({}, { mode: "production" }),
    cache: false,
  } as webpack.Configuration;
  return new Promise((resolve, reject) => {
    webpack(config, (error, result) =>
      error || !result ? reject(error ?? new Error("no stats")) : resolve(result),
    );
  });
}

/** The folder of a remote whose exposed module is this. */
async function aRemoteOf(source: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "bobine-remote-"));
  folders.push(dir);
  await mkdir(join(dir, "src"));
  await writeFile(join(dir, "src/remote.tsx"), source);
  await writeFile(join(dir, "package.json"), JSON.stringify({ version: "1.0.0" }));
  await writeFile(join(dir, "remote.config.json"), "{}");
  return dir;
}

describe("the build of a remote", () => {
  it("is the same in any folder", () => {
    expect(elsewhere.metadata).toEqual(first.metadata);
    expect(first.metadata.contract).toBe(ACCEPTED_CONTRACT);
    expect(elsewhere.files).toEqual(first.files);
  });

  it("has another name when only what the registry is told of it changes", () => {
    expect(handedOver.metadata.build).not.toBe(first.metadata.build);
    expect(handedOver.files).toEqual(first.files);
  });

  it("has another name when its sources change", () => {
    expect(changed.metadata.build).not.toBe(first.metadata.build);
  });

  it("describes itself for the registry, without being run", () => {
    expect(first.metadata).toMatchObject({
      name: "mfe-fixture",
      version: "1.2.3",
      build: expect.stringMatching(/^[a-f0-9]{12}$/),
      entry: "remoteEntry.js",
      owner: "Équipe",
      routes: ["/fixture"],
    });
  });

  it("tells which files any of its screens needs first: the entry and its exposed module, not the pages behind", async () => {
    const { preload } = first.metadata;
    expect(preload[0]).toBe("remoteEntry.js");
    const sources = await Promise.all(preload.map((file) => readFile(join(first.dist, file), "utf8")));
    expect(sources.slice(1).join("\n")).toContain("/fixture");
    expect(sources.join("\n")).not.toContain("Bonjour");
  });

  it("tells which files a screen needs beside those", async () => {
    const [page, ...others] = first.metadata.pages;
    expect(others).toEqual([]);
    expect(page?.for).toEqual(["/fixture"]);
    expect(new Set(page?.files.map((file) => file.split(".").at(-1)))).toEqual(new Set(["css", "js"]));
    const sources = await Promise.all(
      (page?.files ?? []).map((file) => readFile(join(first.dist, file), "utf8")),
    );
    expect(sources.join("\n")).toContain("Bonjour");
    expect(page?.files.filter((file) => first.metadata.preload.includes(file))).toEqual([]);
    expect(page?.late).toEqual(["@mantine/core/screens"]);
  });

  it("fails on a screen that its exposed module does not load", async () => {
    const parent = await mkdtemp(join(tmpdir(), "bobine-remote-"));
    folders.push(parent);
    await mkdir(join(parent, "src"));
    await writeFile(join(parent, "src/remote.tsx"), "export const routes = [];");
    await writeFile(join(parent, "package.json"), JSON.stringify({ version: "1.0.0" }));
    const pages = { "./gone.page.tsx": ["/gone"] };
    await writeFile(join(parent, "remote.config.json"), JSON.stringify({ pages }));
    const errors = (await compile(parent)).toJson({ all: false, errors: true }).errors ?? [];
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('./src/remote.tsx does not load ./gone.page.tsx, which "pages" names'),
    ]);
  });

  it("gives the sha384 of every file it emits", async () => {
    await expectTrueHashes(first);
  });

  it("gives them again when it is built over an older build", async () => {
    const again = await buildIn(join(changed.dist, ".."), "Encore un");
    expect(again.metadata.build).not.toBe(changed.metadata.build);
    await expectTrueHashes(again);
  });

  it("keeps its chunks apart from those of another build in the same page, and never evaluates text", async () => {
    const entry = await readFile(join(first.dist, "remoteEntry.js"), "utf8");
    expect(entry).toContain(`bobine_mfe_fixture_${first.metadata.build}`);
    expect(entry).not.toContain("BOBINE_BUILD_ID");
    expect(entry).not.toMatch(/\beval\(/);
  });

  it.each([
    [
      'import { Nothing } from "@mantine/core"; export const it = Nothing;',
      "@mantine/core/whole has no Nothing",
    ],
    ['import { z } from "zod"; export const it = z.toJSONSchema({});', "zod has no toJSONSchema"],
    ['import * as zod from "zod"; export const it = zod.toJSONSchema({});', "zod has no toJSONSchema"],
    [
      'import { ServerRouter } from "react-router-dom"; export const it = ServerRouter;',
      "react-router-dom has no ServerRouter that a host lends, and ./src/remote.tsx takes it",
    ],
    [
      'import { createStaticHandler } from "react-router"; export const it = createStaticHandler;',
      "react-router-dom has no createStaticHandler that a host lends, and ./src/remote.tsx takes it",
    ],
    [
      'import * as router from "react-router"; export const it = router.createStaticHandler;',
      "react-router-dom has no createStaticHandler",
    ],
    [
      'import { HydratedRouter } from "react-router/dom"; export const it = HydratedRouter;',
      "react-router-dom has no HydratedRouter",
    ],
    [
      'export { notifications } from "@mantine/notifications";',
      "@mantine/notifications belongs to shared-ui",
    ],
  ])("fails on what no host would give: %s", async (source, reason) => {
    const errors = (await compile(await aRemoteOf(source))).toJson({ all: false, errors: true }).errors ?? [];
    expect(errors.map((error) => error.message).join("\n")).toContain(reason);
  });

  it.each([
    ["src/remote.tsx", 'const router = require("react-router"); export const it = router;', "react-router"],
    [
      "src/remote.tsx",
      'import { x } from "react-router/internal.js"; export const it = x;',
      "react-router/internal.js",
    ],
    ["node_modules/links/index.js", 'exports.it = require("react-router");', "react-router"],
  ])("fails on a router of its own: %s with %s", async (file, source, request) => {
    const dir = await aRemoteOf('import { it as links } from "links"; export const it = links;');
    for (const [name, text] of Object.entries({
      "node_modules/links/index.js": "exports.it = 1;",
      "node_modules/react-router/index.js": "exports.useNavigate = () => undefined;",
      "node_modules/react-router/internal.js": "export const x = Math.random();",
      [file]: source,
    })) {
      await mkdir(join(dir, name, ".."), { recursive: true });
      await writeFile(join(dir, name), text);
    }
    const errors = (await compile(dir)).toJson({ all: false, errors: true }).errors ?? [];
    expect(errors.map(({ message }) => message)).toEqual([
      `./${file} brings ${request}, a second router beside the page's: import it from "react-router-dom", which the host lends (README.md of @bobine/remote-kit)`,
    ]);
  });

  it("takes the router of the page, however it names it", async () => {
    const dir = await aRemoteOf(`
      import * as router from "react-router";
      import { RouterProvider } from "react-router/dom";
      export * from "react-router";
      export const it = [router.useLocation, RouterProvider, import("react-router")];`);
    expect((await compile(dir)).toJson({ all: false, errors: true }).errors).toEqual([]);
    const { uses } = JSON.parse(await readFile(join(dir, "dist/remote.json"), "utf8")) as {
      uses: Record<string, string[]>;
    };
    expect(uses["react-router-dom"]).toEqual(["RouterProvider", "useLocation"]);
  });

  it("says which names it takes of each lent module, and of no module that it dropped", async () => {
    const dir = await aRemoteOf(`
      import React, { useState } from "react";
      import { Button, Stepper } from "@mantine/core";
      import { DatePickerInput } from "@mantine/dates";
      import { useQueries } from "@tanstack/react-query";
      import { z } from "zod";
      import { useNavigate } from "react-router";
      import { formatCount } from "@bobine/shared-ui";
      import * as auth from "@bobine/shared-auth";
      export const it = [React.useRef, useState, Button, Stepper, DatePickerInput, useQueries, z.base64(), useNavigate, formatCount, auth.useSession];`);
    const stats = await compile(dir);
    expect(stats.toJson({ all: false, errors: true }).errors).toEqual([]);
    const { uses } = JSON.parse(await readFile(join(dir, "dist/remote.json"), "utf8")) as { uses: object };
    expect(uses).toEqual({
      "@bobine/shared-auth": ["useSession"],
      "@bobine/shared-ui": ["formatCount"],
      "@mantine/core": ["Button"],
      "@mantine/core/whole": ["Stepper"],
      "@mantine/dates": ["DatePickerInput"],
      "@tanstack/react-query/whole": ["useQueries"],
      react: ["useRef", "useState"],
      "react-router-dom": ["useNavigate"],
      zod: ["base64"],
    });
  });

  it("has no name in it that depends on where the workspace lies", async () => {
    const stats = await compile(await aRemoteOf("export const routes = [];"));
    const { modules = [] } = stats.toJson({ all: false, modules: true, modulesSpace: 1_000, ids: true });
    const names = modules.flatMap(({ id, name }) => [String(id), name ?? ""]);
    expect(names).toContain("container");
    expect(names.join("\n")).toContain("./node_modules/.federation/runtime-entry.js");
    expect(
      names.filter((name) => /entry\.[0-9a-f]{32}/.test(name) && !name.startsWith("container entry")),
    ).toEqual([]);
  });

  it("loads its chunks under the integrity of the registry", async () => {
    const entry = await readFile(join(first.dist, "remoteEntry.js"), "utf8");
    expect(entry.match(/__BOBINE_INTEGRITY__/g)).toHaveLength(2);
  });

  it("carries no copy of what the host provides", async () => {
    for (const file of first.files.filter((name) => name.endsWith(".js"))) {
      expect(await readFile(join(first.dist, file), "utf8")).not.toContain("react.transitional.element");
    }
  });
});

async function expectTrueHashes({ dist, metadata, files }: typeof first) {
  expect(Object.keys(metadata.integrity).toSorted()).toEqual(files.filter((file) => file !== "remote.json"));
  const actual: Record<string, string> = {};
  for (const file of Object.keys(metadata.integrity)) {
    const content = await readFile(join(dist, file));
    actual[file] = `sha384-${createHash("sha384").update(content).digest("base64")}`;
  }
  expect(metadata.integrity).toEqual(actual);
}
