import { createHash } from "node:crypto";
import { type Registry, type RegistryRemote, registrySchema } from "@bobine/contract/registry";
import type { Config } from "../../config.ts";
import { errors } from "../../errors.ts";
import type { Clock, Services } from "../../services.ts";
import type { GivenHost, GivenHosts, HostCanary } from "./given-hosts.ts";
import type { LastRemotes } from "./last-remotes.ts";
import { hostIn } from "./registry-ledger.ts";
import type { RegistryStore } from "./registry-store.ts";
import { emptyPointer, type RemotePointer } from "./remote-pointer.ts";

/** How old the id may be that API answers carry, and a bucket's registry that pages carry, in milliseconds. */
const FRESH_MS = 2_000;
/** How long a page waits for a registry that it has an older form of, in milliseconds. */
const PATIENCE_MS = 1_500;

/** What a page is made of. */
export interface GivenPage {
  readonly registry: Registry;
  /** The page of the host that it names; undefined: the one on this server's disk. */
  readonly template: string | undefined;
}

/** The build of the host that a browser was told to try (host-visitors.ts). */
type Tried = string | undefined;

export interface RegistryReader {
  /** The document for a page. */
  read(tried?: Tried): Promise<Registry>;
  page(tried?: Tried): Promise<GivenPage>;
  currentId(tried?: Tried): Promise<string>;
  /** The id as it was a moment ago, without waiting; empty before the first reading. */
  lastId(tried?: Tried): string;
  /** The host that some people try, as it was a moment ago. */
  lastCanary(): HostCanary | undefined;
  /** Why this server did not give the host that is decided, a moment ago. */
  lastNotGiven(): string | undefined;
}

type ShownSettings = Pick<Config, "boxOfficeKind" | "communicationDomain" | "providerPages" | "devOverrides">;

/** What everybody is given, and what those are who try another host. */
interface Given {
  readonly live: GivenPage;
  readonly canary: (GivenPage & { readonly audience: HostCanary }) | null;
  readonly notGiven: string | undefined;
}

/**
 * The registry as browsers see it. One that cannot be reached costs no page: they get what it was a moment ago.
 */
export function registryReader(given: {
  readonly store: RegistryStore;
  /** The hosts that this server gives, of what is decided. */
  readonly hosts: (pointer: RemotePointer) => Promise<GivenHosts>;
  readonly config: ShownSettings;
  readonly clock: Pick<Clock, "now">;
  readonly log: Pick<Services["log"], "error" | "info" | "warn">;
  /** What this node read last, over its restarts; without it a node that starts needs the registry. */
  readonly lastRemotes?: LastRemotes | undefined;
  /** Told what pages are given from now on. */
  readonly onChange?: ((remotes: readonly RegistryRemote[]) => void) | undefined;
}): RegistryReader {
  const { store, hosts, config, clock, log, lastRemotes, onChange } = given;
  const settings = settingsOf(config);
  let last: { readonly at: number; readonly given: Given } | undefined;
  let reading: Promise<Given> | undefined;
  let isAway = false;
  /** What `last` says was read by an earlier process. */
  let isFromCopy = false;
  /** Asked once, when this process has read nothing yet. */
  const fromCopy = once(async () => {
    const told = await lastRemotes?.load();
    if (told === undefined || last !== undefined) return;
    // Who tries another host does so again once the registry answers.
    const { live, notGiven } = await hosts({ ...told.host, canary: null }).catch(() => hosts(emptyPointer));
    const page = pageOf(live, told.remotes);
    last = { at: Number.NEGATIVE_INFINITY, given: { live: page, canary: null, notGiven } };
    isFromCopy = true;
    onChange?.(told.remotes);
  });

  const pageOf = (host: GivenHost, remotes: readonly RegistryRemote[]): GivenPage =>
    pageOfHost(host, remotes, settings, clock.now());
  async function readNow(): Promise<Given> {
    const state = await store.state();
    const { live, canary, notGiven } = await hosts(hostIn(state));
    const pageWith = async (given: GivenHost): Promise<GivenPage> =>
      pageOf(given, await store.live(given.host.build === "" ? undefined : given.host, state));
    const given: Given = {
      live: await pageWith(live),
      canary: canary && { ...(await pageWith(canary)), audience: audienceOf(canary) },
      notGiven,
    };
    const isNew = last === undefined || idsOf(last.given) !== idsOf(given) || isFromCopy;
    last = { at: performance.now(), given };
    isFromCopy = false;
    if (isNew) {
      const { remotes } = given.live.registry;
      onChange?.([...remotes, ...(given.canary?.registry.remotes ?? [])]);
      await lastRemotes?.save({ remotes, host: hostIn(state) }).catch((error: unknown) => {
        log.warn({ err: error }, "what the registry says could not be kept on this node");
      });
    }
    if (isAway) log.info({}, "the registry of remotes answers again");
    isAway = false;
    return given;
  }
  /** @throws AppError 503, and only when nothing was ever read */
  async function orLast(now: Promise<Given>): Promise<Given> {
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
    const then = last.given;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Given>((done) => {
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
  const known = (): Given | undefined => (isFresh() ? last?.given : undefined);
  /** One reading at a time, however many ask. */
  function readOnce(): Promise<Given> {
    reading ??= readNow().finally(() => {
      reading = undefined;
    });
    return reading;
  }

  async function page(tried: Tried): Promise<GivenPage> {
    // A folder is read in less than a millisecond, so its pages never lag behind a promotion.
    const isBucket = store.storage.folder === null;
    const given = (isBucket ? known() : undefined) ?? (await orLast(isBucket ? readOnce() : readNow()));
    const { registry, template } = pageFor(given, tried);
    return { registry: { ...registry, generatedAt: clock.now().toISOString() }, template };
  }

  return {
    page,
    read: async (tried) => (await page(tried)).registry,
    async currentId(tried) {
      const given = store.storage.folder === null ? known() : undefined;
      return pageFor(given ?? (await orLast(readOnce())), tried).registry.id;
    },
    lastId(tried) {
      // The next answer tells what this one starts to read; a registry out of reach costs no answer.
      if (!isFresh()) void readOnce().catch(() => undefined);
      return last === undefined ? "" : pageFor(last.given, tried).registry.id;
    },
    lastCanary: () => last?.given.canary?.audience,
    lastNotGiven: () => last?.given.notGiven,
  };
}

const settingsOf = (config: ShownSettings): Registry["settings"] => ({
  boxOfficeKind: config.boxOfficeKind,
  communicationDomain: config.communicationDomain,
  providerPages: { card: [...config.providerPages.card], bank: [...config.providerPages.bank] },
  ...(config.devOverrides ? { devOverrides: true as const } : {}),
});

function pageOfHost(
  { host, since, template }: GivenHost,
  remotes: readonly RegistryRemote[],
  settings: Registry["settings"],
  now: Date,
): GivenPage {
  const registry = registrySchema.parse({
    schemaVersion: 1,
    id: idOf({ host: host.build, settings, remotes }),
    generatedAt: now.toISOString(),
    host: { ...host, deployedAt: since },
    settings,
    remotes,
  });
  return { registry, template };
}

const pageFor = ({ live, canary }: Given, tried: Tried): GivenPage =>
  canary !== null && canary.audience.build === tried ? canary : live;

const audienceOf = ({ host, share, distributors }: NonNullable<GivenHosts["canary"]>): HostCanary => ({
  build: host.build,
  share,
  distributors,
});

/** Moves with whatever somebody is given. */
const idsOf = ({ live, canary }: Given): string =>
  JSON.stringify([live.registry.id, canary?.registry.id, canary?.audience]);

/** Asks once; who asks again gets the same answer. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => (pending ??= ask());
}

const idOf = (composition: unknown): string =>
  createHash("sha256").update(JSON.stringify(composition)).digest("hex").slice(0, 16);
