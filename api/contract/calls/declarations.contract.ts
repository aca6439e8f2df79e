import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import {
  defineRoute,
  idParamsSchema,
  idSchema,
  listOf,
  pageSchema,
  periodFields,
  searchSchema,
} from "./route.contract.ts";

/** A box-office report that was imported, with what its import counted. */
export const reportSchema = z.object({
  id: idSchema,
  file_name: z.string(),
  /** Bytes. */
  file_size: z.number().int(),
  created_at: instantSchema,
  /** Null when nobody did, or somebody out of the reader's sight. */
  imported_by: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }).nullable(),
  weeks: z.array(civilDateSchema),
  declarations_found: z.number().int(),
  imported: z.number().int(),
  duplicates: z.number().int(),
  corrections: z.number().int(),
  set_aside: z.number().int(),
  other_distributors: z.number().int(),
  unknown_cinemas: z.number().int(),
  errors_count: z.number().int(),
  warnings_count: z.number().int(),
});
export type Report = z.infer<typeof reportSchema>;

export const reportDetailSchema = reportSchema.extend({
  total_admissions: z.number().int(),
  total_gross_ttc: moneySchema,
  /** The first of them, in French; the counts are whole. */
  errors: z.array(z.string()),
  warnings: z.array(z.string()),
  /** What became of the declarations that it brought; duplicates were not kept. */
  kept: z.object({
    all: z.number().int(),
    invoiced: z.number().int(),
    pending: z.number().int(),
    set_aside: z.number().int(),
    with_warnings: z.number().int(),
  }),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

/**
 * What became of a declaration, or why it is not invoiced yet:
 * - `invoiced`: its amounts are in the invoice or credit note that is told;
 * - `nothing_due`: settled without one (free screening, correction that changes no amount);
 * - `superseded`: a later declaration took its place; `set_aside`: it contradicts a known one without correcting it;
 * - `not_validated`, `automation_off`, `cinema_not_validated`, `supplier_incomplete`, `client_incomplete`, `to_check`: what it waits for;
 * - `under_way`: a job is about to invoice it.
 */
export const DECLARATION_OUTCOMES = [
  "invoiced",
  "nothing_due",
  "superseded",
  "set_aside",
  "not_validated",
  "automation_off",
  "cinema_not_validated",
  "supplier_incomplete",
  "client_incomplete",
  "to_check",
  "under_way",
] as const;
export type DeclarationOutcome = (typeof DECLARATION_OUTCOMES)[number];

export const declarationSchema = z.object({
  id: idSchema,
  reference: z.string(),
  nature: z.enum(["initiale", "rectificative", "annulation"]),
  week_start: civilDateSchema,
  week_display: z.string(),
  cinema_id: idSchema,
  cinema_name: z.string(),
  screen_name: z.string(),
  screen_authorization: z.string(),
  film_title: z.string(),
  visa_number: z.string(),
  version: z.string(),
  run_week: z.number().int().nullable(),
  terms_type: z.enum(["POURCENTAGE", "FORFAIT", "GRATUIT"]),
  /** Hundredths of a percent. */
  rate_bp: z.number().int().nullable(),
  screenings: z.number().int().nullable(),
  admissions_paid: z.number().int(),
  admissions_free: z.number().int(),
  gross_ttc: moneySchema,
  tsa: moneySchema,
  vat: moneySchema,
  base_film_ht: moneySchema,
  share_ht: moneySchema,
  /** False when the share is computed, not declared. */
  share_declared: z.boolean(),
  minimum_guarantee_ht: moneySchema.nullable(),
  warnings: z.array(z.string()),
  outcome: z.enum(DECLARATION_OUTCOMES),
  /** Names of what is not known of a party, for the two outcomes that wait for it. */
  missing: z.array(z.string()),
  invoice: z.object({ id: idSchema, invoice_number: z.string() }).nullable(),
});
export type Declaration = z.infer<typeof declarationSchema>;

export const DECLARATION_VIEWS = ["invoiced", "pending", "set_aside", "with_warnings"] as const;
export type DeclarationView = (typeof DECLARATION_VIEWS)[number];

export const listReports = defineRoute({
  method: "GET",
  path: "/box-office/reports/",
  summary: "Box-office reports that were imported, newest first, 100 a page",
  access: booksPolicy.readBoxOffice,
  /** Days on which they were imported. */
  query: z.object({ page: pageSchema, ...periodFields }),
  response: listOf(reportSchema),
});

export const getReport = defineRoute({
  method: "GET",
  path: "/box-office/reports/:id/",
  summary: "One report: its figures, its errors and warnings, and how many of its declarations are invoiced",
  access: booksPolicy.readBoxOffice,
  params: idParamsSchema,
  response: reportDetailSchema,
});

export const listDeclarations = defineRoute({
  method: "GET",
  path: "/box-office/reports/:id/declarations/",
  summary:
    "The declarations that a report brought, in the order of its file, 100 a page, with the invoice that each became or why not yet",
  access: booksPolicy.readBoxOffice,
  params: idParamsSchema,
  query: z.object({ page: pageSchema, search: searchSchema, show: z.enum(DECLARATION_VIEWS).optional() }),
  response: listOf(declarationSchema),
});
