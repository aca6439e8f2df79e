import { existsSync, readFileSync } from "node:fs";
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

/** The version that our parts were written against: they stand in for modules that are internal to it. */
export const RUNTIME_VERSION = "2.9.2";

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
 * Takes out of the host's federation runtime what no remote here needs: it is a part of every first load.
 */
export class LeanRuntimePlugin {
  /** @param {{ core?: string, parts?: ReadonlyMap<string, string> }} [found] the runtime's folder and its replaced modules */
  constructor({ core = CORE, parts = PARTS } = {}) {
    this.core = core;
    this.parts = parts;
  }

  /** @throws when the runtime is not the one that our parts were written against */
  apply(compiler) {
    const { version } = JSON.parse(readFileSync(join(this.core, "../package.json"), "utf8"));
    if (version !== RUNTIME_VERSION)
      throw new Error(
        `the federation runtime is ${version}, and tooling/federation/src/lean-*.mjs stand in for parts of ${RUNTIME_VERSION}: ` +
          "compare both versions of these parts, then change RUNTIME_VERSION in lean-runtime-plugin.mjs",
      );
    const { parts } = this;
    for (const part of parts.keys())
      if (!existsSync(part))
        throw new Error(`the federation runtime has no ${part}, which lean-runtime-plugin.mjs replaces`);
    new webpack.NormalModuleReplacementPlugin(/\.m?js$/, ({ createData }) => {
      const ours = createData && parts.get(createData.resource);
      if (ours) Object.assign(createData, { resource: join(here, ours), context: here });
    }).apply(compiler);
  }
}
