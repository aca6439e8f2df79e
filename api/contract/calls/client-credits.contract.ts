import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { BOOKS } from "../rules/invalidated.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { defineRoute, idSchema, listOf, pageSchema, searchSchema } from "./route.contract.ts";

/** A credit note, or a part of a bank line: money of a client that is on no invoice yet. */
export const creditIdSchema = z
  .string()
  .regex(/^(?:note|part):[1-9]\d{0,14}$/, "Choisissez un crédit de la liste.")
  .meta({ examples: ["note:12", "part:5"] });
export type CreditId = z.output<typeof creditIdSchema>;

/** `application` is of a credit note, `allocation` of a part of a bank line, `refund` a debit that gave it back. */
const useIdSchema = z
  .string()
  .regex(/^(?:application|allocation|refund):[1-9]\d{0,14}$/, "Choisissez une imputation de la liste.")
  .meta({ examples: ["application:7"] });

export const CREDIT_KINDS = ["credit_note", "overpayment", "advance", "unidentified"] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

export const creditUseSchema = z.object({
  id: useIdSchema,
  kind: z.enum(["invoice", "refund"]),
  /** Of a refund null. */
  invoice_id: idSchema.nullable(),
  /** Of a refund empty. */
  invoice_number: z.string(),
  amount: moneySchema,
  date: civilDateSchema,
  /** The bank line that it was decided with, and is undone with; null when it has none. */
  transaction_id: idSchema.nullable(),
});
export type CreditUse = z.output<typeof creditUseSchema>;

export const clientCreditSchema = z.object({
  id: creditIdSchema,
  kind: z.enum(CREDIT_KINDS),
  /** In French: « Avoir A26000005 », « Trop-perçu du 27/10/2026 ». */
  label: z.string(),
  /** Empty while nobody knows whose it is, and so are the next two. */
  client_account: z.string(),
  cinema_id: idSchema.nullable(),
  cinema_name: z.string(),
  date: civilDateSchema,
  amount: moneySchema,
  remaining: moneySchema,
  uses: z.array(creditUseSchema),
});
export type ClientCredit = z.output<typeof clientCreditSchema>;

export const listCredits = defineRoute({
  method: "GET",
  path: "/banking/credits/",
  summary:
    "Client credits, newest first: credit notes, overpayments, advances and what is not identified, with their uses. Search: number, cinema, account",
  access: booksPolicy.readBankLines,
  query: z.object({
    search: searchSchema,
    cinema_id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "Choisissez un cinéma par son identifiant.")
      .transform(Number)
      .optional(),
    /** `true`: only those that are not used up. */
    open: z.enum(["true"]).optional(),
    /** The last day: what a debit of that day may give back (LET-27). */
    to: civilDateSchema.optional(),
    page: pageSchema,
  }),
  response: listOf(clientCreditSchema),
});

export const applyCredit = defineRoute({
  method: "POST",
  path: "/banking/credits/:id/apply/",
  invalidates: BOOKS,
  summary: "Puts a client credit, or a part of it, on an unpaid invoice, without a bank line",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  params: z.object({ id: creditIdSchema }),
  body: z.strictObject({
    invoice_id: idSchema,
    amount: moneySchema.meta({ examples: ["300.00"] }),
    /** The day of its entry; today without it. */
    applied_on: civilDateSchema.optional(),
  }),
  response: z.object({ message: z.string(), credit: clientCreditSchema }),
});

export const undoCreditUse = defineRoute({
  method: "POST",
  path: "/banking/credit-uses/:id/undo/",
  invalidates: BOOKS,
  summary:
    "Takes a client credit off an invoice again; a use that was decided with a bank line is undone with that line",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  params: z.object({ id: useIdSchema }),
  response: z.object({ message: z.string(), credit: clientCreditSchema }),
});
