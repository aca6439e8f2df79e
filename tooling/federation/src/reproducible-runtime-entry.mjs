import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const enhanced = dirname(require.resolve("@module-federation/enhanced/webpack"));
const { default: FederationRuntimePlugin } = require(
  join(enhanced, "lib/container/runtime/FederationRuntimePlugin.js"),
);

const RUNTIME_ENTRY = "./node_modules/.federation/runtime-entry.js";
const LENDING = fileURLToPath(new URL("./lending-runtime.mjs", import.meta.url));
const BORROWED = fileURLToPath(new URL("./borrowed-runtime.mjs", import.meta.url));

/**
 * The federation plugin names its generated entry by a hash of absolute paths, and the minifier then breaks ties by
 * that name: one source tree in two folders gave two builds. The entry gets a fixed name instead.
 * And in place of the plugin's runtime it takes ours: the host lends its own to the remotes.
 * It is internal to the pinned version; `remote-build.test.ts` fails if it stops working.
 */
export function makeRuntimeEntryReproducible() {
  FederationRuntimePlugin.prototype.getFilePath = function getFilePath(compiler) {
    if (!this.options) return "";
    const file = join(compiler.context, RUNTIME_ENTRY);
    const runtime = this.options.exposes === undefined ? LENDING : BORROWED;
    const content = FederationRuntimePlugin.getTemplate(compiler, this.options, runtime);
    if (read(file) !== content) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    // Relative to the compiler's context: the container module puts this text in its identifier.
    return RUNTIME_ENTRY;
  };
  FederationRuntimePlugin.prototype.ensureFile = function ensureFile() {};
}

function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
