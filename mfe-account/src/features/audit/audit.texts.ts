export const TEXTS = {
  /** UI-18 */
  title: "Journaux d'Audit",
  /** TXT-1 */
  loadFailed: "Impossible de charger les journaux d'audit.",
  exportFailed: "Impossible d’exporter les journaux d’audit.",
  empty: "Aucune action à afficher.",
  emptyHint: "Les imports, les rapprochements et les modifications apparaissent ici dès qu’ils ont lieu.",
} as const;
