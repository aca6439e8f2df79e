import { CARRIED_PARTS, CARRIED_SCHEMAS, MAIN_DOORS, OTHER_DOORS } from "./carried-parts.mjs";

/**
 * Leaves in the door of a library the exports that are carried; the rest falls to webpack's tree shaking.
 * @throws when the library no longer has a name of the list, or its door no longer has the form that is known
 */
export default function keepCarriedParts(source) {
  const { library } = this.getOptions();
  return carriedDoor(source, library);
}

/** @param {string} source the library's door @param {string} library */
export function carriedDoor(source, library) {
  if (library === "zod") return schemasDoor(source);
  const parts = CARRIED_PARTS[library];
  const main = MAIN_DOORS[library];
  if (main !== undefined) {
    const doors = OTHER_DOORS[library];
    return parts.map((name) => `export { ${name} } from "${doors[name] ?? main}";`).join("\n");
  }
  const list = /\nexport \{([^}]*)\};?\s*$/.exec(source);
  if (!list) throw new Error(`the door of ${library} has another form: carried-parts-loader.mjs`);
  const present = new Set(list[1].split(",").map((name) => name.trim()));
  const gone = parts.filter((name) => !present.has(name));
  if (gone.length > 0) throw new Error(`${library} has no ${gone.join(", ")}: carried-parts.mjs`);
  return `${source.slice(0, list.index)}\nexport { ${parts.join(", ")} };\n`;
}

/** `z` as an object of the carried functions: as a namespace that leaves the build, none of it could be shaken. */
function schemasDoor(source) {
  if (!source.includes("./v4/classic/external.js")) throw new Error("the door of zod has another form");
  const imports = CARRIED_SCHEMAS.map((name) => `${name} as z_${name}`).join(", ");
  const members = CARRIED_SCHEMAS.map((name) => `${name}: z_${name}`).join(", ");
  return `import { ${imports} } from "./v4/classic/external.js";\nexport const z = { ${members} };\n`;
}
