import { joinLabels } from "../statement-label.ts";

const RETURN = /^(?:REJET|REJ|RETOUR|IMPAYES?|IMP|ANN|ANNUL|ANNULATION|REPRESENTATION|EXTOURNE)\b/i;

/**
 * The label of an operation that the bank calls a reversal or a rejection says so (BANK-18, BANK-23, BANK-28): what an earlier one paid is due
 * again (LET-23).
 */
export const labelOfReversal = (label: string, word: "ANNUL" | "REJET" = "ANNUL"): string =>
  RETURN.test(label) ? label : joinLabels([`${word} ${label}`]);
