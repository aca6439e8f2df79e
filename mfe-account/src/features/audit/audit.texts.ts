export const TEXTS = {
  /** UI-18 */
  title: "Journaux d'Audit",
  reset: "Réinitialiser",
  details: "Détails de l'Action",
  when: "Quand",
  who: "Qui",
  what: "Quoi",
  /** The builds of the screen, for who looks into an incident. */
  screen: "Version de l’écran",
  status: "Statut",
  value: "Valeur",
  toInvoice: () => "Voir la facture",
  toCinema: () => "Voir le cinéma",
  toAction: "Voir l’action",
  toOperation: "Voir l’opération",
  rejectionReason: "Raison du rejet",
  /** Read aloud in the place of the arrow. */
  before: "avant\u00a0:",
  after: "après\u00a0:",
  /** UI-18 */
  system: "Système",
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
  period: "Période du journal",
  allTypes: "Tous les types",
  type: "Type d’action",
  empty: "Aucune action à afficher.",
  emptyHint: "Les imports, les rapprochements et les modifications apparaissent ici dès qu’ils ont lieu.",
} as const;
