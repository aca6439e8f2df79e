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

/** Most of what banks write has only its capitals to lose, and a long statement has hundreds of thousands of labels. */
const PLAIN_WORDS = /^(?:[A-Za-z0-9]+(?: [A-Za-z0-9]+)*)?$/;
const HAS_NO_ACCENTS = /^[\0-\x7f]*$/;

/** Words of a name, company or town for comparing: no accents, lower case, single blanks. */
export function normaliseText(text: string): string {
  if (PLAIN_WORDS.test(text)) return text.toLowerCase();
  const letters = HAS_NO_ACCENTS.test(text) ? text : text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  return letters
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
