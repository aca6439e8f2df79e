import { civilDate } from "@bobine/contract/civil-date";
import { type Cents, cents } from "@bobine/contract/money";
import type { BilledDeclaration } from "./billed-declaration.ts";
import { correctInvoicing, type InvoicedDocument } from "./corrections.ts";
import type { InvoiceDraft, InvoicingContext } from "./draft-invoice.ts";

/** A declaration with valid defaults: « Les Heures bleues », screen 1 of Le Beffroi, week 47 (BILL-3, example A). */
export function aDeclaration(changes: Partial<BilledDeclaration> = {}): BilledDeclaration {
  return {
    id: 1,
    cinema_id: 10,
    week_start: civilDate("2026-11-18"),
    screen_authorization: "910231",
    screen_name: "Salle 1",
    visa_number: "199041",
    film_title: "Les Heures bleues",
    version: "VF",
    run_week: 1,
    terms_type: "POURCENTAGE",
    rate_bp: 5000,
    flat_fee_ht: null,
    minimum_guarantee_ht: null,
    cancelled_screening: false,
    screenings: 21,
    admissions_paid: 812,
    admissions_free: 9,
    gross_ttc: cents(590940),
    base_film_ht: cents(496784),
    share_ht: cents(248392),
    is_cancelled: false,
    is_settled: false,
    ...changes,
  };
}

/** « Rivage nord », screen 2 of Le Beffroi: 118.97 € of share under a guarantee of 150 € (example A). */
export function rivageNord(changes: Partial<BilledDeclaration> = {}): BilledDeclaration {
  return aDeclaration({
    id: 2,
    screen_authorization: "910232",
    screen_name: "Salle 2",
    visa_number: "199087",
    film_title: "Rivage nord",
    version: "VOST",
    run_week: 4,
    rate_bp: 4000,
    minimum_guarantee_ht: cents(15000),
    screenings: 6,
    admissions_paid: 58,
    admissions_free: 2,
    gross_ttc: cents(35380),
    base_film_ht: cents(29743),
    share_ht: cents(11897),
    ...changes,
  });
}

export const aContext = (guarantees: Record<number, Cents> = {}): InvoicingContext => ({
  default_vat_rate_bp: 1000,
  minimum_guarantees: new Map(Object.entries(guarantees).map(([id, amount]) => [Number(id), amount])),
});

/** The first invoice of the cinema and week of these declarations; null when they bill nothing. */
export function firstInvoice(
  declarations: readonly BilledDeclaration[],
  context: InvoicingContext,
): InvoiceDraft | null {
  const { cinema_id, week_start } = declarations[0] ?? aDeclaration();
  return correctInvoicing({ cinema_id, week_start }, [], declarations, context).complementary_invoice;
}

/** A draft as it reads once issued. */
export function issued(draft: InvoiceDraft, changes: Partial<InvoicedDocument> = {}): InvoicedDocument {
  return {
    id: 123,
    type: "invoice",
    invoice_number: "F26000123",
    invoice_date: civilDate("2026-11-30"),
    corrects_id: null,
    by_hand: false,
    vat_number: null,
    vat_breakdown: draft.vat_breakdown,
    lines: draft.lines,
    ...changes,
  };
}
