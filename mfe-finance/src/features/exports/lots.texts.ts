import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import type { Lot, LotPreparation } from "@bobine/contract/lots";
import { formatCount, formatDate, formatInteger } from "@bobine/shared-ui";

export const lotName = ({ year, number }: Pick<Lot, "year" | "number">): string => `${year}-${number}`;

export const LOT_TEXTS = {
  title: "Lots",
  intro:
    "Un lot fige les écritures d’une période\u00a0: chacune reçoit son numéro pour toujours, et les fichiers du lot ne changent plus. Ce qui change ensuite est contre-passé dans le lot suivant.",
  period: "Période du lot",
  preview: "Nouveau depuis le dernier lot",
  previewLabel: "Écritures nouvelles par journal",
  previewFailed: "Impossible de charger les écritures nouvelles",
  nothingNew: "Rien de nouveau sur cette période.",
  journals: { journal: "Journal", entries: "Écritures", total: "Débit = crédit" },
  entries: (count: number) => formatCount(count, "écriture", "écritures"),
  reversals: (count: number) =>
    count === 1 ? "dont 1\u00a0contre-passation" : `dont ${formatInteger(count)}\u00a0contre-passations`,
  late: (count: number, from: CivilDate) =>
    `${formatCount(count, "écriture arrivée", "écritures arrivées")} après son lot\u00a0: à la date du ${formatDate(from)} au plus tôt.`,
  /** LET-46 */
  withoutEnd: (count: number) =>
    count === 1
      ? "Une opération de la période n’a pas d’affectation\u00a0: elle serait au compte d’attente 471000."
      : `${formatInteger(count)}\u00a0opérations de la période n’ont pas d’affectation\u00a0: elles seraient au compte d’attente 471000.`,
  assign: "Les affecter",
  see: "Les voir",
  older: "Des écritures plus anciennes ne seront dans aucun lot\u00a0: le premier lot dit où ils commencent.",
  make: "Créer le lot",
  confirmTitle: "Créer ce lot\u202f?",
  confirm: (entries: string, from: CivilDate, to: CivilDate) =>
    `Du ${formatDate(from)} au ${formatDate(to)}\u00a0: ${entries}. Un lot ne peut être ni modifié ni supprimé.`,
  made: (lot: Lot) => `Lot ${lotName(lot)} créé`,
  makeFailed: "Impossible de créer le lot",
  preparing: ({ period_from, period_to, requested_by_name, percent }: LotPreparation) =>
    `Lot du ${formatDate(period_from)} au ${formatDate(period_to)} en préparation (demandé par ${requested_by_name}) : ${percent} %`,
  preparationHint: "Vous pouvez quitter cette page : la préparation continue.",
  preparationProgress: "Avancement du lot",
  prepared: "Lot créé",
  preparationFailed: ({ period_from, period_to }: LotPreparation) =>
    `Le lot du ${formatDate(period_from)} au ${formatDate(period_to)} n’a pas été créé`,
  preparationLost: "La préparation s’est interrompue. Créez le lot à nouveau.",
  preparationUnknown: "Impossible de suivre la préparation du lot",
  list: "Lots créés",
  listFailed: "Impossible de charger les lots",
  empty: "Aucun lot pour le moment",
  emptyHint: "Choisissez une période et créez le premier lot.",
  columns: {
    number: "Lot",
    period: "Période",
    made: "Créé",
    entries: "Écritures",
    total: "Débit = crédit",
    files: "Fichiers",
  },
  download: (lot: Lot, format: ExportFormat) => `Télécharger le lot ${lotName(lot)}, format ${format}`,
  downloadFailed: (lot: Lot, format: ExportFormat) =>
    `Impossible de télécharger le lot ${lotName(lot)}, format ${format}`,
  unit: ["lot", "lots"],
} as const;
