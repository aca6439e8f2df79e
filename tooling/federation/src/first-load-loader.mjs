import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { CARRIED_BESIDE_SCHEMAS, CARRIED_PARTS, MAIN_ENTRIES, OTHER_ENTRIES } from "./carried-parts.mjs";

/**
 * Leaves in the entry module of a library the exports that are in the first load; the rest falls to webpack's tree shaking.
 * @throws when the library no longer has a name of the list, or its entry module no longer has the form that is known
 */
export default function selectCarriedParts(source) {
  const { library } = this.getOptions();
  if (library !== "zod") return carriedEntry(source, library);
  const done = this.async();
  void schemaNames(dirname(this.resourcePath))
    .then((names) => schemasEntry(source, names))
    .then((text) => done(null, text), done);
}

/** @param {string} source the library's entry module @param {string} library */
export function carriedEntry(source, library) {
  const parts = CARRIED_PARTS[library];
  const main = MAIN_ENTRIES[library];
  if (main !== undefined) {
    const entries = OTHER_ENTRIES[library];
    return parts.map((name) => `export { ${name} } from "${entries[name] ?? main}";`).join("\n");
  }
  const list = /\nexport \{([^}]*)\};?\s*$/.exec(source);
  if (!list) throw new Error(`the entry module of ${library} has another form: first-load-loader.mjs`);
  const present = new Set(list[1].split(",").map((name) => name.trim()));
  const gone = parts.filter((name) => !present.has(name));
  if (gone.length > 0) throw new Error(`${library} has no ${gone.join(", ")}: carried-parts.mjs`);
  return `${source.slice(0, list.index)}\nexport { ${parts.join(", ")} };\n`;
}

/** What the host lends of zod. @param {string} folder of the package @returns {Promise<string[]>} */
export async function schemaNames(folder) {
  const schemas = await import(pathToFileURL(join(folder, "v4/classic/schemas.js")).href);
  // Their classes are for libraries that make schemas of their own.
  const functions = Object.keys(schemas).filter((name) => !/^_?Zod/.test(name));
  return [...new Set([...functions, ...CARRIED_BESIDE_SCHEMAS])].sort();
}

/**
 * `z` as an object of the names that are lent: as a namespace that leaves the build, none of it could be shaken.
 * @param {string} source the entry module @param {string[]} names
 */
export function schemasEntry(source, names) {
  if (!source.includes("./v4/classic/external.js"))
    throw new Error("the entry module of zod has another form: first-load-loader.mjs");
  const all = names.map((name) => `${name} as z_${name}`).join(", ");
  const members = names.map((name) => `${name}: z_${name}`).join(", ");
  return [
    `import { ${all} } from "./v4/classic/external.js";`,
    `export const z = { ${members} };`,
    "export default z;",
    `export { ${names.map((name) => `z_${name} as ${name}`).join(", ")} };`,
    "",
  ].join("\n");
}
