// What the host has of the federation runtime, in the place of `@module-federation/webpack-bundler-runtime`: only what a host
// without remotes of its build calls, and what it lends to the remotes (borrowed-runtime.mjs), so that each is 5 kB shorter.
import { createInstance, getInstance, init } from "@module-federation/enhanced/runtime";
import { attachShareScopeMap } from "@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js";
import { consumes } from "@module-federation/webpack-bundler-runtime/dist/consumes.js";
import { initContainerEntry } from "@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js";
import { initializeSharing } from "@module-federation/webpack-bundler-runtime/dist/initializeSharing.js";
import { installInitialConsumes } from "@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js";

const calls = { consumes, I: initializeSharing, S: {}, installInitialConsumes, initContainerEntry };

/**
 * A remote's own instance. Not by the runtime's `init`: that would make it the one by which the host loads remotes.
 * An entry that is loaded again takes up its instance.
 */
function initRemote({ webpackRequire }) {
  const { initOptions } = webpackRequire.federation;
  const known = getInstance(({ name }) => name === initOptions.name);
  if (!known) return createInstance({ ...initOptions, id: initOptions.name });
  known.initOptions(initOptions);
  return known;
}

// Not writable: what a remote takes from here decides which copies of the shared libraries it gets.
Object.defineProperty(globalThis, "__BOBINE_FEDERATION__", {
  value: Object.freeze({
    runtime: {},
    bundlerRuntime: Object.freeze({ ...calls, init: initRemote }),
    attachShareScopeMap,
    bundlerRuntimeOptions: {},
  }),
});

export default {
  runtime: {},
  bundlerRuntime: { ...calls, init: ({ webpackRequire }) => init(webpackRequire.federation.initOptions) },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
