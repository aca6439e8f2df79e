export const TEXTS = {
  title: "Journal de la console",
  description:
    "Ce qui a été fait pour aucun distributeur en particulier\u00a0: cinémas partagés, modules, jetons et clés des équipes, connexions refusées. Chaque distributeur garde ce qui le concerne dans son propre journal.",
  unit: ["action", "actions"],
  empty: "Aucune action à afficher.",
  emptyHint: "Les changements des cinémas partagés et des modules apparaissent ici dès qu’ils ont lieu.",
  loadFailed: "Impossible de charger le journal de la console.",
  exportFailed: "Impossible d’exporter le journal de la console.",
} as const;
