import { createHash } from "node:crypto";
import {
  type HostBuild,
  type Registry,
  type RegistryRemote,
  registrySchema,
} from "@bobine/contract/registry";
import type { Config } from "../../config.ts";
import { errors } from "../../errors.ts";
import type { Clock, Services } from "../../services.ts";
import type { LastRemotes } from "./last-remotes.ts";
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
  readonly log: Pick<Services["log"], "error" | "info" | "warn">;
  /** What this node read last, over its restarts; without it a node that starts needs the registry. */
  readonly lastRemotes?: LastRemotes | undefined;
  /** Told what pages are given from now on. */
  readonly onChange?: ((remotes: readonly RegistryRemote[]) => void) | undefined;
}): RegistryReader {
  const { store, host, hostSince, config, clock, log, lastRemotes, onChange } = given;
  const settings = {
    boxOfficeKind: config.boxOfficeKind,
    communicationDomain: config.communicationDomain,
    providerPages: { card: [...config.providerPages.card], bank: [...config.providerPages.bank] },
    ...(config.devOverrides ? { devOverrides: true as const } : {}),
  };
  let last: { readonly at: number; readonly registry: Registry } | undefined;
  let reading: Promise<Registry> | undefined;
  let isAway = false;
  /** What `last` says was read by an earlier process. */
  let isFromCopy = false;
  /** Asked once, when this process has read nothing yet. */
  const fromCopy = once(async () => {
    const remotes = await lastRemotes?.load();
    if (remotes === undefined || last !== undefined) return;
    last = { at: Number.NEGATIVE_INFINITY, registry: registryOf(remotes) };
    isFromCopy = true;
    onChange?.(remotes);
  });

  function registryOf(remotes: readonly RegistryRemote[]): Registry {
    return registrySchema.parse({
      schemaVersion: 1,
      id: idOf({ host: host.build, settings, remotes }),
      generatedAt: clock.now().toISOString(),
      host: { ...host, deployedAt: hostSince() },
      settings,
      remotes,
    });
  }
  async function readNow(): Promise<Registry> {
    const registry = registryOf(await store.live(host.build === "" ? undefined : host));
    const isNew = last?.registry.id !== registry.id || isFromCopy;
    last = { at: performance.now(), registry };
    isFromCopy = false;
    if (isNew) {
      onChange?.(registry.remotes);
      await lastRemotes?.save(registry.remotes).catch((error: unknown) => {
        log.warn({ err: error }, "what the registry says could not be kept on this node");
      });
    }
    if (isAway) log.info({}, "the registry of remotes answers again");
    isAway = false;
    return registry;
  }
  /** @throws AppError 503, and only when nothing was ever read */
  async function orLast(now: Promise<Registry>): Promise<Registry> {
    if (last === undefined) {
      // Heard of below, or by who asks when there is no copy.
      now.catch(() => undefined);
      await fromCopy();
    }
    if (last === undefined)
      return now.catch((error: unknown) => {
        log.error({ err: error }, "the registry of remotes does not answer, and nothing of it was ever read");
        throw errors.unavailable();
      });
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

/** Asks once; who asks again gets the same answer. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => (pending ??= ask());
}

const idOf = (composition: unknown): string =>
  createHash("sha256").update(JSON.stringify(composition)).digest("hex").slice(0, 16);
