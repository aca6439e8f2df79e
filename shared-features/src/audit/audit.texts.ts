export const TEXTS = {
  reset: "Réinitialiser",
  details: "Détails de l'Action",
  show: "Voir",
  close: "Fermer",
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
  period: "Période du journal",
  allTypes: "Tous les types",
  type: "Type d’action",
} as const;
