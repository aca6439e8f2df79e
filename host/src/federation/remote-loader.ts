import type { RegistryRemote } from "@bobine/contract/registry";
import type { RemoteDoor } from "@bobine/shared-auth";
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from "@module-federation/enhanced/runtime";

/** A remote's code did not arrive, was refused, or is not a door. */
export class RemoteLoadError extends Error {
  override readonly name = "RemoteLoadError";
  readonly remote: RegistryRemote;

  constructor(remote: RegistryRemote, cause: unknown) {
    super(`remote ${remote.name}@${remote.build} could not be loaded`, { cause });
    this.remote = remote;
  }
}

const ENTRY_TIMEOUT_MS = 10_000;
const RETRY_DELAY_MS = 400;
const EXPOSED_DOOR = "remote";

/** The webpack name of a remote's container, as the preset writes it. */
const containerOf = (name: string): string => `bobine_${name.replaceAll("-", "_")}`;
const entryUrl = (remote: RegistryRemote): string => `${remote.baseUrl}${remote.entry}`;

declare global {
  /** Absolute address of a remote's file → its sha384. The chunk loaders of the remotes read it. */
  var __BOBINE_INTEGRITY__: Record<string, string> | undefined;
}

/**
 * Tells the federation runtime how to fetch: every file under the hash of the registry, entries with a bounded wait.
 * Call once, before the first load.
 */
export function installRemoteLoading(remotes: readonly RegistryRemote[]): void {
  const integrity = integrityByAddress(remotes, document.baseURI);
  globalThis.__BOBINE_INTEGRITY__ = integrity;
  const plugin: ModuleFederationRuntimePlugin = {
    name: "bobine-entry-integrity",
    createScript({ url }) {
      const script = document.createElement("script");
      script.src = url;
      script.async = true;
      const hash = integrity[script.src];
      if (hash) {
        script.integrity = hash;
        script.crossOrigin = "anonymous";
      }
      return { script, timeout: ENTRY_TIMEOUT_MS };
    },
  };
  registerPlugins([plugin]);
}

/** The hashes of all files of all remotes, by absolute address. */
export function integrityByAddress(remotes: readonly RegistryRemote[], base: string): Record<string, string> {
  return Object.fromEntries(
    remotes.flatMap((remote) =>
      Object.entries(remote.integrity).map(([file, hash]) => [
        new URL(`${remote.baseUrl}${file}`, base).href,
        hash,
      ]),
    ),
  );
}

type Fetch = (remote: RegistryRemote, again: boolean) => Promise<unknown>;

const fetchThroughFederation: Fetch = async (remote, again) => {
  registerRemotes([{ name: containerOf(remote.name), entry: entryUrl(remote) }], { force: again });
  return loadRemote(`${containerOf(remote.name)}/${EXPOSED_DOOR}`);
};

/**
 * The one way to remote code. A door is loaded once; a load that fails is tried again after a moment, then the
 * failure is kept until `forget`, so that a render cannot loop on it.
 * @param fetch replaced by tests: remotes do not resolve outside a browser build
 */
export function createRemoteLoader(fetch: Fetch = fetchThroughFederation, delayMs = RETRY_DELAY_MS) {
  const doors = new Map<string, Promise<RemoteDoor>>();
  const failed = new Set<string>();

  async function load(remote: RegistryRemote): Promise<RemoteDoor> {
    try {
      return asDoor(await fetch(remote, failed.has(remote.name)));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      try {
        return asDoor(await fetch(remote, true));
      } catch (cause) {
        failed.add(remote.name);
        throw new RemoteLoadError(remote, cause);
      }
    }
  }

  return {
    /** @throws RemoteLoadError (rejects) after the second attempt */
    loadRemoteRoutes(remote: RegistryRemote): Promise<RemoteDoor> {
      let door = doors.get(remote.name);
      if (!door) {
        door = load(remote);
        doors.set(remote.name, door);
      }
      return door;
    },
    /** Lets the next `loadRemoteRoutes` ask the network again. */
    forget(remote: RegistryRemote): void {
      doors.delete(remote.name);
    },
  };
}

export type RemoteLoader = ReturnType<typeof createRemoteLoader>;

function asDoor(module: unknown): RemoteDoor {
  const routes =
    typeof module === "object" && module !== null ? (module as Partial<RemoteDoor>).routes : undefined;
  if (!Array.isArray(routes)) throw new TypeError("the remote exposes no routes");
  return module as RemoteDoor;
}
