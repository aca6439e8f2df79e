import { type CivilDate, civilDate } from "@bobine/contract/civil-date";
import type { DistributorRole } from "@bobine/contract/policy/people";

export interface DemoFilm {
  readonly visa: string;
  readonly title: string;
  readonly version: "VF" | "VOST";
  readonly release: CivilDate;
  /** National admissions of the first week. */
  readonly firstWeek: number;
}

export interface DemoUser {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly job_role: string;
  readonly role: DistributorRole;
}

export interface DemoDistributor {
  readonly name: string;
  readonly legal_mention: string;
  readonly rcs_city: string;
  readonly address: string;
  readonly post_code: string;
  readonly city: string;
  readonly phone: string;
  readonly siren: string;
  readonly iban: string;
  /** Local part of the communication e-mail; empty when none is assigned yet. */
  readonly communication: string;
  readonly automation_on: boolean;
  readonly users: readonly DemoUser[];
  readonly films: readonly DemoFilm[];
  /** Short codes of the cinemas that it works with; all forty when empty. */
  readonly cinemas: readonly string[];
}

const film = (
  visa: string,
  title: string,
  release: string,
  firstWeek: number,
  version: "VF" | "VOST" = "VF",
): DemoFilm => ({
  visa,
  title,
  version,
  release: civilDate(release),
  firstWeek,
});

/** Lumen is the story of the demo: its next invoice is F26000123, « Le Beffroi » of the worked example. */
export const LUMEN = "Lumen Films Distribution";

export const DEMO_DISTRIBUTORS: readonly DemoDistributor[] = [
  {
    name: LUMEN,
    legal_mention: "SAS au capital de 40 000 €",
    rcs_city: "Paris",
    address: "14 rue des Ormes-Bleus",
    post_code: "75010",
    city: "Paris",
    phone: "01 99 00 14 10",
    siren: "000100016",
    iban: "FR7699999000010001234567809",
    communication: "lumen",
    automation_on: true,
    users: [
      {
        first_name: "Camille",
        last_name: "Rousseau",
        email: "compta@lumen-films.example",
        job_role: "Comptable",
        role: "admin",
      },
      {
        first_name: "Hugo",
        last_name: "Marchetti",
        email: "hugo.marchetti@lumen-films.example",
        job_role: "Directeur des ventes",
        role: "admin",
      },
    ],
    films: [
      film("199140", "Soleil d’avril", "2026-09-30", 68_000),
      film("199113", "Le Dernier Relais", "2026-10-14", 121_000),
      film("199087", "Rivage nord", "2026-10-28", 26_000, "VOST"),
      film("199041", "Les Heures bleues", "2026-11-18", 184_000),
    ],
    cinemas: [
      "BEFDOU",
      "MGREN",
      "MGNAN",
      "MGTRO",
      "CANIO",
      "CAALB",
      "NVQUI",
      "NVCHA",
      "REMBAY",
      "MELANN",
      "ROTARR",
      "CERPAR",
      "CORPAR",
      "GLSTM",
      "ROYDOLE",
      "EDECAH",
      "REXAUR",
      "FAMGAP",
      "PALEPI",
      "CAUMEN",
    ],
  },
  {
    name: "Grand Rivage Distribution",
    legal_mention: "SARL au capital de 25 000 €",
    rcs_city: "Lyon",
    address: "8 quai des Étroits",
    post_code: "69002",
    city: "Lyon",
    phone: "04 65 71 08 02",
    siren: "000100024",
    iban: "FR7699999000020002345678932",
    communication: "grand-rivage",
    automation_on: true,
    users: [
      {
        first_name: "Inès",
        last_name: "Delorme",
        email: "ines.delorme@grand-rivage.example",
        job_role: "Responsable administrative",
        role: "admin",
      },
    ],
    films: [
      film("199102", "Tout doit disparaître", "2026-11-04", 412_000),
      film("199171", "L’Étrange Monsieur Brume", "2026-11-25", 240_000),
    ],
    cinemas: [],
  },
  {
    name: "Les Films du Passeur",
    legal_mention: "SARL au capital de 12 000 €",
    rcs_city: "Bobigny",
    address: "31 rue de Paris",
    post_code: "93100",
    city: "Montreuil",
    phone: "01 99 00 93 31",
    siren: "000100032",
    iban: "FR7699999000030003456789085",
    communication: "passeur",
    automation_on: true,
    users: [
      {
        first_name: "Yanis",
        last_name: "Belkacem",
        email: "yanis@films-passeur.example",
        job_role: "Gérant",
        role: "admin",
      },
    ],
    films: [
      film("199166", "Ceux du marais", "2026-09-16", 9_800),
      film("199183", "Nuit blanche à Trieste", "2026-12-09", 21_000, "VOST"),
    ],
    cinemas: [
      "BEFDOU",
      "REMBAY",
      "MELANN",
      "ROTARR",
      "LUMNEV",
      "CERPAR",
      "CORPAR",
      "ROYDOLE",
      "FAMGAP",
      "FOIROD",
      "ETOVAN",
      "NAVPER",
      "TRITAR",
    ],
  },
  {
    name: "Atlantide Cinéma",
    legal_mention: "SAS au capital de 60 000 €",
    rcs_city: "Nantes",
    address: "5 allée du Port-Maillard",
    post_code: "44000",
    city: "Nantes",
    phone: "02 61 91 44 05",
    siren: "000100040",
    iban: "FR7699999000040004567890120",
    communication: "atlantide",
    automation_on: true,
    users: [
      {
        first_name: "Maëlle",
        last_name: "Le Goff",
        email: "maelle.legoff@atlantide-cinema.example",
        job_role: "Comptable",
        role: "admin",
      },
    ],
    films: [
      film("199120", "Petite Ourse et le vent", "2026-10-21", 208_000),
      film("199195", "Les Cousins de la côte", "2026-12-23", 530_000),
    ],
    cinemas: [],
  },
  {
    name: "Comète Distribution",
    legal_mention: "SAS au capital de 10 000 €",
    rcs_city: "Paris",
    address: "22 rue de Saintonge",
    post_code: "75003",
    city: "Paris",
    phone: "01 99 00 75 03",
    siren: "000100057",
    iban: "FR7699999000050005678901236",
    communication: "",
    automation_on: false,
    users: [
      {
        first_name: "Paul",
        last_name: "Vasseur",
        email: "paul@comete-distribution.example",
        job_role: "Président",
        role: "admin",
      },
    ],
    films: [
      film("199131", "La Chambre d’échos", "2026-11-11", 17_500),
      film("199152", "Ligne 12", "2026-11-25", 96_000),
    ],
    cinemas: ["BEFDOU", "REMBAY", "MELANN", "ROTARR", "CERPAR", "CORPAR", "ROYDOLE"],
  },
  {
    name: "Bel Horizon Films",
    legal_mention: "SARL au capital de 8 000 €",
    rcs_city: "Marseille",
    address: "3 rue de la Loge",
    post_code: "13001",
    city: "Marseille",
    phone: "04 65 71 13 01",
    siren: "000100065",
    iban: "",
    communication: "",
    automation_on: false,
    users: [
      {
        first_name: "Nadia",
        last_name: "Ferrand",
        email: "nadia@bel-horizon.example",
        job_role: "Gérante",
        role: "admin",
      },
    ],
    films: [],
    cinemas: ["CARFDF", "GLSET"],
  },
];
