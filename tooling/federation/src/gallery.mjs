import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import HtmlWebpackPlugin from "html-webpack-plugin";
import { standaloneParts } from "./preset.mjs";

const require = createRequire(import.meta.url);
const ROOT = resolve(import.meta.dirname, "../../..");
const SHARED_UI = join(ROOT, "shared-ui");
const HOST = join(ROOT, "host");
const CACHE = join(ROOT, ".cache/gallery");
const PORT = 3100;
const EXAMPLE = /[.]example[.]tsx$/;
/** The text of a file instead of what it exports. */
const AS_TEXT = /^[?]text$/;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <title>Bobine components</title>
  </head>
  <body></body>
</html>
`;

/**
 * The webpack configuration of the gallery: every example file of shared-ui with its text, under the styles that the host gives
 * to the product.
 * @param {{ mode: "development" | "production" }} options
 */
export function galleryConfig({ mode }) {
  mkdirSync(CACHE, { recursive: true });
  const entry = join(CACHE, "main.js");
  writeFileSync(entry, entryText());
  const parts = standaloneParts({ dir: SHARED_UI, name: "gallery", mode, entry, output: join(CACHE, mode) });
  const page = new HtmlWebpackPlugin({ templateContent: PAGE, scriptLoading: "defer" });
  return {
    ...parts,
    cache: parts.cache && { ...parts.cache, buildDependencies: { config: [`${import.meta.dirname}/`] } },
    module: {
      rules: [
        { resourceQuery: AS_TEXT, type: "asset/source" },
        ...parts.module.rules.map((rule) => ({ ...rule, resourceQuery: { not: [AS_TEXT] } })),
      ],
    },
    plugins: [...parts.plugins.filter((plugin) => !(plugin instanceof HtmlWebpackPlugin)), page],
  };
}

function entryText() {
  const src = join(SHARED_UI, "src");
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => EXAMPLE.test(file))
    .map((file) => file.replace(EXAMPLE, "").replaceAll("\\", "/"))
    .sort();
  const styles = [
    join(HOST, "src/layers.css"),
    createRequire(join(HOST, "package.json")).resolve("@fontsource-variable/inter/index.css"),
    join(HOST, "src/mantine-styles.ts"),
    join(HOST, "src/lent/mantine-screens-styles.ts"),
    join(HOST, "src/page.css"),
  ];
  const exampleFiles = files.map((file, index) => {
    const path = join(src, file);
    const example = `${path}.example.tsx`;
    const shown = [`${path}.tsx`, `${path}.ts`, `${path}-props.ts`].filter((each) => existsSync(each));
    const texts = [example, ...shown].map((each, place) => ({ from: each, as: `text${index}_${place}` }));
    const [exampleText, ...shownTexts] = texts.map(({ as }) => as);
    return {
      imports: [
        `import * as exports${index} from ${JSON.stringify(example)};`,
        ...texts.map(({ from, as }) => `import ${as} from ${JSON.stringify(`${from}?text`)};`),
      ],
      value: `{ path: ${JSON.stringify(file)}, exports: exports${index}, exampleText: ${exampleText}, text: ${shownTexts.join(" + ")} }`,
    };
  });
  return [
    ...styles.map((path) => `import ${JSON.stringify(path)};`),
    `import { startGallery } from ${JSON.stringify(join(src, "gallery/gallery.tsx"))};`,
    ...exampleFiles.flatMap(({ imports }) => imports),
    `startGallery([\n${exampleFiles.map(({ value }) => value).join(",\n")}\n]);`,
  ].join("\n");
}

/**
 * Serves the gallery to this machine.
 * @param {{ mode: "development" | "production", port?: number }} options development follows changes of the files
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveGallery({ mode, port = PORT }) {
  const webpack = require("webpack");
  const WebpackDevServer = require("webpack-dev-server");
  const live = mode === "development";
  const server = new WebpackDevServer(
    {
      host: "127.0.0.1",
      port,
      hot: false,
      liveReload: live,
      client: live ? { overlay: { runtimeErrors: false } } : false,
      webSocketServer: live ? "ws" : false,
      static: false,
    },
    webpack(galleryConfig({ mode })),
  );
  await server.start();
  await new Promise((done) => server.middleware.waitUntilValid(done));
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.stop() };
}
