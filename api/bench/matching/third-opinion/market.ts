// The third maker's market: who rents films, who is behind them, who pays for whom, and what was invoiced.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import type { Chance } from "../chance.ts";
import type { Behind, Bill, Cinema, Company, Trade } from "../trade.ts";
import { NUMBERINGS, type ThirdNumbering } from "./numbering.ts";

export interface MarketAxes {
  readonly cinemas: number;
  readonly weeks: number;
  readonly numbering: ThirdNumbering;
  /** Share of invoices that are one of a few fixed prices. */
  readonly flat: number;
}

export type PayerKind = "own" | "site" | "head" | "treasury" | "relative";

/** Who sends the money: a company itself, a head office, a treasury office, a person. */
export interface Payer {
  readonly kind: PayerKind;
  readonly companies: readonly Company[];
  /** As the payer's bank calls it. */
  readonly name: string;
  readonly iban: string;
}

export interface Market {
  readonly trade: Trade;
  readonly payers: readonly Payer[];
}

export const FIRST_DAY = "2026-02-04" as CivilDate;
/** Invoices of the first weeks were issued by the software before, in the shape of ours. */
const WEEKS_IMPORTED = 4;

const TOWNS =
  "Orange,Vienne,Die,Gap,Dole,Sens,Dax,Apt,Vire,Nyons,Valence,Annonay,Aubenas,Privas,Montélimar,Crest,Romans-sur-Isère,Tain-l'Hermitage,Saint-Vallier,Bourg-lès-Valence,Le Teil,Pierrelatte,Bollène,Carpentras,Cavaillon,Pertuis,Manosque,Digne-les-Bains,Sisteron,Briançon,Embrun,Guillestre,La Mure,Vizille,Voiron,Saint-Marcellin,Rives,Bourgoin-Jallieu,Ambérieu-en-Bugey,Belley,Oyonnax,Nantua,Gex,Divonne-les-Bains,Thonon-les-Bains,Évian-les-Bains,Cluses,Sallanches,Bonneville,La Roche-sur-Foron,Rumilly,Albertville,Ugine,Moûtiers,Saint-Jean-de-Maurienne,Modane,Montmélian,Pont-de-Beauvoisin,Les Abrets,Tullins,Saint-Étienne-de-Saint-Geoirs,Beaurepaire,Hauterives,Saint-Donat,Tournon-sur-Rhône,Lamastre,Le Cheylard,Vernoux,La Voulte,Loriol,Livron,Dieulefit,Bourdeaux,Buis-les-Baronnies,Vaison-la-Romaine,Valréas,Grignan,Sorgues,L'Isle-sur-la-Sorgue,Forcalquier,Castellane,Barcelonnette".split(
    ",",
  );
const VENUES =
  "Rex,Navire,Lux,Palace,Éden,Club,Foyer,Scénario,Méliès,Nouveau Monde,Fauteuil Rouge,Grain de Sable,Pathéon,Astrée,Cigalon,Arlequin,Vox,Étoile,Variétés,Toiles,Regain,Majestic,Rialto,Quai des Arts,Family,Trèfle,Toboggan,Zoom,Alpilles,Ventoux".split(
    ",",
  );
const FAMILIES =
  "Bourgeois,Chapuis,Ferrand,Giraudet,Lhomme,Mallet,Noyer,Pascal,Quentin,Raffin,Sabatier,Teyssier,Valentin,Brochier,Courtial,Deschaux,Eymard,Faure".split(
    ",",
  );
const FORMS = ["SARL", "SAS", "EURL", "SCOP", "SA", "SCIC"] as const;
const GROUPS = "Ciné Dauphin,Grand Écran Alpes,Lumina,Kinorama,Salles & Co,Objectif Sud,Trois Soleils".split(
  ",",
);
/** Companies and films that are called like something else than a cinema's payment. */
const ODD_NAMES = [
  "SARL Carte Blanche",
  "SAS La Commission des Toiles",
  "Association Intérêt Général du Film",
  "EURL Crédit Lumière",
  "SCIC Le Prélude",
  "Association Frais Minois",
  "SARL Caisse Claire",
  "SAS Banque d'Images",
];
export const TITLES =
  "La Commission,Frais d'orage,Le Rejet,Salaire net,Un chèque en blanc,L'Intérêt de Jeanne,Cap Ferret,Les Pentes,Avril en Drôme,La Sœur du notaire,Ultra Violette,Tarif de nuit,Le Grand Virement,Mémoire vive,Les Abeilles,Chambre 12,Sans retour,Le Banquier,Hautes herbes,Trois minutes,Dimanche 14,Une dette".split(
    ",",
  );
const FLAT = [7_920, 9_900, 13_200, 13_200, 16_500, 19_800, 26_400];

/** A French account whose key is right. */
function inventedIban(chance: Chance): string {
  const account = chance.digits(23);
  const key = 98n - (BigInt(`${account}152700`) % 97n);
  return `FR${String(key).padStart(2, "0")}${account}`;
}

export function makeMarket(chance: Chance, axes: MarketAxes): Market {
  const companies: Company[] = [];
  const cinemas: Cinema[] = [];
  const payers: Payer[] = [];
  const found = (name: string, behind: Behind, circuit: string | null = null): Company => {
    const siren = chance.yes(0.8) ? chance.digits(9) : null;
    const company: Company = { id: `M${companies.length + 1}`, siren, name, behind, circuit, cinemas: [] };
    companies.push(company);
    return company;
  };
  const open = (company: Company, name: string, town: string): void => {
    const id = `S${cinemas.length + 1}`;
    const cinema: Cinema = { id, company, name, town, code: `${town.slice(0, 3)}${cinemas.length + 1}` };
    cinemas.push(cinema);
    company.cinemas.push(cinema);
  };
  const pays = (kind: PayerKind, name: string, members: readonly Company[]): void => {
    payers.push({ kind, name, companies: members, iban: inventedIban(chance) });
  };
  const venue = (): string =>
    chance.one(["Cinéma Le {}", "Le {}", "Ciné {}", "{}"]).replace("{}", chance.one(VENUES));
  let communes: Company[] = [];
  const treasury = (): void => {
    // One office pays for several communes; its name is the town it sits in, seldom one of theirs.
    const seat = chance.one(TOWNS);
    const name = chance.one([
      `SGC ${seat}`,
      `TRESORERIE DE ${seat}`,
      `DGFIP SGC ${seat}`,
      `TRES. ${seat} MUNICIPALE`,
    ]);
    if (communes.length > 0) pays("treasury", name, communes);
    communes = [];
  };
  while (cinemas.length < axes.cinemas) {
    const town = chance.one(TOWNS);
    const kind = chance.weighted({
      venue: 34,
      family: 12,
      town: 9,
      odd: 3,
      association: 13,
      commune: 17,
      head: 6,
    });
    if (kind === "head") {
      const group = chance.one(GROUPS);
      if (companies.some(({ circuit }) => circuit === group)) continue;
      const sites = Array.from({ length: chance.whole(3, 8) }, () => chance.one(TOWNS));
      const isOne = chance.yes(0.4);
      const whole = isOne ? found(`${group} Exploitation ${chance.one(FORMS)}`, "circuit", group) : null;
      const members = sites.map((site) => {
        const company = whole ?? found(`${group} ${site} ${chance.one(FORMS)}`, "circuit", group);
        open(company, `${group} ${site}`, site);
        return company;
      });
      pays("head", `${group} ${chance.one(["SIEGE", "HOLDING", "GESTION", "TRESO GROUPE"])}`, [
        ...new Set(members),
      ]);
      continue;
    }
    if (kind === "commune") {
      const commune = found(
        chance.one([`Commune de ${town}`, `Ville de ${town}`, `Mairie de ${town}`]),
        "town hall",
      );
      open(commune, venue(), town);
      if (chance.yes(0.3)) pays("own", commune.name, [commune]);
      else communes.push(commune);
      if (communes.length >= 3) treasury();
      continue;
    }
    if (kind === "family") {
      // Two companies that differ by a word or by their legal form.
      const family = chance.one(FAMILIES);
      const names = chance.one([
        [`${family} et Fils SARL`, `${family} Fils SAS`],
        [`SARL ${family} Cinémas`, `SAS ${family} Cinémas`],
        [`${family} Frères SARL`],
        [`${family} Spectacles EURL`, `${family} Spectacles & Cie SAS`],
      ]);
      for (const name of names) {
        const company = found(name, "company");
        open(company, venue(), chance.one(TOWNS));
        pays("own", name, [company]);
      }
      continue;
    }
    const name = {
      venue:
        `${chance.one(FORMS)} ${chance.one(["Le", "Ciné", "Exploitation"])} ${chance.one(VENUES)} ${chance.yes(0.6) ? town : ""}`.trim(),
      town: chance.one([`${town} Images`, `SARL Cinéma ${town}`, `Spectacles de ${town}`, town]),
      odd: chance.one(ODD_NAMES),
      association: chance.one([
        `Association Ciné-club de ${town}`,
        `Les Amis du cinéma de ${town}`,
        `MJC ${town}`,
      ]),
    }[kind];
    const company = found(name, kind === "association" ? "association" : "company");
    open(company, venue(), town);
    if (chance.yes(0.12)) open(company, venue(), chance.one(TOWNS));
    const by = chance.weighted<PayerKind>({ own: 80, site: 14, relative: 6, head: 0, treasury: 0 });
    const relative = chance.one([
      "M. Paul Aubert",
      "SCI des Alpes",
      "Mme Odile Rey",
      "SARL Gestimmo",
      "CSE Valmeca",
    ]);
    const site = `${company.cinemas[0]?.name ?? ""} ${town}`;
    pays(by, by === "own" ? company.name : by === "site" ? site : relative, [company]);
  }
  treasury();
  return {
    trade: { companies, cinemas, bills: makeBills(chance, axes, cinemas), firstDay: FIRST_DAY },
    payers,
  };
}

function makeBills(chance: Chance, axes: MarketAxes, cinemas: readonly Cinema[]): Bill[] {
  const rent = new Map(cinemas.map(({ id }) => [id, 60 + 500 * chance.real() ** 2]));
  const zeal = new Map(cinemas.map(({ id }) => [id, 0.25 + 0.5 * chance.real()]));
  const number = NUMBERINGS[axes.numbering];
  const bills: Bill[] = [];
  let [old, count] = [chance.whole(1_200, 3_000), chance.whole(1, 90)];
  for (let at = 0; at < axes.weeks; at++) {
    const wednesday = addDays(FIRST_DAY, 7 * at);
    const date = addDays(wednesday, chance.one([8, 9, 9, 12]));
    const shown = [0, 1, 2, 3, 4].map((age) => TITLES[(at + 4 * age) % TITLES.length] ?? "");
    const isImported = at < WEEKS_IMPORTED;
    for (const cinema of chance.yes(0.6) ? cinemas : chance.shuffled(cinemas)) {
      if (!chance.yes(zeal.get(cinema.id) ?? 0.5)) continue;
      const isGuarantee = chance.yes(axes.flat);
      const share = (rent.get(cinema.id) ?? 200) * Math.exp(0.6 * chance.normal());
      const total = isGuarantee ? chance.one(FLAT) : Math.max(2_310, Math.round(110 * share));
      const n = isImported ? ++old : ++count;
      bills.push({
        id: `V${bills.length + 1}`,
        number: number(n, isImported ? 25 : 26),
        date,
        due: addDays(date, chance.one([30, 30, 30, 45])),
        cinema,
        week: cinemaWeekOf(wednesday),
        films: chance.shuffled(shown).slice(0, chance.whole(1, 3)),
        total,
        credited: chance.yes(0.02) ? Math.round(total * chance.one([0.1, 0.25])) : 0,
        isGuarantee,
      });
    }
  }
  return bills;
}
