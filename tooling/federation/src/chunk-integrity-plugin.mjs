import MiniCssExtractPlugin from "mini-css-extract-plugin";
import webpack from "webpack";

/**
 * Makes every chunk of a remote load under the hash that the registry gives for its address. The host fills
 * `__BOBINE_INTEGRITY__` (absolute address → sha384) from the registry before any remote runs, so the trust root is the
 * page and not the remote; a chunk that was tampered with is refused by the browser, script or style.
 */
export class ChunkIntegrityPlugin {
  apply(compiler) {
    const name = "ChunkIntegrityPlugin";
    compiler.hooks.compilation.tap(name, (compilation) => {
      webpack.runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        name,
        (source) => `${source}\n${setIntegrity("script", "script.src")}`,
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(
        name,
        (source, variables) => `${source}\n${setIntegrity(variables.tag, `${variables.tag}.href`)}`,
      );
    });
  }
}

/** Code of the chunk loader: the element's own address is absolute. */
const setIntegrity = (element, address) =>
  `var integrity = (globalThis.__BOBINE_INTEGRITY__ || {})[${address}];\n` +
  `if (integrity) { ${element}.integrity = integrity; ${element}.crossOrigin = "anonymous"; }`;
