// How the federation plugin of webpack and of rspack is used: the policy of host and remotes.
import { join } from "node:path";
import { sharedModules } from "./shared-modules.mjs";

export const FORGET_FAILED_SHARES = join(import.meta.dirname, "forget-failed-shares.mjs");

/** Its packages do not say that what nobody calls may go. */
export const RUNTIME_RULE = { test: /[\\/]@module-federation[\\/][^\\/]+[\\/]dist[\\/]/, sideEffects: false };

/** File name of a remote's container. */
export const ENTRY = "remoteEntry.js";

/** What a remote exposes as `./remote`. */
export const EXPOSED_MODULE = "./src/remote.tsx";

/** Name of its chunk. */
export const EXPOSED_CHUNK = "exposed";

/** Stands for the build id while a bundler works; the real id is the hash of what came out. */
export const BUILD_ID_PLACEHOLDER = "BOBINE_BUILD_ID";

/** The federation name of a remote, its global and that of its chunks: two builds of it alive in one page share neither. */
export const containerName = (name) => `bobine_${name.replaceAll("-", "_")}_${BUILD_ID_PLACEHOLDER}`;

/** What host and remotes have in common. */
export function federationPolicy(experiments = {}, optimization = {}) {
  return {
    shareStrategy: "loaded-first",
    dts: false,
    dev: false,
    manifest: false,
    // Remotes are registered with the address of their entry: the part of the runtime that reads manifests is left out.
    experiments: {
      ...experiments,
      optimization: { target: "web", disableSnapshot: true, ...optimization },
    },
  };
}

/**
 * The options of a remote: one container, one module.
 * @param {{ name: string }} options its name in the registry
 */
export const remoteFederation = ({ name }) => ({
  name: containerName(name),
  filename: ENTRY,
  exposes: { "./remote": { import: EXPOSED_MODULE, name: EXPOSED_CHUNK } },
  shared: sharedModules("remote"),
  runtimePlugins: [FORGET_FAILED_SHARES],
  // The core of the runtime is the host's (lend-runtime-core.mjs), and no remote loads another one.
  ...federationPolicy({ externalRuntime: true }, { disableRemote: true }),
  // Read and left out by what writes remote.json.
  manifest: true,
});
