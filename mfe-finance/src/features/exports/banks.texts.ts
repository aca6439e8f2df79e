import type { ACCOUNT_COLOURS } from "@bobine/contract/bank-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire, type Money } from "@bobine/contract/money";
import type { TiedAccount, TiedMonth, TieRemark } from "@bobine/contract/ties";
import { formatCount, formatDate, formatMoney, type StatusColor } from "@bobine/shared-ui";

const MONTH = new Intl.DateTimeFormat("fr-FR", { month: "long", year: "numeric", timeZone: "UTC" });

/** « octobre 2026 » */
export const monthName = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** « FR76 •••• 296 »: enough to know it by. */
export const shortNumber = (number: string): string =>
  number.length > 12 ? `${number.slice(0, 4)} •••• ${number.slice(-4)}` : number;

export const BANKS_TEXTS = {
  title: "Banque",
  intro:
    "Par compte et par mois\u00a0: solde d’ouverture + opérations = solde du relevé = compte 512 des exports.",
  yearOf: (year: number) => `Afficher ${year}`,
  add: "Ajouter un compte",
  edit: "Modifier",
  editAccount: (label: string) => `Modifier le compte ${label}`,
  loadFailed: "Impossible de charger les soldes des comptes",
  empty: "Aucun compte bancaire pour le moment",
  emptyHint:
    "Importez un relevé\u00a0: ses comptes apparaissent ici. Ou ajoutez un compte avec son solde d’ouverture.",
  /** SEC-22 */
  emptyHintToReader: "Les comptes apparaissent ici avec les relevés que votre société importe.",
  nothing: (year: number) => `Aucune opération ni solde en ${year}.`,
  unknownAccount: "Compte sans nom",
  unknownHint: "Ces relevés ne nomment pas leur compte. Ajoutez-le pour suivre son solde.",
  opening: (date: CivilDate, balance: Money) =>
    `Solde d’ouverture au ${formatDate(date)}\u00a0: ${formatMoney(balance)}`,
  openedOn: (date: CivilDate) => `Compte ouvert le ${formatDate(date)}`,
  noOpening: "Pas de solde d’ouverture",
  table: (label: string) => `Mois du compte ${label}`,
  columns: {
    month: "Mois",
    opening: "Ouverture",
    movements: "Opérations",
    closing: "Clôture calculée",
    stated: "Solde du relevé",
    ledger: "512 des exports",
    state: "Écart",
    actions: "Actions",
  },
  lines: (count: number) => formatCount(count, "opération", "opérations"),
  at: (date: CivilDate) => `au ${formatDate(date)}`,
  none: "–",
  type: "Saisir le solde",
  typeOf: (month: string) => `Saisir le solde du relevé, ${monthName(month)}`,
  remarks: "Ce qui manque",
  late: (count: number) =>
    count === 1
      ? "1\u00a0opération est arrivée, ou a été retirée, après le lot de sa date\u00a0: les exports la portent au premier jour ouvert, d’où l’écart du compte 512."
      : `${formatCount(count, "opération", "opérations")} sont arrivées, ou ont été retirées, après le lot de leur date\u00a0: les exports les portent au premier jour ouvert, d’où l’écart du compte 512.`,
  lateLine: ({ transaction_date, entered_on, label, amount }: TiedAccount["late"]["lines"][number]) =>
    `${formatDate(transaction_date)} · ${label} · ${formatMoney(amount)} · dans les exports au ${formatDate(entered_on)}`,
  tied: "Tout est rapproché\u00a0: écart 0,00\u00a0€.",
} as const;

/** How a month stands, in words. */
export function stateOf(month: TiedMonth): { label: string; color: StatusColor } {
  if (month.state === "tied") return { label: `Écart ${formatMoney("0.00")}`, color: "green" };
  if (month.state === "open") {
    // Without an opening balance no sum is reckoned, however recent the statement.
    const label =
      month.stated === null
        ? "Sans solde"
        : month.closing_balance === null
          ? "Sans ouverture"
          : "Solde trop ancien";
    return { label, color: "gray" };
  }
  return { label: `Écart ${formatMoney(gapOf(month))}`, color: "red" };
}

/** What the bank says less what lines make; else what the books have less that. */
function gapOf({ stated, ledger_balance, closing_balance }: TiedMonth): Cents | Money {
  const gap = stated?.gap ?? "0.00";
  if (gap !== "0.00" || ledger_balance === null || closing_balance === null) return gap;
  return (centsFromWire(ledger_balance) - centsFromWire(closing_balance)) as Cents;
}

/** What keeps an account from being tied, in words. */
export function remarkText(remark: TieRemark): string {
  switch (remark.kind) {
    case "no_opening":
      return remark.proposed === null
        ? "Le solde d’ouverture n’est pas renseigné\u00a0: indiquez ce qu’il y avait sur le compte avant la première opération."
        : `Le solde d’ouverture n’est pas renseigné. D’après le premier solde connu, il serait de ${formatMoney(remark.proposed.balance)} au ${formatDate(remark.proposed.date)}.`;
    case "before_opening":
      return `${formatCount(remark.count, "opération est antérieure", "opérations sont antérieures")} au solde d’ouverture (${formatMoney(remark.amount)})\u00a0: les exports ${remark.count < 2 ? "la" : "les"} comptent en plus. Avancez la date du solde d’ouverture.`;
    case "no_statement":
      return remark.from === remark.to
        ? `Mois sans relevé\u00a0: ${monthName(remark.from)}.`
        : `Mois sans relevé\u00a0: ${monthName(remark.from)} à ${monthName(remark.to)}.`;
    case "gap":
      return `Du ${formatDate(remark.from)} au ${formatDate(remark.to)}, les soldes du relevé et les opérations s’écartent de ${formatMoney(remark.amount)}\u00a0: ${
        remark.amount.startsWith("-")
          ? "une dépense manque, ou une recette est en trop."
          : "une recette manque, ou une dépense est en trop."
      }`;
    case "contradiction":
      return `Deux soldes différents pour le ${formatDate(remark.date)}\u00a0: ${remark.balances.map((balance) => formatMoney(balance)).join(" et ")}.`;
    case "foreign":
      return `${formatCount(remark.count, "opération en devise n’est", "opérations en devise ne sont")} dans aucune écriture\u00a0:`;
    case "double":
      return `${formatCount(remark.count, "opération semble", "opérations semblent")} venir de deux relevés\u00a0:`;
  }
}

export const accountName = ({ account }: TiedAccount): string => account?.label ?? BANKS_TEXTS.unknownAccount;

export const COLOUR_NAMES: Record<(typeof ACCOUNT_COLOURS)[number], string> = {
  blue: "Bleu",
  teal: "Turquoise",
  green: "Vert",
  yellow: "Jaune",
  orange: "Orange",
  red: "Rouge",
  grape: "Violet",
  gray: "Gris",
};

export const ACCOUNT_TEXTS = {
  add: "Ajouter un compte bancaire",
  edit: "Modifier le compte bancaire",
  save: "Enregistrer",
  number: "IBAN ou numéro",
  numberHint: "Les relevés qui le nomment, même par sa fin, vont à ce compte.",
  label: "Nom du compte",
  bank: "Banque",
  colour: "Couleur",
  noColour: "Aucune",
  currency: "Devise",
  ledgerAccount: "Compte comptable",
  ledgerHint: "Vide\u00a0: le premier compte 512 libre.",
  posted: "Des écritures de ce compte sont dans un lot\u00a0: son compte comptable ne change plus.",
  openedOn: "Compte ouvert le",
  openedOnHint:
    "Facultatif. Un relevé qui a des opérations d’avant ce jour demande d’abord si elles sont justes.",
  openingDate: "Date du solde",
  openingBalance: "Solde d’ouverture",
  openingHint: "Ce qu’il y a sur le compte avant les opérations de ce jour.",
  notAmount: "Saisissez un montant, par exemple 1 234,56 ou -12,00.",
  saved: "Compte enregistré",
  saveFailed: "Impossible d’enregistrer le compte",
} as const;

export const BALANCE_TEXTS = {
  title: "Solde du relevé",
  intro: (label: string) => `Ce que la banque écrit sur le relevé du compte ${label}.`,
  date: "À la fin du",
  balance: "Solde",
  hint: "Vide\u00a0: le solde saisi pour ce jour est retiré.",
  save: "Enregistrer",
  saved: "Solde enregistré",
  saveFailed: "Impossible d’enregistrer le solde",
  notDate: "Choisissez une date.",
} as const;
