import type { AuditActionType } from "@bobine/contract/audit";
import { AUDIT_ACTION_LABELS } from "@bobine/contract/audit-labels";

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
  allTypes: "Tous les types",
  type: "Type d’action",
  empty: "Aucune action à afficher.",
  emptyHint: "Les imports, les rapprochements et les modifications apparaissent ici dès qu’ils ont lieu.",
} as const;

/** TXT-4; the colour is that of the dot, the text keeps its contrast. */
export const ACTION_TYPES: Record<AuditActionType, { readonly label: string; readonly color: string }> = {
  created_invoice: { label: AUDIT_ACTION_LABELS.created_invoice, color: "blue" },
  sent_email: { label: AUDIT_ACTION_LABELS.sent_email, color: "indigo" },
  updated_box_office: { label: AUDIT_ACTION_LABELS.updated_box_office, color: "grape" },
  processed_banking: { label: AUDIT_ACTION_LABELS.processed_banking, color: "cyan" },
  manual_reconciliation: { label: AUDIT_ACTION_LABELS.manual_reconciliation, color: "green" },
  reverted_reconciliation: { label: AUDIT_ACTION_LABELS.reverted_reconciliation, color: "orange" },
  updated_user: { label: AUDIT_ACTION_LABELS.updated_user, color: "yellow" },
  updated_cinema: { label: AUDIT_ACTION_LABELS.updated_cinema, color: "teal" },
  system_action: { label: AUDIT_ACTION_LABELS.system_action, color: "gray" },
  other: { label: AUDIT_ACTION_LABELS.other, color: "dark" },
};
