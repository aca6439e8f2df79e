import { sha384 } from "./build-metadata-plugin.mjs";
import { filesOfImport } from "./first-files.mjs";

/**
 * Makes every chunk load under the hash that the registry gives for its address. The page fills
 * `__BOBINE_INTEGRITY__` (absolute address → sha384) from the registry before any chunk is asked for, so the trust root is
 * the page and not the remote; a chunk that was tampered with is refused by the browser, script or style.
 * A file that the registry does not name is refused here: not every browser knows `Integrity-Policy` (FED-5).
 */
export class ChunkIntegrityPlugin {
  apply(compiler) {
    const name = "ChunkIntegrityPlugin";
    const { RuntimePlugin, runtime, web } = compiler.webpack;
    // Of rspack, which makes scripts and links in one place, or of webpack.
    const scripts = RuntimePlugin ?? runtime.LoadScriptRuntimeModule;
    const ownStyles = RuntimePlugin ?? web.CssLoadingRuntimeModule;
    // The folder of the build may have a copy of its own.
    const styles = compiler.options.plugins.find(
      (plugin) => plugin?.constructor?.name === "MiniCssExtractPlugin",
    );
    compiler.hooks.compilation.tap(name, (compilation) => {
      const { createScript } = scripts.getCompilationHooks(compilation);
      const { createLink, createStylesheet } = ownStyles.getCompilationHooks(compilation);
      createScript.tap(name, (source) => `${source}\n${setIntegrity("script", "script.src")}`);
      (createLink ?? createStylesheet).tap(name, (source) => {
        // Each of their ways to styles has another name for it.
        const link = /(\w+) = document\.createElement\(["']link["']\)/.exec(source)[1];
        return `${source}\n${setIntegrity(link, `${link}.href`)}`;
      });
      styles?.constructor
        .getCompilationHooks(compilation)
        .beforeTagInsert.tap(
          name,
          (source, variables) => `${source}\n${setIntegrity(variables.tag, `${variables.tag}.href`)}`,
        );
    });
  }
}

/** Code of the chunk loader: the element's own address is absolute. A page without a registry (a remote alone) checks nothing. */
const setIntegrity = (element, address) =>
  `var hashes = globalThis.__BOBINE_INTEGRITY__;\n` +
  `if (hashes) {\n` +
  `  if (!Object.hasOwn(hashes, ${address})) throw new Error("not in the registry: " + ${address});\n` +
  `  ${element}.integrity = hashes[${address}]; ${element}.crossOrigin = "anonymous";\n` +
  `}`;

/** Where the template takes the links. */
const PRELOADS = "<!-- preloads of the host -->";

const ELEMENT = /<(script|link)\b([^>]*?)\s(src|href)="([^"]+)"([^>]*)>/g;

/**
 * Writes the hash of each script and style that index.html itself asks for: `Integrity-Policy` refuses a script without one.
 * And the links that preload what these import at once.
 * @param {{ page: string, publicPath: string, first: string }} options the page's file name, the address of its files, and the
 * import that the entry begins with
 */
export class InitialIntegrityPlugin {
  constructor(options) {
    this.options = options;
  }

  apply(compiler) {
    const { Compilation, sources } = compiler.webpack;
    const { page, publicPath, first } = this.options;
    compiler.hooks.thisCompilation.tap("InitialIntegrityPlugin", (compilation) => {
      compilation.hooks.processAssets.tap(
        // After the content hashes are in the names, before the build is described.
        { name: "InitialIntegrityPlugin", stage: Compilation.PROCESS_ASSETS_STAGE_ANALYSE },
        () => {
          const html = compilation.getAsset(page)?.source.source().toString();
          if (html === undefined) return;
          const withHashes = html.replaceAll(ELEMENT, (tag, element, before, attribute, address, after) => {
            const file = address.startsWith(publicPath) ? address.slice(publicPath.length) : undefined;
            const asset = file === undefined ? undefined : compilation.getAsset(file);
            if (!asset) return tag;
            const hash = sha384(asset.source.buffer());
            // Nothing runs before the entry: a deferred script would come after all that is preloaded.
            const priority = element === "script" ? ` fetchpriority="high"` : "";
            return `<${element}${before} ${attribute}="${address}"${after}${priority} integrity="${hash}" crossorigin="anonymous">`;
          });
          // What the shell imports at once is asked for beside it, not after it has run.
          const links = filesOfImport(compilation, first)
            .map((file) => {
              const as = file.endsWith(".css") ? "style" : "script";
              const hash = sha384(compilation.getAsset(file).source.buffer());
              return `<link rel="preload" as="${as}" href="${publicPath}${file}" integrity="${hash}" crossorigin="anonymous">`;
            })
            .join("");
          const withLinks = withHashes.replace(PRELOADS, () => links);
          compilation.updateAsset(page, new sources.RawSource(withLinks));
        },
      );
    });
  }
}
