import type { HostBuild, RegistryRemote, RemoteBuild } from "@bobine/contract/registry";
import type { RemoteKeys } from "./build-signature.ts";
import { automaticReturns } from "./automatic-returns.ts";
import { deployability } from "./deployability.ts";
import { liveRemotes } from "./live-remotes.ts";
import { promotions } from "./promotions.ts";
import { pruneBuilds } from "./prune-builds.ts";
import { publications } from "./publications.ts";
import { registryBuilds, type StoredBuild } from "./registry-builds.ts";
import type { By, Rollback } from "./registry-decision.ts";
import { storedHost } from "./host-files.ts";
import { hostDecisions } from "./host-decisions.ts";
import { HOST, hostSeals } from "./host-seals.ts";
import { hostStopped, recordHost, type ServedHost } from "./registry-hosts.ts";
import { type LedgerEntry, type Pointers, registryLedger, remotesIn, type State } from "./registry-ledger.ts";
import { BuildRefusal } from "./remote-build.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import type { CanaryAudience } from "./remote-pointer.ts";

export type RegistryStore = ReturnType<typeof registryStore>;

type Ways = Parameters<ReturnType<typeof promotions>["rollback"]>[1];
interface Insisting {
  readonly force?: boolean;
}

/**
 * The registry: builds lie under their own hash and never change; small pointers say which of them pages are told. Every
 * function checks first, decides in one step (registry-ledger.ts) and leaves its line in the ledger.
 * @param keys of the teams whose builds must be signed
 * @param secret of the installation, which seals its hosts (host-seals.ts); empty in a process that has none
 */
export function registryStore(storage: RegistryStorage, keys: RemoteKeys = {}, secret = "") {
  const ledger = registryLedger(storage);
  const builds = registryBuilds(storage, keys);
  const checks = deployability(storage, builds, ledger);
  const seals = hostSeals(keys, secret);
  const remotes = promotions(ledger, builds, checks);
  const hosts = hostDecisions(storage, ledger, seals, checks);
  return {
    storage,
    seals,
    /** What is decided now: `live` tells pages of it, and `hostIn` which host they are. */
    state: (): Promise<State> => ledger.read(),
    /** @param host whose pages are told; without it, what is live for hosts of the newest contract */
    live: async (host?: HostBuild, state?: State): Promise<RegistryRemote[]> =>
      liveRemotes(builds, remotesIn(state ?? (await ledger.read())), host),
    pointers: (): Promise<Pointers> => ledger.pointers(),
    ledger: (): Promise<LedgerEntry[]> => ledger.entries(),
    /** Of remotes, and of the host. */
    builds: async (): Promise<StoredBuild[]> => [...(await builds.all()), ...(await hosts.hostBuilds())],
    /** What a build says of itself; undefined when it is not there, or is damaged. */
    manifestOf: (remote: string, build: string): Promise<RemoteBuild | undefined> =>
      builds.manifestOf(remote, build).catch((error: unknown) => {
        if (error instanceof BuildRefusal) return undefined;
        throw error;
      }),
    /** The team of a build, as it says itself; empty when it cannot be read. */
    ownerOf: async (remote: string, build: string): Promise<string> =>
      (remote === HOST
        ? (await storedHost(storage, build).catch(() => undefined))?.host
        : await builds.manifestOf(remote, build).catch(() => undefined)
      )?.owner ?? "",
    /** Those that pages are given. */
    hosts: (): Promise<ServedHost[]> => checks.given(),
    recordHost: (node: string, host: HostBuild, now: Date): Promise<string> =>
      recordHost(storage, node, host, now),
    hostStopped: (node: string, host: HostBuild, now: Date): Promise<void> =>
      hostStopped(storage, node, host, now),
    ...publications(ledger, builds, checks),
    ...remotes,
    // The host is decided about in the same words (FED-31).
    promote: (remote: string, build: string, by: By, how: Insisting = {}): Promise<boolean> =>
      remote === HOST ? hosts.promoteHost(build, by, how) : remotes.promote(remote, build, by, how),
    rollback: (remote: string, ways: Ways, by: By, how: Rollback = {}): Promise<string> =>
      remote === HOST ? hosts.rollbackHost(ways, by, how) : remotes.rollback(remote, ways, by, how),
    retire: (remote: string, by: By): Promise<void> =>
      remote === HOST ? hosts.releaseHost(by) : remotes.retire(remote, by),
    canary: (
      remote: string,
      build: string,
      to: CanaryAudience,
      by: By,
      how: Insisting = {},
    ): Promise<boolean> =>
      remote === HOST ? hosts.canaryHost(build, to, by, how) : remotes.canary(remote, build, to, by, how),
    endCanary: (remote: string, by: By, build?: string): Promise<void> =>
      remote === HOST ? hosts.endHostCanary(by, build) : remotes.endCanary(remote, by, build),
    canIDeployHost: hosts.canIDeployHost,
    publishHost: (dist: string, by: By): Promise<HostBuild> => hosts.publishHost(dist, by),
    hostPointer: hosts.hostPointer,
    ...automaticReturns(ledger, builds, checks),
    prune: (by: By, limits: { keep: number; olderThanDays: number }): Promise<StoredBuild[]> =>
      pruneBuilds({ storage, ledger, builds }, by, limits),
  };
}
