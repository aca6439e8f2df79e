import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { cacheFolder } from "./place.mjs";
import { remoteConfig } from "./preset.mjs";

const require = createRequire(import.meta.url);

/** Address of the federated build beside the remote that runs alone. */
const FEDERATED_PATH = "/federated/";
const MANIFEST = "remote.json";
/** What a page listens at, to be told of the next build. */
const CHANGES = `${FEDERATED_PATH}changes`;
/** An editor that saves several files at once is through; webpack waits four times as long. */
export const AGGREGATE_MS = 50;

const TYPES = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** A page that began with a build finds its files while the next ones are made. */
const KEPT_BUILDS = 5;

/**
 * What a running product reads when it is opened with `?mfe.x=http://localhost:PORT/` (docs/new-remote.md): the remote as it
 * would be published, only not minified. Built when it is first asked for, and again after each change of the sources, which pages that
 * listen are told of. Each build has an address of its own, so that nobody meets files of two.
 * @param {{ dir: string, name: string }} options the remote's folder and its name in the registry
 */
export function federatedFiles({ dir, name }) {
  const output = cacheFolder(dir, "standalone", name, "federated");
  const listeners = new Set();
  let builds;
  const watched = () =>
    (builds ??= watch(federatedConfig({ dir, name, output }), output, () => {
      for (const listener of listeners) listener.write("data: built\n\n");
    }));

  return {
    /** `/remote.json` says by a redirection where the files are. */
    middleware: async (request, response, next) => {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      if (pathname !== `/${MANIFEST}` && !pathname.startsWith(FEDERATED_PATH)) return void next();
      if (pathname === CHANGES) {
        response.writeHead(200, { "content-type": "text/event-stream", ...OPEN }).flushHeaders();
        listeners.add(response);
        response.once("close", () => listeners.delete(response));
        return;
      }
      const { problem, latest, files } = await watched().ready();
      if (pathname === `/${MANIFEST}` && problem === undefined) {
        response.writeHead(302, { location: `${FEDERATED_PATH}${latest}/${MANIFEST}`, ...OPEN }).end();
        return;
      }
      const [, build = "", file = ""] = /^\/federated\/(\w+)\/([\w.-]+)$/.exec(pathname) ?? [];
      const content = files.get(build)?.get(file);
      if (content === undefined) {
        const isWrong = problem !== undefined && pathname === `/${MANIFEST}`;
        response.writeHead(isWrong ? 500 : 404, { "content-type": "text/plain", ...OPEN });
        response.end(isWrong ? problem : "");
        return;
      }
      response.writeHead(200, {
        "content-type": TYPES[extname(file)] ?? "application/octet-stream",
        ...OPEN,
      });
      response.end(content);
    },
    stop: async () => {
      for (const listener of listeners) listener.end();
      await builds?.stop();
    },
  };
}

const OPEN = { "access-control-allow-origin": "*", "cache-control": "no-store" };

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
    cache: { type: "memory" },
  };
}

/**
 * Builds now and after each change. `ready` waits for the build under way, and answers what is wrong with it, or which it is, with the files of
 * the last ones by build and name.
 * @param {() => void} onBuilt after each build but the first
 */
function watch(config, output, onBuilt) {
  const compiler = require("webpack")(config);
  const files = new Map();
  const waiting = [];
  let isFirst = true;
  /** Of the last build; nothing while one is under way. */
  let end;
  const begin = () => {
    end = undefined;
  };
  // Only a build says that it begins: a file that is gone invalidates nothing. A change says so before its build does.
  compiler.hooks.watchRun.tap("federated-files", begin);
  compiler.hooks.invalid.tap("federated-files", begin);
  const settle = (how) => {
    end = { ...how, files };
    for (const done of waiting.splice(0)) done(end);
  };
  const read = () => {
    const build = new Map(readdirSync(output).map((file) => [file, readFileSync(join(output, file))]));
    const latest = JSON.parse(build.get(MANIFEST).toString()).build;
    files.delete(latest);
    files.set(latest, build);
    for (const old of [...files.keys()].slice(0, -KEPT_BUILDS)) files.delete(old);
    return latest;
  };
  const watching = compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, stats) => {
    const wasFirst = isFirst;
    isFirst = false;
    try {
      if (error) throw error;
      if (stats.hasErrors()) return settle({ problem: stats.toString({ preset: "errors-only" }) });
      settle({ latest: read() });
    } catch (thrown) {
      return settle({ problem: String(thrown) });
    }
    if (!wasFirst) onBuilt();
  });
  return {
    ready: () => end ?? new Promise((done) => waiting.push(done)),
    stop: () =>
      new Promise((done) => {
        watching.close(() => compiler.close(() => done()));
      }),
  };
}
