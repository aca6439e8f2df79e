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

/** Words of a name, company or town for comparing: no accents, lower case, single blanks. */
export function normaliseText(text: string): string {
  const kind = kindOf(text);
  if (kind !== "other") return kind === "normal" ? text : text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

const [BLANK, DIGIT_0, DIGIT_9, CAPITAL_A, CAPITAL_Z, SMALL_A, SMALL_Z] = [32, 48, 57, 65, 90, 97, 122];

/** Most of what banks write has only its capitals to lose, and a long statement has hundreds of thousands of labels. */
function kindOf(text: string): "normal" | "capitals" | "other" {
  let hasCapitals = false;
  let before = BLANK;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= CAPITAL_A && code <= CAPITAL_Z) hasCapitals = true;
    else if (code === BLANK) {
      if (before === BLANK) return "other";
    } else if ((code < SMALL_A || code > SMALL_Z) && (code < DIGIT_0 || code > DIGIT_9)) return "other";
    before = code;
  }
  if (before === BLANK && text !== "") return "other";
  return hasCapitals ? "capitals" : "normal";
}
