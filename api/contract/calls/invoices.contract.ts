import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { isoWeekday } from "../units/civil-date.ts";
import { isInvoiceYear } from "../rules/invoice-dates.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { type Cents, cents } from "../units/money.ts";
import { moneySchema } from "../units/money-schema.ts";
import {
  amountFields,
  defineRoute,
  idParamsSchema,
  idSchema,
  lettersField,
  listOf,
  pageSchema,
  periodFields,
  repeated,
  searchSchema,
  writtenIdSchema,
} from "./route.contract.ts";

export const INVOICE_STATUSES = ["awaiting_payment", "part_paid", "paid", "default"] as const;
export const invoiceStatusSchema = z.enum(INVOICE_STATUSES);
export type InvoiceStatus = z.infer<typeof invoiceStatusSchema>;

/** LET-1: together called unpaid; only these are offered for reconciliation. */
export const UNPAID_STATUSES = ["awaiting_payment", "part_paid"] as const satisfies readonly InvoiceStatus[];
export const isUnpaid = (status: InvoiceStatus): boolean =>
  UNPAID_STATUSES.some((unpaid) => unpaid === status);
/** What is still owed: also what was given up as a default. */
export const OWED_STATUSES = [...UNPAID_STATUSES, "default"] as const satisfies readonly InvoiceStatus[];

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
  /** What a person reads of its status: also « À imputer », « Imputé », « Remboursé » of a credit note, « Annulée » of an invoice. */
  label: z.string(),
  /** Of a credit note, what is on no invoice yet and was not given back. */
  remaining_credit: moneySchema,
  files: z.array(invoiceFileSchema),
  /** COM-3; absent from servers of before. */
  comment_count: z.number().int().optional(),
  /** These two are told of one invoice, not in lists. */
  origin: z.enum(["issued", "imported"]).optional(),
  notes: z.string().optional(),
});
export type Invoice = z.infer<typeof invoiceSchema>;

export const INVOICE_ORDERINGS = [
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

/** What narrows a list of invoices, its totals and its CSV: one query for the three, so that they tell the same invoices. */
const invoiceFilterSchema = z.object({
  search: searchSchema,
  status: repeated(invoiceStatusSchema),
  cinema: repeated(writtenIdSchema("Choisissez un cinéma par son identifiant.")),
  /** Cinema weeks by the Wednesday that opens them. */
  week: repeated(civilDateSchema),
  /** `true`: past its due date and not settled, in default or not. */
  overdue: z.enum(["true"]).optional(),
  /** Of the total TTC. */
  ...amountFields,
  ...lettersField,
  /** Days of the invoice. */
  ...periodFields,
});
const invoiceOrderingSchema = z.enum(INVOICE_ORDERINGS).optional();

export const listInvoices = defineRoute({
  method: "GET",
  path: "/invoices/invoices/",
  summary:
    "Invoices, newest first. Whole and streamed without `page`, 100 a page with it. Search: cinema, number, week",
  access: booksPolicy.readInvoices,
  query: invoiceFilterSchema.extend({ page: pageSchema, ordering: invoiceOrderingSchema }),
  response: listOf(invoiceSchema),
});

export const invoiceTotalsSchema = z.object({
  count: z.number().int(),
  total_net_amount: moneySchema,
  total_vat_amount: moneySchema,
  total_amount: moneySchema,
  /** What is left to pay of all of them; a client's unused credit takes its part off. */
  outstanding: moneySchema,
});
export type InvoiceTotals = z.infer<typeof invoiceTotalsSchema>;

export const totalInvoices = defineRoute({
  method: "GET",
  path: "/invoices/totals/",
  summary: "Exact sums over every invoice that the filter finds, credit notes taken off",
  access: booksPolicy.readInvoices,
  query: invoiceFilterSchema,
  response: invoiceTotalsSchema,
});

export const exportInvoiceList = defineRoute({
  method: "GET",
  path: "/invoices/export-csv/",
  summary: "The list that the filter finds, whole, for a spreadsheet (`;`, UTF-8 with its mark)",
  access: booksPolicy.readInvoices,
  query: invoiceFilterSchema.extend({ ordering: invoiceOrderingSchema }),
  binary: "text/csv",
});
export const getInvoice = defineRoute({
  method: "GET",
  path: "/invoices/invoices/:id/",
  summary: "One invoice",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  response: invoiceSchema,
});
export const listInvoiceFiles = defineRoute({
  method: "GET",
  path: "/invoices/invoices/:id/files/",
  summary: "Documents of an invoice",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  response: z.object({ files: z.array(invoiceFileSchema) }),
});
export const downloadInvoiceFile = defineRoute({
  method: "GET",
  path: "/invoices/files/:id/",
  summary: "The document itself",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  binary: "application/pdf",
  ranged: true,
});

/** BILL-17: HT + TVA may be this far from TTC on an invoice that another software rounded. */
export const IMPORTED_TOTAL_TOLERANCE: Cents = cents(2);

const WEDNESDAY = 3;
const numberSchema = z
  .string()
  .trim()
  .max(35)
  .regex(/[A-Za-z0-9]/, "Saisissez un numéro qui contient un chiffre ou une lettre.")
  .regex(/^\P{Cc}*$/u, "Saisissez un numéro sans caractère de contrôle.")
  .meta({ description: "The invoice's own number, unique whatever its case and punctuation" });
const amountSchema = z
  .string()
  .regex(
    /^(0|[1-9]\d{0,11})\.\d{2}$/,
    "Saisissez un montant en euros avec un point et deux décimales, par exemple 2897.31.",
  )
  .meta({ description: "Euros, two decimals, not negative", example: "2897.31" });
const dateSchema = civilDateSchema.refine(isInvoiceYear, "Saisissez une date de 1990 à 2099.");
const weekStartSchema = dateSchema
  .refine(
    (date) => isoWeekday(date) === WEDNESDAY,
    "Saisissez le mercredi où commence la semaine cinématographique.",
  )
  .nullable();
const notesSchema = z.string().max(5000);

/** An invoice of outside the product, by hand. Without a due date it is due after 30 days (BILL-17). */
export const newInvoiceSchema = z.strictObject({
  invoice_number: numberSchema,
  invoice_date: dateSchema,
  due_date: dateSchema.optional(),
  cinema_id: idSchema,
  week_start: weekStartSchema.optional(),
  total_net_amount: amountSchema,
  total_vat_amount: amountSchema,
  total_amount: amountSchema,
  notes: notesSchema.optional(),
});
export type NewInvoice = z.infer<typeof newInvoiceSchema>;

/**
 * BILL-10: of an issued invoice only default, due date and notes move; the rest is for imported ones. The status follows from
 * the payments: `default` is set by people, an unpaid status takes it back.
 */
export const invoiceChangesSchema = newInvoiceSchema.partial().extend({
  status: z.enum(OWED_STATUSES).optional(),
  /** Why, for the history of the invoice. */
  comment: z.string().trim().max(1000).optional(),
});
export type InvoiceChanges = z.infer<typeof invoiceChangesSchema>;

export const createInvoice = defineRoute({
  method: "POST",
  path: "/invoices/invoices/",
  invalidates: DUES,
  summary: "Keeps an invoice that was issued outside the product; it has its own number",
  access: booksPolicy.writeInvoices,
  idempotent: "in-transaction",
  body: newInvoiceSchema,
  response: invoiceSchema,
  status: 201,
});
export const changeInvoice = defineRoute({
  method: "PATCH",
  path: "/invoices/invoices/:id/",
  invalidates: DUES,
  summary: "Default, due date and notes; the rest only of an imported invoice without payment",
  access: booksPolicy.writeInvoices,
  params: idParamsSchema,
  body: invoiceChangesSchema,
  response: invoiceSchema,
});
export const deleteInvoice = defineRoute({
  method: "DELETE",
  path: "/invoices/invoices/:id/",
  invalidates: DUES,
  summary: "Removes an imported invoice without payment; an issued one never goes",
  access: booksPolicy.writeInvoices,
  params: idParamsSchema,
  status: 204,
});

export const INVOICE_CSV_MAX_BYTES = 10 * 1024 * 1024;
/** TXT-6 */
export const INVOICE_CSV_TOO_LARGE = "Le fichier est trop volumineux.";
/** API-6 */
export const NOT_AN_INVOICE_CSV = "Veuillez sélectionner un fichier CSV";
/** By its name or the type that the browser gives: spreadsheets claim .csv files for their own type. */
export const looksLikeCsv = (fileName: string, type: string): boolean =>
  /\.csv$/i.test(fileName) || /^text\/csv\b/i.test(type);

export const invoiceImportSchema = z.object({
  message: z.string(),
  success_count: z.number().int(),
  /** One sentence each, with its line in the file: the first thousand. */
  errors: z.array(z.string()),
  /** Columns of the list that are not read, the first twenty, if there are any. */
  unread_columns: z.array(z.string()).optional(),
  /** Weeks that invoices of ours bill already, one sentence for each week, if there are any. */
  warnings: z.array(z.string()).optional(),
});
export type InvoiceImport = z.infer<typeof invoiceImportSchema>;

/** Whether another software has booked the invoices of a list already: then only what is open of them is entered (EXP-12). */
export const IMPORT_ACCOUNTING = ["already_booked", "to_book"] as const;
export type ImportAccounting = (typeof IMPORT_ACCOUNTING)[number];

export const uploadInvoices = defineRoute({
  method: "POST",
  path: "/invoices/upload/",
  invalidates: [...DUES, "/cinemas/"],
  summary:
    "Imports a CSV list of invoices issued outside the product; lines with an error are left out and told",
  access: booksPolicy.writeInvoices,
  idempotent: "by-itself",
  query: z.object({ accounting: z.enum(IMPORT_ACCOUNTING).default("already_booked") }),
  upload: "file",
  response: invoiceImportSchema,
});
