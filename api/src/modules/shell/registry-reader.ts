import { createHash } from "node:crypto";
import { type HostBuild, type Registry, registrySchema } from "@bobine/contract/registry";
import type { Config } from "../../config.ts";
import type { Clock, Services } from "../../services.ts";
import type { RegistryStore } from "./registry-store.ts";

/** How old the id may be that API answers carry, and a bucket's registry that pages carry, in milliseconds. */
const FRESH_MS = 2_000;
/** How long a page waits for a registry that it has an older form of, in milliseconds. */
const PATIENCE_MS = 1_500;

export interface RegistryReader {
  /** The document for a page. */
  read(): Promise<Registry>;
  currentId(): Promise<string>;
  /** The id as it was a moment ago, without waiting; empty before the first reading. */
  lastId(): string;
}

/**
 * The registry as browsers see it. One that cannot be reached costs no page: they get what it was a moment ago.
 */
export function registryReader(given: {
  readonly store: RegistryStore;
  readonly host: HostBuild;
  /** Since when this host has been served, ISO 8601. */
  readonly hostSince: () => string;
  readonly config: Pick<Config, "boxOfficeKind" | "communicationDomain" | "providerPages" | "devOverrides">;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Services["log"], "error" | "info">;
}): RegistryReader {
  const { store, host, hostSince, config, clock, log } = given;
  const settings = {
    boxOfficeKind: config.boxOfficeKind,
    communicationDomain: config.communicationDomain,
    providerPages: { card: [...config.providerPages.card], bank: [...config.providerPages.bank] },
    ...(config.devOverrides ? { devOverrides: true as const } : {}),
  };
  let last: { readonly at: number; readonly registry: Registry } | undefined;
  let reading: Promise<Registry> | undefined;
  let isAway = false;

  async function readNow(): Promise<Registry> {
    const remotes = await store.live();
    const registry = registrySchema.parse({
      schemaVersion: 1,
      id: idOf({ host: host.build, settings, remotes }),
      generatedAt: clock.now().toISOString(),
      host: { ...host, deployedAt: hostSince() },
      settings,
      remotes,
    });
    last = { at: performance.now(), registry };
    if (isAway) log.info({}, "the registry of remotes answers again");
    isAway = false;
    return registry;
  }
  /** @throws only when nothing was ever read */
  async function orLast(now: Promise<Registry>): Promise<Registry> {
    if (last === undefined) return now;
    const { registry } = last;
    const then = { ...registry, generatedAt: clock.now().toISOString() };
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Registry>((done) => {
      timer = setTimeout(() => done(then), PATIENCE_MS);
    });
    const answered = now.catch((error: unknown) => {
      if (!isAway)
        log.error({ err: error }, "the registry of remotes does not answer: pages get the last one");
      isAway = true;
      return then;
    });
    return Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }
  const isFresh = (): boolean => last !== undefined && performance.now() - last.at < FRESH_MS;
  /** One reading at a time, however many ask. */
  function readOnce(): Promise<Registry> {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  return {
    async read() {
      // A folder is read in less than a millisecond, so its pages never lag behind a promotion.
      if (store.storage.folder !== null) return orLast(readNow());
      if (last !== undefined && isFresh())
        return { ...last.registry, generatedAt: clock.now().toISOString() };
      return orLast(readOnce());
    },
    async currentId() {
      if (store.storage.folder === null && last !== undefined && isFresh()) return last.registry.id;
      return (await orLast(readOnce())).id;
    },
    lastId() {
      // The next answer tells what this one starts to read; a registry out of reach costs no answer.
      if (!isFresh()) void readOnce().catch(() => undefined);
      return last?.registry.id ?? "";
    },
  };
}

const idOf = (composition: unknown): string =>
  createHash("sha256").update(JSON.stringify(composition)).digest("hex").slice(0, 16);
