/**
 * What a bank tells of an operation in fields of their own, beside its label (BANK-29): each as the bank gives it, or absent. Made by
 * `lineEvidence`.
 */
export interface LineEvidence {
  /** Who paid, or was paid. */
  readonly party_name?: string;
  /** Of that party: a whole one, whose key is right. */
  readonly party_iban?: string;
  /** The payer's own identifier of the transfer. */
  readonly end_to_end_id?: string;
  /** What was quoted in a field for it: a creditor reference (RF, +++…+++), the number of a document, a column « Référence ». */
  readonly references?: readonly string[];
  /** How it was paid: `PMNT RCDT ESCT`, « Virement reçu », `NTRF`. */
  readonly payment_type?: string;
}
