import webpack from "webpack";

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
 * @param {string} exposed the import of the entry
 * @param {string} request the import as the exposed module writes it
 * @returns {string[]} names of scripts and styles, sorted
 */
export function filesOfPage(compilation, exposed, request) {
  const entries = [...compilation.entrypoints.values()];
  const modules = groupsOf(entries, exposed);
  const pages = groupsOf(modules, request);
  if (pages.length === 0)
    compilation.errors.push(
      new webpack.WebpackError(
        `remote.config.json: ${exposed} does not load ${request}, which "pages" names`,
      ),
    );
  return filesOf(pages, [...entries, ...modules]);
}

const groupsOf = (parents, request) =>
  parents
    .flatMap((parent) => parent.getChildren())
    .filter((group) => group.origins.some((origin) => origin.request === request));

function filesOf(groups, parents) {
  const already = new Set(parents.flatMap((parent) => parent.getFiles()));
  const files = groups.flatMap((group) => group.getFiles());
  return [...new Set(files)]
    .filter((file) => /\.(js|css)$/.test(file) && !already.has(file))
    .sort((one, other) => (one < other ? -1 : 1));
}
