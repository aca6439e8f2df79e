import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { invoiceStatusSchema } from "./invoices.contract.ts";
import { currencyCodeSchema, moneySchema } from "../units/money-schema.ts";
import { defineRoute, idSchema } from "./route.contract.ts";

/** Finds of each kind: who looks for more opens the list with the same words. */
export const SEARCH_FINDS = 5;

export const foundCinemaSchema = z.object({
  id: idSchema,
  name: z.string(),
  city: z.string(),
  group: z.string(),
});
export const foundClientSchema = z.object({
  client_account: z.string(),
  /** The company that is invoiced. */
  name: z.string(),
  cinema_count: z.number().int(),
});
export const foundInvoiceSchema = z.object({
  id: idSchema,
  invoice_number: z.string(),
  cinema_name: z.string(),
  invoice_date: civilDateSchema,
  total_amount: moneySchema,
  status: invoiceStatusSchema,
});
export const foundTransactionSchema = z.object({
  id: idSchema,
  transaction_date: civilDateSchema,
  label: z.string(),
  amount: moneySchema,
  currency_code: currencyCodeSchema,
  /** Where one decides about it, or sees what was decided. */
  user_action_id: idSchema.nullable(),
  /** The first invoice that it paid. */
  invoice_id: idSchema.nullable(),
});

export const findingsSchema = z.object({
  cinemas: z.array(foundCinemaSchema).max(SEARCH_FINDS),
  clients: z.array(foundClientSchema).max(SEARCH_FINDS),
  invoices: z.array(foundInvoiceSchema).max(SEARCH_FINDS),
  transactions: z.array(foundTransactionSchema).max(SEARCH_FINDS),
});
export type Findings = z.infer<typeof findingsSchema>;

export const searchEverything = defineRoute({
  method: "GET",
  path: "/search/",
  summary: "The first cinemas, clients, invoices and bank lines that words, a number or an amount find",
  access: booksPolicy.search,
  query: z.object({
    search: z.string().max(200, "Saisissez 200 caractères au plus.").default(""),
  }),
  response: findingsSchema,
});
