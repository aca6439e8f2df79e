import { cinemaWeekNumbered } from "@bobine/contract/cinema-week";
import { type Cents, cents } from "@bobine/contract/money";
import { DEMO_CINEMAS, type DemoCinema } from "./cinemas.ts";
import { DEMO_DISTRIBUTORS, type DemoDistributor, LUMEN } from "./distributors.ts";
import {
  type DemoDeclaration,
  type DemoTariff,
  weeklyDeclarations,
  weeklyReportXml,
} from "./weekly-report.ts";

// The two stories told by the files of docs/examples: « Le Beffroi » (a worked invoice with a minimum guarantee) and
// « Mégascope » (one transfer for two invoices). The history of Lumen is numbered so that they come out as F26000123 ff.

/** The last number that Lumen's history takes. */
export const STORY_LAST_NUMBER = 122;

const found = <T>(item: T | undefined, what: string): T => {
  if (item === undefined) throw new Error(`the demo has no ${what}`);
  return item;
};
const cinema = (code: string): DemoCinema =>
  found(
    DEMO_CINEMAS.find((c) => c.code === code),
    code,
  );
const week = found(cinemaWeekNumbered(47, 2026), "week 47");

const lumen: DemoDistributor = found(
  DEMO_DISTRIBUTORS.find((d) => d.name === LUMEN),
  LUMEN,
);
const film = (visa: string) =>
  found(
    lumen.films.find((f) => f.visa === visa),
    visa,
  );

interface StoryWeek {
  readonly code: string;
  readonly screen: number;
  readonly visa: string;
  readonly run_week: number;
  readonly rate_bp: number;
  readonly minimum_guarantee?: Cents;
  readonly screenings: number;
  readonly paid: number;
  readonly free: number;
  readonly gross: Cents;
  readonly tariffs?: readonly DemoTariff[];
}

const declarationOf = (t: StoryWeek): DemoDeclaration => ({
  cinema: cinema(t.code),
  screen: found(cinema(t.code).screens[t.screen - 1], `screen ${t.screen} of ${t.code}`),
  film: film(t.visa),
  week,
  run_week: t.run_week,
  terms: {
    type: "POURCENTAGE",
    rate_bp: t.rate_bp,
    ...(t.minimum_guarantee === undefined ? {} : { minimum_guarantee: t.minimum_guarantee }),
  },
  screenings: t.screenings,
  admissions_free: t.free,
  admissions_paid: t.paid,
  gross_ttc: t.gross,
  tariffs: t.tariffs ?? [],
});

const BEFFROI_TARIFFS: readonly DemoTariff[] = [
  { code: "PLE", label: "Plein", category: "PLEIN", price: cents(900), admissions: 300 },
  { code: "RED", label: "Réduit", category: "REDUIT", price: cents(700), admissions: 342 },
  { code: "M14", label: "Moins de 14 ans", category: "MOINS_14", price: cents(450), admissions: 98 },
  {
    code: "ILL",
    label: "Illimité (prix de référence)",
    category: "ILLIMITE",
    price: cents(520),
    admissions: 72,
  },
];

/** Lumen's report of week 47/2026, in the order of the numbers that its invoices take: F26000123, F26000124, … */
export function storyReportXml(): string {
  const generated = weeklyDeclarations(
    lumen,
    DEMO_CINEMAS.filter((c) => lumen.cinemas.includes(c.code)),
    week,
  );
  const of = (...codes: string[]): DemoDeclaration[] =>
    codes.flatMap((code) => generated.filter((d) => d.cinema.code === code));
  const declarations = [
    declarationOf({
      code: "BEFDOU",
      screen: 1,
      visa: "199041",
      run_week: 1,
      rate_bp: 5000,
      screenings: 21,
      paid: 812,
      free: 9,
      gross: cents(590_940),
      tariffs: BEFFROI_TARIFFS,
    }),
    declarationOf({
      code: "BEFDOU",
      screen: 2,
      visa: "199087",
      run_week: 4,
      rate_bp: 4000,
      minimum_guarantee: cents(15_000),
      screenings: 6,
      paid: 58,
      free: 2,
      gross: cents(35_380),
    }),
    declarationOf({
      code: "MGREN",
      screen: 1,
      visa: "199041",
      run_week: 1,
      rate_bp: 5000,
      screenings: 35,
      paid: 2864,
      free: 31,
      gross: cents(2_377_120),
    }),
    declarationOf({
      code: "MGREN",
      screen: 4,
      visa: "199041",
      run_week: 1,
      rate_bp: 5000,
      screenings: 28,
      paid: 1102,
      free: 12,
      gross: cents(881_560),
    }),
    ...of("REMBAY", "MELANN", "ROTARR"),
    declarationOf({
      code: "ROYDOLE",
      screen: 1,
      visa: "199041",
      run_week: 1,
      rate_bp: 5000,
      screenings: 18,
      paid: 612,
      free: 6,
      gross: cents(400_158),
    }),
    ...of("CERPAR", "CORPAR"),
    declarationOf({
      code: "MGNAN",
      screen: 2,
      visa: "199041",
      run_week: 1,
      rate_bp: 5000,
      screenings: 34,
      paid: 1694,
      free: 18,
      gross: cents(1_387_098),
    }),
    ...of("GLSTM", "EDECAH", "CAUMEN"),
  ];
  return found(weeklyReportXml(lumen, declarations), "story report");
}

/** Lumen's bank lines of the end of December, as BNP Paribas exports them. */
export function storyStatementCsv(): string {
  return [
    "Compte de chèques;Compte professionnel;****0234;31/12/2026;;45 210,18",
    "",
    "Date operation;Libelle court;Type operation;Libelle operation;Montant operation en euro",
    "28/12/2026;VIR RECU SARL BEFFROI CINES;Virement reçu;VIR SEPA RECU /DE SARL BEFFROI CINES /MOTIF F26000123 S47 /REF BEF-2026-1228;2897,31",
    "29/12/2026;VIR MEGASCOPE EXPLOITATION;Virement reçu;VIREMENT SEPA MEGASCOPE EXPLOITATION SAS FACT. F26-000124 ET F26000131;21480,55",
    "29/12/2026;VIR INST CINE ROYAL DOLE;Virement reçu;VIR INST CINE ROYAL DOLE LOCATION FILMS S46 S47;1312,00",
    "30/12/2026;PRLV URSSAF;Prélèvement;PRLV SEPA URSSAF ILE DE FRANCE 117000001569874;-4182,00",
    "30/12/2026;VIR MAIRIE DE CAHORS;Virement reçu;VIREMENT TRESORERIE CAHORS CINEMA MUNICIPAL MDT 4512 BORD 87;486,20",
    "31/12/2026;FRAIS TENUE DE COMPTE;Prélèvement;COTISATION COMPTE PRO DECEMBRE;-39,90",
    "",
  ].join("\r\n");
}
