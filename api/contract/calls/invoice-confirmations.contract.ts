import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { invoiceImportSchema } from "./invoices.contract.ts";
import { moneySchema } from "../units/money-schema.ts";
import { defineRoute, idSchema, listOf, pageSchema } from "./route.contract.ts";

/** A cinema that a list of invoices names and that its distributor does not work with: only what the file says of it. */
export const cinemaToConfirmSchema = z.object({
  id: idSchema,
  name: z.string(),
  city: z.string(),
  short_code: z.string(),
  cnc: z.string(),
  siren: z.string(),
  file_name: z.string(),
  invoice_count: z.number().int(),
  total_amount: moneySchema,
  created_at: instantSchema,
});
export type CinemaToConfirm = z.infer<typeof cinemaToConfirmSchema>;

export const listCinemasToConfirm = defineRoute({
  method: "GET",
  path: "/invoices/to-confirm/",
  summary: "Cinemas that lists of invoices name and that wait for the user, newest first, 100 a page",
  access: booksPolicy.readInvoices,
  query: z.object({ page: pageSchema }),
  response: listOf(cinemaToConfirmSchema),
});

const chosenSchema = z.strictObject({ cinemas: z.array(idSchema).min(1).max(500) });

export const confirmCinemas = defineRoute({
  method: "POST",
  path: "/invoices/to-confirm/confirm/",
  invalidates: [...DUES, "/cinemas/"],
  summary:
    "Imports the waiting invoices of these cinemas, which become cinemas to validate. One that waits no more is passed over",
  access: booksPolicy.writeInvoices,
  idempotent: "in-transaction",
  body: chosenSchema,
  response: invoiceImportSchema,
});
export const discardCinemas = defineRoute({
  method: "POST",
  path: "/invoices/to-confirm/discard/",
  invalidates: ["/invoices/to-confirm/"],
  summary: "Drops the waiting invoices of these cinemas",
  access: booksPolicy.writeInvoices,
  body: chosenSchema,
  status: 204,
});
