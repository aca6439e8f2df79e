// Who shows films and owes rent: cinemas, the companies behind them, and the weekly invoices.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { type CinemaWeek, cinemaWeekOf } from "@bobine/contract/cinema-week";
import type { Axes, Numbering } from "./axes.ts";
import type { Chance } from "./chance.ts";
import { CIRCUITS, FILMS, SURNAMES, TOWNS, VENUE_FORMS, VENUES } from "./words.ts";

export type Behind = "company" | "association" | "town hall" | "circuit" | "person";

export interface Cinema {
  readonly id: string;
  readonly company: Company;
  readonly name: string;
  readonly town: string;
  readonly code: string;
}

export interface Company {
  readonly id: string;
  readonly siren: string | null;
  readonly name: string;
  readonly behind: Behind;
  /** Several companies of one circuit have the same head. */
  readonly circuit: string | null;
  readonly cinemas: Cinema[];
}

export interface Bill {
  readonly id: string;
  readonly number: string;
  readonly date: CivilDate;
  readonly due: CivilDate;
  readonly cinema: Cinema;
  readonly week: CinemaWeek;
  readonly films: readonly string[];
  /** Cents, without what a credit note took away. */
  readonly total: number;
  readonly credited: number;
  readonly isGuarantee: boolean;
}

export interface Trade {
  readonly companies: readonly Company[];
  readonly cinemas: readonly Cinema[];
  readonly bills: readonly Bill[];
  readonly firstDay: CivilDate;
}

const FIRST_WEDNESDAY = "2026-01-28" as CivilDate;

export function makeTrade(chance: Chance, axes: Axes): Trade {
  const companies = makeCompanies(chance, axes);
  const cinemas = companies.flatMap((company) => company.cinemas);
  return { companies, cinemas, bills: makeBills(chance, axes, cinemas), firstDay: FIRST_WEDNESDAY };
}

const FORMS = ["SARL", "SAS", "EURL", "SCOP", "SA"] as const;

function makeCompanies(chance: Chance, axes: Axes): Company[] {
  const companies: Company[] = [];
  let cinemaCount = 0;
  const siren = (): string | null => (chance.yes(0.9) ? chance.digits(9) : null);
  const open = (company: Omit<Company, "id" | "cinemas">): Company => {
    const made: Company = { ...company, id: `P${companies.length + 1}`, cinemas: [] };
    companies.push(made);
    return made;
  };
  const add = (company: Company, name: string, town: string): void => {
    cinemaCount += 1;
    const letters = (text: string): string =>
      text
        .normalize("NFD")
        .replaceAll(/[^A-Za-z]/g, "")
        .toUpperCase();
    const code = `${letters(name.replace(/^(Cinéma|Ciné|Espace|Théâtre|Le) (Le )?/, "")).slice(0, 3)}${letters(town).slice(0, 4)}${cinemaCount}`;
    company.cinemas.push({ id: `C${cinemaCount}`, company, name, town, code });
  };
  while (cinemaCount < axes.cinemas) {
    const town = chance.one(TOWNS);
    const venue = chance.one(VENUES);
    const name = chance.one(VENUE_FORMS).replace("{v}", venue);
    const behind = chance.weighted({ company: 60, association: 14, "town hall": 12, circuit: 9, person: 5 });
    const plain = { circuit: null, siren: siren(), behind };
    if (behind === "circuit") {
      const circuit = chance.one(CIRCUITS);
      const sites = Math.min(chance.whole(3, 12), Math.max(3, axes.cinemas - cinemaCount));
      const isOneCompany = chance.yes(0.5);
      const head = isOneCompany
        ? open({ ...plain, circuit, name: `${circuit} Exploitation ${chance.one(FORMS)}` })
        : null;
      for (let site = 0; site < sites; site++) {
        const place = chance.one(TOWNS);
        add(
          head ??
            open({ ...plain, siren: siren(), circuit, name: `${circuit} ${place} ${chance.one(FORMS)}` }),
          `${circuit} ${place}`,
          place,
        );
      }
      continue;
    }
    const legal = {
      company: () =>
        chance.weighted({ venue: 40, town: 25, family: 20, opaque: 15 }) satisfies string as
          | "venue"
          | "town"
          | "family"
          | "opaque",
      association: () => "association" as const,
      "town hall": () => "town hall" as const,
      person: () => "person" as const,
    }[behind]();
    const names = {
      venue: `${chance.one(FORMS)} Le ${venue}`,
      town: `${chance.one(FORMS)} Cinémas de ${town}`,
      family: `${chance.one(SURNAMES)} et Fils ${chance.one(FORMS)}`,
      opaque: `${chance.one(FORMS)} ${chance.one(SURNAMES).slice(0, 3).toUpperCase()}${venue.slice(0, 3).toUpperCase()} Loisirs`,
      association: chance.one([
        `Association Ciné ${town}`,
        `MJC de ${town}`,
        `Les Amis du ${venue}`,
        `Foyer rural ${town}`,
      ]),
      "town hall": chance.one([`Commune de ${town}`, `Ville de ${town}`, `CC du Pays de ${town}`]),
      person: `${chance.one(["Monsieur", "Madame"])} ${chance.one(SURNAMES)}`,
    };
    const company = open({ ...plain, name: names[legal] });
    add(company, name, town);
    if (behind === "company" && chance.yes(0.15))
      add(
        company,
        chance.one(VENUE_FORMS).replace("{v}", chance.one(VENUES)),
        chance.yes(0.7) ? town : chance.one(TOWNS),
      );
  }
  return companies;
}

/** How this distributor numbers: the printed number of the n-th invoice of a year. */
const NUMBERING = {
  compact: (n: number) => `F26${String(n).padStart(6, "0")}`,
  dashed: (n: number) => `F2026-${String(n).padStart(5, "0")}`,
  lettered: (n: number) => `FA26${String(n).padStart(5, "0")}`,
  slashed: (n: number) => `26/${String(n).padStart(5, "0")}`,
  long: (n: number) => `FAC-2026-${String(n).padStart(6, "0")}`,
  bare: (n: number) => `2026${String(n).padStart(5, "0")}`,
} satisfies Record<Numbering, (n: number) => string>;

function makeBills(chance: Chance, axes: Axes, cinemas: readonly Cinema[]): Bill[] {
  const bills: Bill[] = [];
  const sizes = new Map(cinemas.map((cinema) => [cinema.id, Math.exp(0.7 * chance.normal())]));
  const guarantees = [100, 120, 150, 150, 180, 200, 250, 300];
  let count = chance.whole(40, 4000);
  for (let at = 0; at < axes.weeks; at++) {
    const week = cinemaWeekOf(addDays(FIRST_WEDNESDAY, 7 * at));
    const date = addDays(FIRST_WEDNESDAY, 7 * at + chance.whole(8, 12));
    // A distributor's year is cut into films: this week's four.
    const playing = [0, 1, 2, 3].map((film) => FILMS[(at + film * 5) % FILMS.length] ?? FILMS[0]);
    const blocks = chance.yes(0.5) ? cinemas : chance.shuffled(cinemas);
    for (const cinema of blocks) {
      if (!chance.yes(axes.activity)) continue;
      const isGuarantee = chance.yes(axes.guarantees);
      const size = sizes.get(cinema.id) ?? 1;
      const base = isGuarantee
        ? chance.one(guarantees) * 100
        : Math.max(900, Math.round(24000 * size * Math.exp(0.9 * chance.normal())));
      const total = inUnits(base * (chance.yes(0.97) ? 1.1 : 1.055), axes);
      count += 1;
      const terms = chance.weighted({ "30": 8, "45": 1, "60": 1 });
      bills.push({
        id: `I${count}`,
        number: NUMBERING[axes.numbering](count),
        date,
        due: addDays(date, Number(terms)),
        cinema,
        week,
        films: chance.shuffled(playing).slice(0, isGuarantee ? 1 : chance.whole(1, 3)),
        total,
        credited: chance.yes(axes.creditNotes) ? inUnits(total * chance.one([0.1, 0.2, 0.37, 0.5]), axes) : 0,
        isGuarantee,
      });
    }
  }
  return bills;
}

/** Cents, or whole euros when the world has nothing else. */
const inUnits = (cents: number, { wholeEuros }: Axes): number =>
  wholeEuros ? Math.round(cents / 100) * 100 : Math.round(cents);
