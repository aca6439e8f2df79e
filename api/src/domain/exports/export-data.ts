import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import type { BankAccount } from "../bank-account.ts";
import type { BankTransaction } from "../bank-transaction.ts";
import type { SettledPart } from "../settlement/parts.ts";
import type { VatOfRate } from "../invoicing/invoice-totals.ts";
import type { Settlement } from "../vat/vat-life.ts";
import type { VatRegime } from "../vat/vat-regime.ts";

/** A client's auxiliary account (`411BEFFROI`) and the company that the accountant reads beside it. */
export interface ExportClientAccount {
  client_account: string;
  client_name: string;
}

/** An invoice or a credit note (negative amounts). Amounts in cents. */
export interface ExportInvoice {
  id: number;
  type: "invoice" | "credit_note";
  invoice_number: string;
  invoice_date: CivilDate;
  due_date: CivilDate;
  cinema_name: string;
  /** Short code of the cinema; empty when it has none. */
  cinema_code: string;
  /** Cinema week; null on an imported invoice that has none. */
  week_number: number | null;
  week_year: number | null;
  client_account: string;
  total_net_amount: Cents;
  total_vat_amount: Cents;
  total_amount: Cents;
  /** Empty on an imported invoice whose rates are not known. */
  vat_breakdown: readonly VatOfRate[];
  /** How its VAT is owed; a credit note's is owed as that of the invoice that it corrects. */
  vat_regime: VatRegime;
  outstanding: Cents;
  /** Number of the invoice that a credit note corrects. */
  corrects_number: string | null;
  /** Of a credit note that a person made: why. */
  reason: string | null;
  /** Of an invoice that another software has booked (EXP-12): the day on which only its balance is entered. */
  opening_date: CivilDate | null;
  /** Nobody can have booked it elsewhere: it came in after the first lot was made, to be booked (EXP-10). */
  came_after_lots: boolean;
  /** When it was in default, one after the other. */
  defaults: readonly InvoiceDefault[];
  /** The letters that lists show for it: those of its group. The links of the group say which these are. */
  lettering_letters: string | null;
}

/** From when to when what an invoice owes is doubtful. */
export interface InvoiceDefault {
  defaulted_on: CivilDate;
  /** Null while it is. */
  reopened_on: CivilDate | null;
}

/** A bank transaction as entries are made of it. */
export interface ExportTransaction
  extends Pick<
    BankTransaction,
    "id" | "transaction_date" | "value_date" | "label" | "amount" | "currency_code"
  > {
  /** Null: the first account. */
  bank_account_id: number | null;
  /** It came in after the first lot was made. */
  came_after_lots: boolean;
  /** Of a debit that returns a payment: the credits that it may take back. */
  returned: readonly ReturnedCredit[] | null;
}

/** A credit that may be taken back. */
export interface ReturnedCredit {
  /** What came in: less than it pays where some cents were written off. */
  readonly received: Cents;
  /** What it pays, in the order of its invoices; nothing once its lettering was undone. */
  readonly paid: readonly { readonly client_account: string; readonly amount: Cents }[];
}

/** The day of its entry. */
export const entryDateOf = ({
  invoice_date,
  opening_date,
}: Pick<ExportInvoice, "invoice_date" | "opening_date">): CivilDate => opening_date ?? invoice_date;

interface ExportLink {
  /** Letters that it was given, in upper case; null when it has none yet. */
  letters: string | null;
}

/** A client credit that waited on a part of a bank line. */
export interface ExportCreditSource {
  kind: "credit" | "advance" | "unknown";
  /** Empty while nobody knew whose it is. */
  client_account: string;
  amount: Cents;
  /** Of its bank line. */
  label: string;
  /** Of an advance, as of `ExportPart`. */
  vat_rate_bp: number | null;
  /** Of an advance: what is used of it, or given back, after this use. */
  advance_used: Cents | null;
}

/** What settles an invoice: a bank line, its return, a payment from before the import, or money that waited on a part of a bank line. */
export type ExportAllocation =
  | (ExportLink & { kind: "payment"; id: number; invoice_id: number; transaction_id: number; amount: Cents })
  /** Below zero: a debit takes back what an earlier credit had paid, and the invoice is due again. */
  | (ExportLink & { kind: "return"; id: number; invoice_id: number; transaction_id: number; amount: Cents })
  | (ExportLink & { kind: "opening"; id: number; invoice_id: number; amount: Cents })
  | (ExportLink & {
      kind: "part";
      id: number;
      invoice_id: number;
      part_id: number;
      amount: Cents;
      settled_on: CivilDate;
      source: ExportCreditSource;
    });

/** What of a transaction is no invoice's, as a person decided. */
export interface ExportPart extends SettledPart {
  id: number;
  transaction_id: number;
  /** Whose money it is; empty when it is no client's. */
  client_account: string;
  /** Of a refund of what waited on a part: its kind. */
  source_kind: "credit" | "advance" | "unknown" | null;
  /** Of an advance, and of what is given back of one: the rate of the rentals when it was decided. Null where nobody kept it. */
  vat_rate_bp: number | null;
  /** Of what is given back of an advance: what is used of it, or given back, after this. Null of anything else. */
  advance_used: Cents | null;
}

/** What a credit note takes off an invoice. */
export interface ExportCreditApplication extends ExportLink {
  id: number;
  credit_note_id: number;
  invoice_id: number;
  amount: Cents;
  applied_on: CivilDate;
}

/** What a debit gives a client back of a credit note, or of what was paid too much. */
export interface ExportRefund {
  /** Its part of the debit. */
  id: number;
  /** One of both. */
  credit_note_id: number | null;
  source_part_id: number | null;
  /** Above zero. */
  amount: Cents;
  /** Of the debit. */
  date: CivilDate;
}

/** What was paid too much on one account of a client, and is put on an invoice of another one. */
export interface ExportMovedPart {
  part_id: number;
  amount: Cents;
  date: CivilDate;
}

/** Where the provision of a doubtful debt is entered (EXP-19). */
export interface ProvisionAccounts {
  /** 491000 */
  provision: string;
  /** 681740, what it costs. */
  charge: string;
  /** 781740, what is taken back of it. */
  release: string;
}

/** What a person chose as provision of an invoice in default, from a day on; zero when it was withdrawn or reopened. */
export interface ExportProvision {
  id: number;
  invoice_id: number;
  set_on: CivilDate;
  amount: Cents;
  accounts: ProvisionAccounts;
}

/** What settles a document whose VAT is due on collection, or that has a provision. */
export interface DocumentSettlement extends Settlement {
  document_id: number;
  /** The bank line that settles; none of what waited, or of a credit note. */
  transaction_id?: number | null;
}

/**
 * All that one distributor's exports are made of. It is not cut to the period: letters depend on what is linked across its
 * bounds. Order is free.
 */
export interface ExportData {
  /** In their order; empty while none is known: then there is one. */
  bank_accounts: readonly BankAccount[];
  accounts: readonly ExportClientAccount[];
  invoices: readonly ExportInvoice[];
  transactions: readonly ExportTransaction[];
  allocations: readonly ExportAllocation[];
  credit_applications: readonly ExportCreditApplication[];
  /** Of all that settle one another here, whatever their day. */
  refunds: readonly ExportRefund[];
  /** Of parts that an invoice of their own account has too. */
  moved_parts: readonly ExportMovedPart[];
  /** Of documents on collection, or with a provision, at least; each document's in their order; without what was paid before it came in. */
  settlements: readonly DocumentSettlement[];
  /** Each invoice's in the order in which they were chosen. */
  provisions: readonly ExportProvision[];
  /** In the order of each transaction. */
  parts: readonly ExportPart[];
}

/** Both days included. */
export interface ExportPeriod {
  from: CivilDate;
  to: CivilDate;
}

/** From before all that a distributor has. */
export const ALL_DAYS: ExportPeriod = { from: "0001-01-01" as CivilDate, to: "9999-12-31" as CivilDate };

/** EXP-1: by default the current and the previous accounting year, January to December. */
export const defaultPeriod = (today: CivilDate): ExportPeriod => ({
  from: `${Number(today.slice(0, 4)) - 1}-01-01` as CivilDate,
  to: `${today.slice(0, 4)}-12-31` as CivilDate,
});

export const isInPeriod = (date: CivilDate, period: ExportPeriod): boolean =>
  date >= period.from && date <= period.to;
