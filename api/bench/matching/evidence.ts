/** What a bank's file says of a line beside its label, in columns or fields of their own. */
export interface Beside {
  readonly party_name?: string;
  readonly party_iban?: string;
  readonly end_to_end_id?: string;
  readonly references?: readonly string[];
  /** Type, nature, category: how the money came, in the bank's words. */
  readonly payment_type?: string;
}
