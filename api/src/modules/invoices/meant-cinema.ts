import { isSameNumber, normaliseNumber } from "../../domain/parsing/same-number.ts";
import { type KnownCinema, sirenOf } from "../box-office/find-cinemas.ts";

/** A cinema that the distributor works with. */
export type OwnCinema = KnownCinema & {
  readonly is_sandboxed: boolean;
  /** Of who pays for it. */
  readonly invoicing_siren: string;
};

/** What a line says of its cinema. */
export interface NamedByLine extends Omit<KnownCinema, "id"> {
  /** As the list writes its name. */
  readonly title: string;
  /** The cinemas that have this name when the line tells no town, or that are called by its number when it tells no name. */
  readonly called: readonly number[];
}

type MeantCinema = { readonly id: number } | { readonly problem: string } | undefined;

type Ids = ReadonlySet<number>;
/** Where one of the things that a line says leads to. */
interface Lead {
  readonly words: string;
  readonly ids: Ids;
}

const NBSP = "\u00a0";
const NONE: Ids = new Set();
const both = (left: Ids, right: Ids): Ids => new Set([...left].filter((id) => right.has(id)));
const idOf = (id: number | undefined): MeantCinema => (id === undefined ? undefined : { id });
const sirensOf = ({ siren, siret, invoicing_siren }: OwnCinema): string[] =>
  [siren, siret.slice(0, 9), invoicing_siren.slice(0, 9)].filter((one) => one !== "");

/** By a value the cinemas that have it, those of the sandbox where no other has. */
function indexBy(
  cinemas: readonly OwnCinema[],
  valuesOf: (cinema: OwnCinema) => readonly string[],
): (value: string) => Ids {
  const index = new Map<string, Set<number>>();
  for (const isSandboxed of [false, true]) {
    const before = new Set(index.keys());
    for (const cinema of cinemas)
      for (const value of cinema.is_sandboxed === isSandboxed ? valuesOf(cinema) : [])
        if (value !== "" && !before.has(value))
          index.set(value, (index.get(value) ?? new Set()).add(cinema.id));
  }
  return (value) => index.get(value) ?? NONE;
}

/** The first two that have no cinema in common. */
function contradicting(leads: readonly Lead[]): readonly [Lead, Lead] | undefined {
  for (const [at, left] of leads.entries())
    for (const right of leads.slice(at + 1)) if (both(left.ids, right.ids).size === 0) return [left, right];
  return undefined;
}

const twoCinemas = (left: Lead, right: Lead): MeantCinema => ({
  problem: `${left.words} et ${right.words} désignent deux cinémas.`,
});

/**
 * Which of the distributor's cinemas a line means (BILL-18): numbers and names that lead to two of them are told, those that lead to none say
 * nothing. A SIREN is a company's, or its payer's: it may have several cinemas, among which the rest tells, and contradicts none
 * whose SIREN is not known.
 * @param cinemas those that any line leads to
 * @returns a function from what a line says, and what its surest identifier finds
 */
export function meantCinemas(
  cinemas: readonly OwnCinema[],
): (named: NamedByLine, found: number | undefined) => MeantCinema {
  const cncOf = new Map(cinemas.map((cinema) => [cinema.id, cinema.cnc]));
  const byCode = indexBy(cinemas, (one) => [one.short_code]);
  const byForm = indexBy(cinemas, (one) => [normaliseNumber(one.cnc)]);
  const byCnc = (number: string): Ids =>
    new Set([...byForm(normaliseNumber(number))].filter((id) => isSameNumber(cncOf.get(id) ?? "", number)));
  const bySiret = indexBy(cinemas, (one) => [one.siret]);
  const byName = indexBy(cinemas, (one) => [one.name_key]);
  const bySiren = indexBy(cinemas, sirensOf);
  const withoutSiren = new Set(cinemas.flatMap((one) => (sirensOf(one).length === 0 ? one.id : [])));
  return (named, found) => {
    const leads: Lead[] = [
      { words: `le code ${named.short_code}`, ids: byCode(named.short_code) },
      { words: `le numéro CNC ${named.cnc}`, ids: byCnc(named.cnc) },
      { words: `le SIRET ${named.siret}`, ids: bySiret(named.siret) },
      {
        words: `le nom «${NBSP}${named.title}${NBSP}»`,
        ids: named.name_key === "" && named.title !== "" ? new Set(named.called) : byName(named.name_key),
      },
    ].filter(({ ids }) => ids.size > 0);
    const wrong = contradicting(leads);
    if (wrong) return twoCinemas(...wrong);
    const siren = sirenOf(named);
    const company: Lead = { words: `le SIREN ${siren}`, ids: bySiren(siren) };
    if (company.ids.size === 0) return idOf(found);
    const [first] = leads;
    if (!first) return ofCompany(named, company, found);

    const sites = leads.map(({ ids }) => ids).reduce(both);
    const ofSiren = both(sites, company.ids);
    const meant = [...(ofSiren.size > 0 ? ofSiren : both(sites, withoutSiren))];
    if (meant.length === 0) return twoCinemas(first, company);
    if (found === undefined || meant.includes(found)) return idOf(found);
    const [only] = meant.length === 1 ? meant : [];
    const cnc = only === undefined ? "" : (cncOf.get(only) ?? "");
    return named.cnc !== "" && cnc !== "" && !isSameNumber(cnc, named.cnc) ? undefined : idOf(only);
  };
}

/** What a SIREN says when nothing else leads to a cinema. */
function ofCompany(named: NamedByLine, { words, ids }: Lead, found: number | undefined): MeantCinema {
  const isAlone = [named.short_code, named.cnc, named.siret, named.title].every((text) => text === "");
  if (ids.size === 1) return idOf(found ?? (isAlone ? [...ids][0] : undefined));
  return isAlone && named.called.length === 0
    ? { problem: `${words} est celui de plusieurs de vos cinémas. Indiquez le code ou le nom.` }
    : undefined;
}
