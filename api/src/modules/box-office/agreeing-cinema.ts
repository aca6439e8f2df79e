import { type KnownCinema, sirenOf } from "./find-cinemas.ts";

type Named = Omit<KnownCinema, "id">;
/** What names a cinema; a SIRET says its SIREN too. */
type Identifier = "cnc" | "siren" | "short_code" | "title";

/** How many identifiers must agree: one is public, or guessed. */
const ENOUGH = 2;

const identifiersOf = (cinema: Named): Readonly<Record<Identifier | "town", string>> => {
  const [title = "", town = ""] = cinema.name_key.split("|");
  return {
    cnc: cinema.cnc,
    siren: sirenOf(cinema),
    short_code: cinema.short_code,
    title,
    town,
  };
};
const NUMBERS = ["cnc", "siren", "short_code"] as const;
const IDENTIFIERS = [...NUMBERS, "title"] as const satisfies Identifier[];
/** A town names nothing: with a guessed number it would open all that it has. It may contradict. */
const FACTS = [...IDENTIFIERS, "town"] as const;

const differ = (left: string, right: string): boolean => left !== "" && right !== "" && left !== right;

/**
 * Finds the cinema on which two identifiers agree, and that nothing contradicts: only such a cinema is opened
 * to a distributor that does not work with it yet.
 * @returns a function from what a file says to the cinema, with the identifiers joined by `+`
 */
export function agreeingCinemas(
  known: readonly KnownCinema[],
): (named: Named) => { readonly id: number; readonly identifier: string } | undefined {
  const byNumber = new Map<string, KnownCinema[]>();
  for (const cinema of known) {
    const own = identifiersOf(cinema);
    for (const number of NUMBERS) {
      if (own[number] === "") continue;
      const key = `${number} ${own[number]}`;
      byNumber.set(key, [...(byNumber.get(key) ?? []), cinema]);
    }
  }
  return (named) => {
    const given = identifiersOf(named);
    const candidates = new Set(
      NUMBERS.flatMap((number) =>
        given[number] === "" ? [] : (byNumber.get(`${number} ${given[number]}`) ?? []),
      ),
    );
    const sure = new Map<number, string>();
    for (const cinema of candidates) {
      const own = identifiersOf(cinema);
      const agreed = IDENTIFIERS.filter((one) => given[one] !== "" && given[one] === own[one]);
      const isContradicted =
        FACTS.some((one) => differ(given[one], own[one])) || differ(cinema.siret, named.siret);
      if (agreed.length < ENOUGH || isContradicted) continue;
      sure.set(cinema.id, agreed.join("+").replace("title", given.town === "" ? "title" : "name"));
    }
    const [only, another] = [...sure];
    return only && !another ? { id: only[0], identifier: only[1] } : undefined;
  };
}
