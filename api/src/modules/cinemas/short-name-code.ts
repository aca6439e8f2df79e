/** Words that tell nothing of a cinema, as in `cinema_name_key` of the database. */
const EMPTY_WORDS = new Set(["CINEMA", "CINEMAS", "CINE", "LE", "LA", "LES", "L", "DE", "DU", "DES", "D"]);
const SHORTEST = 2;

/** The first three letters or digits of the first word that tells something. */
function beginningOf(text: string): string {
  const words = text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean);
  return (words.find((word) => !EMPTY_WORDS.has(word)) ?? words[0] ?? "").slice(0, 3);
}

/** The mnemonic of a cinema's name and city, before anyone else's is looked at: « Cinéma Le Beffroi », Douai → `BEFDOU` (CIN-6). */
export function shortNameCodeBase(name: string, city: string): string {
  const base = beginningOf(name) + beginningOf(city);
  return base.length < SHORTEST ? `CINE${base}` : base;
}

/** The mnemonic, with the first digit that makes it free on a clash: `BEFDOU`, `BEFDOU2`, `BEFDOU3`… */
export function freeShortNameCode(base: string, taken: ReadonlySet<string>): string {
  return freeCodes(taken)(base);
}

/**
 * Gives free mnemonics one after the other, none twice. What it found taken is not looked at again: a list of thousands may have one
 * mnemonic for all its cinemas.
 * @param taken may grow meanwhile, never shrink
 */
export function freeCodes(taken: ReadonlySet<string>): (base: string) => string {
  const nextOf = new Map<string, number>();
  return (base) => {
    let suffix = nextOf.get(base) ?? 1;
    const code = (): string => (suffix === 1 ? base : `${base}${suffix}`);
    while (taken.has(code())) suffix += 1;
    const free = code();
    nextOf.set(base, suffix + 1);
    return free;
  };
}
