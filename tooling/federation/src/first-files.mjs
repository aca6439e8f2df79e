/**
 * The files that one lazy import of the entry brings: for a remote what its door is made of, for the host its screens' frame.
 * What other imports bring (a dialog, a toast) and the pages behind are not among them.
 * @param {import("webpack").Compilation} compilation
 * @param {string} request the import as it is written
 * @returns {string[]} names of scripts and styles, sorted
 */
export function filesOfImport(compilation, request) {
  const entries = [...compilation.entrypoints.values()];
  const already = new Set(entries.flatMap((entry) => entry.getFiles()));
  const files = entries
    .flatMap((entry) => entry.getChildren())
    .filter((group) => group.origins.some((origin) => origin.request === request))
    .flatMap((group) => group.getFiles());
  return [...new Set(files)].filter((file) => /\.(js|css)$/.test(file) && !already.has(file)).sort();
}
