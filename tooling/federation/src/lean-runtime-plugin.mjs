import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import webpack from "webpack";

const here = dirname(fileURLToPath(import.meta.url));

/** The `dist` of a package that the federation plugin brings, in the version that it brings. */
function distOf(...names) {
  const require = createRequire(import.meta.url);
  const main = names.reduce(
    (from, name) => createRequire(from).resolve(name),
    require.resolve("@module-federation/enhanced/webpack"),
  );
  return dirname(main);
}

const BUNDLER_RUNTIME = "@module-federation/webpack-bundler-runtime";
const RUNTIME_CORE = "@module-federation/runtime-core";
const TO_CORE = [BUNDLER_RUNTIME, "@module-federation/runtime", RUNTIME_CORE];
const CORE = distOf(...TO_CORE);
const ERROR_CODES = distOf(...TO_CORE, "@module-federation/error-codes");

/** Where our parts of the runtime find the federation plugin's. */
export const RUNTIME_FOLDERS = {
  [`${BUNDLER_RUNTIME}/dist`]: distOf(BUNDLER_RUNTIME),
  [`${RUNTIME_CORE}/dist`]: CORE,
};

/** A module of the runtime → ours. */
const PARTS = new Map([
  [join(CORE, "plugins/snapshot/SnapshotHandler.js"), "lean-snapshot.mjs"],
  [join(CORE, "utils/load.js"), "lean-load.mjs"],
  [join(CORE, "utils/logger.js"), "lean-logger.mjs"],
  [join(CORE, "utils/preload.js"), "lean-preload.mjs"],
  [join(CORE, "utils/semver/index.js"), "lean-semver.mjs"],
  [join(ERROR_CODES, "desc.mjs"), "lean-error-texts.mjs"],
]);

/**
 * Takes out of the host's federation runtime what no remote here needs: it is a part of every first load. The paths are internal
 * to the pinned version.
 * @throws when the runtime no longer has one of them
 */
export class LeanRuntimePlugin {
  apply(compiler) {
    for (const part of PARTS.keys())
      if (!existsSync(part))
        throw new Error(`the federation runtime has no ${part}: lean-runtime-plugin.mjs`);
    new webpack.NormalModuleReplacementPlugin(/\.m?js$/, ({ createData }) => {
      const ours = createData && PARTS.get(createData.resource);
      if (ours) Object.assign(createData, { resource: join(here, ours), context: here });
    }).apply(compiler);
  }
}
