import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import { remoteConfig } from "./preset.mjs";

const require = createRequire(import.meta.url);
const ROOT = resolve(import.meta.dirname, "../../..");

/** Address of the federated build beside the remote that runs alone. */
export const FEDERATED_PATH = "/federated/";
const MANIFEST = "remote.json";

const TYPES = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/**
 * What a running product reads when it is opened with `?mfe.x=http://localhost:PORT/` (docs/new-remote.md): the remote as it
 * would be published, only not minified. Built when it is first asked for, and again after each change of the sources.
 * @param {{ dir: string, name: string }} options the remote's folder and its name in the registry
 */
export function federatedFiles({ dir, name }) {
  const output = join(ROOT, ".cache/standalone", name, "federated");
  let builds;

  return {
    /** `/remote.json` says by a redirection where the files are. */
    middleware: async (request, response, next) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      if (pathname === `/${MANIFEST}`) {
        response.writeHead(302, { location: `${FEDERATED_PATH}${MANIFEST}`, ...OPEN }).end();
        return;
      }
      if (!pathname.startsWith(FEDERATED_PATH)) return void next();
      const file = pathname.slice(FEDERATED_PATH.length);
      builds ??= watch(federatedConfig({ dir, name, output }));
      const problem = await builds.ready();
      const content =
        problem === undefined && isPlain(file) ? await readOrNothing(join(output, file)) : undefined;
      if (content === undefined) {
        response.writeHead(problem === undefined ? 404 : 500, { "content-type": "text/plain", ...OPEN });
        response.end(problem ?? "");
        return;
      }
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        ...OPEN,
      });
      response.end(content);
    },
    stop: async () => builds?.stop(),
  };
}

const OPEN = { "access-control-allow-origin": "*", "cache-control": "no-store" };

/** No way out of the folder. */
const isPlain = (file) => /^[\w.-]+$/.test(file);

const readOrNothing = (path) => readFile(path).catch(() => undefined);

/**
 * In production mode: the host carries the libraries' production builds, and a remote that asks for a part of them that the
 * host has not must fail here and not when it is published.
 */
function federatedConfig({ dir, name, output }) {
  const config = remoteConfig({ dir, name })({}, { mode: "production" });
  return {
    ...config,
    output: { ...config.output, path: output },
    optimization: { ...config.optimization, minimize: false },
    cache: { ...config.cache, name: `${name}-federated` },
  };
}

/** Builds now and after each change. `ready` waits for the build under way and answers what is wrong with it. */
function watch(config) {
  const compiler = require("webpack")(config);
  let settle;
  let settled;
  const begin = () => {
    settled = new Promise((done) => {
      settle = done;
    });
  };
  begin();
  compiler.hooks.invalid.tap("federated-files", begin);
  const watching = compiler.watch({}, (error, stats) => {
    settle(error ? String(error) : stats.hasErrors() ? stats.toString({ preset: "errors-only" }) : undefined);
  });
  return {
    ready: () => settled,
    stop: () =>
      new Promise((done) => {
        watching.close(() => compiler.close(() => done()));
      }),
  };
}
