import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type HostBuild,
  hostBuildSchema,
  type RegistryRemote,
  type RemoteBuild,
} from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../../errors.ts";
import { isOfShell } from "../../http/readable-address.ts";
import type { Services } from "../../services.ts";
import { acceptedEncodings, encodePage, isCompressedForm } from "./file-encodings.ts";
import { hostFileKey } from "./host-files.ts";
import { lastRemotesIn } from "./last-remotes.ts";
import { withLocalCopy } from "./local-copy.ts";
import { openRegistryStorage } from "./open-registry-storage.ts";
import { pageRegistry } from "./page-registry.ts";
import { preloadLinks } from "./preload-links.ts";
import { registryReader } from "./registry-reader.ts";
import { registryStore } from "./registry-store.ts";
import { registryMaintenance } from "./registry-maintenance.ts";
import { mountStoredFiles, storedFileSender } from "./stored-files.routes.ts";

/** Without a built host there is no page either. */
const UNKNOWN_HOST: HostBuild = { version: "", build: "", contract: "1.0.0", shared: {}, integrity: {} };
const ROOT = resolve(import.meta.dirname, "../../../..");
const HOST_FILES = "/assets/host/";
const HOST_FILE = /^\/assets\/host\/([^/?#]+)/;
const PLACEHOLDER = "__REGISTRY__";
/** Where the page's head takes the links of its address. */
const PRELOADS = "<!-- preloads of the remote -->";
/** How often a node drops what was removed from its bucket. */
const TIDY_COPY_MS = 5 * 60_000;
const NO_REGISTRY =
  "Le registre des modules ne répond pas encore. Rechargez la page dans quelques instants.\n";
const NOT_BUILT = "The front end is not built: run `npm run build`.\n";

/** JSON that cannot end the script element that carries it. */
export const inScript = (json: string): string => json.replaceAll("<", String.raw`\u003c`);

export interface Shell {
  /**
   * Why this server's pages would have no screens (FED-16): no live remote can run in its host, or the registry was never read.
   * @returns undefined when they have
   */
  readonly obstacle: () => Promise<string | undefined>;
}

/**
 * The shell with its registry, its files and the published builds of the remotes (FED-1).
 * @param root folder that holds `host/dist` and each remote's `dist`
 */
export async function mountShell(app: FastifyInstance, services: Services, root = ROOT): Promise<Shell> {
  const { config, clock, log } = services;
  const hostDist = join(root, "host/dist");
  const storage = openRegistryStorage(config);
  const store = registryStore(storage);
  const host = await readHost(hostDist).catch((error: unknown) => {
    log.error({ err: error }, "host.json cannot be read: no remote can be judged");
    return undefined;
  });
  const upkeep = registryMaintenance({ store, host, root, config, clock, log });
  await upkeep.start();
  app.addHook("onClose", () => upkeep.stop());

  const copyFolder = join(config.dataDir, "registry-copy");
  const copied = storage.folder === null ? withLocalCopy(storage, join(copyFolder, "files"), log) : undefined;
  if (copied !== undefined) {
    const tidying = setInterval(
      () =>
        void copied
          .forgetRemoved()
          .catch((error: unknown) => log.warn({ err: error }, "the copy of the registry was not tidied")),
      TIDY_COPY_MS,
    );
    tidying.unref();
    app.addHook("onClose", async () => clearInterval(tidying));
  }
  const registry = registryReader({
    store: copied === undefined ? store : registryStore(copied),
    host: host ?? UNKNOWN_HOST,
    hostSince: () => upkeep.hostSince(),
    config,
    clock,
    log,
    lastRemotes: copied && lastRemotesIn(copyFolder, log),
    onChange: copied && ((remotes) => void copied.prepare(remotes.flatMap(releasesOf))),
  });
  // Without a registry, and without what it said before, there are no pages yet: /readyz says so, and no start waits for it.
  void registry.read().then(
    ({ remotes }) => {
      for (const remote of remotes) {
        const reasons = host === undefined ? [] : incompatibilities(remote, host);
        if (reasons.length > 0)
          log.warn({ remote: remote.name, build: remote.build, reasons }, "cannot run in this host");
      }
    },
    () => undefined,
  );

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const template = await readFile(join(hostDist, "index.html"), "utf8").catch(() => undefined);
    if (template === undefined) return reply.status(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    const now = await registry.read().catch(() => undefined);
    if (now === undefined)
      return reply
        .status(503)
        .header("retry-after", "5")
        .header("cache-control", "no-store")
        .type("text/plain; charset=utf-8")
        .send(NO_REGISTRY);
    const json = inScript(pageRegistry(now));
    const page = template
      .replace(PRELOADS, () => preloadLinks(now, request.url))
      // A function, so that a `$` in the registry stays a `$`.
      .replace(PLACEHOLDER, () => json);
    const { content, encoding } = encodePage(page, acceptedEncodings(request.headers["accept-encoding"]));
    if (encoding !== undefined) reply.header("content-encoding", encoding);
    return reply
      .header("cache-control", "no-cache")
      .header("vary", "accept-encoding")
      .type("text/html; charset=utf-8")
      .send(content);
  };

  const immutable = {
    immutable: true,
    maxAge: "365d",
    index: false,
    decorateReply: false,
    dotfiles: "ignore",
    preCompressed: true,
  } as const;
  if (existsSync(hostDist)) {
    await app.register(fastifyStatic, {
      ...immutable,
      root: hostDist,
      prefix: HOST_FILES,
      allowedPath: (path) => !/\.(html|json)$/.test(path) && !isCompressedForm(path),
    });
  }
  const { folder } = store.storage;
  const sendStored = storedFileSender(copied ?? storage, log);
  if (folder === null) {
    mountStoredFiles(app, sendStored);
  } else {
    // An operator may publish the first build while the server runs.
    await mkdir(folder, { recursive: true });
    await app.register(fastifyStatic, {
      ...immutable,
      root: folder,
      prefix: "/r/",
      // Only files of a published build: /<name>/<build>/<file>.
      allowedPath: (path) => /^\/[a-z][a-z0-9-]*\/[a-f0-9]{12,64}\/./.test(path) && !isCompressedForm(path),
      setHeaders: (reply) => {
        // Integrity makes these requests anonymous CORS ones.
        reply.header("access-control-allow-origin", "*");
      },
    });
  }

  app.get("/registry.json", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(await registry.read())),
  );
  // An open tab asks this now and then: tiny, and it names nothing.
  app.get("/registry/head", async (_request, reply) =>
    reply
      .header("cache-control", "no-cache")
      .type("application/json; charset=utf-8")
      .send(JSON.stringify({ id: await registry.currentId() })),
  );
  // And each answer of the API tells it at no cost (FED-6).
  app.addHook("onSend", async (request, reply) => {
    const id = registry.lastId();
    if (id !== "" && (request.routeOptions.url ?? "").startsWith("/api/")) reply.header("x-registry-id", id);
  });
  app.get("/", async (request, reply) => sendPage(request, reply));
  // Every address of the shell is the same page; what is no page of the browser's says that it does not exist.
  app.setNotFoundHandler(async (request, reply) => {
    // A file of a host that is not this server's: of an older one, or of the one that another server gives already.
    const file = HOST_FILE.exec(request.url)?.[1];
    const key = file === undefined || isCompressedForm(file) ? undefined : hostFileKey(file);
    if (key !== undefined && request.method === "GET") return sendStored(request, reply, key);
    const isPage =
      (request.method === "GET" || request.method === "HEAD") &&
      isOfShell(request.url) &&
      (request.headers.accept ?? "text/html").includes("text/html");
    if (isPage) return sendPage(request, reply);
    return reply
      .status(404)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errors.notFound().body));
  });

  return {
    async obstacle() {
      const now = await registry.read().catch(() => undefined);
      if (now === undefined) return "the registry was never read";
      const canRun = (remote: RegistryRemote) =>
        host === undefined || incompatibilities(remote, host).length === 0;
      if (now.remotes.length === 0 || now.remotes.some(canRun)) return undefined;
      return "none of those that are live can run in this host";
    },
  };
}

/** The builds that pages are told of a remote; of one that is damaged no hash is known. */
const releasesOf = (remote: RegistryRemote): RemoteBuild[] =>
  [remote, remote.previous, remote.canary].flatMap((release) => (release === null ? [] : [release]));

async function readHost(hostDist: string): Promise<HostBuild | undefined> {
  const path = join(hostDist, "host.json");
  return existsSync(path) ? hostBuildSchema.parse(JSON.parse(await readFile(path, "utf8"))) : undefined;
}
