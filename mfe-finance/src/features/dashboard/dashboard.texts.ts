export const TEXTS = {
  /** UI-7 */
  title: "PAIEMENT EN ATTENTE",
  empty: "Aucun paiement en attente.",
  totalWithoutDefault:
    "Le TOTAL ne compte pas les factures en défaut\u202f; «\u00a0Reste dû\u00a0», dans FACTURES, les compte.",
  automation: "Facturation automatique",
  automationOn: "En marche",
  automationOff: "En pause",
  automationUnknown: "Facturation automatique indisponible",
  retry: "Réessayer",
  validation: {
    prospect: "Compte à valider",
    refused: "Inscription refusée",
    validated: "Compte validé",
  },
  validationNotice: {
    prospect:
      "Votre compte est en cours de validation. Vous pouvez compléter vos informations et importer vos fichiers\u00a0: rien n’est facturé ni envoyé aux cinémas d’ici là.",
    refused: "Votre inscription a été refusée\u00a0: rien n’est facturé ni envoyé en votre nom.",
  },
  toApplication: "Voir mon dossier",
  /** UI-7 */
  pause: "Pause",
  activate: "Active",
  /** TXT-1 */
  automationFailed: "Failed to update automation status.",
  loadFailed: "Failed to load dashboard data.",
  exportFailed: "Impossible d’exporter la liste.",
} as const;
