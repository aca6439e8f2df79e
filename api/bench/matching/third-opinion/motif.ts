// What whoever pays types for an order that is already decided.
import { addDays, type CivilDate } from "@bobine/contract/civil-date";
import type { Chance } from "../chance.ts";
import type { Bill } from "../trade.ts";
import { counterOf } from "./numbering.ts";
import type { Order } from "./orders.ts";

/** Stable habits of one payer. */
export interface Voice {
  readonly lead: string;
  readonly shortLead: string;
  readonly joint: string;
  readonly spelling: "printed" | "printed " | "blanks" | "bare";
  /** A creditor reference or the payer's system quotes the number in a field of its own. */
  readonly quotesBeside: boolean;
  readonly layout: number;
}

export const voiceOf = (chance: Chance): Voice => ({
  lead: chance.one([
    "FACT ",
    "FACTURE ",
    "Facture n° ",
    "FACT. ",
    "REGLT FACT ",
    "REF ",
    "N° ",
    "",
    "",
    "V/FACT ",
    "Rglt ",
    "VOTRE FACTURE ",
  ]),
  shortLead: chance.one(["FACT ", "FACTURE ", "FACT N° ", "FA ", "FAC ", "Facture n°", "FACTURES "]),
  joint: chance.one([" ", ", ", "/", " ET ", " + ", "-", ";", " - "]),
  spelling: chance.weighted({ printed: 40, "printed ": 40, blanks: 8, bare: 12 }),
  quotesBeside: chance.yes(0.3),
  layout: chance.real(),
});

export interface Motif {
  readonly text: string;
  /** What the payer's system quotes beside the words, in a field of its own. */
  readonly beside: string;
}

export function writeMotif(chance: Chance, voice: Voice, order: Order): Motif {
  const quotes = voice.quotesBeside && order.naming.startsWith("full") && order.shares.length === 1;
  const beside = quotes ? (order.shares[0]?.bill.number ?? "") : "";
  const text = [forWhom(chance, order), words(chance, voice, order)].filter((part) => part !== "").join(" ");
  // Whose system fills in the reference often leaves the words empty.
  return {
    text: quotes && chance.yes(0.5) ? chance.one(["", "REGLEMENT", "VIREMENT FOURNISSEUR"]) : text,
    beside,
  };
}

/** A treasury office says for whom it pays, and the numbers of its own books. */
function forWhom(chance: Chance, { payer, shares }: Order): string {
  if (payer.kind !== "treasury") return "";
  const towns = [...new Set(shares.map(({ bill }) => bill.cinema.company.name))];
  const mandate = `MDT ${chance.digits(4)} BORD ${chance.digits(2)}`;
  const whom = towns.length === 1 ? (towns[0] ?? "") : "";
  return chance.one([
    `${mandate} P/C ${whom}`,
    `POUR LE COMPTE DE ${whom} ${mandate}`,
    `${whom} ${mandate}`,
    mandate,
    `${whom} BUDGET CINEMA MDT ${chance.digits(5)}`,
    `/P/C ${whom}/`,
  ]);
}

function words(chance: Chance, voice: Voice, order: Order): string {
  const bills = order.shares.map(({ bill }) => bill);
  const [first] = bills.length > 0 ? bills : order.also;
  const last = bills.at(-1) ?? first;
  const spell = (bill: Bill): string => spelled(voice, bill.number);
  if (order.naming === "contrary") return chance.one(CONTRARY(chance));
  if (order.naming === "another distributor") return anotherDistributor(chance, voice);
  if (!first || !last) return chance.one(["", "REGLEMENT", "FACTURE"]);
  const isMany = bills.length > 1;
  const list = bills.map(spell).join(isMany ? voice.joint : "");
  const lead = isMany ? voice.lead.replace(/^(FACT|FACTURE) $/, "$1S ") : voice.lead;
  switch (order.naming) {
    case "full":
      return `${lead}${list}${after(chance, first, order.date)}`;
    case "full and amount":
      return bills
        .map((bill) => `${lead || "FACT "}${spell(bill)} ${euros(chance, bill.total - bill.credited)}`)
        .join(" ");
    case "full and own order":
      return chance.one([
        `${list} ${ownOrder(chance, order.date)}`,
        `${ownOrder(chance, order.date)} ${lead}${list}`,
        `${lead}${list} ${chance.one(["BC", "CDE", "ENG"])} ${chance.digits(6)}`,
      ]);
    case "full and one paid":
    case "full and a stranger's":
      return `${lead}${[...order.also, ...bills].map(spell).join(voice.joint)}`;
    case "somebody else's":
      return `${lead}${order.also.map(spell).join(voice.joint)}`;
    case "short": {
      const counters = bills.map(({ number }) => counterOf(number));
      const width = chance.one([0, 0, 0, 4]);
      return `${voice.shortLead}${counters.map((n) => String(n).padStart(width, "0")).join(voice.joint === "-" ? " " : voice.joint)}${after(chance, first, order.date)}`;
    }
    case "first of many":
      return `${lead || "FACT "}${spell(first)} ${chance.one(["ET SUIVANTES", "ET AUTRES", "...", "& SUIV.", "ETC"])}`;
    case "range":
      return chance.yes(0.3)
        ? `${voice.shortLead}${counterOf(first.number)} A ${counterOf(last.number)}`
        : `${lead || "FACT "}${spell(first)} ${chance.one(["A", "AU", "à"])} ${spell(last)}`;
    case "weeks":
      return inWeeks(chance, bills);
    case "films":
      return `${chance.one(["LOCATION ", "FILM ", "LOC. FILM ", ""])}${[...new Set(bills.map(({ films }) => films[0] ?? ""))].join(" / ")}`;
    case "month":
      return `${chance.one(["RELEVE", "FACTURES", "LOCATIONS", "SOLDE"])} ${MONTHS[Number(last.date.slice(5, 7)) - 1]}${chance.yes(0.5) ? " 2026" : ""}`;
    case "own order":
      return ownOrder(chance, order.date);
    case "nothing":
      return chance.one([
        "",
        "",
        "REGLEMENT",
        "LOCATION FILMS",
        "PAIEMENT FOURNISSEUR",
        "VIREMENT",
        "FILMS",
        "LOCATION DE FILM",
      ]);
  }
}

const MONTHS = "JANVIER,FEVRIER,MARS,AVRIL,MAI,JUIN,JUILLET,AOUT,SEPTEMBRE,OCTOBRE,NOVEMBRE,DECEMBRE".split(
  ",",
);

function spelled({ spelling }: Voice, number: string): string {
  if (spelling === "bare") return number.replaceAll(/[^A-Za-z0-9]/g, "");
  if (spelling === "blanks")
    return number.replaceAll(/[-/.]/g, " ").replace(/^([A-Z]+)(\d{2})(\d+)$/, "$1$2 $3");
  return number;
}

/** Now and then something more: the week, the invoice's day, glued to its neighbour or not. */
function after(chance: Chance, bill: Bill, paidOn: CivilDate): string {
  const day = (date: CivilDate, joint: string): string => date.split("-").reverse().join(joint);
  return {
    nothing: "",
    week: ` S${bill.week.number}`,
    film: ` ${bill.films[0] ?? ""}`,
    date: ` DU ${day(bill.date, chance.one(["/", ".", ""]))}`,
    glued: ` ${day(paidOn, "")}${chance.digits(5)}`,
    lookalike: ` ${chance.one(["OP", "VT", "REG"])}${paidOn.slice(2, 4)}${chance.digits(6)}`,
  }[chance.weighted({ nothing: 70, week: 9, film: 6, date: 8, glued: 3, lookalike: 4 })];
}

function euros(chance: Chance, cents: number): string {
  const text = (cents / 100).toFixed(2);
  return chance.one([
    `${text.replace(".", ",")} EUR`,
    `${text} EUR`,
    `${text.replace(".", ",")}E`,
    `MT ${text.replace(".", ",")}`,
  ]);
}

/** Numbers of the payer's own books; some have the shape of an invoice's. */
function ownOrder(chance: Chance, date: CivilDate): string {
  const year = date.slice(2, 4);
  return chance.one([
    `OV${chance.digits(7)}`,
    `REG ${chance.digits(6)}`,
    `PIECE ${year}${chance.digits(6)}`,
    `VIRT ${date.replaceAll("-", "")}${chance.digits(4)}`,
    `BAP-20${year}-${chance.digits(5)}`,
    `N/REF ${chance.digits(4)}/20${year}`,
    `CLT 411${chance.digits(5)}`,
    `DOSSIER ${chance.digits(13)}`,
  ]);
}

function inWeeks(chance: Chance, bills: readonly Bill[]): string {
  const weeks = [...new Set(bills.map(({ week }) => week.number))].sort((a, b) => a - b);
  const lead = chance.one(["LOCATION S", "SEM ", "SEMAINE ", "REDEVANCES SEMAINE ", "FILMS S"]);
  return `${lead}${weeks.slice(0, 6).join(lead.endsWith("S") ? " S" : chance.one([" ", ", ", " ET "]))}`;
}

/** Known payers also pay for other things, or something that they get back from the distributor. */
const CONTRARY = (chance: Chance): readonly string[] => [
  `TRANSPORT COPIE ${chance.one(TITLES_ABROAD)}`,
  "FRAIS DE PORT COPIES",
  "PARTICIPATION FRAIS TRANSPORT DCP",
  "ADHESION 2026",
  "COTISATION ANNUELLE ADHERENT",
  "ACOMPTE TIRAGE AFFICHE",
  "ACOMPTE SUR TIRAGE COPIE",
  "AFFICHES ET PLV",
  `COMMANDE AFFICHES ${chance.digits(4)}`,
  "REMBOURSEMENT DE FRAIS",
  "REMBT FRAIS DEPLACEMENT",
  "REMB NOTE DE FRAIS AVANT-PREMIERE",
  "AVANCE SUR RECETTES",
  "AVANCE FESTIVAL",
  "CAUTION DISQUE DUR",
  "DEPOT DE GARANTIE DCP",
  "DEDOMMAGEMENT COPIE ABIMEE",
  "PARTICIPATION FESTIVAL",
  "SUBVENTION ECOLE ET CINEMA",
  "DON",
  "ACHAT DVD",
  `LOYER ${chance.one(MONTHS)}`,
  "TROP PERCU A NOUS RESTITUER",
  "INSCRIPTION RENCONTRES PROFESSIONNELLES",
];
const TITLES_ABROAD = ["LES PENTES", "CAP FERRET", "LE REJET", "DIMANCHE 14"];

/** Money that was meant for another distributor, or numbers in its shape. */
function anotherDistributor(chance: Chance, { lead }: Voice): string {
  const others = ["FILMS DU FLEUVE", "HORS CADRE DISTRIBUTION", "GRANDE OURSE FILMS", "PANORAMIQUE DISTRIB"];
  return chance.one([
    `${lead || "FACT "}${chance.one(["GO", "HC", "PDI", "XFA"])}-${chance.digits(3)}-${chance.digits(4)}`,
    `${chance.one(others)} ${lead}${chance.digits(5)}`,
    `POUR ${chance.one(others)}`,
    `FACTURE ${chance.one(others)} ${chance.one(MONTHS)}`,
    `${lead || "FACT "}${chance.one(["GO", "HC", "PDI"])}${chance.digits(9)}`,
  ]);
}

/** The day on which a file of orders was made, glued to its counter: 281220260042. */
export const gluedDay = (chance: Chance, date: CivilDate): string =>
  `${addDays(date, -1).split("-").reverse().join("")}${chance.digits(4)}`;
