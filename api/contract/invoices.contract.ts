import { z } from "zod";
import { civilDateSchema, instantSchema } from "./civil-date.contract.ts";
import { moneySchema } from "./money.contract.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  repeated,
  searchSchema,
} from "./route.contract.ts";

export const INVOICE_STATUSES = ["awaiting_payment", "part_paid", "paid", "default"] as const;
export const invoiceStatusSchema = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof invoiceStatusSchema>;

/** SPEC §4: together called unpaid; only these are offered for reconciliation. */
export const UNPAID_STATUSES = ["awaiting_payment", "part_paid"] as const satisfies readonly InvoiceStatus[];

export const invoiceFileSchema = z.object({
  id: idSchema,
  file_name: z.string(),
  kind: z.string(),
  content_type: z.string(),
  size: z.number().int(),
  created_at: instantSchema,
});
export type InvoiceFile = z.infer<typeof invoiceFileSchema>;

export const invoiceSchema = z.object({
  id: idSchema,
  type: z.enum(["invoice", "credit_note"]),
  invoice_number: z.string(),
  invoice_date: civilDateSchema,
  due_date: civilDateSchema,
  cinema_id: idSchema,
  cinema_name: z.string(),
  week_number: z.number().int().nullable(),
  week_display: z.string(),
  total_net_amount: moneySchema,
  total_vat_amount: moneySchema,
  total_amount: moneySchema,
  /** What is left to pay: total − allocations − credit notes. */
  outstanding: moneySchema,
  status: invoiceStatusSchema,
  files: z.array(invoiceFileSchema),
});
export type Invoice = z.infer<typeof invoiceSchema>;

const INVOICE_ORDERINGS = [
  "invoice_number",
  "-invoice_number",
  "invoice_date",
  "-invoice_date",
  "cinema_name",
  "-cinema_name",
  "due_date",
  "-due_date",
  "total_amount",
  "-total_amount",
  "status",
  "-status",
  "week_number",
  "-week_number",
] as const;
export type InvoiceOrdering = (typeof INVOICE_ORDERINGS)[number];

export const listInvoices = defineRoute({
  method: "GET",
  path: "/invoices/invoices/",
  summary:
    "Invoices, newest first. Whole and streamed without `page`, 100 a page with it. Search: cinema, number, week",
  access: "distributor",
  query: z.object({
    page: pageSchema,
    search: searchSchema,
    ordering: z.enum(INVOICE_ORDERINGS).optional(),
    status: repeated(invoiceStatusSchema),
  }),
  response: listOf(invoiceSchema),
});
export const getInvoice = defineRoute({
  method: "GET",
  path: "/invoices/invoices/:id/",
  summary: "One invoice",
  access: "distributor",
  params: idParamsSchema,
  response: invoiceSchema,
});
export const listInvoiceFiles = defineRoute({
  method: "GET",
  path: "/invoices/invoices/:id/files/",
  summary: "Documents of an invoice",
  access: "distributor",
  params: idParamsSchema,
  response: z.object({ files: z.array(invoiceFileSchema) }),
});
export const downloadInvoiceFile = defineRoute({
  method: "GET",
  path: "/invoices/files/:id/",
  summary: "The document itself",
  access: "distributor",
  params: idParamsSchema,
  binary: "application/pdf",
});
