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
  period: "Période du journal",
  allTypes: "Tous les types",
  type: "Type d’action",
  empty: "Aucune action à afficher.",
  emptyHint: "Les imports, les rapprochements et les modifications apparaissent ici dès qu’ils ont lieu.",
} as const;
