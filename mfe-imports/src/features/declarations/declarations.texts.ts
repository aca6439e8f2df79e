import type { Declaration, DeclarationView } from "@bobine/contract/declarations";

export const TEXTS = {
  title: "Déclarations",
  intro: "Les rapports de recettes importés, et ce que chaque déclaration est devenue.",
  empty: "Aucun rapport n’a encore été importé.",
  period: "Période d’import",
  noneOfPeriod: "Aucun rapport n’a été importé ces jours-là.",
  emptyHint: "Importez le rapport hebdomadaire de recettes pour le retrouver ici.",
  /** SEC-22 */
  emptyHintToReader: "Les rapports que votre société importe se retrouvent ici.",
  import: "Importer un rapport",
  loadFailed: "Impossible de charger les rapports.",
  reportFailed: "Impossible de charger le rapport.",
  exportFailed: "Impossible d’exporter la liste.",
  declarationsFailed: "Impossible de charger les déclarations.",
  none: "Aucune déclaration ne correspond à vos critères.",
  back: "Tous les rapports",
  figures: "Contenu du rapport",
  declarations: "Déclarations du rapport",
  search: "Rechercher un cinéma, un film, un visa…",
  errors: "Déclarations refusées",
  errorsNext:
    "Faites corriger ces déclarations par le cinéma, puis importez le rapport corrigé\u00a0: ce qui est déjà là n’est pas compté deux fois.",
  warnings: "Points à vérifier",
  all: "Toutes",
  views: {
    invoiced: "Facturées",
    pending: "En attente",
    set_aside: "Mises de côté",
    with_warnings: "Avec avertissement",
  } satisfies Record<DeclarationView, string>,
} as const;

export const NATURE_TEXTS: Record<Declaration["nature"], string> = {
  initiale: "",
  rectificative: "Rectificative",
  annulation: "Annulation",
};
