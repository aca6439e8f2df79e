import type { CivilDate } from "@bobine/contract/civil-date";
import type { ReminderLevel } from "@bobine/contract/mail-values";
import { formatCount, formatDate, formatInteger } from "@bobine/shared-ui";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";

/** « Relances (2) »; without its number while it loads. */
const counted = (name: string, count?: number): string =>
  count === undefined ? name : `${name} (${formatInteger(count)})`;

export const TEXTS = {
  title: "Compte client",
  subtitle: (account: string, cinemas: number) =>
    `Compte ${account} · ${formatCount(cinemas, "cinéma", "cinémas")}`,
  amounts: "Ce que doit le client",
  balanceOn: (on: CivilDate) => `Solde au ${formatDate(on)}`,
  advances: "Acomptes reçus",
  advancesHint: "Les acomptes (419100) ne sont pas dans le solde tant qu’ils ne sont pas imputés.",
  unappliedHint: "Avoirs et trop-perçus qui ne sont encore sur aucune facture\u00a0:",
  toCredits: "voir les crédits du client",
  movements: "Mouvements",
  contacts: (count?: number) => counted("Cinémas et contacts", count),
  reminders: (count?: number) => counted("Relances et envois", count),
  movementsOf: (name: string) => `Mouvements du compte de ${name}`,
  period: "Période du compte",
  columns: {
    date: "Date",
    label: "Libellé",
    detail: "Détail",
    due_date: "Échéance",
    debit: "Débit",
    credit: "Crédit",
    letters: "Lettrage",
    balance: "Solde",
  },
  before: (amount: string) => `Solde précédent\u00a0: ${amount}`,
  after: (amount: string) => `Solde final\u00a0: ${amount}`,
  sides: (debit: string, credit: string) => `Débit ${debit} · Crédit ${credit}`,
  unit: ["mouvement", "mouvements"] as const,
  empty: "Aucun mouvement sur ce compte.",
  emptyHint: "Les factures, avoirs et règlements de ce client s’affichent ici.",
  noneInPeriod: "Aucun mouvement sur cette période.",
  noneInPeriodHint: "Choisissez une autre période.",
  loadFailed: "Impossible de charger le compte client",
  unknown: "Ce compte client est introuvable.",
  unknownHint:
    "Aucune facture et aucun cinéma n’a ce compte. Cherchez le client par son nom avec Ctrl\u00a0K.",
  toInvoices: "Retour aux factures",
  movementsFailed: "Impossible de charger les mouvements du compte",
  exportFailed: "Impossible d’exporter le relevé de compte.",
  pdf: "Exporter en PDF",
  pdfDone: "Relevé de compte enregistré",
  pdfFailed: "Impossible d’établir le PDF du relevé de compte.",
  mail: "Envoyer par e-mail",
  mailTitle: (name: string) => `Envoyer le relevé de compte de ${name}\u202f?`,
  mailSend: "Envoyer",
  mailSent: "Le relevé de compte part maintenant.",
  mailFailed: "Impossible d’envoyer le relevé de compte.",
  mailPreviewFailed: "Impossible d’afficher l’e-mail.",
  stops: "Litiges et règlements promis",
  reminderList: "Relances envoyées",
  statements: "Relevés de compte envoyés",
  statementName: (from: CivilDate | null, to: CivilDate) =>
    from === null
      ? `Relevé arrêté au ${formatDate(to)}`
      : `Relevé du ${formatDate(from)} au ${formatDate(to)}`,
  noContacts: "Aucun de vos cinémas n’a ce compte.",
  noContactsHint: "Le compte reste celui de factures déjà établies.",
  invoicesOf: (cinema: string) => `Factures de ${cinema}`,
  invoices: "Factures",
  reminderEmails: "Relances",
  invoiceEmails: "Factures",
  phones: "Téléphone",
  noEmail: "aucune adresse",
  noReminders: "Aucune relance envoyée à ce client.",
  noRemindersHint: "Les relances de ses factures échues s’affichent ici.",
  reminderName: (level: number) => LEVEL_NAMES[level as ReminderLevel],
} as const;
