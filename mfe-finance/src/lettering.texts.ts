import { personName } from "@bobine/contract/person-name";
import type { Decision, PersonName } from "@bobine/contract/user-actions";

/** What a button that undoes is called: by what it undoes. « Annuler » alone is the row's, which is specified (LET-4). */
export const UNDO_TEXTS = {
  lettered: "Annuler le rapprochement",
  assigned: "Annuler l’affectation",
  closed: "Annuler la résolution",
  rejected: "Annuler le rejet",
  group: "Annuler la série",
} as const;
export type UndoName = keyof typeof UNDO_TEXTS;

/** What every screen says of undoing a lettering. */
export const REVERT_TEXTS = {
  /** LET-4: of a closed action's row alone. */
  cancel: "Annuler",
  /** TXT-1 */
  reverted: "Action annulée avec succès.",
  /** TXT-6 */
  revertFailed: "Impossible d’annuler l’action.",
  revertTitle: "Annuler ce rapprochement",
  revertQuestion:
    "Annuler ce rapprochement\u202f? L’opération bancaire et les factures associées reviendront à leur état précédent.",
} as const;

/** What is asked before something else than a lettering is undone. */
export const UNDO_QUESTIONS = {
  assigned: "Annuler cette affectation\u202f? L’opération bancaire sera de nouveau à affecter.",
  closed: "Annuler cette résolution\u202f? L’action sera de nouveau à traiter.",
  rejected: "Annuler ce rejet\u202f? L’action sera de nouveau à traiter.",
} as const;

/** The question before what is called so is undone: its title and its words. */
export const undoQuestionOf = (undoes: "lettered" | keyof typeof UNDO_QUESTIONS) =>
  undoes === "lettered"
    ? { title: REVERT_TEXTS.revertTitle, text: REVERT_TEXTS.revertQuestion }
    : { title: UNDO_TEXTS[undoes], text: UNDO_QUESTIONS[undoes] };

/** What a bank line became by a decision. */
export const OUTCOMES: Record<Decision["outcome"], string> = {
  lettered: "Rapprochée",
  closed: "Résolue",
  rejected: "Rejetée",
};

/**
 * « automatiquement », « par Camille Rousseau ». A person of whom the reader may not see the name is a super admin, who acted for
 * the distributor (SEC-1).
 */
export const byWhom = (isAutomatic: boolean, person: PersonName | null): string =>
  isAutomatic ? "automatiquement" : person ? `par ${personName(person)}` : "par un administrateur Bobine";
