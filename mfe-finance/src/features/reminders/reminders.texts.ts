import type { CivilDate } from "@bobine/contract/civil-date";
import type { SkippedInvoice, PlannedReminderInvoice } from "@bobine/contract/reminders";
import { formatCount, formatDate, formatInteger } from "@bobine/shared-ui";
import { LEVEL_NAMES } from "../../reminder-levels.texts.ts";

const weekday = new Intl.DateTimeFormat("fr-FR", { weekday: "long", timeZone: "UTC" });
/** « lundi 30/11/2026 » */
const dayName = (day: CivilDate): string => `${weekday.format(new Date(day))} ${formatDate(day)}`;

const counted = (name: string, count?: number): string =>
  count === undefined ? name : `${name} (${formatInteger(count)})`;

export const TEXTS = {
  title: "Relances",
  intro: "Ce qui part le prochain matin ouvré, pourquoi et à qui.",
  toInvoices: "Factures",
  next: (count?: number) => counted("Prochain envoi", count),
  skipped: (count?: number) => counted("Retenues", count),
  history: "Historique",
  texts: "Textes",
  leaves: (day: CivilDate, count: number) =>
    count === 0
      ? `Aucune relance ne part le ${dayName(day)}.`
      : `${formatCount(count, "e-mail part", "e-mails partent")} le ${dayName(day)} à partir de 8\u00a0h.`,
  paused: (day: CivilDate, count: number, decides: boolean) =>
    `La facturation automatique est en pause\u00a0: rien ne part seul. ${
      count === 0
        ? `Aucune relance ne serait due le ${dayName(day)}.`
        : `${formatCount(count, "e-mail partirait", "e-mails partiraient")} le ${dayName(day)}${decides ? `\u202f; vous pouvez ${count === 1 ? "l’envoyer" : "les envoyer"} à la main` : ""}.`
    }`,
  seeInvoices: "Voir les factures",
  noneHint: "Les factures en retard de 7, 21 et 45 jours s’affichent ici la veille de leur relance.",
  more: (count: number) => `${formatCount(count, "autre n’est pas affiché", "autres ne sont pas affichés")}.`,
  credits: "Avoirs, trop-perçus et acomptes à imputer",
  to: "À",
  nobody: "aucune adresse\u00a0: une action vous la demandera",
  preview: "Voir l’e-mail",
  previewOf: (client: string) => `Voir l’e-mail à ${client}`,
  send: "Envoyer maintenant",
  sent: "La relance part maintenant.",
  sendFailed: "Impossible d’envoyer la relance.",
  previewFailed: "Impossible d’afficher l’e-mail.",
  stopOf: (number: string) => `Arrêter les relances de ${number}`,
  stop: "Arrêter",
  loadFailed: "Impossible de charger les relances.",
  skippedIntro: (day: CivilDate) => `Ces factures seraient relancées le ${dayName(day)}.`,
  noneSkipped: "Aucune relance n’est retenue.",
  noneSkippedHint: "Les litiges, les règlements promis et les factures à rapprocher s’affichent ici.",
  resume: "Reprendre",
  resumeOf: (number: string) => `Reprendre les relances de ${number}`,
  noneSent: "Aucune relance n’a encore été écrite.",
  noneSentHint: "Chaque relance s’affiche ici avec ses destinataires et ce qu’elle est devenue.",
  byHand: (name: string) => `envoyée par ${name}`,
  unit: ["relance", "relances"] as const,
} as const;

/** Why an invoice is reminded: « échue le 30/12/2026, 21 jours de retard, relance 1 le 06/01/2027 ». */
export function whyReminded({ due_date, days_late, last_level, last_on }: PlannedReminderInvoice): string {
  const due =
    days_late < 0
      ? `à échéance le ${formatDate(due_date)}, dans ${formatCount(-days_late, "jour", "jours")}`
      : `échue le ${formatDate(due_date)}, ${formatCount(days_late, "jour", "jours")} de retard`;
  const last =
    last_level === null || last_on === null
      ? ""
      : `, ${LEVEL_NAMES[last_level].toLocaleLowerCase("fr")} le ${formatDate(last_on)}`;
  return due + last;
}

const WAITS_FOR = {
  credits: "Des avoirs, trop-perçus ou acomptes à imputer couvrent ce que le client doit",
  unreached:
    "La relance précédente n’est arrivée à aucune adresse\u00a0: corrigez l’adresse, ou «\u00a0Renvoyer\u00a0» une facture pour l’essayer",
} as const;

/** What keeps an invoice from being reminded. */
export function whySkipped({ cause, promised_on, issued_before, held_by }: SkippedInvoice): string {
  switch (cause) {
    case "dispute":
      return "Litige";
    case "promise":
      return promised_on === null
        ? "Règlement promis"
        : `Règlement promis pour le ${formatDate(promised_on)}`;
    case "open_question":
      return held_by === null ? "Une action attend une décision sur cette facture" : WAITS_FOR[held_by];
    case "factored":
      return "Le factor l’encaisse";
    case "not_reminded":
      return issued_before === null
        ? "Vos paramètres disent de ne pas relancer ce cinéma"
        : `Émise avant le ${formatDate(issued_before)}, d’où commencent vos envois automatiques (options de facturation)`;
  }
}
