export const TEXTS = {
  /** SPEC §2.5 */
  title: "PAIEMENT EN ATTENTE",
  columns: { category: "Cinéma", total: "TOTAL", due: "DUE" },
  empty: "Aucun paiement en attente.",
  /** SPEC §8 */
  loadFailed: "Failed to load dashboard data.",
} as const;
