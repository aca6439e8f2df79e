import type { ReminderStop, StopReason } from "@bobine/contract/reminders";
import { formatDate, formatDateTime } from "@bobine/shared-ui";

export const STOP_TEXTS = {
  open: "Arrêter les relances",
  title: (number: string) => `Arrêter les relances de ${number}\u202f?`,
  hint: "Une relance déjà prévue ce matin est retirée. Les autres factures du client restent relancées.",
  reason: "Motif",
  reasons: {
    dispute: "Litige\u00a0: plus de relance jusqu’à ce que vous les repreniez",
    promise: "Règlement promis\u00a0: les relances attendent le lendemain du jour promis",
  } satisfies Record<StopReason, string>,
  reasonRequired: "Choisissez un motif.",
  promisedOn: "Règlement promis pour le",
  dayRequired: "Indiquez le jour du règlement promis.",
  comment: "Commentaire (facultatif)",
  stopped: "Les relances de cette facture sont arrêtées.",
  leaving: "Les relances sont arrêtées, mais l’une d’elles partait à cet instant.",
  failed: "Impossible d’arrêter les relances.",
  resume: "Reprendre les relances",
  resumed: "La facture est de nouveau relancée.",
  resumeFailed: "Impossible de reprendre les relances.",
} as const;

/** « Litige », « Règlement promis pour le 12/01/2027 ». */
export const stopName = ({ reason, promised_on }: Pick<ReminderStop, "reason" | "promised_on">): string =>
  reason === "dispute" || promised_on === null
    ? "Litige"
    : `Règlement promis pour le ${formatDate(promised_on)}`;

/** What of a stop is true today. */
export const stopTitle = (stop: ReminderStop): string =>
  stop.is_in_effect ? `Relances arrêtées\u00a0: ${lower(stopName(stop))}` : `${stopName(stop)}, non tenu`;

/** Who said so, and when. */
export const stopDetail = ({ stopped_by, stopped_at }: ReminderStop): string =>
  [stopped_by ?? "Bobine", formatDateTime(stopped_at)].join(" · ");

const lower = (text: string): string => text.slice(0, 1).toLocaleLowerCase("fr") + text.slice(1);
