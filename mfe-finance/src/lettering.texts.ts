import { personName } from "@bobine/contract/person-name";
import type { PersonName } from "@bobine/contract/user-actions";

/** What every screen says of undoing a lettering. */
export const REVERT_TEXTS = {
  /** LET-4 */
  cancel: "Annuler",
  /** TXT-1 */
  reverted: "Action annulée avec succès.",
  /** TXT-6 */
  revertFailed: "Impossible d’annuler l’action.",
  revertTitle: "Annuler ce rapprochement",
  revertQuestion:
    "Annuler ce rapprochement ? L’opération bancaire et les factures associées reviendront à leur état précédent.",
} as const;

/**
 * « automatiquement », « par Camille Rousseau ». A person of whom the reader may not see the name is a super admin, who acted for
 * the distributor (SEC-1).
 */
export const byWhom = (isAutomatic: boolean, person: PersonName | null): string =>
  isAutomatic ? "automatiquement" : person ? `par ${personName(person)}` : "par un administrateur Bobine";
