import type { PreviewedDocumentKind, PreviewedOutcome } from "@bobine/contract/report-previews";
import { DECLARATION_OUTCOME } from "@bobine/contract/status-labels";
import { formatInteger, type StatusColor } from "@bobine/shared-ui";

export const PREVIEW_TEXTS = {
  title: "Aperçu du rapport",
  nothingYet: "Rien n’est encore enregistré, et aucun numéro de facture n’est attribué.",
  import: "Importer",
  cancel: "Annuler",
  unfinished: "Semaine en cours",
  ends: (label: string, end: string) =>
    `La semaine ${label} se termine le ${end}\u00a0: les recettes de ce rapport peuvent encore changer.`,
  unfinishedConfirmed: "Importer quand même ce rapport",
  errors: "Déclarations refusées",
  unnamedCinema: "Cinéma non précisé",
  warnings: "Points à vérifier",
  weeks: "Par cinéma et par semaine",
  noWeeks: "Aucune semaine de vos films dans ce rapport.",
  firstWeeks: (shown: number, all: number) =>
    `Les ${formatInteger(shown)} premières sur ${formatInteger(all)}`,
  columns: {
    cinema: "Cinéma",
    week: "Semaine",
    declarations: "Déclarations",
    documents: "Facturation",
    outcome: "À l’import",
  },
  counts: {
    new_count: ["nouvelle", "nouvelles"],
    corrected_count: ["rectifiée", "rectifiées"],
    known_count: ["déjà connue", "déjà connues"],
    set_aside_count: ["mise de côté", "mises de côté"],
  },
  labels: {
    invoice: "Factures",
    complement: "Factures complémentaires",
    credit_note: "Avoirs",
    held: "En attente",
    unchanged: "Semaines sans changement",
  },
  corrects: (number: string) => `sur ${number}`,
} as const;

export const DOCUMENT_TEXTS: Record<PreviewedDocumentKind, string> = {
  invoice: "Facture",
  complement: "Complément",
  credit_note: "Avoir",
};

export const OUTCOME_FACTS: Record<
  PreviewedOutcome,
  { readonly label: string; readonly color: StatusColor }
> = {
  ...DECLARATION_OUTCOME,
  issued: { label: "À émettre", color: "green" },
  unchanged: { label: "Sans changement", color: "gray" },
};
