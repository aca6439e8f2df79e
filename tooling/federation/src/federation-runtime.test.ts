import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";

// The federation runtime as webpack puts it into the host, with a page around it: what the host's ladder reads of its errors
// (host/src/federation/failure-diagnosis.ts), and how it loads, when the plugin is moved to another version.
const ENTRY = `export { createInstance } from "@module-federation/enhanced/runtime";`;
const ADDRESS = "https://bobine.example/r/mfe-x/aaaaaaaaaaaa/remoteEntry.js";

let folder: string;
let bundle: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bobine-runtime-"));
  await writeFile(join(folder, "entry.mjs"), ENTRY);
  await compile();
  bundle = await readFile(join(folder, "bundle.js"), "utf8");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

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
      modules: [join(import.meta.dirname, "../node_modules"), "node_modules"],
    },
    plugins: [
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

class Script extends EventTarget {
  src = "";
  onload: ((event: Event) => void) | null = null;
  onerror: ((event: Event) => void) | null = null;
  constructor(src: string) {
    super();
    this.src = src;
    this.addEventListener("load", (event) => this.onload?.(event));
    this.addEventListener("error", (event) => this.onerror?.(event));
  }
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
    getElementsByTagName: () => [],
    createElement: () => new Script(""),
    head: {
      appendChild(script: Script) {
        asked.push(script.src);
        const answer = answers[Math.min(asked.length, answers.length) - 1];
        setTimeout(() => answer?.(script, page, window));
      },
    },
  };
  Object.assign(page, { window, document, HTMLScriptElement: Script, exports, module: { exports } });
  runInNewContext(`document.defaultView = globalThis;\n${bundle}`, page);
  const { createInstance } = exports as { createInstance: (options: object) => Instance };
  const instance = createInstance({
    name: "bobine_host",
    remotes: [],
    plugins: [
      {
        name: "test",
        createScript: ({ url }: { url: string }) => ({
          script: new Script(url),
          timeout: 200,
        }),
      },
    ],
  });
  const register = (force = false) =>
    instance.registerRemotes([{ name: "bobine_mfe_x", entry: ADDRESS }], { force });
  register();
  const load = () => instance.loadRemote("bobine_mfe_x/remote");
  return { asked, instance, register, load };
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
    ["the browser could not get it", fails, /RUNTIME-008.*ScriptNetworkError/s],
    ["nothing comes in time", silent, /ScriptNetworkError.* timed out/s],
    ["it threw while it ran", throws, /ScriptExecutionError.*boom/s],
    ["it ran and left no container", empty, /RUNTIME-001/],
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
      message: expect.stringMatching(/Federation Runtime.*#RUNTIME-004.*bobine_unknown/s),
    });
  });
});
