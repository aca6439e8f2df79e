import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import webpack from "webpack";

/** Smaller than this fits in one packet anyway. In bytes. */
const WORTH_COMPRESSING = 1024;

/**
 * Puts the compressed forms of the host's files beside them (`.br`, `.gz`): made once, as small as they get. They have no hash of
 * their own, a browser checks what comes out of them. Those of a remote are made when it is published.
 */
export class PrecompressPlugin {
  apply(compiler) {
    const { Compilation, sources } = webpack;
    const name = "PrecompressPlugin";
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        // After the build's id has been written into the files: same stage as that, later in the list of plugins.
        { name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          if (compilation.compiler.isChild()) return;
          const files = Object.keys(compilation.assets).filter((file) => /\.(js|css|svg)$/.test(file));
          await Promise.all(
            files.map(async (file) => {
              const content = compilation.assets[file].buffer();
              if (content.length < WORTH_COMPRESSING) return;
              const hint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
              const br = await promisify(brotliCompress)(content, hint);
              const gz = await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION });
              compilation.emitAsset(`${file}.br`, new sources.RawSource(br));
              compilation.emitAsset(`${file}.gz`, new sources.RawSource(gz));
            }),
          );
        },
      );
    });
  }
}
