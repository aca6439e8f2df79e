import { z } from "zod";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { moneySchema } from "../units/money-schema.ts";
import { defineRoute } from "./route.contract.ts";

/** What has been declared and not invoiced, counted as it would be issued now. */
export const invoicingBacklogSchema = z.object({
  invoices: z.number().int(),
  credit_notes: z.number().int(),
  /** Of the invoices, those of a week that an imported invoice of the cinema bills already. */
  imported_weeks: z.number().int(),
  /** Invoices less credit notes, VAT included. */
  total_amount: moneySchema,
  /** Cinemas whose weeks wait for a validation or for what an invoice must say of them; they are in no other figure. */
  waiting_cinemas: z.number().int(),
  /** Something that an invoice must say of the distributor is not known: nothing is issued until it is. */
  is_company_incomplete: z.boolean(),
});
export type InvoicingBacklog = z.infer<typeof invoicingBacklogSchema>;

/** Asked before automation is switched on (BILL-14). */
export const invoicingBacklog = defineRoute({
  method: "GET",
  path: "/onboarding/distributor/automation/backlog/",
  summary: "What turning automation on would issue now",
  access: distributorsPolicy.switchAutomation,
  response: invoicingBacklogSchema,
});
