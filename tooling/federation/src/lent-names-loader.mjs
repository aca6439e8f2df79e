import { init, parse } from "es-module-lexer";
import { CARRIED_PARTS, ON_DEMAND, SCREEN_PARTS, screensOf, wholeOf } from "./carried-parts.mjs";

const LIBRARIES = Object.keys(ON_DEMAND);

/**
 * Takes each name of a lent library from where the host lends it: from its first load, from what screens are made of, or from all of the library, on
 * demand. The host itself takes it from its own modules (`whole`, `screens`): what its lazy files borrowed from each other, and did not get once, they
 * would not be given again.
 */
export default function takeLentNames(source, map) {
  const { whole, screens, alone, refused = [], lentAs = {} } = this.getOptions();
  if (![...LIBRARIES, ...refused, ...Object.keys(lentAs)].some((library) => source.includes(library))) {
    this.callback(null, source, map);
    return;
  }
  const done = this.async();
  // The map stays true to the line: a statement is rewritten within it.
  // What another library of the host uses comes alone: its calendars are not to bring all of Mantine with them.
  const places = this.resourcePath.includes("/node_modules/")
    ? { whole: alone, screens: alone, lentAs }
    : { whole, screens, lentAs };
  void withLentNames(source, places)
    .then(async (text) => {
      for (const library of await taken(source, refused))
        this.emitError(new Error(`${library} belongs to shared-ui: a remote uses what it exports`));
      return text;
    })
    .then((text) => done(null, text, map), done);
}

/** Libraries of which a module takes something. `import "x"` takes nothing. */
async function taken(source, libraries) {
  await init;
  const [imports] = parse(source);
  return libraries.filter((library) =>
    imports.some(({ n, ss, se }) => n === library && !/^import\s*["']/.test(source.slice(ss, se))),
  );
}

/**
 * @param {string} source a module as JavaScript
 * @param {{ whole?: Readonly<Record<string, string>>, screens?: Readonly<Record<string, string>>, lentAs?: Readonly<Record<string, string>> }} [places]
 * library → where its other names are, and those of screens, and by which name it is lent
 * @returns the module with the imports of lent libraries taken apart, each on its line
 */
export async function withLentNames(source, { whole = {}, screens = {}, lentAs = {} } = {}) {
  await init;
  const [imports] = parse(source);
  let text = source;
  for (const { n: library, s, e, ss, se, d } of imports.toReversed()) {
    if (library === undefined) continue;
    const isDynamic = d !== -1;
    if (Object.hasOwn(lentAs, library)) {
      const lender = isDynamic ? JSON.stringify(lentAs[library]) : lentAs[library];
      text = `${text.slice(0, s)}${lender}${text.slice(e)}`;
      continue;
    }
    if (!Object.hasOwn(ON_DEMAND, library)) continue;
    const all = whole[library] ?? wholeOf(library);
    const rewritten = isDynamic
      ? `${source.slice(ss, s)}${JSON.stringify(all)}${source.slice(e, se)}`
      : statement(source.slice(ss, se), library, { all, screens: screens[library] ?? screensOf(library) });
    text = `${text.slice(0, ss)}${rewritten}${text.slice(se)}`;
  }
  return text;
}

const NAMED = /^(import|export)\s*\{([^}]*)\}\s*from\b/;

/** One import or re-export as one of each place. A namespace, and what is not named, is all of the library. */
function statement(text, library, { all, screens }) {
  const named = NAMED.exec(text);
  if (named === null) {
    // `import "x"` takes nothing.
    if (/^import\s*["']/.test(text)) return text;
    return text.replace(/(["'])[^"']*\1(?=\s*;?\s*$)/, () => JSON.stringify(all));
  }
  const [, keyword, list = ""] = named;
  const parts = list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const placeOf = (name) => {
    if (CARRIED_PARTS[library].includes(name)) return library;
    return SCREEN_PARTS[library]?.includes(name) ? screens : all;
  };
  const byPlace = Map.groupBy(parts, (part) => placeOf(part.split(/\s+/)[0]));
  if (parts.every((part) => byPlace.get(library)?.includes(part))) return text;
  return [library, screens, all]
    .filter((place, index, places) => byPlace.has(place) && places.indexOf(place) === index)
    .map((place) => `${keyword} { ${byPlace.get(place).join(", ")} } from ${JSON.stringify(place)}`)
    .join("; ");
}
