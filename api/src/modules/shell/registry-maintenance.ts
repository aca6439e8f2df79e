import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { HostBuild } from "@bobine/contract/registry";
import type { Config } from "../../config.ts";
import type { Clock, Services } from "../../services.ts";
import { saveHostFiles, storedHost } from "./host-files.ts";
import { givenHost, isForServer } from "./host-pointer.ts";
import { PRODUCT_REMOTES } from "./product-remotes.ts";
import { HOST_LIFE_MS } from "./registry-hosts.ts";
import { hostIn } from "./registry-ledger.ts";
import type { RegistryStore } from "./registry-store.ts";
import { BuildRefusal } from "./remote-build.ts";

/** How long a start waits for a registry in a bucket, in milliseconds. */
const START_PATIENCE_MS = 3_000;
const ASK_AGAIN_MS = 10_000;

export interface RegistryMaintenance {
  /** Tells the registry what this server gives, or goes on without when it does not answer, and keeps doing so. */
  start(): Promise<void>;
  /** Since when this host has been served, ISO 8601. */
  hostSince(): string;
  /** This server gives its host no more. */
  stop(): Promise<void>;
}

/**
 * What a server writes into the registry: which host it serves, whose files it keeps there, and the builds of remotes that lie
 * beside it. A registry that is away costs no start: it is told once it answers (FED-18).
 * @param given.host undefined without a built host
 * @param given.root folder that holds `host/dist` and each remote's `dist`
 */
export function registryMaintenance(given: {
  readonly store: RegistryStore;
  readonly host: HostBuild | undefined;
  readonly root: string;
  readonly config: Pick<Config, "port">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Services["log"], "error" | "info" | "warn">;
}): RegistryMaintenance {
  const { store, host, root, config, clock, log } = given;
  let hostSince = clock.now().toISOString();
  // While one version takes the place of another, two servers of one machine may give two hosts.
  const node = `${hostname()}:${config.port}`;
  const beside = PRODUCT_REMOTES.filter((remote) => existsSync(join(root, remote, "dist/remote.json")));
  /** Remotes whose build lies beside the host and is not in the registry as it should be. */
  let waiting = beside;
  let isNotified = false;
  const timers: NodeJS.Timeout[] = [];

  async function isAnswering(): Promise<boolean> {
    if (store.storage.folder !== null) return true;
    const answer = store.pointers().then(
      () => true,
      () => false,
    );
    return Promise.race([answer, delay(START_PATIENCE_MS, false, { ref: false })]);
  }
  async function notify(): Promise<void> {
    await noteHost();
    await followDisk();
  }
  async function notifyOnceItAnswers(): Promise<void> {
    if (isNotified || !(await isAnswering()) || isNotified) return;
    isNotified = true;
    await notify();
  }

  /** Promotions are checked against the hosts that are served (registry-hosts.ts). */
  async function noteHost(): Promise<void> {
    if (host === undefined) return;
    try {
      hostSince = await store.recordHost(node, host, clock.now());
      await saveHostFiles(store.storage, join(root, "host/dist"), host, clock.now(), {
        seals: store.seals,
        isServed: await isGiven(host),
      });
    } catch (error) {
      log.error({ err: error }, "this host could not be noted in the registry");
    }
  }

  /** One that was rolled back from, or that waits for its promotion, is given to nobody (FED-31). */
  const isGiven = async ({ build, api }: HostBuild): Promise<boolean> => {
    const pointer = hostIn(await store.state());
    const decided = givenHost(pointer, build);
    if (decided === build) return true;
    const stored = await storedHost(store.storage, decided);
    return stored !== undefined && !isForServer(stored.host, api, pointer.live);
  };

  /** A remote that is not sound costs its own screens, not the start. */
  async function followDisk(): Promise<void> {
    const again: string[] = [];
    for (const remote of waiting) {
      try {
        const dist = join(root, remote, "dist");
        const by = { who: "npm start", now: clock.now() };
        const given = host !== undefined && (await isGiven(host)) ? host : undefined;
        if ((await store.followDisk(dist, by, given, beside)) === "waiting")
          log.info({ remote }, "the build beside the product waits: a person has promoted another one");
      } catch (error) {
        log.error({ err: error, remote }, "a remote could not be published");
        // An older host that is still served is gone a while later, and so is a fault of the bucket.
        if (!(error instanceof BuildRefusal)) again.push(remote);
      }
    }
    waiting = again;
  }

  return {
    hostSince: () => hostSince,
    async start() {
      await notifyOnceItAnswers();
      if (!isNotified)
        log.error(
          { registry: store.storage.address },
          "the registry of remotes does not answer: the start goes on",
        );
      timers.push(
        setInterval(() => void notifyOnceItAnswers(), ASK_AGAIN_MS),
        setInterval(() => void (isNotified ? notify() : undefined), HOST_LIFE_MS / 3),
      );
      for (const timer of timers) timer.unref();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      if (host === undefined || !isNotified) return;
      await store
        .hostStopped(node, host, clock.now())
        .catch((error: unknown) => log.warn({ err: error }, "the end of this host could not be noted"));
    },
  };
}
