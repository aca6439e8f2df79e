import type { CivilDate } from "@bobine/contract/civil-date";
import type { Cents } from "@bobine/contract/money";
import type { InvoiceLineDraft } from "../invoicing/draft-invoice.ts";
import type { VatOfRate } from "../invoicing/invoice-totals.ts";

export interface InvoiceSupplier {
  name: string;
  /** « SAS au capital de 40 000 € » */
  legal_mention: string;
  rcs_city: string;
  address: string;
  post_code: string;
  city: string;
  phone: string;
  /** 9 or 14 digits. */
  siren: string;
  vat_number: string;
  iban: string;
}

export interface InvoiceClient {
  name: string;
  address: string;
  address_line_2: string;
  post_code: string;
  city: string;
  siren: string;
  /** Empty when it is not known. */
  vat_number: string;
}

export type InvoiceDocumentLine = Omit<InvoiceLineDraft, "position" | "declaration_ids">;

/** A guarantee's complement has no admissions of its own, nor has an amount that somebody takes off. */
export const hasAdmissions = (line: InvoiceDocumentLine): boolean =>
  line.kind !== "minimum_guarantee" &&
  (line.kind !== "correction" ||
    [line.admissions_paid, line.admissions_free, line.gross_ttc, line.base_film_ht].some((one) => one !== 0));

/** All that is printed on an invoice or a credit note. Amounts in cents; negative on a credit note, as in the database. */
export interface InvoiceDocument {
  type: "invoice" | "credit_note";
  invoice_number: string;
  invoice_date: CivilDate;
  due_date: CivilDate;
  /** The Wednesday of the cinema week that is billed; null when there is none. */
  week_start: CivilDate | null;
  supplier: InvoiceSupplier;
  client: InvoiceClient;
  cinema: { name: string; city: string; client_account: string };
  lines: readonly InvoiceDocumentLine[];
  vat_breakdown: readonly VatOfRate[];
  total_net_amount: Cents;
  total_vat_amount: Cents;
  total_amount: Cents;
  vat_on_debits: boolean;
  /** When the invoice is assigned to a factor, the client pays the factor (BILL-16). */
  factor: { name: string; iban: string } | null;
  /** The invoice that a credit note corrects. */
  corrects: { invoice_number: string; invoice_date: CivilDate } | null;
}
