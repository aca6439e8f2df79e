import { EXPOSED_CHUNK } from "./federation-options.mjs";
import { shareKeyOf } from "./lent-names.mjs";

/**
 * The files that one lazy import of the entry brings: for a remote what its exposed module is made of, for the host its screens' frame.
 * What other imports bring (a dialog, a toast) and the pages behind are not among them.
 * @param {import("webpack").Compilation} compilation
 * @param {string} request the import as it is written
 * @returns {string[]} names of scripts and styles, sorted
 */
export function filesOfImport(compilation, request) {
  const entries = [...compilation.entrypoints.values()];
  return filesOf(groupsOf(entries, request), entries);
}

/**
 * The files that a lazy import in the exposed module brings beside that module's own. An exposed module that has no such import is an error of the build.
 * @param {import("webpack").Compilation} compilation
 * @param {string} exposed the exposed module, as people know it
 * @param {string} request the import as the exposed module writes it
 * @returns {string[]} names of scripts and styles, sorted
 */
export function filesOfPage(compilation, exposed, request) {
  const entries = [...compilation.entrypoints.values()];
  const modules = exposedGroups(entries);
  const pages = groupsOf(modules, request);
  if (pages.length === 0)
    compilation.errors.push(
      new compilation.compiler.webpack.WebpackError(
        `remote.config.json: ${exposed} does not load ${request}, which "pages" names`,
      ),
    );
  return filesOf(pages, [...entries, ...modules]);
}

/**
 * What a lazy import in the exposed module needs of what the host lends on demand: its names, sorted.
 * @param {import("webpack").Compilation} compilation
 * @param {string} request the import as the exposed module writes it
 * @param {readonly string[]} shares under which the host lends on demand
 * @returns {string[]}
 */
export function lateSharesOfPage(compilation, request, shares) {
  const pages = groupsOf(exposedGroups([...compilation.entrypoints.values()]), request);
  const used = pages
    .flatMap(({ chunks }) => chunks)
    .flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)])
    .map(shareKeyOf);
  return shares.filter((share) => used.includes(share)).toSorted();
}

/**
 * What a host lends on demand → its scripts and styles, without those that the page begins with.
 * @param {import("webpack").Compilation} compilation
 * @param {string} first the import that the entry begins with
 * @param {readonly string[]} shares
 * @returns {Record<string, string[]>}
 */
export function lateFiles(compilation, first, shares) {
  const entries = [...compilation.entrypoints.values()];
  const begun = [...entries, ...groupsOf(entries, first)];
  return Object.fromEntries(
    [...compilation.modules]
      .filter(({ type, _name: share }) => type === "provide-module" && shares.includes(share))
      .map((module) => {
        const groups = module.blocks.map((block) => compilation.chunkGraph.getBlockChunkGroup(block));
        return [module._name, filesOf(groups.filter(Boolean), begun)];
      })
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

const groupsOf = (parents, request) =>
  parents
    .flatMap((parent) => [...parent.childrenIterable])
    .filter((group) => group.origins.some((origin) => origin.request === request));

/** What the container loads; its own request has no name in rspack. */
const exposedGroups = (entries) =>
  entries.flatMap((entry) => [...entry.childrenIterable]).filter(({ name }) => name === EXPOSED_CHUNK);

function filesOf(groups, parents) {
  const already = new Set(parents.flatMap((parent) => parent.getFiles()));
  const files = groups.flatMap((group) => group.getFiles());
  return [...new Set(files)]
    .filter((file) => /\.(js|css)$/.test(file) && !already.has(file))
    .sort((one, other) => (one < other ? -1 : 1));
}
