import { type InvoiceDetail, invoiceDetailSchema } from "../calls/invoice-detail.contract.ts";
import { type Invoice, invoiceSchema } from "../calls/invoices.contract.ts";
import { invoicingBacklogSchema } from "../calls/invoicing-backlog.contract.ts";
import { mailSchema } from "../calls/mailing.contract.ts";
import { civilDate } from "../units/civil-date.ts";
import { INVOICE_STATUS } from "../labels/status-labels.ts";
import { builderOf } from "./builder.testing.ts";

const invoiceOf = builderOf(invoiceSchema, {
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
  remaining_credit: "0.00",
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
});

/** One of 2 897,31 € that nothing has paid yet; its label is that of its status. */
export const anInvoice = (overrides: Partial<Invoice> = {}): Invoice =>
  invoiceOf({ label: INVOICE_STATUS[overrides.status ?? "awaiting_payment"].label, ...overrides });

const detailOf = builderOf(invoiceDetailSchema, {
  provision: null,
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
  archived_until: null,
});

/** Everything about that invoice: one film, nothing paid. */
export const anInvoiceDetail = (
  overrides: Partial<InvoiceDetail> = {},
  invoice: Invoice = anInvoice({ origin: "issued" }),
): InvoiceDetail => detailOf({ invoice, ...overrides });

/** The mail that took it to the cinema. */
export const anInvoiceMail = builderOf(mailSchema, {
  id: 3,
  kind: "invoice",
  state: "sent",
  subject: "Facture F26000123",
  recipients: [{ address: "compta@beffroi.example", state: "accepted", response: "" }],
  attempts: 1,
  created_at: "2026-12-01T06:00:00.000Z",
  sent_at: "2026-12-01T07:00:00.000Z",
  problem: "",
});

/** Nothing waits to be invoiced. */
export const aBacklog = builderOf(invoicingBacklogSchema, {
  invoices: 0,
  credit_notes: 0,
  imported_weeks: 0,
  total_amount: "0.00",
  waiting_cinemas: 0,
});
