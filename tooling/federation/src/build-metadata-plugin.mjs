import { createHash } from "node:crypto";
import { BUILD_ID_PLACEHOLDER } from "./federation-options.mjs";
import { filesOfPage, lateFiles, lateSharesOfPage } from "./first-files.mjs";

/** What the federation plugin of either bundler tells of a container. */
const MANIFEST = "mf-manifest.json";

/** What `integrity` compares with. */
export const sha384 = (content) => `sha384-${createHash("sha384").update(content).digest("base64")}`;

/**
 * Last step of a build: names it by the hash of its files and metadata, and writes `remote.json` / `host.json` beside them.
 * The id replaces its placeholder in the files (output.uniqueName), so two builds of one remote never share a
 * chunk global in a page. Same sources, same files, same id: no clock and no counter is involved.
 */
export class BuildMetadataPlugin {
  /**
   * `first` is the import that the entry begins with; its files are `preload`. `pages` are imports that it writes in turn, each
   * with the addresses and parts that need its files.
   * `lent` are the names under which a host lends on demand: which of them a page needs; `begins` is the import that a host's entry begins with.
   * @param {{ fileName: string, first?: string, begins?: string, lent?: readonly string[], pages?: () => Record<string, string[]>, describe: (build: { build: string, integrity: Record<string, string>, preload: string[], pages: { for: string[], files: string[], late: string[] }[], late: Record<string, string[]> }) => object }} options
   */
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const pluginName = "BuildMetadataPlugin";
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      compilation.hooks.processAssets.tap(
        { name: pluginName, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.compiler.isChild()) return;
          const { first, begins, lent = [], pages: pagesOf = () => ({}) } = this.options;
          const { entry, preload } = first === undefined ? {} : takeManifest(compilation);
          const names = Object.keys(compilation.assets).sort();
          const digest = createHash("sha256");
          for (const name of names)
            digest.update(name).update("\0").update(compilation.assets[name].buffer()).update("\0");
          // What the registry is told is part of the build: a menu entry that changes alone is another build.
          const pages = Object.entries(pagesOf()).map(([request, users]) => ({
            for: users,
            files: filesOfPage(compilation, first, request),
            late: lateSharesOfPage(compilation, request, lent),
          }));
          const late = begins === undefined ? {} : lateFiles(compilation, begins, lent);
          const found = { entry, preload, pages, late };
          digest.update(JSON.stringify(this.options.describe({ build: "", integrity: {}, ...found })));
          const build = digest.digest("hex").slice(0, 12);

          const integrity = {};
          for (const name of names) {
            let content = compilation.assets[name].buffer();
            if (content.includes(BUILD_ID_PLACEHOLDER)) {
              content = Buffer.from(content.toString("utf8").replaceAll(BUILD_ID_PLACEHOLDER, build));
              // Its name no longer tells its content: webpack must not skip a file of that name left by the last build.
              compilation.updateAsset(name, new sources.RawSource(content), { immutable: false });
            }
            integrity[name] = sha384(content);
          }
          const metadata = this.options.describe({ build, integrity, ...found });
          compilation.emitAsset(
            this.options.fileName,
            new sources.RawSource(`${JSON.stringify(metadata, null, 2)}\n`),
          );
        },
      );
    });
  }
}

const byCode = (one, other) => (one < other ? -1 : 1);

/**
 * The container's file, and those that its module is made of, as the federation plugin tells them. What it wrote for others is no part of the build.
 * @param {import("webpack").Compilation} compilation
 */
function takeManifest(compilation) {
  const { metaData, exposes } = JSON.parse(compilation.getAsset(MANIFEST).source.source().toString());
  for (const name of [MANIFEST, "mf-stats.json"]) compilation.deleteAsset(name);
  const { js, css } = exposes.find(({ name }) => name === "remote").assets;
  return { entry: metaData.remoteEntry.name, preload: [...js.sync, ...css.sync].toSorted(byCode) };
}
