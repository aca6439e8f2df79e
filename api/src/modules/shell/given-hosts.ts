import type { HostBuild } from "@bobine/contract/registry";
import type { Services } from "../../services.ts";
import { recordedHosts, storedHost } from "./host-files.ts";
import { givenHost, isForServer } from "./host-pointer.ts";
import type { HostSeals } from "./host-seals.ts";
import { hostsSeenSince, type ServedHost, servedHosts } from "./registry-hosts.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { servedBy } from "./remote-build.ts";
import { type CanaryAudience, type RemotePointer, TAB_LIFE_DAYS } from "./remote-pointer.ts";

/** The host that some people try, and who they are. */
export interface HostCanary extends CanaryAudience {
  readonly build: string;
}

/** A host as one server gives it. */
export interface GivenHost {
  readonly host: HostBuild;
  /** Since when, ISO 8601. */
  readonly since: string;
  /** Its page; undefined: the one on this server's disk. */
  readonly template: string | undefined;
}

export interface GivenHosts {
  readonly live: GivenHost;
  /** For some people before the others. */
  readonly canary: (GivenHost & CanaryAudience) | null;
  /** Why this server gives its own although another one is decided; undefined when it does as it is decided. */
  readonly notGiven: string | undefined;
}

/**
 * What one server gives to browsers, of what is decided about the host (FED-31). One that cannot be read, is not of this installation or cannot
 * call this server, is not given: pages are better with what lies on the disk than none, and the log says so.
 * @param given.own on its disk
 */
export function hostsOfServer(given: {
  readonly storage: Pick<RegistryStorage, "read">;
  readonly seals: HostSeals;
  readonly own: HostBuild;
  readonly ownSince: () => string;
  readonly log: Pick<Services["log"], "error">;
}): (pointer: RemotePointer) => Promise<GivenHosts> {
  const { storage, seals, own, ownSince, log } = given;
  /** They never change. */
  const read = new Map<string, Omit<GivenHost, "since">>();
  /** Build → why it is not given. */
  const refused = new Map<string, string>();

  async function hostOf(build: string): Promise<Omit<GivenHost, "since"> | undefined> {
    if (build === own.build) return { host: own, template: undefined };
    const known = read.get(build);
    if (known !== undefined) return known;
    const stored = await storedHost(storage, build);
    try {
      if (stored === undefined) throw new Error("its page is not in the registry");
      await seals.check(stored, storage);
    } catch (error) {
      if (!refused.has(build)) log.error({ err: error, host: build }, "this host cannot be given");
      refused.set(build, "it cannot be read, or is not of this installation");
      return undefined;
    }
    refused.delete(build);
    const page = { host: servedBy(stored.host), template: stored.template };
    read.set(build, page);
    return page;
  }

  /** @param ref the decision that gives it */
  async function hostForThis(
    build: string,
    ref: RemotePointer["live"],
  ): Promise<Omit<GivenHost, "since"> | undefined> {
    const page = await hostOf(build);
    if (page === undefined || page.host.build === own.build || isForServer(page.host, own.api, ref))
      return page;
    if (!refused.has(build))
      log.error({ host: build, speaks: page.host.speaks, api: own.api }, "this host cannot call this server");
    refused.set(
      build,
      `it asks for level ${page.host.speaks ?? ""} of the API, this server has ${own.api ?? "none"}`,
    );
    return undefined;
  }

  return async (pointer) => {
    const build = givenHost(pointer, own.build);
    const decided = build === own.build ? undefined : await hostForThis(build, pointer.live);
    const live: GivenHost =
      decided === undefined
        ? { host: own, template: undefined, since: ownSince() }
        : { ...decided, since: pointer.live?.deployedAt ?? ownSince() };
    const notGiven =
      build === live.host.build
        ? undefined
        : `${build} is live, and this server gives its own: ${refused.get(build) ?? ""}`;
    const { canary } = pointer;
    const tried =
      canary === null || canary.build === live.host.build
        ? undefined
        : await hostForThis(canary.build, canary);
    if (canary === null || tried === undefined) return { live, canary: null, notGiven };
    const { share, distributors, deployedAt } = canary;
    return { live, canary: { ...tried, since: deployedAt, share, distributors }, notGiven };
  };
}

/**
 * The hosts that servers give to pages, with the one that some people try: what is promoted has to run in them.
 * @returns the most recently seen first
 */
export async function hostsGiven(storage: RegistryStorage, pointer: RemotePointer): Promise<ServedHost[]> {
  const servers = await servedHosts(storage);
  const given = await Promise.all(
    servers.map(async (served): Promise<ServedHost> => {
      const build = givenHost(pointer, served.host.build);
      const stored = build === served.host.build ? undefined : await storedHost(storage, build);
      return stored === undefined || !isForServer(stored.host, served.host.api, pointer.live)
        ? served
        : { ...served, host: { ...stored.host, api: served.host.api } };
    }),
  );
  const { canary } = pointer;
  const tried = canary === null ? undefined : await storedHost(storage, canary.build);
  if (canary === null || tried === undefined) return given;
  // Once for each level of the API of the servers that give it.
  const levels = new Set(servers.map(({ host }) => host.api));
  const beside = [...levels].filter(
    (api) =>
      isForServer(tried.host, api, canary) &&
      !given.some(({ host }) => host.build === canary.build && host.api === api),
  );
  return [
    ...given,
    ...beside.map((api) => ({
      node: "canary",
      seenAt: canary.deployedAt,
      host: { ...tried.host, api },
    })),
  ];
}

/**
 * The hosts that a tab may be open with: those that are given, and those that were within a tab's life, whatever their servers give now. What
 * they were told of remotes stays in reach (FED-23).
 */
export async function hostsOfTabs(
  storage: RegistryStorage,
  pointer: RemotePointer,
  now: Date,
): Promise<HostBuild[]> {
  const from = new Date(now.getTime() - TAB_LIFE_DAYS * 86_400_000);
  // One that a decision alone gave was published long before it was left.
  const recorded = (await recordedHosts(storage)).filter(
    ({ build, servedAt }) =>
      new Date(servedAt) > from || new Date(pointer.builds[build]?.since ?? servedAt) > from,
  );
  const [given, seen, kept] = await Promise.all([
    hostsGiven(storage, pointer),
    hostsSeenSince(storage, from),
    Promise.all(recorded.map(async ({ build, api }) => ({ api, stored: await storedHost(storage, build) }))),
  ]);
  const levels = new Set([...given.map(({ host }) => host.api), ...seen.map((host) => host.api)]);
  return [
    ...given.map(({ host }) => host),
    ...seen,
    ...kept.flatMap(({ api, stored }) => {
      if (stored === undefined) return [];
      // Any server may have given one that lies on no disk.
      const given = api === undefined && levels.size > 0 ? [...levels] : [api];
      return given.map((level) => ({ ...stored.host, api: level }));
    }),
  ];
}
