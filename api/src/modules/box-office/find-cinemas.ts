import { isSiret } from "@bobine/contract/business-numbers";
import { must } from "../../domain/must.ts";
import { isSameNumber, normaliseNumber } from "../../domain/parsing/same-number.ts";

/** How a report names a cinema. Absent keys are empty. */
export interface ReportedCinema {
  readonly name: string;
  readonly city: string;
  readonly cnc: string;
  readonly siret: string;
  readonly siren: string;
  readonly short_code: string;
  /** `cinema_name_key(name, city)` of the database. */
  readonly name_key: string;
  /** Authorisation numbers of the screens that the report names there. */
  readonly screens: readonly string[];
}

/** A cinema of the database, as far as it can be recognised. */
export interface KnownCinema {
  readonly id: number;
  readonly cnc: string;
  readonly siret: string;
  readonly siren: string;
  readonly short_code: string;
  readonly name_key: string;
}

/** By what a cinema was recognised. */
export type FoundBy = "screen" | "cnc" | "siret" | "siren" | "short_code" | "name" | "created";

export interface FoundCinemas {
  /** Per reported cinema, its cinema; undefined when it is unknown and has no name to be created by. */
  readonly cinemas: readonly (number | undefined)[];
  /** Per reported cinema, by what its cinema was found. */
  readonly by: readonly (FoundBy | undefined)[];
  /** Screens → cinema: those known before, and those now known. */
  readonly screens: ReadonlyMap<string, number>;
  /** Unknown cinemas to create: their new id, the reported cinemas that tell of them (the first names it), and the one whose link was cut, if it is. */
  readonly created: readonly {
    readonly id: number;
    readonly reported: readonly number[];
    readonly stands_for: number | undefined;
  }[];
  /** New screens, with their cinema. */
  readonly newScreens: readonly {
    readonly authorization: string;
    readonly cinema_id: number;
    readonly reported: number;
  }[];
}

/** What leads to a cinema when nothing of the shared list does. */
export interface LastResorts {
  /** Cinemas that the distributor alone sees. */
  readonly own?: readonly KnownCinema[];
  /** Numbers that are no screen's of this cinema, as was decided: they are not new. */
  readonly refusedScreens?: ReadonlyMap<string, number>;
  /** Number of the report → cinema of the screen that has it written otherwise. */
  readonly alike?: ReadonlyMap<string, number>;
  /** Cinemas whose link with the distributor was cut: what means one of them is another cinema's never, and is created to stand for it. */
  readonly cut?: ReadonlySet<number>;
}

/**
 * Finds the cinema of everything that a report names (BOX-6): by the authorisation of one of its screens, the site's
 * CNC number, the SIRET, a SIREN that only one cinema has, the short code, then the same name and city. What is found nowhere
 * is created, once, however many times the report names it.
 *
 * A key that does not identify a site by itself (SIREN, name) is not believed when CNC numbers or SIRETs contradict it: a
 * circuit's second cinema is not its first, nor is the one of a name and town that another establishment runs. Of a cinema that this
 * report creates, a SIREN says nothing without its name: it is « the only one » of its circuit only because the report names it first.
 *
 * What is known is found first, wherever the report names it: a cinema that is created meanwhile would take its screens, and its numbers with them.
 * All that sites tell of a cinema that is created leads to it. A site without its town is the one of its name and SIREN that is created too,
 * where the report names one town alone for them.
 *
 * @param knownScreens authorisation number → cinema id
 * @param newId gives the id of a cinema to create
 */
export function findCinemas(
  reported: readonly ReportedCinema[],
  known: readonly KnownCinema[],
  knownScreens: ReadonlyMap<string, number>,
  newId: () => number,
  { own = [], refusedScreens = new Map(), alike = new Map(), cut = new Set() }: LastResorts = {},
): FoundCinemas {
  const index = new CinemaIndex(known);
  const ownIndex = new CinemaIndex(own);
  const screens = new Map(knownScreens);
  const created = new Map<
    number,
    { readonly cinema: KnownCinema; readonly reported: number[]; readonly stands_for: number | undefined }
  >();
  const standIns = new Map<number, number>();
  const newScreens: { authorization: string; cinema_id: number; reported: number }[] = [];
  const leadingTo = (cinema: ReportedCinema, map: ReadonlyMap<string, number>) =>
    firstOf(cinema.screens.map((screen) => map.get(screen)));
  const added = new Map<string, { readonly authorization: string; readonly id: number }>();
  const alikeOf = (authorization: string): number | undefined => {
    const one = added.get(normaliseNumber(authorization));
    return one && isSameNumber(one.authorization, authorization) ? one.id : alike.get(authorization);
  };
  const ofNumber = (one: Found | undefined): Found | undefined =>
    one?.by === "cnc" || one?.by === "siret" ? one : undefined;
  const amongShared = (cinema: ReportedCinema): Found | undefined =>
    foundBy("screen", leadingTo(cinema, screens)) ?? index.find(cinema);
  const amongKnown = (cinema: ReportedCinema): Found | undefined =>
    amongShared(cinema) ?? ofNumber(ownIndex.find(cinema));
  const anywhere = (cinema: ReportedCinema): Found | undefined =>
    amongShared(cinema) ??
    ownIndex.find(cinema) ??
    (isNumberless(cinema) ? foundBy("screen", firstOf(cinema.screens.map(alikeOf))) : undefined) ??
    foundBy("screen", leadingTo(cinema, refusedScreens));
  const isCut = (id: number | undefined): boolean => id !== undefined && cut.has(id);
  const standInOf = (cutId: number, cinema: ReportedCinema): Found | undefined =>
    ownIndex.find(cinema) ?? foundBy("created", standIns.get(cutId));
  const found: (Found | undefined)[] = Array.from({ length: reported.length });
  const create = (cinema: ReportedCinema, stands_for: number | undefined): Found | undefined => {
    if (cinema.name === "") return undefined;
    const id = newId();
    created.set(id, { cinema: { ...cinema, id }, reported: [], stands_for });
    if (stands_for !== undefined) standIns.set(stands_for, id);
    return { id, by: "created" };
  };
  const take = (one: Found | undefined, cinema: ReportedCinema, position: number): void => {
    found[position] = one;
    if (one === undefined) return;
    const { id } = one;
    const made = created.get(id);
    if (made) {
      const grown = { cinema: index.grow(made.cinema, cinema), reported: [...made.reported, position] };
      created.set(id, { ...made, ...grown });
    }
    for (const authorization of cinema.screens) {
      if (authorization === "" || (screens.has(authorization) && !isCut(screens.get(authorization))))
        continue;
      screens.set(authorization, id);
      if (refusedScreens.has(authorization) || alikeOf(authorization) === id) continue;
      added.set(normaliseNumber(authorization), { authorization, id });
      newScreens.push({ authorization, cinema_id: id, reported: position });
    }
  };
  const cutAt = new Map<number, number>();
  for (const [position, cinema] of reported.entries()) {
    const one = amongKnown(cinema);
    if (one && isCut(one.id)) cutAt.set(position, one.id);
    else take(one, cinema, position);
  }
  const mayBeKnown = (position: number): boolean => {
    const cinema = must(reported[position], "site of the report");
    const namesakes = [index, ownIndex].some((one) => one.hasNamesake(cinema));
    return (
      namesakes || found[position] !== undefined || cutAt.has(position) || anywhere(cinema) !== undefined
    );
  };
  for (const [position, cinema] of withTowns(reported, mayBeKnown).entries()) {
    if (found[position] !== undefined) continue;
    const one = cutAt.has(position) ? undefined : anywhere(cinema);
    const stands_for = cutAt.get(position) ?? (isCut(one?.id) ? one?.id : undefined);
    const known = stands_for === undefined ? one : standInOf(stands_for, cinema);
    take(known ?? create(cinema, stands_for), cinema, position);
  }
  return {
    cinemas: found.map((one) => one?.id),
    by: found.map((one) => one?.by),
    screens: new Map([...screens].filter(([, id]) => !isCut(id))),
    created: [...created].map(([id, { reported: at, stands_for }]) => ({ id, reported: at, stands_for })),
    newScreens,
  };
}

const firstOf = (ids: readonly (number | undefined)[]): number | undefined =>
  ids.find((id) => id !== undefined);
/** Nothing but its name and screens tells of it: numbers that are known nowhere are another cinema's. */
const isNumberless = ({ cnc, siret, siren, short_code }: ReportedCinema): boolean =>
  [cnc, siret, siren, short_code].every((number) => number === "");

interface Found {
  readonly id: number;
  readonly by: FoundBy;
}
const foundBy = (by: FoundBy, id: number | undefined): Found | undefined =>
  id === undefined ? undefined : { id, by };

type Identity = Omit<KnownCinema, "id">;

/** The SIREN that a cinema is known by, else that of its SIRET; empty without either. */
export const sirenOf = (cinema: Pick<Identity, "siren" | "siret">): string =>
  cinema.siren || cinema.siret.slice(0, 9);
const differ = (left: string, right: string): boolean => left !== "" && right !== "" && left !== right;
const differAsNumbers = (left: string, right: string): boolean =>
  differ(left, right) && !isSameNumber(left, right);

/** A cinema with the numbers that it lacks. */
const withNumbersOf = <Cinema extends Identity>(cinema: Cinema, other: Identity = cinema): Cinema => ({
  ...cinema,
  cnc: cinema.cnc || other.cnc,
  siret: cinema.siret || other.siret,
  siren: cinema.siren || other.siren,
  short_code: cinema.short_code || other.short_code,
});

const nameIn = (name_key: string): string => name_key.slice(0, name_key.indexOf("|"));
const hasTown = ({ name_key }: Identity): boolean => !name_key.endsWith("|");

/**
 * Gives sites without a town that of the only one that the report names for their name and SIREN. A town finds a cinema at once, and who is
 * billed: none is lent where any of these sites may be a cinema that is known, nor where any number of theirs is not told in the town too.
 */
function withTowns(
  reported: readonly ReportedCinema[],
  mayBeKnown: (position: number) => boolean,
): readonly ReportedCinema[] {
  const isLending = (cinema: ReportedCinema): boolean =>
    nameIn(cinema.name_key) !== "" && sirenOf(cinema) !== "";
  const sites = [...reported.entries()].filter(([, cinema]) => isLending(cinema));
  const towns = new Map<number, string>();
  for (const same of Map.groupBy(sites, ([, one]) => `${sirenOf(one)} ${nameIn(one.name_key)}`).values()) {
    const without = same.filter(([, cinema]) => !hasTown(cinema));
    const [first, ...others] = same.filter(([, cinema]) => hasTown(cinema)).map(([, cinema]) => cinema);
    if (without.length === 0 || first === undefined) continue;
    const told = others.reduce((all, cinema) => withNumbersOf(all, cinema), first);
    const isOne =
      others.every((cinema) => cinema.name_key === first.name_key && !tellsAnother(cinema, told)) &&
      without.every(([, cinema]) => !tellsAnother(cinema, told)) &&
      !same.some(([position]) => mayBeKnown(position));
    if (isOne) for (const [position] of without) towns.set(position, first.name_key);
  }
  return reported.map((cinema, position) => ({
    ...cinema,
    name_key: towns.get(position) ?? cinema.name_key,
  }));
}

/** Whether a site tells a number of its own that these are not. */
const tellsAnother = (one: Identity, told: Identity): boolean =>
  (one.cnc !== "" && !isSameNumber(one.cnc, told.cnc)) ||
  (one.siret !== "" && one.siret !== told.siret) ||
  (one.short_code !== "" && one.short_code !== told.short_code);

class CinemaIndex {
  readonly #byCnc = new Map<string, KnownCinema[]>();
  readonly #bySiret = new Map<string, KnownCinema[]>();
  readonly #bySiren = new Map<string, KnownCinema[]>();
  readonly #byCode = new Map<string, KnownCinema[]>();
  readonly #byName = new Map<string, KnownCinema[]>();
  /** Cinemas that the report creates → the names by which it tells of them. */
  readonly #namesOfCreated = new Map<number, Set<string>>();

  constructor(known: readonly KnownCinema[]) {
    for (const cinema of known) this.add(cinema);
  }

  add(cinema: KnownCinema): void {
    for (const [map, key] of this.#keysOf(cinema)) {
      const same = map.get(key);
      if (same) same.push(cinema);
      else map.set(key, [cinema]);
    }
  }

  /** A cinema that the report creates, with what another site tells of it: all of it leads there. @returns the cinema as it is from now on */
  grow(cinema: KnownCinema, told: Identity): KnownCinema {
    const grown = withNumbersOf(cinema, told);
    for (const [map, key] of this.#keysOf(cinema))
      map.set(
        key,
        (map.get(key) ?? []).filter((one) => one !== cinema),
      );
    this.add(grown);
    const names = this.#namesOfCreated.get(cinema.id) ?? new Set();
    this.#namesOfCreated.set(cinema.id, names.add(cinema.name_key).add(told.name_key));
    return grown;
  }

  /** Whether there is one of its name and town, or of its SIREN and name in whatever town. */
  hasNamesake(cinema: Identity): boolean {
    const ofSiren = this.#bySiren.get(sirenOf(cinema)) ?? [];
    return (
      this.#byName.has(cinema.name_key) ||
      ofSiren.some(({ name_key }) => nameIn(name_key) === nameIn(cinema.name_key))
    );
  }

  #keysOf(cinema: KnownCinema): [Map<string, KnownCinema[]>, string][] {
    const keys: [Map<string, KnownCinema[]>, string][] = [
      [this.#byCnc, normaliseNumber(cinema.cnc)],
      [this.#bySiret, cinema.siret],
      [this.#bySiren, sirenOf(cinema)],
      [this.#byCode, cinema.short_code],
      [this.#byName, cinema.name_key],
    ];
    return keys.filter(([, key]) => key !== "");
  }

  find(cinema: Identity): Found | undefined {
    const only = (by: FoundBy, candidates: readonly KnownCinema[] | undefined): Found | undefined =>
      candidates?.length === 1 ? foundBy(by, candidates[0]?.id) : undefined;
    const sameSite = (candidate: KnownCinema): boolean => !differAsNumbers(candidate.cnc, cinema.cnc);
    const sameSiret = (candidate: KnownCinema): boolean => !differ(candidate.siret, cinema.siret);
    const sameEstablishment = (candidate: KnownCinema): boolean =>
      sameSiret(candidate) || ![candidate.siret, cinema.siret].every(isSiret);
    const sameName = (candidate: KnownCinema): boolean =>
      this.#namesOfCreated.get(candidate.id)?.has(cinema.name_key) ?? true;
    const oneOfItsSiren = this.#bySiren.get(sirenOf(cinema)) ?? [];
    return (
      only("cnc", this.#ofCnc(cinema.cnc)) ??
      only("siret", this.#bySiret.get(cinema.siret)?.filter(sameSite)) ??
      (oneOfItsSiren.length === 1
        ? only(
            "siren",
            oneOfItsSiren.filter((one) => sameSite(one) && sameSiret(one) && sameName(one)),
          )
        : undefined) ??
      only("short_code", this.#byCode.get(cinema.short_code)?.filter(sameSite)) ??
      only(
        "name",
        this.#byName.get(cinema.name_key)?.filter((one) => sameSite(one) && sameEstablishment(one)),
      )
    );
  }

  /** Those with the very number, else those that have it written otherwise. */
  #ofCnc(cnc: string): readonly KnownCinema[] | undefined {
    const alike = this.#byCnc.get(normaliseNumber(cnc))?.filter((one) => isSameNumber(one.cnc, cnc));
    const very = alike?.filter((one) => one.cnc === cnc);
    return very?.length ? very : alike;
  }
}
