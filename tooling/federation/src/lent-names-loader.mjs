import { init, parse } from "es-module-lexer";
import { CARRIED_PARTS, ON_DEMAND, wholeOf } from "./carried-parts.mjs";

const LIBRARIES = Object.keys(ON_DEMAND);

/**
 * Takes each name of a lent library from where the host lends it: from its first load, or from all of the library, on demand. The host itself takes it
 * from its own module (`whole`): what its lazy files borrowed from each other, and did not get once, they would not be given again.
 */
export default function takeLentNames(source, map) {
  if (!LIBRARIES.some((library) => source.includes(library))) {
    this.callback(null, source, map);
    return;
  }
  const done = this.async();
  // The map stays true to the line: a statement is rewritten within it.
  const { whole, alone } = this.getOptions();
  // What another library of the host uses comes alone: its calendars are not to bring all of Mantine with them.
  const from = this.resourcePath.includes("/node_modules/") ? alone : whole;
  void withLentNames(source, from).then((text) => done(null, text, map), done);
}

/**
 * @param {string} source a module as JavaScript
 * @param {Readonly<Record<string, string>>} [whole] library → where its other names are
 * @returns the module with the imports of lent libraries taken apart, each on its line
 */
export async function withLentNames(source, whole = {}) {
  await init;
  const [imports] = parse(source);
  let text = source;
  for (const { n: library, s, e, ss, se, d } of imports.toReversed()) {
    if (library === undefined || !Object.hasOwn(ON_DEMAND, library)) continue;
    const isDynamic = d !== -1;
    const all = JSON.stringify(whole[library] ?? wholeOf(library));
    const rewritten = isDynamic
      ? `${source.slice(ss, s)}${all}${source.slice(e, se)}`
      : statement(source.slice(ss, se), library, all);
    text = `${text.slice(0, ss)}${rewritten}${text.slice(se)}`;
  }
  return text;
}

const NAMED = /^(import|export)\s*\{([^}]*)\}\s*from\b/;

/** One import or re-export as one or two of them. A namespace, and what is not named, is all of the library. */
function statement(text, library, all) {
  const named = NAMED.exec(text);
  if (named === null) {
    // `import "x"` takes nothing.
    if (/^import\s*["']/.test(text)) return text;
    return text.replace(/(["'])[^"']*\1(?=\s*;?\s*$)/, () => all);
  }
  const [, keyword, list = ""] = named;
  const parts = list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const isCarried = (part) => CARRIED_PARTS[library].includes(part.split(/\s+/)[0]);
  const carried = parts.filter(isCarried);
  const others = parts.filter((part) => !isCarried(part));
  if (others.length === 0) return text;
  const from = (names, request) => `${keyword} { ${names.join(", ")} } from ${request}`;
  return [...(carried.length > 0 ? [from(carried, JSON.stringify(library))] : []), from(others, all)].join(
    "; ",
  );
}
