/** What a bank's file says beside the label, in columns of its own; empty when it says nothing. */
export interface Beside {
  readonly payerName: string;
  readonly payerIban: string;
  readonly endToEndId: string;
  readonly structuredReference: string;
  /** Type, nature, category: how the money came, in the bank's words. */
  readonly paymentMethod: string;
}

export const NOTHING_BESIDE: Beside = {
  payerName: "",
  payerIban: "",
  endToEndId: "",
  structuredReference: "",
  paymentMethod: "",
};
