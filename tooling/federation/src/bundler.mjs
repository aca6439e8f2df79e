// A remote of webpack or rspack with a configuration of its own (FED-33); the preset builds with it too.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ACCEPTED_API_LEVEL } from "@bobine/contract/api-level";
import { BuildMetadataPlugin } from "./build-metadata-plugin.mjs";
import { ChunkIntegrityPlugin } from "./chunk-integrity-plugin.mjs";
import { containerName, EXPOSED_MODULE, remoteFederation } from "./federation-options.mjs";
import { ACCEPTED_CONTRACT } from "./host-contract.mjs";
import { LendingPlugin, remoteRules } from "./lending-plugin.mjs";
import { LENDER } from "./place.mjs";
import { LATE_SHARES, sharedRanges } from "./shared-modules.mjs";
import { StableRuntimeEntryPlugin } from "./stable-runtime-entry-plugin.mjs";

/** A chunk that hangs is given up before a person gives up; webpack waits two minutes. */
export const CHUNK_TIMEOUT_MS = 20_000;

const readJson = (...path) => JSON.parse(readFileSync(join(...path), "utf8"));

/**
 * What makes a remote of a build: names, container, what is borrowed from the host, hashes of chunks, and `remote.json`. Loaders, styles and minifiers
 * are those of the configuration that it stands in. `remote.config.json` in the folder holds what the registry needs to know without running the remote.
 * @param {import("./bundler.mjs").RemoteOptions} options
 * @returns {import("./bundler.mjs").RemotePlugin} a plugin of webpack and of rspack
 */
export function bobineRemote({ dir, name, ModuleFederationPlugin }) {
  return {
    apply(compiler) {
      const { options } = compiler;
      refuseEvaluation(options);
      Object.assign(options.output, {
        // What tells of the container warns of "auto", in a file of addresses that nobody reads.
        publicPath: "",
        uniqueName: containerName(name),
        // Sheets stay in the page: css-loader makes the names of classes of it, and of paths that another team's remote has, too.
        hashSalt: options.output.hashSalt ?? name,
        chunkLoadTimeout: CHUNK_TIMEOUT_MS,
        // A module that could not run because what it borrows did not come runs anew when it is tried again.
        strictModuleExceptionHandling: true,
        // Only what has its hash may lie beside remote.json.
        clean: options.output.clean ?? true,
      });
      options.module.rules.push(...remoteRules());
      const lending = new LendingPlugin({ role: "remote", dirs: [dir, LENDER] });
      const metadata = new BuildMetadataPlugin({
        fileName: "remote.json",
        first: EXPOSED_MODULE,
        lent: LATE_SHARES,
        pages: () => readJson(dir, "remote.config.json").pages ?? {},
        describe: ({ build, entry, integrity, preload, pages }) => ({
          name,
          version: readJson(dir, "package.json").version,
          build,
          entry,
          ...readJson(dir, "remote.config.json"),
          contract: ACCEPTED_CONTRACT,
          api: ACCEPTED_API_LEVEL,
          shared: sharedRanges(),
          uses: lending.uses,
          integrity,
          preload: [entry, ...preload],
          pages,
        }),
      });
      for (const plugin of [
        lending,
        new StableRuntimeEntryPlugin(),
        new ModuleFederationPlugin(remoteFederation({ name })),
        new ChunkIntegrityPlugin(),
        metadata,
      ])
        plugin.apply(compiler);
      // Chunks lie beside the entry, wherever that is.
      options.output.publicPath = "auto";
    },
  };
}

/** The content security policy of the product refuses it. */
function refuseEvaluation({ mode, devtool }) {
  if (
    typeof devtool === "string" ? devtool.includes("eval") : devtool === undefined && mode === "development"
  )
    throw new Error('pages run no text as code: devtool "cheap-module-source-map", or false');
}
