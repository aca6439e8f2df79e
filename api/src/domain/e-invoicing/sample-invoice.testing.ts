import { civilDate } from "@bobine/contract/civil-date";
import { cents } from "@bobine/contract/money";
import { aContext, aDeclaration, firstInvoice, issued, rivageNord } from "../invoicing/builders.testing.ts";
import { correctInvoicing } from "../invoicing/corrections.ts";
import type { InvoiceDraft } from "../invoicing/draft-invoice.ts";
import { invoiceTotals } from "../invoicing/invoice-totals.ts";
import type { InvoiceDocument } from "./invoice-document.ts";

const draft = firstInvoice([aDeclaration(), rivageNord()], aContext()) as InvoiceDraft;

/** F26000123 of the worked example A, as it is printed. */
export function aDocument(changes: Partial<InvoiceDocument> = {}): InvoiceDocument {
  const lines = changes.lines ?? draft.lines;
  return {
    type: "invoice",
    invoice_number: "F26000123",
    invoice_date: civilDate("2026-11-30"),
    due_date: civilDate("2026-12-30"),
    week_start: civilDate("2026-11-18"),
    supplier: {
      name: "Lumen Films Distribution",
      legal_mention: "SAS au capital de 40 000 €",
      rcs_city: "Paris",
      address: "14 rue des Ormes-Bleus",
      post_code: "75010",
      city: "Paris",
      phone: "01 99 00 14 10",
      siren: "000100016",
      vat_number: "FR39000100016",
      iban: "FR7699999000010001234567809",
    },
    client: {
      name: "SARL BEFFROI CINES",
      address: "3 place du Beffroi",
      address_line_2: "",
      post_code: "59500",
      city: "Douai",
      siren: "000200014",
      vat_number: "FR12000200014",
    },
    cinema: { name: "Cinéma Le Beffroi", city: "Douai", client_account: "411BEFFROI" },
    ...invoiceTotals(lines),
    vat_on_debits: false,
    factor: null,
    corrects: null,
    ...changes,
    lines,
  };
}

/** A26000007, the credit note of the worked example C. */
export function aCreditNote(): InvoiceDocument {
  const corrected = aDeclaration({
    admissions_paid: 800,
    admissions_free: 21,
    gross_ttc: cents(582540),
    base_film_ht: cents(489723),
    share_ht: cents(244862),
  });
  const [credit] = correctInvoicing(
    { cinema_id: 10, week_start: civilDate("2026-11-18") },
    [issued(draft)],
    [corrected, rivageNord()],
    aContext(),
  ).credit_notes;
  return aDocument({
    type: "credit_note",
    invoice_number: "A26000007",
    invoice_date: civilDate("2026-12-03"),
    corrects: credit?.corrects ?? null,
    lines: credit?.lines ?? [],
  });
}
