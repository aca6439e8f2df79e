export const TEXTS = {
  /** SPEC §2.5 */
  title: "PAIEMENT EN ATTENTE",
  columns: { category: "Cinéma", total: "TOTAL", due: "DUE" },
  empty: "Aucun paiement en attente.",
  automation: "Facturation automatique",
  automationOn: "En marche",
  automationOff: "En pause",
  automationUnknown: "Facturation automatique indisponible",
  retry: "Réessayer",
  /** SPEC §2.5 */
  pause: "Pause",
  activate: "Active",
  /** SPEC §8 */
  automationFailed: "Failed to update automation status.",
  loadFailed: "Failed to load dashboard data.",
  exportFailed: "Impossible d’exporter la liste.",
} as const;
