import type { UserActionStatus } from "@bobine/contract/user-actions";
import type { StatusColor } from "@bobine/shared-ui";

/** SPEC §4; the label of AWAITING_INVOICE_SELECTION is DOMAIN §4.2's. */
export const USER_ACTION_STATUS: Record<UserActionStatus, { label: string; color: StatusColor }> = {
  PENDING: { label: "En attente", color: "yellow" },
  DONE: { label: "Terminé", color: "green" },
  REJECTED: { label: "Rejeté", color: "red" },
  CREATED: { label: "Créé", color: "blue" },
  AWAITING_INVOICE_SELECTION: { label: "Facture à sélectionner", color: "orange" },
};

export const TEXTS = {
  /** SPEC §2.10 */
  title: "Actions Utilisateur en Attente",
  empty: "Aucune action utilisateur en attente.",
  views: { all: "Toutes", open: "À traiter", closed: "Traitées" },
  resolve: "Résoudre",
  reject: "Rejeter",
  /** SPEC §4: the only action on what is done or rejected. */
  cancel: "Annuler",
  /** SPEC §8 */
  resolved: "Action résolue avec succès.",
  rejected: "Action rejetée avec succès.",
  reverted: "Action annulée avec succès.",
  /** DOMAIN §10.4 */
  resolveFailed: "Impossible de résoudre l'action.",
  rejectFailed: "Impossible de rejeter l'action.",
  revertFailed: "Impossible d'annuler l'action.",
  loadFailed: "Impossible de charger les actions utilisateur.",
  revertTitle: "Annuler ce rapprochement",
  revertQuestion:
    "Annuler ce rapprochement ? L'opération bancaire et les factures associées reviendront à leur état précédent.",
} as const;

export const DIALOG_TEXTS = {
  title: "Sélection des factures à rapprocher",
  confirmTitle: "Confirmer le rapprochement",
  confirm: "Rapprocher",
  proceed: "Continuer",
  /** SPEC §2.11 and §8 */
  errorTitle: "Erreur de rapprochement!",
  unexpected: "An unexpected error occurred during reconciliation.",
  loadFailed: "Une erreur est survenue lors du chargement des factures.",
  empty: "Aucune facture impayée ne correspond à votre recherche.",
  search: "N° de facture, cinéma, semaine ou montant",
  choice: "Choix",
  suggestions: "Propositions",
  transaction: "Opération",
  selected: "Sélection",
  remaining: "Reste à affecter",
  missing: "Manque",
  balanced: "Le compte est bon",
  /** DOMAIN §10.4 */
  difference: (transaction: string, selected: string) =>
    `Le montant de l'opération (${transaction}) diffère du total sélectionné (${selected}). Voulez-vous continuer ?`,
  surplus: (amount: string) => `L'excédent de ${amount} sera conservé dans l'historique de l'opération.`,
  shortfall: "Le montant sera affecté aux factures par ordre de date jusqu'à épuisement.",
} as const;
