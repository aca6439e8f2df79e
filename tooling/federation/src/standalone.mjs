import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { AGGREGATE_MS, federatedFiles } from "./federated-files.mjs";
import { cacheFolder } from "./place.mjs";
import { ownStubs, stubMiddleware } from "./standalone-stubs.mjs";
import { standaloneParts } from "./preset.mjs";

const require = createRequire(import.meta.url);
const FIRST_PORT = {
  "mfe-cinemas": 3001,
  "mfe-finance": 3002,
  "mfe-imports": 3003,
  "mfe-admin": 3004,
  "mfe-account": 3005,
};

/**
 * The webpack configuration of a remote that runs alone: its exposed module in the thin shell of shared-auth, all in one bundle and
 * without federation, so that Fast Refresh, which no container has (FED-13), and a stopped host cost nothing.
 * @param {{ dir: string, name: string, mode: "development" | "production", hasApi: boolean }} options
 */
export function standaloneConfig({ dir, name, mode, hasApi }) {
  const folder = cacheFolder(dir, "standalone", name);
  mkdirSync(folder, { recursive: true });
  const config = JSON.parse(readFileSync(join(dir, "remote.config.json"), "utf8"));
  const nav = JSON.parse(
    JSON.stringify(config.nav).replaceAll("{boxOfficeKind}", "cnc").replaceAll("{BOX_OFFICE_KIND}", "CNC"),
  );
  const entry = join(folder, "main.js");
  const ofRemote = createRequire(join(dir, "package.json"));
  writeIfNew(
    entry,
    [
      `import * as exposed from ${JSON.stringify(join(dir, "src/remote.tsx"))};`,
      `import ${JSON.stringify(ofRemote.resolve("@mantine/core/styles.layer.css"))};`,
      ...datesStyles(ofRemote),
      `import { startStandalone } from ${JSON.stringify(ofRemote.resolve("@bobine/shared-auth/standalone"))};`,
      `startStandalone({ exposed, nav: ${JSON.stringify(nav)}, hasApi: ${hasApi} });`,
    ].join("\n"),
  );
  return standaloneParts({ dir, name, mode, entry, output: join(folder, mode) });
}

/**
 * Serves a remote alone. Calls of the API are answered from the contract, or by a running API.
 * @param {{ dir: string, name: string, mode: "development" | "production", port?: number, api?: string }} options
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function serveStandalone({ dir, name, mode, port = FIRST_PORT[name] ?? 3010, api }) {
  const webpack = require("webpack");
  const WebpackDevServer = require("webpack-dev-server");
  const compiler = webpack({
    ...standaloneConfig({ dir, name, mode, hasApi: api !== undefined }),
    watchOptions: { aggregateTimeout: AGGREGATE_MS },
  });
  const stubs = join(dir, "src/standalone.stubs.mjs");
  const middleware = api ? undefined : await stubMiddleware(existsSync(stubs) ? await ownStubs(stubs) : {});
  // Also as a part of a product that is opened with `?mfe.x=` and this address.
  const federated = federatedFiles({ dir, name });
  const live = mode === "development";
  const server = new WebpackDevServer(
    {
      host: "localhost",
      port,
      // What cannot be taken over is reloaded.
      hot: live,
      liveReload: live,
      client: live ? { overlay: { runtimeErrors: false } } : false,
      webSocketServer: live ? "ws" : false,
      historyApiFallback: true,
      // The host of a developer's product reads the entry from another port (docs/new-remote.md).
      headers: { "access-control-allow-origin": "*" },
      static: false,
      ...(api
        ? {
            proxy: [
              {
                context: ["/api"],
                target: api,
                changeOrigin: true,
                headers: { origin: new URL(api).origin },
              },
            ],
          }
        : {}),
      setupMiddlewares: (middlewares) => [
        { name: "federated", middleware: federated.middleware },
        ...(middleware ? [{ name: "stubs", middleware }] : []),
        ...middlewares,
      ],
    },
    compiler,
  );
  await server.start();
  await new Promise((done) => server.middleware.waitUntilValid(done));
  return {
    url: `http://localhost:${port}/`,
    stop: async () => {
      await Promise.all([server.stop(), federated.stop()]);
    },
  };
}

/** A remote that shows calendars has them among its dependencies. */
function datesStyles(ofRemote) {
  try {
    return [`import ${JSON.stringify(ofRemote.resolve("@mantine/dates/styles.layer.css"))};`];
  } catch {
    return [];
  }
}

function writeIfNew(file, text) {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}
