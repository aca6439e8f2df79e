// One payment, before a word of its label is written.
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Bill, Company } from "./trade.ts";

export type Quirk =
  | "none"
  | "part"
  | "instalment"
  | "euros"
  | "cents dropped"
  | "off by cents"
  | "charges"
  | "credit deducted"
  | "credit ignored"
  | "over"
  | "twice"
  | "paid one named again"
  | "cheque"
  | "cheques"
  | "returned"
  | "factor"
  | "unrelated";

/** What a payer's accountant puts on an order of payment. */
export type Wording = "numbers" | "tails" | "range" | "first" | "weeks" | "films" | "nothing" | "own";
/** How the payer's bank calls the payer. */
export type NameHabit =
  | "company"
  | "company and site"
  | "site and town"
  | "site"
  | "initials"
  | "treasury"
  | "stranger";
export interface Share {
  readonly bill: Bill;
  /** Cents of this payment that belong to the bill. */
  readonly cents: number;
}

export interface Payment {
  readonly date: CivilDate;
  /** Null: a factor, an unrelated payer. */
  readonly payer: Company | null;
  readonly name: NameHabit;
  /** The person or head office behind the name « stranger ». */
  readonly strangerName: string;
  readonly shares: readonly Share[];
  /** Cents. */
  readonly amount: number;
  readonly telling: Wording;
  readonly quirk: Quirk;
  /** Bills of the past that the label names again. */
  readonly alsoNamed: readonly Bill[];
}
