export const TEXTS = {
  /** UI-18 */
  title: "Journaux d'Audit",
  reset: "Réinitialiser",
  details: "Détails de l'Action",
  /** UI-18 */
  system: "Système",
  /** TXT-1 */
  loadFailed: "Impossible de charger les journaux d'audit.",
  exportFailed: "Impossible d’exporter les journaux d’audit.",
  period: "Période du journal",
  allTypes: "Tous les types",
  type: "Type d’action",
  empty: "Aucune action à afficher.",
  emptyHint: "Les imports, les rapprochements et les modifications apparaissent ici dès qu’ils ont lieu.",
} as const;
