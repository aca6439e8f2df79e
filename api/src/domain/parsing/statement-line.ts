import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import type { LineEvidence } from "../line-evidence.ts";

/** One operation of a bank account as the bank tells it: a row of a statement file that was understood, or a row of the aggregator. */
export interface StatementLine {
  /** IBAN, number or end of it, as its source names the account; empty when it does not. */
  readonly bank_account: string;
  readonly transaction_date: CivilDate;
  readonly value_date: CivilDate | null;
  readonly label: string;
  /** Above zero: received. */
  readonly amount: Cents;
  /** What it is without its fee, where its source tells both: what its amount was taken for before (BANK-7). */
  readonly amount_before_fee?: Cents;
  /** ISO 4217 */
  readonly currency_code: string;
  /** The same for the same operation in any export of the account in this layout; 64 hexadecimal digits. */
  readonly fingerprint: string;
  /** What its fingerprint is made of where that is not its label, or its rank is not the first. */
  readonly marked?: { readonly label: string; readonly rank: number };
  readonly bank_reference: string;
  /** What its source tells beside the label (BANK-29); no part of the fingerprint. */
  readonly evidence?: LineEvidence | undefined;
  /** Its id at the aggregator; a file's line has none. */
  readonly provider_transaction_id?: number;
}

/** What a line is recognised by when another source tells it. */
export type LineIdentity = Pick<
  StatementLine,
  "bank_account" | "transaction_date" | "amount" | "currency_code" | "label"
>;
