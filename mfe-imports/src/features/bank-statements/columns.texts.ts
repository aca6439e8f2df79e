import type {
  AMOUNT_SIGNS,
  DATE_ORDERS,
  DECIMAL_MARKS,
  StatementTable,
} from "@bobine/contract/statement-columns";
import type { ColumnRole } from "./column-form.ts";

const NBSP = "\u00a0";
const SEPARATORS: Readonly<Record<string, string>> = {
  ";": "Point-virgule",
  "\t": "Tabulation",
  ",": "Virgule",
  "|": "Barre verticale",
};

export const COLUMN_TEXTS = {
  title: "Colonnes du relevé",
  open: "Indiquer les colonnes",
  openHint: "Si Bobine ne reconnaît pas les colonnes de ce fichier, ou les lit mal",
  intro:
    "Indiquez ce que contient chaque colonne. Votre choix servira aussi aux prochains relevés de ce compte.",
  remembered: "Ce fichier est lu comme vous l’avez indiqué lors d’un import précédent.",
  submit: "Continuer",
  reading: "Lecture du fichier…",
  unreadable: "Les colonnes de ce fichier n’ont pas pu être lues.",
  none: `Ce fichier ne contient pas de tableau${NBSP}: vérifiez que c’est bien un relevé.`,
  table: "Tableau",
  tableName: ({ name, separator }: Pick<StatementTable, "name" | "separator">): string =>
    [name, separator === "" ? "" : `Séparateur${NBSP}: ${(SEPARATORS[separator] ?? separator).toLowerCase()}`]
      .filter((part) => part !== "")
      .join(", "),
  header: "Titres des colonnes",
  noHeader: "Aucun titre",
  first: "Première opération",
  line: (line: number): string => `Ligne ${line}`,
  column: (place: number, name: string): string =>
    name === "" ? `Colonne ${place + 1}` : `Colonne ${place + 1}${NBSP}: ${name}`,
  rows: "Premières lignes du fichier",
  lineHead: "Ligne",
  decimal: "Séparateur décimal",
  decimals: {
    any: "Selon chaque montant",
    comma: "Virgule (1.234,56)",
    dot: "Point (1,234.56)",
  } satisfies Record<(typeof DECIMAL_MARKS)[number], string>,
  order: "Ordre des dates",
  orders: {
    day_first: "Jour, mois, année",
    month_first: "Mois, jour, année",
  } satisfies Record<(typeof DATE_ORDERS)[number], string>,
  sign: "Signe des montants",
  signs: {
    as_written: `Tels quels${NBSP}: un débit est négatif`,
    reversed: `À inverser${NBSP}: un débit est positif`,
  } satisfies Record<(typeof AMOUNT_SIGNS)[number], string>,
  debitWord: "Valeur qui dit un débit",
  usualWords: "Mots usuels des banques",
  preview: "Ce que Bobine lit",
  previewHeads: { line: "Ligne", date: "Date", label: "Libellé", amount: "Montant", balance: "Solde" },
  valueDate: (date: string): string => `Valeur ${date}`,
  ignored: "Ligne ignorée",
  noPreview: "Indiquez d’abord les colonnes de la date, du libellé et du montant.",
  previewFailed: "L’aperçu n’a pas pu être calculé.",
  roles: {
    "": "Ne pas lire",
    date: "Date",
    value_date: "Date de valeur",
    label_1: "Libellé",
    label_2: "Libellé, 2e partie",
    label_3: "Libellé, 3e partie",
    label_4: "Libellé, 4e partie",
    label_5: "Libellé, 5e partie",
    amount: "Montant",
    debit: "Débit",
    credit: "Crédit",
    sense: "Sens (débit ou crédit)",
    balance: "Solde",
    currency: "Devise",
    reference: "Référence",
    account: "Numéro de compte",
    status: "État de l’opération",
  } satisfies Record<ColumnRole, string>,
} as const;

export const LAYOUT_TEXTS = {
  title: "Colonnes mémorisées",
  intro: "Les relevés qui ont ces colonnes sont lus comme vous l’avez indiqué, sans rien redemander.",
  noHeader: "Tableau sans titres",
  firstAccount: "Premier compte",
  of: (account: string, used: string): string => `${account}, utilisé le ${used}`,
  forget: "Oublier",
  forgetNamed: (columns: string): string => `Oublier les colonnes ${columns}`,
  forgotten: "Ces colonnes sont oubliées.",
  forgetFailed: "Ces colonnes n’ont pas pu être oubliées.",
  unread: "Les colonnes mémorisées n’ont pas pu être lues.",
} as const;
