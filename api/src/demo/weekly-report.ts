import { type CinemaWeek, cinemaWeekOf } from "@bobine/contract/cinema-week";
import { addDays, daysBetween } from "@bobine/contract/civil-date";
import { type Cents, cents, centsToWire, sumCents } from "@bobine/contract/money";
import type { DemoCinema } from "./cinemas.ts";
import type { DemoDistributor, DemoFilm } from "./distributors.ts";
import { type Random, random, seedOf } from "./random.ts";

export const DEMO_SEED = 20261118;

/** Share of a film's first-week admissions that it still makes in its n-th week. */
const DECAY = [1, 0.56, 0.34, 0.21, 0.13, 0.085, 0.055, 0.04];
/** Usual degressive grid, in hundredths of a percent. */
const RATES_BP = [5000, 5000, 4500, 4000, 3500, 3000, 3000, 2500];
const ADMISSIONS_PER_SCREEN = 450;
const MAX_SCREENS = 3;
/** The demo cinemas together make this share of the national admissions. */
const NATIONAL_SHARE = 0.12;

export interface DemoTariff {
  readonly code: string;
  readonly label: string;
  readonly category: "PLEIN" | "REDUIT" | "MOINS_14" | "ILLIMITE";
  readonly price: Cents;
  readonly admissions: number;
}

/** One line of a weekly report before it is written as XML. */
export interface DemoDeclaration {
  readonly cinema: DemoCinema;
  readonly screen: DemoCinema["screens"][number];
  readonly film: Pick<DemoFilm, "visa" | "title" | "version">;
  readonly week: CinemaWeek;
  readonly run_week: number;
  readonly terms: {
    readonly type: "POURCENTAGE" | "FORFAIT";
    readonly rate_bp?: number;
    readonly flat_fee?: Cents;
    readonly minimum_guarantee?: Cents;
  };
  readonly screenings: number;
  readonly admissions_free: number;
  readonly tariffs: readonly DemoTariff[];
  /** Takings that the tariffs do not detail. */
  readonly gross_ttc?: Cents;
  readonly admissions_paid?: number;
}

function tariffsOf(cinema: DemoCinema, admissions: number, draw: Random): DemoTariff[] {
  const half = (value: number): Cents => cents(Math.max(300, Math.round(value / 10) * 10));
  const average = cinema.average_ticket_cents;
  const full = Math.round(admissions * (0.34 + draw.next() * 0.1));
  const child = Math.round(admissions * (0.08 + draw.next() * 0.08));
  const unlimited = cinema.type === "Multiplexe" ? Math.round(admissions * 0.14) : 0;
  return [
    { code: "PLE", label: "Plein", category: "PLEIN", price: half(average * 1.28), admissions: full },
    {
      code: "RED",
      label: "Réduit",
      category: "REDUIT",
      price: half(average * 0.98),
      admissions: admissions - full - child - unlimited,
    },
    {
      code: "M14",
      label: "Moins de 14 ans",
      category: "MOINS_14",
      price: half(average * 0.66),
      admissions: child,
    },
    {
      code: "ILL",
      label: "Illimité (prix de référence)",
      category: "ILLIMITE",
      price: cents(520),
      admissions: unlimited,
    },
  ].filter((tariff) => tariff.admissions > 0) as DemoTariff[];
}

function termsOf(cinema: DemoCinema, runWeek: number, draw: Random): DemoDeclaration["terms"] {
  if (cinema.type === "Itinérant") return { type: "FORFAIT", flat_fee: cents(12_000) };
  const rate_bp = RATES_BP[Math.min(runWeek, RATES_BP.length) - 1] ?? 2500;
  return draw.chance(0.08)
    ? { type: "POURCENTAGE", rate_bp, minimum_guarantee: cents(15_000) }
    : { type: "POURCENTAGE", rate_bp };
}

/** The declarations that a distributor receives for one week: seeded, so the same on every machine. */
export function weeklyDeclarations(
  distributor: DemoDistributor,
  cinemas: readonly DemoCinema[],
  week: CinemaWeek,
): DemoDeclaration[] {
  const declarations: DemoDeclaration[] = [];
  const totalGross = cinemas.reduce((sum, cinema) => sum + cinema.weekly_gross_euros, 0);
  for (const cinema of cinemas) {
    let screenIndex = 0;
    for (const film of distributor.films) {
      const runWeek = daysBetween(cinemaWeekOf(film.release).start, week.start) / 7 + 1;
      const decay = runWeek >= 1 ? DECAY[runWeek - 1] : undefined;
      if (decay === undefined) continue;
      const draw = random(seedOf(DEMO_SEED, `${film.visa}/${cinema.code}/${week.start}`));
      const showing = random(seedOf(DEMO_SEED, `${film.visa}/${cinema.code}`));
      // A cinema takes a film or not, and drops it sooner when it is small.
      if (!showing.chance(Math.min(0.95, 0.45 + film.firstWeek / 250_000))) continue;
      if (runWeek > 2 && draw.chance(0.08 * runWeek)) continue;
      const share = (cinema.weekly_gross_euros / totalGross) * Math.exp(draw.gaussian() * 0.35);
      const admissions = Math.round(
        film.firstWeek * NATIONAL_SHARE * decay * share * Math.max(0.5, cinemas.length / 40),
      );
      if (admissions < 8) continue;
      const screensUsed = Math.min(
        MAX_SCREENS,
        cinema.screens.length,
        1 + Math.floor(admissions / ADMISSIONS_PER_SCREEN),
      );
      for (let i = 0; i < screensUsed; i += 1) {
        const screen = cinema.screens[screenIndex % cinema.screens.length];
        screenIndex += 1;
        if (!screen) continue;
        const part = Math.max(4, Math.round(admissions / screensUsed));
        declarations.push({
          cinema,
          screen,
          film,
          week,
          run_week: runWeek,
          terms: termsOf(cinema, runWeek, draw),
          screenings: Math.max(3, Math.min(35, Math.ceil(part / 24))),
          admissions_free: draw.integer(0, 9),
          tariffs: tariffsOf(cinema, part, draw),
        });
      }
    }
  }
  return declarations;
}

const halfUp = (numerator: number, denominator: number): Cents =>
  cents(Math.floor((2 * numerator + denominator) / (2 * denominator)));

/** What the takings become (BILL-3): tax on admissions 10.72 % and VAT 5.5 % inside the price, each rounded half up. */
function boxOfficeOf(gross: Cents, rateBp: number | undefined) {
  const tsa = halfUp(gross * 1072, 10_000);
  const vat = halfUp(gross * 55, 1055);
  const base = cents(gross - tsa - vat);
  return {
    tsa,
    vat,
    base,
    sacem: halfUp(base * 1515, 100_000),
    share: rateBp === undefined ? undefined : halfUp(base * rateBp, 10_000),
  };
}

const escapeXml = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const attributes = (values: Record<string, string | number | undefined>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");
const percent = (bp: number): string => String(bp / 100);

function declarationXml(
  distributor: DemoDistributor,
  declaration: DemoDeclaration,
): { xml: string; admissions: number; gross: Cents } {
  const { cinema, screen, film, week, terms } = declaration;
  const gross =
    declaration.gross_ttc ?? sumCents(declaration.tariffs.map((t) => cents(t.price * t.admissions)));
  const paid = declaration.admissions_paid ?? declaration.tariffs.reduce((sum, t) => sum + t.admissions, 0);
  const { tsa, vat, base, sacem, share } = boxOfficeOf(
    gross,
    terms.type === "POURCENTAGE" ? terms.rate_bp : undefined,
  );
  const lines = [
    `  <Declaration${attributes({ reference: `${week.year}-${String(week.number).padStart(2, "0")}-${screen.authorization_number}-${film.visa}-${film.version}`, nature: "initiale" })}>`,
    `    <Semaine${attributes({ debut: week.start, fin: week.end, numero: week.number, annee: week.year })}/>`,
    `    <Etablissement${attributes({ numeroCNC: cinema.cnc_authorization, siret: cinema.siret, nom: cinema.name, raisonSociale: cinema.legal_name.toUpperCase(), codePostal: cinema.pin_code, ville: cinema.city })}/>`,
    `    <Salle${attributes({ numeroAutorisation: screen.authorization_number, nom: screen.name, jauge: screen.capacity })}/>`,
    `    <Film${attributes({ visa: film.visa, titre: film.title, version: film.version, semaineExploitation: declaration.run_week })}/>`,
    `    <Distributeur${attributes({ nom: distributor.name, siren: distributor.siren })}/>`,
    `    <Conditions${attributes({
      type: terms.type,
      taux: terms.rate_bp === undefined ? undefined : percent(terms.rate_bp),
      forfaitHT: terms.flat_fee === undefined ? undefined : centsToWire(terms.flat_fee),
      minimumGarantiHT:
        terms.minimum_guarantee === undefined ? undefined : centsToWire(terms.minimum_guarantee),
    })}/>`,
    ...declaration.tariffs.map(
      (tariff) =>
        `    <Tarif${attributes({ code: tariff.code, libelle: tariff.label, categorie: tariff.category, prixTTC: centsToWire(tariff.price), entrees: tariff.admissions, recetteTTC: centsToWire(cents(tariff.price * tariff.admissions)) })}/>`,
    ),
    `    <Totaux${attributes({
      seances: declaration.screenings,
      entreesPayantes: paid,
      entreesGratuites: declaration.admissions_free,
      recetteTTC: centsToWire(gross),
      tsa: centsToWire(tsa),
      tva: centsToWire(vat),
      tauxTVA: "5.5",
      baseFilmHT: centsToWire(base),
      sacem: centsToWire(sacem),
      partDistributeurHT: share === undefined ? undefined : centsToWire(share),
    })}/>`,
    "  </Declaration>",
  ];
  return { xml: lines.join("\n"), admissions: paid + declaration.admissions_free, gross };
}

/** The weekly report as a canonical document; undefined when there is nothing to declare. */
export function weeklyReportXml(
  distributor: DemoDistributor,
  declarations: readonly DemoDeclaration[],
): string | undefined {
  const first = declarations[0];
  if (!first) return undefined;
  const written = declarations.map((declaration) => declarationXml(distributor, declaration));
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<DeclarationsRecettes xmlns="urn:fr:declarations-recettes:1" version="1.0" genereLe="${addDays(first.week.end, 3)}T08:30:00+01:00">`,
    '  <Emetteur nom="Export de démonstration" type="CNC" logiciel="Demo" versionLogiciel="1.0"/>',
    ...written.map((declaration) => declaration.xml),
    `  <Controle${attributes({
      nombreDeclarations: written.length,
      entrees: written.reduce((sum, declaration) => sum + declaration.admissions, 0),
      recetteTTC: centsToWire(sumCents(written.map((declaration) => declaration.gross))),
    })}/>`,
    "</DeclarationsRecettes>",
  ].join("\n")}\n`;
}
