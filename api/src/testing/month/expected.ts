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
  readonly parts: readonly ExpectedPart[];
}

interface Expected {
  readonly documents: readonly ExpectedDocument[];
  readonly bank_lines: readonly ExpectedBankLine[];
}

export const monthFile = (name: string): Buffer =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url));

export const EXPECTED = JSON.parse(monthFile("expected.json").toString()) as Expected;
