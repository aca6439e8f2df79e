import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { type HostBuild, hostBuildSchema } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { errors } from "../../errors.ts";
import { isOfShell } from "../../http/readable-address.ts";
import type { Services } from "../../services.ts";
import { acceptedEncodings, encodePage, isCompressedForm } from "./file-encodings.ts";
import { hostFileKey, saveHostFiles } from "./host-files.ts";
import { openRegistryStorage } from "./open-registry-storage.ts";
import { pageRegistry } from "./page-registry.ts";
import { preloadLinks } from "./preload-links.ts";
import { PRODUCT_REMOTES } from "./product-remotes.ts";
import { HOST_LIFE_MS } from "./registry-hosts.ts";
import { registryReader } from "./registry-reader.ts";
import { registryStore } from "./registry-store.ts";
import { RegistryRefusal } from "./remote-pointer.ts";
import { mountStoredFiles, storedFileSender } from "./stored-files.routes.ts";

/** Without a built host there is no page either. */
const UNKNOWN_HOST: HostBuild = { version: "", build: "", contract: "1.0.0", shared: {}, integrity: {} };
const ROOT = resolve(import.meta.dirname, "../../../..");
const HOST_FILES = "/assets/host/";
const HOST_FILE = /^\/assets\/host\/([^/?#]+)/;
const PLACEHOLDER = "__REGISTRY__";
/** Where the page's head takes the links of its address. */
const PRELOADS = "<!-- preloads of the remote -->";
const NOT_BUILT = "The front end is not built: run `npm run build`.\n";

/** JSON that cannot end the script element that carries it. */
export const inScript = (json: string): string => json.replaceAll("<", String.raw`\u003c`);

export interface Shell {
  /** False when there are live remotes and not one of them can run in this server's host: its pages would have no screens (FED-16). */
  readonly canShow: () => Promise<boolean>;
}

/**
 * The shell with its registry, its files and the published builds of the remotes (FED-1).
 * @param root folder that holds `host/dist` and each remote's `dist`
 */
export async function mountShell(app: FastifyInstance, services: Services, root = ROOT): Promise<Shell> {
  const { config, clock, log } = services;
  const hostDist = join(root, "host/dist");
  const store = registryStore(openRegistryStorage(config));
  const host = await readHost(hostDist).catch((error: unknown) => {
    log.error({ err: error }, "host.json cannot be read: no remote can be judged");
    return undefined;
  });
  let hostSince = clock.now().toISOString();
  // While one version takes the place of another, two servers of one machine may give two hosts.
  const node = `${hostname()}:${config.port}`;
  await noteHost();
  /** Remotes whose build lies beside the host and is not in the registry as it should be. */
  const beside = PRODUCT_REMOTES.filter((remote) => existsSync(join(root, remote, "dist/remote.json")));
  let waiting = beside;
  await followDisk();
  const registry = registryReader({
    store,
    host: host ?? UNKNOWN_HOST,
    hostSince: () => hostSince,
    config,
    clock,
    log,
  });
  for (const remote of (await registry.read()).remotes) {
    const reasons = host === undefined ? [] : incompatibilities(remote, host);
    if (reasons.length > 0)
      log.warn({ remote: remote.name, build: remote.build, reasons }, "cannot run in this host");
  }

  /** Promotions are checked against the hosts that are served (registry-hosts.ts). */
  async function noteHost(): Promise<void> {
    if (host === undefined) return;
    try {
      hostSince = await store.recordHost(node, host, clock.now());
      await saveHostFiles(store.storage, hostDist, host, clock.now());
    } catch (error) {
      log.error({ err: error }, "this host could not be noted in the registry");
    }
  }
  /** A remote that is not sound costs its own screens, not the start. */
  async function followDisk(): Promise<void> {
    const refused: string[] = [];
    for (const remote of waiting) {
      try {
        const dist = join(root, remote, "dist");
        const by = { who: "npm start", now: clock.now() };
        if ((await store.followDisk(dist, by, host, beside)) === "waiting")
          log.info(
            { remote },
            "the build beside the product is published and waits: another one was decided",
          );
      } catch (error) {
        log.error({ err: error, remote }, "a remote could not be published");
        // An older host that is still served is gone a while later.
        if (error instanceof RegistryRefusal) refused.push(remote);
      }
    }
    waiting = refused;
  }
  const again = setInterval(() => void noteHost().then(followDisk), HOST_LIFE_MS / 3);
  again.unref();
  app.addHook("onClose", async () => {
    clearInterval(again);
    if (host === undefined) return;
    await store
      .hostStopped(node, host, clock.now())
      .catch((error: unknown) => log.warn({ err: error }, "the end of this host could not be noted"));
  });

  const sendPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const template = await readFile(join(hostDist, "index.html"), "utf8").catch(() => undefined);
    if (template === undefined) return reply.status(503).type("text/plain; charset=utf-8").send(NOT_BUILT);
    const now = await registry.read();
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
  const sendStored = storedFileSender(store.storage, log);
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
    async canShow() {
      if (host === undefined) return true;
      const { remotes } = await registry.read();
      return remotes.length === 0 || remotes.some((remote) => incompatibilities(remote, host).length === 0);
    },
  };
}

async function readHost(hostDist: string): Promise<HostBuild | undefined> {
  const path = join(hostDist, "host.json");
  return existsSync(path) ? hostBuildSchema.parse(JSON.parse(await readFile(path, "utf8"))) : undefined;
}
