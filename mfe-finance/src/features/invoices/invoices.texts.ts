import type { InvoiceStatus } from "@bobine/contract/invoices";
import type { StatusColor } from "@bobine/shared-ui";

/** SPEC §4 */
export const INVOICE_STATUS: Record<InvoiceStatus, { label: string; color: StatusColor }> = {
  awaiting_payment: { label: "En attente", color: "blue" },
  part_paid: { label: "Partiellement payé", color: "yellow" },
  paid: { label: "Payé", color: "green" },
  default: { label: "Défaut", color: "red" },
};

export const TEXTS = {
  title: "Factures",
  /** SPEC §2.7 */
  empty: "Aucune facture trouvée correspondant à vos critères",
  noPreview: "Aperçu non disponible pour ce type de fichier",
  /** SPEC §8 */
  loadFailed: "Une erreur est survenue lors du chargement des factures.",
  search: "Rechercher un cinéma, un numéro, une semaine…",
  allStatuses: "Tous les statuts",
  noFile: "Aucun document pour cette facture.",
  fileFailed: "Impossible de charger le document.",
} as const;
