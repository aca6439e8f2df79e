import { civilDate } from "@bobine/contract/civil-date";
import type { InvoiceDetail } from "@bobine/contract/invoice-detail";
import type { Invoice } from "@bobine/contract/invoices";
import type { ChoosableInvoice, UserAction, UserActionDetail } from "@bobine/contract/user-actions";

/** An invoice of the wire with valid defaults. */
export const anInvoice = (overrides: Partial<Invoice> = {}): Invoice => ({
  id: 1,
  type: "invoice",
  invoice_number: "F26000123",
  invoice_date: civilDate("2026-11-30"),
  due_date: civilDate("2026-12-30"),
  cinema_id: 1,
  cinema_name: "Cinéma Le Beffroi",
  week_number: 47,
  week_display: "S47/2026 – du 18/11/2026 au 24/11/2026",
  total_net_amount: "2633.92",
  total_vat_amount: "263.39",
  total_amount: "2897.31",
  outstanding: "2897.31",
  status: "awaiting_payment",
  files: [
    {
      id: 10,
      file_name: "F26000123.pdf",
      kind: "invoice_pdf",
      content_type: "application/pdf",
      size: 48_000,
      created_at: "2026-11-30T08:00:00.000Z",
    },
  ],
  ...overrides,
});

/** Everything about that invoice: one film, nothing paid. */
export const anInvoiceDetail = (
  overrides: Partial<InvoiceDetail> = {},
  invoice: Invoice = anInvoice({ origin: "issued" }),
): InvoiceDetail => ({
  invoice,
  supplier: null,
  client: {
    name: "SARL Ciné Beffroi",
    address: "3 place du Beffroi",
    address_line_2: "",
    post_code: "59500",
    city: "Douai",
    siren: "000200014",
    vat_number: "",
  },
  client_account: "411BEFFROI",
  lines: [
    {
      id: 70,
      kind: "rental",
      film_title: "Les Heures bleues",
      visa_number: "199041",
      version: "VF",
      run_week: 1,
      screens: ["Salle 1"],
      screenings: 21,
      admissions_paid: 812,
      admissions_free: 9,
      base_film_ht: "4967.84",
      rate_bp: 5000,
      description: "Les Heures bleues (VF) – S1 – 812 entrées",
      net_amount: "2633.92",
      vat_rate_bp: 1000,
    },
  ],
  vat_breakdown: [{ vat_rate_bp: 1000, net_amount: "2633.92", vat_amount: "263.39" }],
  payments: [],
  credit_notes: [],
  corrects: null,
  applied_to: [],
  reports: [],
  creditable: [
    {
      line_id: 70,
      film_title: "Les Heures bleues",
      vat_rate_bp: 1000,
      billed: "2633.92",
      remaining: "2633.92",
    },
  ],
  events: [],
  ...overrides,
});

/** A user action of the wire with valid defaults: a partial payment that awaits a choice. */
export const aUserAction = (overrides: Partial<UserAction> = {}): UserAction => ({
  id: 5,
  status: "AWAITING_INVOICE_SELECTION",
  reason: "Paiement partiel",
  reason_code: "partial_payment",
  explanation: ["payeur reconnu : Ciné Royal Dole"],
  transaction_id: 50,
  transaction_date: civilDate("2026-12-29"),
  transaction_description: "VIR INST CINE ROYAL DOLE LOCATION FILMS S46 S47",
  transaction_amount: "1312.00",
  currency_code: "EUR",
  created_at: "2026-12-31T08:00:00.000Z",
  suggested_invoices: { near_rounded: [], partial: [] },
  candidates: [],
  allocations: [],
  surplus_amount: "0.00",
  decision: null,
  related_transactions: [],
  invoice_id: null,
  cinema_id: null,
  ...overrides,
});

/** That action as the workbench reads it: no ready-made set, no history. */
export const aUserActionDetail = (
  overrides: Partial<UserActionDetail> = {},
  action: UserAction = aUserAction(),
): UserActionDetail => ({ ...action, candidates: [], events: [], ...overrides });

/** An unpaid invoice that a bank line may pay. */
export const aChoosableInvoice = (overrides: Partial<ChoosableInvoice> = {}): ChoosableInvoice => ({
  id: 1,
  invoice_number: "F26000123",
  invoice_date: civilDate("2026-11-30"),
  due_date: civilDate("2026-12-30"),
  cinema_id: 1,
  cinema_name: "Cinéma Le Beffroi",
  week_display: "S47/2026 – du 18/11/2026 au 24/11/2026",
  film_titles: ["Les Heures bleues"],
  total_amount: "2897.31",
  outstanding: "2897.31",
  status: "awaiting_payment",
  file_id: 10,
  ...overrides,
});

/** The list form of the API. */
export const listed = <T>(results: T[]) => ({ count: results.length, next: null, previous: null, results });
