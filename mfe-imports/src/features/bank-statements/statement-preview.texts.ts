import { formatCount, formatDateTime, formatInteger } from "@bobine/shared-ui";

const NBSP = "\u00a0";

export const PREVIEW_TEXTS = {
  title: "Aperçu du relevé",
  /** Until then the file waits. */
  waits: (expiresAt: string) =>
    `Rien n’est encore enregistré. L’aperçu est conservé jusqu’au ${formatDateTime(expiresAt)}.`,
  import: "Importer",
  drop: "Abandonner",
  nothingNew: "Rien de nouveau\u00a0: toutes les opérations de ce relevé sont déjà connues.",
  days: "Dates à confirmer",
  daysConfirmed: "Ces dates sont exactes",
  notes: "À vérifier",
  errors: "Lignes illisibles",
  accounts: "Compte du relevé",
  severalAccounts: "Comptes du relevé",
  noAccount: "Compte bancaire",
  accountsUnread:
    "Vos comptes bancaires n’ont pas pu être lus. Rechargez la page pour choisir celui de ce relevé, puis l’importer.",
  newAccount: "Sera créé",
  opening: "Solde d’ouverture",
  closing: "Solde de clôture",
  noBalance: "non indiqué",
  lines: "Opérations du relevé",
  firstLines: (shown: number) => `Les ${formatInteger(shown)} plus récentes`,
  columns: { date: "Date", label: "Libellé", amount: "Montant", state: "État" },
  known: "Déjà connue",
  new: "Nouvelle",
  labels: {
    bank: "Banque",
    format: "Format",
    period: "Période",
    new: "Nouvelles opérations",
    known: "Déjà connues",
    errors: "Lignes illisibles",
    ignored: "Lignes ignorées",
    credits: "Encaissements",
    debits: "Décaissements",
    lettering: "Lettrées d’office",
  },
  unplanned: "à l’import",
  unknownBank: "Non reconnue",
  lineCount: (count: number) => formatCount(count, "opération", "opérations"),
  loadFailed: "Impossible de lire l’aperçu de ce relevé.",
  importFailed: "Impossible d’importer ce relevé.",
  dropFailed: "Impossible d’abandonner cet aperçu.",
  gone: "Cet aperçu n’est plus disponible",
  goneHint:
    "Il a été abandonné, il a expiré ou son import a été annulé\u00a0: rien n’en est enregistré. Choisissez à nouveau le fichier.",
  chooseAgain: "Choisir un fichier",
  formats: {
    csv: "CSV",
    xlsx: "XLSX",
    "camt.053": "CAMT.053",
    "camt.054": "CAMT.054",
    cfonb120: `CFONB${NBSP}120`,
    ofx: "OFX",
    mt940: "MT940",
    mt942: "MT942",
  },
} as const;
