import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type HostBuild, hostBuildSchema, type RegistryRemote } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import type { FastifyInstance } from "fastify";
import type { Config } from "../../config.ts";
import { errors } from "../../errors.ts";
import { isOfShell } from "../../http/readable-address.ts";
import type { Services } from "../../services.ts";
import type { RemoteKeys } from "./build-signature.ts";
import { isCompressedForm } from "./file-encodings.ts";
import { hostFileKey } from "./host-files.ts";
import { setCacheHeaders, setVisitorCookie, triedHost } from "./host-visitors.ts";
import { openRegistryStorage } from "./open-registry-storage.ts";
import { registryMaintenance } from "./registry-maintenance.ts";
import type { RegistryReader } from "./registry-reader.ts";
import { registryStore } from "./registry-store.ts";
import { servedBy } from "./remote-build.ts";
import { mountFolderFiles, mountHostFiles } from "./shell-files.ts";
import { replayedPages } from "./replayed-page.ts";
import { pageSender } from "./shell-page.ts";
import { openShellRegistry } from "./shell-registry.ts";
import { mountStoredFiles, storedFileSender } from "./stored-files.routes.ts";

/** Without a built host there is no page either. */
const UNKNOWN_HOST: HostBuild = { version: "", build: "", contract: "1.0.0", shared: {}, integrity: {} };
const ROOT = resolve(import.meta.dirname, "../../../..");
const HOST_FILE = /^\/assets\/host\/([^/?#]+)/;

export interface Shell {
  /** What machines are told of this server's pages. */
  readonly health: () => Promise<ShellHealth>;
}

export interface ShellHealth {
  /** Why they would have no screens (FED-16): no live remote can run in its host, or the registry was never read. */
  readonly remotes?: string;
  /** Which host is decided and not given by this server, and why (FED-31): its pages work. */
  readonly host?: string;
}

/**
 * The shell with its registry, its files and the published builds of the remotes (FED-1).
 * @param keys of the teams whose builds must be signed
 * @param root folder that holds `host/dist` and each remote's `dist`
 */
export async function mountShell(
  app: FastifyInstance,
  services: Services,
  keys: RemoteKeys,
  root = ROOT,
): Promise<Shell> {
  const { config, clock, log } = services;
  const hostDist = join(root, "host/dist");
  const storage = openRegistryStorage(config);
  const store = registryStore(storage, keys, config.secretKey);
  const host = await readHost(hostDist).catch((error: unknown) => {
    log.error({ err: error }, "host.json cannot be read: no remote can be judged");
    return undefined;
  });
  const upkeep = registryMaintenance({ store, host, root, config, clock, log });
  await upkeep.start();
  app.addHook("onClose", () => upkeep.stop());

  const { registry, copied } = openShellRegistry(app, services, {
    storage,
    store,
    keys,
    host: host ?? UNKNOWN_HOST,
    hostSince: () => upkeep.hostSince(),
  });
  // Without a registry, and without what it said before, there are no pages yet: /readyz says so, and no start waits for it.
  void registry.read().then(
    ({ remotes, host: given }) => {
      for (const remote of remotes) {
        const reasons = given.build === "" ? [] : incompatibilities(remote, given);
        if (reasons.length > 0)
          log.warn({ remote: remote.name, build: remote.build, reasons }, "cannot run in this host");
      }
    },
    () => undefined,
  );

  const sendPage = pageSender(config, hostDist, registry, replayedPages(services, store, host));
  await mountHostFiles(app, hostDist);
  const sendStored = storedFileSender(copied ?? storage, log);
  const { folder } = store.storage;
  if (folder === null) mountStoredFiles(app, sendStored);
  else await mountFolderFiles(app, folder);
  mountRegistryAddresses(app, config, registry);
  app.get("/", async (request, reply) => sendPage(request, reply));
  // Every address of the shell is the same page; what is no page of the browser's says that it does not exist.
  app.setNotFoundHandler(async (request, reply) => {
    // A file of a host that is not this server's: of an older one, or of the one that another server gives already.
    const file = HOST_FILE.exec(request.url)?.[1];
    const key = file === undefined || isCompressedForm(file) ? undefined : hostFileKey(file);
    const isRead = request.method === "GET" || request.method === "HEAD";
    // An open tab asks with HEAD whether all files of a newer host are there before it proposes it (FED-6).
    if (key !== undefined && isRead) return sendStored(request, reply, key);
    const isPage =
      isRead && isOfShell(request.url) && (request.headers.accept ?? "text/html").includes("text/html");
    if (isPage) return sendPage(request, reply);
    return reply
      .status(404)
      .type("application/json; charset=utf-8")
      .send(JSON.stringify(errors.notFound().body));
  });

  return {
    async health() {
      const now = await registry.read().catch(() => undefined);
      if (now === undefined) return { remotes: "the registry was never read" };
      const notGiven = registry.lastNotGiven();
      const host = notGiven === undefined ? {} : { host: notGiven };
      const canRun = (remote: RegistryRemote) =>
        now.host.build === "" || incompatibilities(remote, now.host).length === 0;
      if (now.remotes.length === 0 || now.remotes.some(canRun)) return host;
      return { ...host, remotes: "none of those that are live can run in this host" };
    },
  };
}

/** What the registry says, for tools and for open tabs. */
function mountRegistryAddresses(
  app: FastifyInstance,
  config: Pick<Config, "publicUrl">,
  registry: RegistryReader,
): void {
  app.get("/registry.json", async (request, reply) => {
    const json = JSON.stringify(await registry.read(triedHost(config, request)));
    return setCacheHeaders(reply, registry).type("application/json; charset=utf-8").send(json);
  });
  // An open tab asks this now and then: tiny, and it names nothing.
  app.get("/registry/head", async (request, reply) => {
    const json = JSON.stringify({ id: await registry.currentId(triedHost(config, request)) });
    return setCacheHeaders(reply, registry).type("application/json; charset=utf-8").send(json);
  });
  // And each answer of the API tells it at no cost (FED-6).
  app.addHook("onSend", (request, reply, _payload, done) => {
    if ((request.routeOptions.url ?? "").startsWith("/api/")) {
      const id = registry.lastId(setVisitorCookie(config, registry.lastCanary(), request, reply));
      if (id !== "") reply.header("x-registry-id", id);
    }
    done();
  });
}

async function readHost(hostDist: string): Promise<HostBuild | undefined> {
  const path = join(hostDist, "host.json");
  return existsSync(path)
    ? servedBy(hostBuildSchema.parse(JSON.parse(await readFile(path, "utf8"))))
    : undefined;
}
