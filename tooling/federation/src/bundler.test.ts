import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Script } from "node:vm";
import { remoteBuildSchema } from "@bobine/contract/registry";
import { ModuleFederationPlugin as OfRspack } from "@module-federation/enhanced/rspack";
import { ModuleFederationPlugin as OfWebpack } from "@module-federation/enhanced/webpack";
import { rspack } from "@rspack/core";
import MiniCssExtractPlugin from "mini-css-extract-plugin";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";
import { bobineRemote } from "./bundler.mjs";
import { versionOf } from "./place.mjs";

const require = createRequire(import.meta.url);

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** How a bundler's errors are read. */
interface Stats {
  toJson(options: object): { errors?: { message: string }[] };
}
interface Styles {
  readonly rule: object;
  readonly plugins: object[];
}
interface Bundler {
  readonly styles: Styles;
  readonly otherStyles: Record<string, Styles>;
  readonly plugin: typeof OfWebpack | typeof OfRspack;
  readonly swc: string;
  readonly run: (config: object) => Promise<Stats>;
}

const compiled = (run: (done: (error: Error | null, stats?: Stats) => void) => void): Promise<Stats> =>
  new Promise((resolve, reject) => {
    run((error, stats) => (error || !stats ? reject(error ?? new Error("no stats")) : resolve(stats)));
  });

const BUNDLERS: Record<string, Bundler> = {
  webpack: {
    styles: {
      rule: { use: [MiniCssExtractPlugin.loader, require.resolve("css-loader")] },
      plugins: [new MiniCssExtractPlugin()],
    },
    otherStyles: { "experiments.css": { rule: { type: "css/auto" }, plugins: [] } },
    plugin: OfWebpack,
    swc: require.resolve("swc-loader"),
    run: (config) => compiled((done) => webpack(config as webpack.Configuration, done)),
  },
  rspack: {
    styles: { rule: { type: "css/auto" }, plugins: [] },
    otherStyles: {
      CssExtractRspackPlugin: {
        rule: {
          use: [rspack.CssExtractRspackPlugin.loader, require.resolve("css-loader")],
          type: "javascript/auto",
        },
        plugins: [new rspack.CssExtractRspackPlugin()],
      },
    },
    plugin: OfRspack,
    swc: "builtin:swc-loader",
    run: (config) => compiled((done) => rspack(config as Parameters<typeof rspack>[0], done)),
  },
};

/** Styles by the bundler itself. */
const isOwn = ({ plugins }: Styles) => plugins.length === 0;

/** A remote of one page, in a folder of its own, which a team's own configuration builds. */
async function build(
  { styles, plugin, swc, run }: Bundler,
  page: string,
  config: object = {},
  more: Readonly<Record<string, string>> = {},
  name = "mfe-fixture",
) {
  const dir = await mkdtemp(join(tmpdir(), "bobine-bundler-"));
  folders.push(dir);
  const files = {
    "package.json": JSON.stringify({ name: "fixture", version: "1.2.3" }),
    "remote.config.json": JSON.stringify({
      owner: "Équipe",
      routes: ["/fixture"],
      nav: [],
      pages: { "./page.tsx": ["/fixture"] },
    }),
    "src/page.css": ".page { color: rebeccapurple; }",
    "src/page.tsx": page,
    "src/remote.tsx": `import { lazy } from "react"; const Page = lazy(async () => ({ default: (await import("./page.tsx")).Page })); export const routes = [{ path: "/fixture", element: <Page /> }];`,
    ...more,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, file)), { recursive: true });
    await writeFile(join(dir, file), text);
  }
  const stats = await run({
    mode: "production",
    context: dir,
    entry: {},
    ...(isOwn(styles) ? { experiments: { css: true } } : {}),
    output: { path: join(dir, "dist") },
    // Its minifier is a team's own.
    optimization: { minimize: false },
    module: {
      rules: [
        {
          test: /\.tsx$/,
          loader: swc,
          options: {
            jsc: {
              parser: { syntax: "typescript", tsx: true },
              transform: { react: { runtime: "automatic" } },
            },
          },
        },
        { test: /\.css$/, ...styles.rule },
      ],
    },
    plugins: [...styles.plugins, bobineRemote({ dir, name, ModuleFederationPlugin: plugin })],
    ...config,
  });
  const errors = (stats.toJson({ all: false, errors: true }).errors ?? []).map(({ message }) => message);
  return { dist: join(dir, "dist"), errors };
}

const PAGE = `
import { NumberInput, Button, Table } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { z } from "zod";
import "./page.css";
export const Page = () => (
  <Table className="page"><Button>{useQueries({ queries: [] }).length}</Button><NumberInput min={z.coerce.number().parse("1")} />Bonjour</Table>
);`;

describe.each(Object.entries(BUNDLERS))(
  "FED-33: a remote that %s builds by a team’s own configuration",
  (_, bundler) => {
    let whole: Awaited<ReturnType<typeof build>>;
    beforeAll(async () => {
      whole = await build(bundler, PAGE);
    });
    const built = async () => {
      const { dist, errors } = whole;
      expect(errors).toEqual([]);
      const remote = remoteBuildSchema.parse(JSON.parse(await readFile(join(dist, "remote.json"), "utf8")));
      return { dist, remote, textOf: (file: string) => readFile(join(dist, file), "utf8") };
    };

    it("says of itself what a registry asks: its name, what it takes of the host, which files its screen needs", async () => {
      const { remote } = await built();
      expect(remote).toMatchObject({
        name: "mfe-fixture",
        version: "1.2.3",
        entry: "remoteEntry.js",
        owner: "Équipe",
        routes: ["/fixture"],
        uses: {
          "@mantine/core": ["Button"],
          "@mantine/core/screens": ["Table"],
          "@mantine/core/whole": ["NumberInput"],
          "@tanstack/react-query/whole": ["useQueries"],
          react: ["lazy"],
          zod: ["coerce"],
        },
        preload: ["remoteEntry.js", "exposed.js"],
        pages: [
          {
            for: ["/fixture"],
            late: ["@mantine/core/screens", "@mantine/core/whole", "@tanstack/react-query/whole"],
          },
        ],
      });
      expect(new Set(remote.pages[0]?.files.map((file) => file.split(".").at(-1)))).toEqual(
        new Set(["css", "js"]),
      );
    });

    it("has the hash of each file, and no file that has none", async () => {
      const { dist, remote } = await built();
      const files = (await readdir(dist)).filter((file) => file !== "remote.json").toSorted();
      expect(Object.keys(remote.integrity).toSorted()).toEqual(files);
      for (const file of files) {
        const hash = createHash("sha384")
          .update(await readFile(join(dist, file)))
          .digest("base64");
        expect([file, remote.integrity[file]]).toEqual([file, `sha384-${hash}`]);
      }
    });

    it("loads its scripts and its styles under the hashes of the page, and is kept apart from its other builds", async () => {
      const { remote, textOf } = await built();
      const entry = await textOf(remote.entry);
      expect(entry.match(/__BOBINE_INTEGRITY__/g)).toHaveLength(2);
      expect(entry).toContain(`bobine_mfe_fixture_${remote.build}`);
      expect(entry).not.toContain("BOBINE_BUILD_ID");
    });

    it.each(Object.entries(bundler.otherStyles))(
      "loads styles of %s under those hashes, too",
      async (_way, styles) => {
        const { dist, errors } = await build({ ...bundler, styles }, PAGE);
        expect(errors).toEqual([]);
        const entry = await readFile(join(dist, "remoteEntry.js"), "utf8");
        // The element that gets the hash is the one that is made.
        expect(entry).toMatch(
          /(\w+) = document\.createElement\(["']link["']\)(?:(?!createElement).)*?\1\.integrity = hashes\[\1\.href\]/s,
        );
      },
    );

    it.each(Object.entries({ ...bundler.otherStyles, "the example": bundler.styles }))(
      "names the classes of two remotes that have the same files apart, with styles of %s",
      async (_way, styles) => {
        const classesOf = async (name: string) => {
          const { dist, errors } = await build(
            { ...bundler, styles },
            'import * as styles from "./page.module.css"; export const Page = () => <p className={styles.root}>Bonjour</p>;',
            {},
            {
              "src/page.module.css": ".root { color: rebeccapurple; }",
              // Where the exposed module is elsewhere.
              "src/remote.tsx": 'export * from "./main.tsx";',
              "src/main.tsx":
                'import { lazy } from "react"; const Page = lazy(async () => ({ default: (await import("./page.tsx")).Page })); export const routes = [{ path: "/fixture", element: <Page /> }];',
            },
            name,
          );
          expect(errors).toEqual([]);
          const sheets = (await readdir(dist)).filter((file) => file.endsWith(".css"));
          const texts = await Promise.all(sheets.map((file) => readFile(join(dist, file), "utf8")));
          return texts.flatMap((text) => text.match(/^\s*[.].+?(?=\s*[{])/gm) ?? []);
        };
        const [one, other] = [await classesOf("mfe-fixture"), await classesOf("mfe-parc")];
        expect([one.length, other.length]).toEqual([1, 1]);
        expect(one).not.toEqual(other);
      },
    );

    it("is a classic script that evaluates no text and brings no copy of what is lent", async () => {
      const { remote, textOf } = await built();
      for (const file of Object.keys(remote.integrity).filter((name) => name.endsWith(".js"))) {
        const text = await textOf(file);
        expect(() => new Script(text)).not.toThrow();
        expect(text).not.toMatch(/\beval\(|react\.transitional\.element/);
      }
      // The core of the federation runtime is the host's.
      expect(await textOf(remote.entry)).toContain("_FEDERATION_RUNTIME_CORE");
    });

    it.each([
      [
        'import { Nothing } from "@mantine/core"; export const Page = Nothing;',
        "@mantine/core/whole has no Nothing",
      ],
      ['import { z } from "zod"; export const Page = z.toJSONSchema({});', "zod has no toJSONSchema"],
      [
        'export { notifications as Page } from "@mantine/notifications";',
        "@mantine/notifications belongs to shared-ui",
      ],
    ])("fails on what no host would give: %s", async (page, reason) => {
      const { errors } = await build(bundler, page);
      expect(errors.join("\n")).toContain(reason);
    });

    it("fails on a router of its own, and takes that of the page by any of its names", async () => {
      const library = {
        "node_modules/react-router/index.js": "exports.useNavigate = () => undefined;",
        "src/links.jsx": 'export { NavLink } from "react-router";',
      };
      const own = await build(bundler, 'export const Page = require("react-router");', {}, library);
      expect(own.errors.join("\n")).toContain(
        `./src/page.tsx brings react-router, a second router beside the page's: import it from "react-router-dom"`,
      );
      const lent = await build(
        bundler,
        'import * as router from "react-router"; import { RouterProvider } from "react-router/dom"; import { NavLink } from "./links.jsx"; export const Page = [router.Link, NavLink, RouterProvider, import("react-router")];',
        {},
        library,
      );
      expect(lent.errors).toEqual([]);
      const { uses } = remoteBuildSchema.parse(
        JSON.parse(await readFile(join(lent.dist, "remote.json"), "utf8")),
      );
      expect(uses["react-router-dom"]).toEqual(["Link", "NavLink", "RouterProvider"]);
    });

    it("takes no name that stands only in code which it drops (FED-19)", async () => {
      const helpers =
        'import { createStaticHandler, Link } from "react-router-dom"; export const answer = () => createStaticHandler([]); const unused = () => createStaticHandler([]); export const link = () => Link;';
      const page = (name: string) =>
        `import { ${name} } from "./helpers.js"; export const Page = () => ${name}();`;
      const kept = await build(bundler, page("link"), {}, { "src/helpers.js": helpers });
      expect(kept.errors).toEqual([]);
      const { uses } = remoteBuildSchema.parse(
        JSON.parse(await readFile(join(kept.dist, "remote.json"), "utf8")),
      );
      expect(uses["react-router-dom"]).toEqual(["Link"]);
      const written = await build(bundler, page("answer"), {}, { "src/helpers.js": helpers });
      expect(written.errors.join("\n")).toContain(
        "react-router-dom has no createStaticHandler that a host lends, and ./src/helpers.js takes it",
      );
    });

    it("refuses a configuration that makes code of text", async () => {
      await expect(build(bundler, PAGE, { mode: "development" })).rejects.toThrow(
        "pages run no text as code",
      );
    });
  },
);

it("FED-33: the examples have the versions of the product", async () => {
  const examples = resolve(import.meta.dirname, "../../../docs/examples/remotes");
  for (const bundler of Object.keys(BUNDLERS)) {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(examples, bundler, "package.json"), "utf8"),
    ) as Record<"dependencies" | "devDependencies", Record<string, string>>;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
      // It has no part in the product.
      if (name === "@rspack/cli") continue;
      const known = versionOf(name);
      expect([name, version]).toEqual([name, name.startsWith("@bobine/") ? `^${known}` : known]);
    }
  }
});
