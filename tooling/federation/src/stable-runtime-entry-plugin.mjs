import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The module that the federation plugin writes for a build, and begins it with. */
const GENERATED = /[\\/]node_modules[\\/]\.federation[\\/]entry\.[0-9a-f]+\.js$/;
/** Relative to the folder of the build. */
const STABLE = "./node_modules/.federation/runtime-entry.js";

/**
 * The federation plugin names its generated module by a hash of absolute paths, and that name decides ids and the order in which the
 * minifier names things: one source tree in two folders gave two builds. What it wrote is read, as it is, under a fixed name.
 */
export class StableRuntimeEntryPlugin {
  apply(compiler) {
    // Rspack writes no such module.
    if (compiler.webpack.rspackVersion !== undefined) return;
    const name = "StableRuntimeEntryPlugin";
    compiler.hooks.normalModuleFactory.tap(name, (factory) => {
      factory.hooks.beforeResolve.tap(name, (data) => {
        if (!GENERATED.test(data.request)) return;
        copyIfNew(data.request, join(compiler.context, STABLE));
        data.request = STABLE;
        data.context = compiler.context;
      });
    });
    compiler.hooks.compilation.tap(name, (compilation) => {
      // The container's identifier tells the generated name too.
      compilation.hooks.beforeModuleIds.tap(name, (modules) => {
        for (const module of modules)
          if (module.identifier().startsWith("container entry "))
            compilation.chunkGraph.setModuleId(module, "container");
      });
    });
  }
}

function copyIfNew(from, to) {
  const content = readFileSync(from, "utf8");
  if (readOrNothing(to) === content) return;
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, content);
}

function readOrNothing(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
