import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  CARRIED_PARTS,
  LENT_AS,
  NOT_FOR_REMOTES,
  ON_DEMAND,
  ROUTER_PACKAGES,
  SCREEN_PARTS,
  SCREENS,
  screensOf,
  wholeOf,
} from "./carried-parts.mjs";
import { RUNTIME_RULE } from "./federation-options.mjs";
import { schemaNames } from "./first-load-loader.mjs";
import { firstUsers, lentNames, usedNames, usersOf, usersOfFiles } from "./lent-names.mjs";

const require = createRequire(import.meta.url);
const WHOLE = /[?&]whole\b/;

/** What follows types and JSX: who uses what is lent. */
const usersRule = (options) => ({
  test: /\.m?[jt]sx?$/,
  enforce: "post",
  loader: require.resolve("./lent-names-loader.mjs"),
  options,
});

/** In the build of a remote, which has none of the libraries. */
export const remoteRules = () => [usersRule({ refused: NOT_FOR_REMOTES, lentAs: LENT_AS }), RUNTIME_RULE];

/**
 * In the host's build: the entry modules of the libraries that are lent, what is left of each, and who uses them.
 * @param {string} host its folder
 */
export const lendingRules = (host) => [
  partsRule(/[\\/]@mantine[\\/]core[\\/]esm[\\/]index\.mjs$/, "@mantine/core"),
  partsRule(/[\\/]@tanstack[\\/]react-query[\\/]build[\\/]modern[\\/]index\.js$/, "@tanstack/react-query"),
  partsRule(/[\\/]react-router-dom[\\/]dist[\\/]index\.m?js$/, "react-router-dom"),
  partsRule(/[\\/]node_modules[\\/]zod[\\/]index\.js$/, "zod"),
  usersRule({
    whole: modulesOf(host, ON_DEMAND),
    screens: modulesOf(host, SCREENS),
    alone: entryModules(host),
  }),
];

/** Library → the host's module, with its path. */
const modulesOf = (host, files) =>
  Object.fromEntries(
    Object.entries(files).map(([library, file]) => [library, realpathSync(join(host, file))]),
  );

const ENTRIES = { "@mantine/core": "esm/index.mjs", "@tanstack/react-query": "build/modern/index.js" };

/** Library → its own entry module with all names, of which webpack takes what is used. */
const entryModules = (host) =>
  Object.fromEntries(
    Object.entries(ENTRIES).map(([library, file]) => [
      library,
      `${realpathSync(join(host, "node_modules", library, file))}?whole`,
    ]),
  );

const partsRule = (test, library) => ({
  test,
  resourceQuery: { not: WHOLE },
  use: { loader: require.resolve("./first-load-loader.mjs"), options: { library } },
});

/**
 * Notes what a build takes from its host, or lends, and refuses what could not be there at run time. Names used by other libraries of
 * the page (`@mantine/dropzone`) are looked at like ours.
 */
export class LendingPlugin {
  /**
   * @param {{ role: "host" | "remote", dirs: readonly string[], first?: string }} options the folders in which the libraries are found, the first that has one;
   * of a host, the import that its entry begins with
   */
  constructor({ role, dirs, first }) {
    this.first = first;
    this.role = role;
    this.dirs = dirs;
    /** Lent module → names, once the build is done. @type {Record<string, string[]>} */
    this.uses = {};
    /** Undefined of a host that was built without federation: nobody asks it. @type {Record<string, string[]> | undefined} */
    this.lends = undefined;
  }

  apply(compiler) {
    const pluginName = "LendingPlugin";
    let known;
    compiler.hooks.beforeCompile.tapPromise(pluginName, async () => {
      known ??= await knownNames(this.dirs);
    });
    compiler.hooks.thisCompilation.tap(pluginName, (compilation) => {
      // When it is known what is in which chunk, and before modules are put together.
      compilation.hooks.optimizeTree.tap(pluginName, () => {
        this.uses = usedNames(compilation);
        for (const [module, used] of Object.entries(this.uses))
          for (const name of used)
            if (known.get(module)?.has(name) === false)
              fail(
                compilation,
                `${module} has no ${name} that a host lends, and ${usersOf(compilation, module, name).join(", ")} takes it: README.md of @bobine/remote-kit`,
              );
        if (this.role === "host") this.#checkHost(compilation);
        else refuseRouter(compilation);
      });
    });
  }

  /** What is lent on demand cannot be in what the page begins with. */
  #checkHost(compilation) {
    this.lends = lentNames(compilation);
    const late = [ON_DEMAND, SCREENS].flatMap((files) => Object.entries(modulesOf(this.dirs[0], files)));
    for (const [library, file] of late)
      for (const by of firstUsers(compilation, file, this.first))
        fail(
          compilation,
          `${by} is in the first load, and what it uses of ${library} is not: add it to carried-parts.mjs`,
        );
  }
}

/** Module → the names that it can give; modules of which nothing is known beforehand are not there. */
async function knownNames(dirs) {
  const from = dirs.map((dir) => createRequire(`${dir}/package.json`));
  const known = new Map();
  for (const [library, parts] of Object.entries(CARRIED_PARTS)) known.set(library, new Set(parts));
  for (const library of Object.keys(ON_DEMAND)) {
    const path = resolved(from, library);
    if (path !== undefined)
      known.set(wholeOf(library), new Set(Object.keys(await import(pathToFileURL(path).href))));
  }
  for (const [library, parts] of Object.entries(SCREEN_PARTS)) known.set(screensOf(library), new Set(parts));
  const zod = resolved(from, "zod");
  if (zod !== undefined) known.set("zod", new Set(["z", "default", ...(await schemaNames(dirname(zod)))]));
  return known;
}

/** @param {readonly NodeJS.Require[]} from */
function resolved(from, library) {
  for (const require of from)
    try {
      return require.resolve(library);
    } catch {
      // Not a dependency of this folder.
    }
  return undefined;
}

/** No page of the product is in a second router (FED-19). */
function refuseRouter(compilation) {
  for (const [user, requests] of usersOfFiles(compilation, ROUTER_PACKAGES))
    for (const request of requests)
      fail(
        compilation,
        `${user} brings ${request}, a second router beside the page's: import it from "react-router-dom", which the host lends (README.md of @bobine/remote-kit)`,
      );
}

const fail = (compilation, text) =>
  compilation.errors.push(new compilation.compiler.webpack.WebpackError(text));
