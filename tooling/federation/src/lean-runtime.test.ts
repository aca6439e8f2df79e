import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";
import { LeanRuntimePlugin, RUNTIME_FOLDERS, RUNTIME_VERSION } from "./lean-runtime-plugin.mjs";

// The federation runtime with our parts in the place of its own, as webpack puts it into the host, with a page around it.
const ENTRY = `export { createInstance } from "@module-federation/enhanced/runtime";
export { satisfy } from ${JSON.stringify(join(import.meta.dirname, "lean-semver.mjs"))};`;
const OURS = ["snapshot", "load", "logger", "preload", "semver", "error-texts"];
const ADDRESS = "https://bobine.example/r/mfe-x/aaaaaaaaaaaa/remoteEntry.js";

let folder: string;
let bundle: string;
let modules: string[];
let problems: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bobine-lean-"));
  await writeFile(join(folder, "entry.mjs"), ENTRY);
  const stats = await compile();
  const {
    errors = [],
    warnings = [],
    modules: found = [],
  } = stats.toJson({ all: false, errors: true, warnings: true, modules: true, modulesSpace: 10_000 });
  problems = [...errors, ...warnings].map(({ message }) => message);
  modules = allNames(found);
  bundle = await readFile(join(folder, "bundle.js"), "utf8");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface NamedModule {
  nameForCondition?: string | null;
  modules?: NamedModule[];
}
const allNames = (found: NamedModule[]): string[] =>
  found.flatMap(({ nameForCondition, modules: inner }) => [
    ...(nameForCondition ? [nameForCondition] : []),
    ...allNames(inner ?? []),
  ]);

function compile(): Promise<webpack.Stats> {
  const config: webpack.Configuration = {
    mode: "production",
    context: folder,
    entry: "./entry.mjs",
    target: ["web", "es2022"],
    output: { path: folder, filename: "bundle.js", library: { type: "commonjs-static" } },
    optimization: { minimize: false, concatenateModules: false },
    performance: { hints: false },
    resolve: {
      alias: RUNTIME_FOLDERS,
      modules: [join(import.meta.dirname, "../node_modules"), "node_modules"],
      extensions: [".ts", ".mjs", ".js"],
    },
    module: {
      rules: [{ test: /\.ts$/, use: createRequire(import.meta.url).resolve("swc-loader") }],
      // A name that ours lack and the runtime asks for.
      parser: { javascript: { exportsPresence: "error" } },
    },
    plugins: [
      new LeanRuntimePlugin(),
      new webpack.DefinePlugin({
        ENV_TARGET: '"web"',
        FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: "true",
      }),
    ],
  };
  return new Promise((done, failed) => {
    webpack(config, (error, stats) =>
      error || !stats ? failed(error ?? new Error("no stats")) : done(stats),
    );
  });
}

interface Script extends EventTarget {
  src: string;
  remove(): void;
}
interface Instance {
  registerRemotes(remotes: object[], options?: { force: boolean }): void;
  loadRemote(id: string): Promise<unknown>;
}
type Answer = (script: Script, page: Record<string, unknown>, window: EventTarget) => void;

/** What the server and the browser do with a script, one answer after the other; the last one stays. */
function aPage(...answers: Answer[]) {
  const asked: string[] = [];
  const window = new EventTarget();
  const page: Record<string, unknown> = { console, URL, setTimeout, clearTimeout, Promise, Event };
  const exports: Record<string, unknown> = {};
  const document = {
    head: {
      append(script: Script) {
        asked.push(script.src);
        const answer = answers[Math.min(asked.length, answers.length) - 1];
        setTimeout(() => answer?.(script, page, window));
      },
    },
  };
  Object.assign(page, { window, document, exports, module: { exports } });
  runInNewContext(`document.defaultView = globalThis;\n${bundle}`, page);
  const { createInstance, satisfy } = exports as {
    createInstance: (options: object) => Instance;
    satisfy: (version: string, range: string) => boolean;
  };
  const instance = createInstance({
    name: "bobine_host",
    remotes: [],
    plugins: [
      {
        name: "test",
        createScript: ({ url }: { url: string }) => ({
          script: Object.assign(new EventTarget(), { src: url, remove: () => undefined }),
          timeout: 200,
        }),
      },
    ],
  });
  const register = (force = false) =>
    instance.registerRemotes([{ name: "bobine_mfe_x", entry: ADDRESS }], { force });
  register();
  const load = () => instance.loadRemote("bobine_mfe_x/remote");
  return { asked, page, instance, register, load, satisfy };
}

/** The script runs and leaves its container; `exposed` is what it exposes. */
const brings =
  (exposed: unknown): Answer =>
  (script, page) => {
    page["bobine_mfe_x"] = { init: () => undefined, get: () => () => exposed };
    script.dispatchEvent(new Event("load"));
  };
const fails: Answer = (script) => script.dispatchEvent(new Event("error"));
const silent: Answer = () => undefined;
const throws: Answer = (script, _page, window) => {
  window.dispatchEvent(Object.assign(new Event("error"), { filename: script.src, message: "boom" }));
  script.dispatchEvent(new Event("load"));
};
const empty: Answer = (script) => script.dispatchEvent(new Event("load"));

describe("the build of the host's federation runtime", () => {
  it("has each of our parts, and every name that the rest of the runtime asks of them", () => {
    expect(problems).toEqual([]);
    for (const part of OURS) expect(modules).toContain(join(import.meta.dirname, `lean-${part}.mjs`));
  });

  it("has none of the modules that they replace", () => {
    const replaced =
      /runtime-core\/dist\/(plugins\/snapshot\/SnapshotHandler|utils\/(load|logger|preload)|utils\/semver\/)|error-codes\/dist\/desc/;
    expect(modules.filter((name) => replaced.test(name))).toEqual([]);
  });

  it("fails when the runtime has another version than they were written against, and says what to do", async () => {
    const core = join(folder, "other/dist");
    await mkdir(core, { recursive: true });
    await writeFile(join(folder, "other/package.json"), JSON.stringify({ version: "2.10.0" }));
    const apply = () => new LeanRuntimePlugin({ core }).apply(webpack({ mode: "none" }));
    expect(apply).toThrow(
      `the federation runtime is 2.10.0, and tooling/federation/src/lean-*.mjs stand in for parts of ${RUNTIME_VERSION}`,
    );
    expect(apply).toThrow("change RUNTIME_VERSION");
  });

  it("fails when the runtime no longer has a module that is replaced", () => {
    const parts = new Map([[join(folder, "gone.js"), "lean-load.mjs"]]);
    expect(() => new LeanRuntimePlugin({ parts }).apply(webpack({ mode: "none" }))).toThrow(
      /has no .*gone\.js/,
    );
  });
});

describe("the loading of an entry", () => {
  it("gives what the container exposes", async () => {
    const { load, asked } = aPage(brings({ routes: [] }));
    expect(await load()).toEqual({ routes: [] });
    expect(asked).toEqual([ADDRESS]);
  });

  it("asks once for all who need it", async () => {
    const { load, asked } = aPage(brings({ routes: [] }));
    await Promise.all([load(), load()]);
    await load();
    expect(asked).toHaveLength(1);
  });

  it.each<[string, Answer, RegExp]>([
    ["the browser could not get it", fails, /^ScriptNetworkError: .*remoteEntry\.js$/],
    ["nothing comes in time", silent, /^ScriptNetworkError: .* timed out$/],
    ["it threw while it ran", throws, /^ScriptExecutionError: boom \(https:.*remoteEntry\.js\)$/],
    ["it ran and left no container", empty, /left no container bobine_mfe_x$/],
  ])("fails by a word that tells why: %s", async (_case, answer, message) => {
    await expect(aPage(answer).load()).rejects.toMatchObject({ message: expect.stringMatching(message) });
  });

  it("forgets a failure, so that it can be tried again", async () => {
    const { load, register, asked } = aPage(fails, brings({ routes: [] }));
    await expect(load()).rejects.toMatchObject({ message: expect.stringContaining("ScriptNetworkError") });
    register(true);
    expect(await load()).toEqual({ routes: [] });
    expect(asked).toHaveLength(2);
  });

  it("does not blame an entry for what another script threw", async () => {
    const { load } = aPage((script, page, window) => {
      window.dispatchEvent(
        Object.assign(new Event("error"), { filename: "https://bobine.example/other.js", message: "boom" }),
      );
      brings({ routes: [] })(script, page, window);
    });
    expect(await load()).toEqual({ routes: [] });
  });
});

describe("the rest of the runtime", () => {
  it("tells an error by its code and its facts", async () => {
    await expect(aPage(fails).instance.loadRemote("bobine_unknown/remote")).rejects.toMatchObject({
      message: expect.stringMatching(/Federation Runtime.*#RUNTIME-004.*bobine_unknown/),
    });
  });

  it.each([
    ["19.3.1", "^19.3.0", true],
    ["19.2.0", "^19.3.0", false],
    ["20.0.0", "^19.3.0", false],
    ["1.2.3", "<=1.2.3", true],
    ["1.2.3", "<=1.3.0", true],
    ["1.3.1", "<=1.3.0", false],
  ])("takes a version as the gate does: %s for %s is %s", (version, range, isIn) => {
    expect(aPage(fails).satisfy(version, range)).toBe(isIn);
  });
});
