import type { HostBuild, RegistryRemote, RemoteBuild } from "@bobine/contract/registry";
import type { RemoteKeys } from "./build-signature.ts";
import { automaticReturns } from "./automatic-returns.ts";
import { deployability } from "./deployability.ts";
import { liveRemotes } from "./live-remotes.ts";
import { promotions } from "./promotions.ts";
import { pruneBuilds } from "./prune-builds.ts";
import { publications } from "./publications.ts";
import { registryBuilds, type StoredBuild } from "./registry-builds.ts";
import type { By } from "./registry-decision.ts";
import { hostStopped, recordHost, type ServedHost, servedHosts } from "./registry-hosts.ts";
import { type LedgerEntry, type Pointers, registryLedger } from "./registry-ledger.ts";
import { BuildRefusal } from "./remote-build.ts";
import type { RegistryStorage } from "./registry-storage.ts";

export type RegistryStore = ReturnType<typeof registryStore>;

/**
 * The registry: builds lie under their own hash and never change; small pointers say which of them pages are told. Every
 * function checks first, decides in one step (registry-ledger.ts) and leaves its line in the ledger.
 * @param keys of the teams whose builds must be signed
 */
export function registryStore(storage: RegistryStorage, keys: RemoteKeys = {}) {
  const ledger = registryLedger(storage);
  const builds = registryBuilds(storage, keys);
  const checks = deployability(storage, builds);
  return {
    storage,
    /** @param host whose pages are told; without it, what is live for hosts of the newest contract */
    live: async (host?: HostBuild): Promise<RegistryRemote[]> =>
      liveRemotes(builds, await ledger.pointers(), host),
    pointers: (): Promise<Pointers> => ledger.pointers(),
    ledger: (): Promise<LedgerEntry[]> => ledger.entries(),
    builds: (): Promise<StoredBuild[]> => builds.all(),
    /** What a build says of itself; undefined when it is not there, or is damaged. */
    manifestOf: (remote: string, build: string): Promise<RemoteBuild | undefined> =>
      builds.manifestOf(remote, build).catch((error: unknown) => {
        if (error instanceof BuildRefusal) return undefined;
        throw error;
      }),
    /** The team of a build, as it says itself; empty when it cannot be read. */
    ownerOf: async (remote: string, build: string): Promise<string> =>
      (await builds.manifestOf(remote, build).catch(() => undefined))?.owner ?? "",
    hosts: (): Promise<ServedHost[]> => servedHosts(storage),
    recordHost: (node: string, host: HostBuild, now: Date): Promise<string> =>
      recordHost(storage, node, host, now),
    hostStopped: (node: string, host: HostBuild, now: Date): Promise<void> =>
      hostStopped(storage, node, host, now),
    ...publications(ledger, builds, checks),
    ...promotions(ledger, builds, checks),
    ...automaticReturns(ledger, builds, checks),
    prune: (by: By, limits: { keep: number; olderThanDays: number }): Promise<StoredBuild[]> =>
      pruneBuilds({ storage, ledger, builds }, by, limits),
  };
}
