export const TEXTS = {
  /** UI-18 */
  title: "Journaux d'Audit",
  /** TXT-1 */
  loadFailed: "Impossible de charger les journaux d'audit.",
  exportFailed: "Impossible d’exporter les journaux d’audit.",
  archives: "Archives",
  archivesHint:
    "Les actions de ces années ne sont plus dans la liste ci-dessus. Elles sont conservées et se téléchargent, année par année.",
  archivesFailed: "Impossible de charger les archives du journal.",
  year: "Année",
  archivedPeriod: "Du – au",
  archivedActions: "Actions",
  download: "Télécharger",
  downloadOf: (year: number) => `Télécharger le journal de ${year}`,
  downloadFailed: (year: number) => `Impossible de télécharger le journal de ${year}.`,
  empty: "Aucune action à afficher.",
  emptyHint: "Les imports, les rapprochements et les modifications apparaissent ici dès qu’ils ont lieu.",
} as const;
