import { CARRIED_PARTS, CARRIED_SCHEMAS, MAIN_ENTRIES, OTHER_ENTRIES } from "./carried-parts.mjs";

/**
 * Leaves in the entry module of a library the exports that are carried; the rest falls to webpack's tree shaking.
 * @throws when the library no longer has a name of the list, or its entry module no longer has the form that is known
 */
export default function selectCarriedParts(source) {
  const { library } = this.getOptions();
  return carriedEntry(source, library);
}

/** @param {string} source the library's entry module @param {string} library */
export function carriedEntry(source, library) {
  if (library === "zod") return schemasEntry(source);
  const parts = CARRIED_PARTS[library];
  const main = MAIN_ENTRIES[library];
  if (main !== undefined) {
    const entries = OTHER_ENTRIES[library];
    return parts.map((name) => `export { ${name} } from "${entries[name] ?? main}";`).join("\n");
  }
  const list = /\nexport \{([^}]*)\};?\s*$/.exec(source);
  if (!list) throw new Error(`the entry module of ${library} has another form: carried-parts-loader.mjs`);
  const present = new Set(list[1].split(",").map((name) => name.trim()));
  const gone = parts.filter((name) => !present.has(name));
  if (gone.length > 0) throw new Error(`${library} has no ${gone.join(", ")}: carried-parts.mjs`);
  return `${source.slice(0, list.index)}\nexport { ${parts.join(", ")} };\n`;
}

/** `z` as an object of the carried functions: as a namespace that leaves the build, none of it could be shaken. */
function schemasEntry(source) {
  if (!source.includes("./v4/classic/external.js"))
    throw new Error("the entry module of zod has another form");
  const imports = CARRIED_SCHEMAS.map((name) => `${name} as z_${name}`).join(", ");
  const members = CARRIED_SCHEMAS.map((name) => `${name}: z_${name}`).join(", ");
  return `import { ${imports} } from "./v4/classic/external.js";\nexport const z = { ${members} };\n`;
}
