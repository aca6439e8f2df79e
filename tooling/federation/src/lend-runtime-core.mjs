import * as core from "@module-federation/runtime-core";

/**
 * A runtime plugin of the host: lends the core of its federation runtime to the remotes, whose builds leave it out (`externalRuntime`).
 * The federation plugin's own `provideExternalRuntime` brings a second copy of it, as CommonJS: 8 kB of the first load.
 */
export default function lendRuntimeCore() {
  // Not writable: what a remote takes from here decides which copies of the lent libraries it gets.
  Object.defineProperty(globalThis, "_FEDERATION_RUNTIME_CORE", { value: core });
  return { name: "lend-runtime-core" };
}
