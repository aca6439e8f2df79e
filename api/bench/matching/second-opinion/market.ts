// Written apart from the first world and from the engine: who rents films, and what was invoiced.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import { cinemaWeekOf } from "@bobine/contract/cinema-week";
import type { Chance } from "../chance.ts";
import type { Bill, Cinema, Company, Trade } from "../trade.ts";

export interface MarketPlan {
  readonly cinemas: number;
  readonly weeks: number;
  /** How invoices are numbered; `n` counts from 1. */
  readonly number: (n: number) => string;
  /** Share of invoices that are one of a few flat fees. */
  readonly flat: number;
  /** Share of companies whose name another one has, or nearly. */
  readonly alike: number;
  /** Days between invoice and due date. */
  readonly terms: number;
}

const FIRST_WEDNESDAY = "2026-03-04" as CivilDate;
const SIGNS =
  "Rex,Le Rex,Lux,Le Lux,Rio,Vox,Le Vox,ABC,Eden,L'Éden,Star,Le Star,Royal,Le Royal,Apollo,Le Trianon,Variétés,Les Variétés,Ariel,Le Select,Casino,Le Club,Olympia,Palace,Le Palace,Familia,Foyer,Majestic,Le Majestic,Utopia".split(
    ",",
  );
const STEMS =
  "Mont,Ville,Château,Roche,Pont,Bourg,Champ,Val,Font,Clair,Beau,Haute,Neuve,Grand,Brive,Lan,Ser,Mar,Cour,Vert".split(
    ",",
  );
const ENDS =
  "rieu,lieu,gny,court,bois,fort,mont,ac,illac,sur-Ain,sur-Orne,sur-Loire,les-Bains,le-Roi,le-Duc,gnan,vault,ières,ont,oux".split(
    ",",
  );
const SAINTS = "Aubin,Hilaire,Maur,Vallier,Benoît,Cyr,Dizier,Flour,Gaudens,Lô,Omer,Pourçain".split(",");
const CHAIN_STARTS = "Ciné,Méga,Pictu,Lumi,Odys,Proje,Scéno,Optima,Kino,Paral".split(",");
const CHAIN_ENDS = "ouest,film,ra,val,scope,plein,nova,dia,rama,lys".split(",");
const TITLES =
  "La Dernière Écluse,Nuit blanche à Vierzon,Le Sel des marais,Papa revient dimanche,Kestrel,Une saison d'orge,Les Insulaires,Mon frère l'ours,Zone humide,Cap au nord,La Fugue,Ceux du quai,L'Été de Rose,Minuit moins une,Le Facteur de Creuse,Argile,Deux valises,Tempo,La Cour des grands,Petit Loup,Station balnéaire,Le Quatrième Mur,Ombres portées,Sillage".split(
    ",",
  );
const FLAT_FEES = [6_600, 8_800, 11_000, 13_200, 16_500, 16_500, 16_500, 22_000, 27_500];

export function makeMarket(chance: Chance, plan: MarketPlan): Trade {
  const companies: Company[] = [];
  const cinemas: Cinema[] = [];
  const found = (company: Omit<Company, "id" | "cinemas">): Company => {
    const made: Company = { ...company, id: `K${companies.length + 1}`, cinemas: [] };
    companies.push(made);
    return made;
  };
  const open = (company: Company, sign: string, town: string): void => {
    const name = chance.yes(0.7) ? `Cinéma ${sign}` : chance.yes(0.5) ? `Ciné ${sign}` : sign;
    const id = `E${cinemas.length + 1}`;
    const cinema: Cinema = {
      id,
      company,
      name,
      town,
      code: `${plain(town).slice(0, 5)}${cinemas.length + 1}`,
    };
    cinemas.push(cinema);
    company.cinemas.push(cinema);
  };
  const town = (): string => {
    if (chance.yes(0.15)) return `Saint-${chance.one(SAINTS)}${chance.yes(0.4) ? "-sur-Loire" : ""}`;
    return `${chance.one(STEMS)}${chance.one(ENDS)}`;
  };
  const siren = (): string | null => (chance.yes(0.85) ? chance.digits(9) : null);
  while (cinemas.length < plan.cinemas) {
    const [sign, place] = [chance.one(SIGNS), town()];
    const drawn = chance.real();
    if (drawn < 0.28) {
      // A chain: each site is a company of its own, or one company has them all.
      const chain = `${chance.one(CHAIN_STARTS)}${chance.one(CHAIN_ENDS)}`;
      if (companies.some(({ circuit }) => circuit === chain)) continue;
      const isSplit = chance.yes(0.6);
      const all = isSplit
        ? null
        : found({ siren: siren(), name: `${chain} Exploitation`, behind: "circuit", circuit: chain });
      for (let site = chance.whole(2, 10); site > 0; site--) {
        const where = town();
        open(
          all ?? found({ siren: siren(), name: `${chain} ${where}`, behind: "circuit", circuit: chain }),
          chain,
          where,
        );
      }
    } else if (drawn < 0.5)
      open(
        found({ siren: siren(), name: `Commune de ${place}`, behind: "town hall", circuit: null }),
        sign,
        place,
      );
    else if (drawn < 0.68)
      open(
        found({ siren: siren(), name: `Association ${sign} ${place}`, behind: "association", circuit: null }),
        sign,
        place,
      );
    else {
      const other = companies.length > 0 && chance.yes(plan.alike) ? chance.one(companies) : undefined;
      const name =
        other && other.behind === "company"
          ? chance.yes(0.4)
            ? other.name
            : `${other.name} ${chance.one(["Exploitation", "2", "et Fils", "Sud", "Diffusion"])}`
          : chance.one([
              `SARL ${sign} ${place}`,
              `SAS Ciné ${place}`,
              `${sign} Spectacles`,
              `SARL Cinéma ${sign}`,
              `EURL ${sign} Images`,
            ]);
      const company = found({ siren: siren(), name, behind: "company", circuit: null });
      open(company, sign, place);
      if (chance.yes(0.15)) open(company, chance.one(SIGNS), town());
    }
  }
  return { companies, cinemas, bills: makeBills(chance, plan, cinemas), firstDay: FIRST_WEDNESDAY };
}

function makeBills(chance: Chance, plan: MarketPlan, cinemas: readonly Cinema[]): Bill[] {
  const size = new Map(cinemas.map((cinema) => [cinema.id, Math.exp(5.6 + 0.9 * chance.normal())]));
  const zeal = new Map(cinemas.map((cinema) => [cinema.id, 0.25 + 0.65 * chance.real()]));
  const bills: Bill[] = [];
  for (let week = 0; week < plan.weeks; week++) {
    const wednesday = addDays(FIRST_WEDNESDAY, 7 * week);
    const date = addDays(wednesday, chance.one([7, 8, 9, 12]));
    const shown = [0, 1, 2, 3].map((age) => TITLES[(week * 2 + age) % TITLES.length] ?? "");
    for (const cinema of chance.shuffled(cinemas)) {
      if (!chance.yes(zeal.get(cinema.id) ?? 0.5)) continue;
      const isGuarantee = chance.yes(plan.flat);
      const rent = (size.get(cinema.id) ?? 300) * Math.exp(0.5 * chance.normal());
      const total = isGuarantee ? chance.one(FLAT_FEES) : Math.max(3_300, Math.round(110 * rent));
      const number = plan.number(bills.length + 1);
      const credited = chance.yes(0.025) ? Math.round(total * (0.02 + 0.1 * chance.real())) : 0;
      bills.push({
        id: `B${bills.length + 1}`,
        number,
        date,
        due: addDays(date, plan.terms),
        cinema,
        week: cinemaWeekOf(wednesday),
        films: chance.shuffled(shown).slice(0, isGuarantee ? 1 : chance.whole(1, 3)),
        total,
        credited,
        isGuarantee,
      });
    }
  }
  return bills;
}

/** Capital letters and digits, as banks print. */
export const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/[\u0300-\u036F]/g, "")
    .toUpperCase();
