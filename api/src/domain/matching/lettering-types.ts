import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import type { BankTransaction } from "../bank-transaction.ts";
import type { LineEvidence } from "../line-evidence.ts";

/** An invoice that still waits for money (`awaiting_payment` or `part_paid`, LET-1). */
export interface OpenInvoice {
  readonly id: string;
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  readonly cinema_id: string;
  /** The legal payer: its SIREN, or its normalised company name. Cinemas with one key are one payer. */
  readonly payer_key: string;
  /** Cinema week, 1–53; null on an imported invoice that has none. */
  readonly week_number: number | null;
  readonly week_year: number | null;
  /** What is still due, in cents. Zero and negative ones are never offered (BILL-10). */
  readonly outstanding: Cents;
  readonly total_amount: Cents;
  /** Before tax. */
  readonly total_net_amount?: Cents;
  readonly film_titles?: readonly string[];
}

/** Everything a bank may write to name one cinema or who pays for it. Empty strings and null mean unknown. */
export interface PayerClient {
  readonly cinema_id: string;
  readonly payer_key: string;
  readonly name: string;
  readonly legal_name: string | null;
  readonly invoicing_company_name: string | null;
  readonly group: string | null;
  readonly short_name_code: string | null;
  readonly city: string | null;
  /** 9 digits. */
  readonly siren: string | null;
}

/** A payer phrase (`payerPhrase` of a label) that people resolved to one payer. */
export interface PayerAlias {
  readonly phrase: string;
  readonly payer_key: string;
  /** Human decisions that agree. Two make it usable (LET-7). */
  readonly confirmations: number;
}

/** A bank transaction as matching reads it; all its ids are text. */
export interface TransactionToMatch
  extends Pick<BankTransaction, "label" | "amount" | "transaction_date" | "currency_code"> {
  readonly id: string;
  /** What the bank told beside the label (BANK-29). */
  readonly evidence?: LineEvidence | null;
}

/** A credit that is already reconciled: what a duplicate or a returned payment is compared with. */
export interface LetteredTransaction extends Pick<BankTransaction, "amount" | "transaction_date"> {
  readonly transaction_id: string;
  readonly payer_keys: readonly string[];
  readonly invoice_numbers: readonly string[];
  /** Of the invoices it settled: how late this payer usually is. */
  readonly due_dates?: readonly CivilDate[];
  /** It came as a cheque: who pays so once does it again. */
  readonly is_cheque?: boolean;
  /** Whom the bank named (`nameToRemember`), and from which account it came: who pays for others does it again (LET-49). */
  readonly paid_by?: string;
  readonly payer_iban?: string;
  /** What was missing of its invoices: what is kept back once is kept back again. */
  readonly kept_back?: Cents;
}

export interface LetteringOptions {
  readonly today: CivilDate;
  /** The distributor paused automatic lettering: everything becomes a suggestion. */
  readonly paused: boolean;
  /** Pairs that a person took apart: never lettered again by the engine. */
  readonly reverted_pairs: readonly { readonly transaction_id: string; readonly invoice_id: string }[];
  readonly recent_lettered: readonly LetteredTransaction[];
  /** The distributor's own factor, beside the well-known ones (BILL-16). */
  readonly factor_names?: readonly string[];
  /** Of the distributor: no other distributor's (LET-37). */
  readonly own_names?: readonly string[];
  /** What the distributor added to the words that speak of something else (LET-37). */
  readonly contrary_words?: readonly string[];
  /** Of its invoices in default, which are offered to no line (LET-1). */
  readonly defaulted_numbers?: readonly string[];
}

export type Gate = "G1" | "G2" | "G3" | "G4";
export type Outcome = "automatic" | "ask" | "ignore";
/** Why a credit is no client's, and nobody is asked about it (LET-50, LET-51). */
export type IgnoredReason = "other_currency" | "bank_operation" | "other_purpose";

export type ReasonCode =
  | "automatic_match"
  | "rounding_difference"
  | "partial_payment"
  | "overpayment"
  | "multiple_matches"
  | "amount_mismatch"
  | "amount_only_match"
  | "unknown_payer"
  | "factor_remittance"
  | "possible_duplicate"
  | "returned_payment"
  | "to_confirm";

export type CandidateKind =
  | "single_reference"
  | "reference_set"
  | "weak_reference"
  | "typo_reference"
  | "exact_single"
  | "near_single"
  | "bank_charges"
  | "week_set"
  | "whole_balance"
  | "subset"
  | "oldest_first"
  | "partial"
  | "overpaid"
  | "amount_only";

export interface PlanCandidate {
  /** In allocation order: invoice date, then number (BILL-15). */
  readonly invoice_ids: readonly string[];
  readonly kind: CandidateKind;
  /** French, for people. */
  readonly reasons: readonly string[];
  /** Transaction minus outstanding of the set, in cents: negative when the payment is short. */
  readonly difference: Cents;
  /** How many other sets fit just as well. */
  readonly alternatives: number;
}

export interface PlanEntry {
  readonly transaction_id: string;
  readonly outcome: Outcome;
  /** The gate that let it through; null unless automatic. */
  readonly gate: Gate | null;
  /** Null when ignored. */
  readonly reason_code: ReasonCode | null;
  /** The French sentence of the user action; empty when ignored. */
  readonly reason: string;
  /** First status of the user action (LET-14); null when ignored. */
  readonly initial_status: "DONE" | "AWAITING_INVOICE_SELECTION" | "PENDING" | null;
  /** Of a credit that is ignored. */
  readonly ignored_reason: IgnoredReason | null;
  /** French evidence, in words. */
  readonly explanation: readonly string[];
  /** Automatic only, in allocation order. */
  readonly invoice_ids: readonly string[];
  readonly allocations: readonly { readonly invoice_id: string; readonly amount: Cents }[];
  readonly suggested_invoices: {
    readonly near_rounded: readonly string[];
    readonly partial: readonly string[];
  };
  /** At most five, best first. */
  readonly candidates: readonly PlanCandidate[];
  /** Transactions that want the same invoice, look like this one, or are sent back by it. */
  readonly related_transaction_ids: readonly string[];
}

export interface LetteringPlan {
  readonly engine_version: string;
  readonly open_set_version: string;
  /** One per transaction, in the order given. */
  readonly entries: readonly PlanEntry[];
}
