// What must come out of the month (see README.md): every figure was computed outside the product.
import { readFileSync } from "node:fs";

export type Money = string;

export interface ExpectedDocument {
  readonly number: string;
  readonly type: "invoice" | "credit_note";
  readonly cinema: string;
  readonly client: string;
  readonly week: string;
  readonly date: string;
  readonly due_date: string;
  readonly origin: string;
  readonly corrects?: string;
  readonly reason?: string;
  readonly lines: readonly { readonly rate: string; readonly net: Money; readonly vat: Money }[];
  readonly net: Money;
  readonly vat: Money;
  readonly total: Money;
  readonly outstanding: Money;
  readonly remaining?: Money;
  readonly status: string;
  readonly label: string;
  /** What of its VAT is due at the end of the two months. */
  readonly vat_due_on_collection: Money;
}

export interface ExpectedPart {
  readonly kind:
    | "invoice"
    | "account"
    | "bank_fee"
    | "write_off"
    | "client_credit"
    | "advance"
    | "credit_note"
    | "return"
    | "refund"
    | "unknown";
  readonly amount: Money;
  readonly account: string;
  readonly client?: string;
  readonly document?: string;
  readonly returns_line?: string;
  readonly credit_of_line?: string;
}

/** A line of a bank's statement, and the parts that are its end; their amounts sum to the line's. */
export interface ExpectedBankLine {
  readonly id: string;
  readonly account: string;
  readonly date: string;
  readonly amount: Money;
  readonly label: string;
  readonly party?: string;
  /** What became of a line that nobody knew. */
  readonly later?: { readonly date: string; readonly document: string };
  readonly parts: readonly ExpectedPart[];
}

/** Money of a client: what it was, and what of it is not used yet. */
interface ExpectedCredit {
  readonly origin: "credit_note" | "overpayment" | "advance";
  readonly document?: string;
  readonly line?: string;
  readonly client: string;
  readonly amount: Money;
  readonly remaining: Money;
}

export interface ExpectedVatOfMonth {
  readonly tax: Money;
  readonly advances_at_10_percent: {
    readonly received_tax: Money;
    readonly applied_tax: Money;
    readonly net_tax: Money;
  };
  readonly rates: Record<string, { readonly account: string; readonly base: Money; readonly tax: Money }>;
}

interface ExpectedBalances {
  readonly accounts: Record<"on_collection" | "on_debits", Record<string, Money>>;
  readonly bank: readonly {
    readonly account: string;
    readonly iban: string;
    readonly opening_of_month: Money;
    readonly movements_of_month: Money;
    readonly lines_of_month: number;
    readonly closing: Money;
  }[];
  readonly clients: readonly {
    readonly account: string;
    readonly balance_411: Money;
    readonly balance_4191: Money;
    readonly open_items: readonly {
      readonly document?: string;
      readonly overpayment_of_line?: string;
      readonly amount: Money;
    }[];
  }[];
}

interface Expected {
  readonly documents: readonly ExpectedDocument[];
  readonly bank_lines: readonly ExpectedBankLine[];
  readonly credits: readonly ExpectedCredit[];
  /** What is put on an invoice on a day of its own. */
  readonly without_bank_line: readonly {
    readonly date: string;
    readonly what: string;
    readonly document: string;
    readonly amount: Money;
  }[];
  readonly opening: { readonly waiting_vat: Money };
  /** Lines whose VAT is due once they are identified. */
  readonly identified: readonly { readonly line: string; readonly identified: string; readonly tax: Money }[];
  readonly vat: Record<"on_collection" | "on_debits", Record<string, ExpectedVatOfMonth>>;
  /** By the last day of each month. */
  readonly balances: Record<string, ExpectedBalances>;
}

export const monthFile = (name: string): Buffer =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

export const EXPECTED = JSON.parse(monthFile("expected.json").toString()) as Expected;
