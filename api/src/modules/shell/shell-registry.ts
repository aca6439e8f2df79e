import { join } from "node:path";
import type { HostBuild, RegistryRemote, RemoteBuild } from "@bobine/contract/registry";
import type { FastifyInstance } from "fastify";
import type { Services } from "../../services.ts";
import type { RemoteKeys } from "./build-signature.ts";
import { hostsOfServer } from "./given-hosts.ts";
import { lastRemotesIn } from "./last-remotes.ts";
import { type CopiedStorage, withLocalCopy } from "./local-copy.ts";
import { type RegistryReader, registryReader } from "./registry-reader.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { type RegistryStore, registryStore } from "./registry-store.ts";

/** How often a node drops what was removed from its bucket. */
const TIDY_COPY_MS = 5 * 60_000;

interface ShellRegistryPlace {
  readonly storage: RegistryStorage;
  readonly store: RegistryStore;
  readonly keys: RemoteKeys;
  readonly host: HostBuild;
  readonly hostSince: () => string;
}

/**
 * The registry as pages read it.
 * @returns `copied` as well: the registry of a bucket with its files on this node's disk
 */
export function openShellRegistry(
  app: FastifyInstance,
  { config, clock, log }: Services,
  { storage, store, keys, host, hostSince }: ShellRegistryPlace,
): { registry: RegistryReader; copied: CopiedStorage | undefined } {
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
  const read = copied === undefined ? store : registryStore(copied, keys, config.secretKey);
  const registry = registryReader({
    store: read,
    hosts: hostsOfServer({ storage: read.storage, seals: read.seals, own: host, ownSince: hostSince, log }),
    config,
    clock,
    log,
    lastRemotes: copied && lastRemotesIn(copyFolder, log),
    onChange: copied && ((remotes) => void copied.prepare(remotes.flatMap(releasesOf))),
  });
  return { registry, copied };
}

/** The builds that pages are told of a remote; of one that is damaged no hash is known. */
const releasesOf = (remote: RegistryRemote): RemoteBuild[] =>
  [remote, remote.previous, remote.canary].flatMap((release) => (release === null ? [] : [release]));
