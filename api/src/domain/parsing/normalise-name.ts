const cache = new Map<string, string>();
const CACHE_LIMIT = 2000;

/**
 * An element, attribute or column name as the alias tables know it: no namespace prefix, no accents, lower case, letters
 * and digits only (BOX-2).
 */
export function normaliseName(name: string): string {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const normal = name
    .slice(name.indexOf(":") + 1)
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  // A hostile file may bring a new name with each element.
  if (cache.size < CACHE_LIMIT) cache.set(name, normal);
  return normal;
}

const keys = new Map<string, string>();

/** The key of an element's own value: `/` and the normalised name. */
export function ownKey(name: string): string {
  const known = keys.get(name);
  if (known !== undefined) return known;
  const key = `/${normaliseName(name)}`;
  if (keys.size < CACHE_LIMIT) keys.set(name, key);
  return key;
}

/** Nearly nothing of what banks write has any of these; a long statement has hundreds of thousands of labels. */
const NOT_ASCII = /[^\0-\x7f]/;
const NOT_NORMAL = /[^a-z0-9 ]|^ | $| {2}/;

/** Words of a name, company or town for comparing: no accents, lower case, single blanks. */
export function normaliseText(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "") : text;
  const lower = plain.toLowerCase();
  return NOT_NORMAL.test(lower) ? lower.replace(/[^a-z0-9]+/g, " ").trim() : lower;
}
