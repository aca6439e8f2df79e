import type { KnownCinema } from "./find-cinemas.ts";

type Named = Omit<KnownCinema, "id">;
type Identifier = "cnc" | "siren" | "short_code" | "name";

/** How many identifiers must agree: one is public, or guessed. */
const ENOUGH = 2;

/** What names a cinema, each independent of the others: a SIRET says its SIREN too. */
const identifiersOf = (cinema: Named): [Identifier, string][] =>
  (
    [
      ["cnc", cinema.cnc],
      ["siren", cinema.siren || cinema.siret.slice(0, 9)],
      ["short_code", cinema.short_code],
      ["name", cinema.name_key],
    ] as [Identifier, string][]
  ).filter(([, value]) => value !== "");

const differ = (left: string, right: string): boolean => left !== "" && right !== "" && left !== right;

/**
 * Finds the cinema on which two identifiers of a name agree, and no CNC number or SIRET disagrees: only such a cinema is opened to a
 * distributor that does not work with it yet.
 * @returns a function from what a file says to the cinema, with the identifiers joined by `+`
 */
export function agreeingCinemas(
  known: readonly KnownCinema[],
): (named: Named) => { readonly id: number; readonly identifier: string } | undefined {
  const byIdentifier = new Map<string, KnownCinema[]>();
  for (const cinema of known) {
    for (const [identifier, value] of identifiersOf(cinema)) {
      const key = `${identifier} ${value}`;
      const same = byIdentifier.get(key);
      if (same) same.push(cinema);
      else byIdentifier.set(key, [cinema]);
    }
  }
  return (named) => {
    const agreed = new Map<KnownCinema, Identifier[]>();
    for (const [identifier, value] of identifiersOf(named))
      for (const cinema of byIdentifier.get(`${identifier} ${value}`) ?? [])
        agreed.set(cinema, [...(agreed.get(cinema) ?? []), identifier]);
    const sure = [...agreed].filter(
      ([cinema, identifiers]) =>
        identifiers.length >= ENOUGH && !differ(cinema.cnc, named.cnc) && !differ(cinema.siret, named.siret),
    );
    const [only, another] = sure;
    return only && !another ? { id: only[0].id, identifier: only[1].join("+") } : undefined;
  };
}
