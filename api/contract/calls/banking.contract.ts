import { z } from "zod";
import { BANKS, BOOKS } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { cents, type Cents } from "../units/money.ts";
import { currencyCodeSchema, moneySchema } from "../units/money-schema.ts";
import { accountOfFileSchema, lineFilterSchema } from "./bank-accounts.contract.ts";
import { detailErrorSchema } from "./errors.contract.ts";
import { defineRoute, idSchema, pageSchema } from "./route.contract.ts";
import { lineOriginSchema } from "./line-evidence.contract.ts";
import { allocatedInvoiceSchema, bankPartSchema } from "./bank-parts.contract.ts";
import { chosenLayoutsSchema } from "./statement-columns.contract.ts";
import { decisionSchema, ignoredReasonSchema } from "./user-actions.contract.ts";

/** BANK-1 */
export const STATEMENT_MAX_BYTES = 10 * 1024 * 1024;
/** TXT-6 */
export const STATEMENT_TOO_LARGE = "Le fichier est trop volumineux.";
/** API-6 */
export const NOT_A_STATEMENT = "Veuillez sélectionner un fichier XLSX ou CSV";
/** What a statement turned out to be. */
export const STATEMENT_FORMATS = [
  "csv",
  "xlsx",
  "camt.053",
  "camt.054",
  "cfonb120",
  "ofx",
  "mt940",
  "mt942",
] as const;

/** LET-2: a difference of a cent or more between transaction and invoices asks for a confirmation. */
export const RECONCILIATION_TOLERANCE: Cents = cents(1);
export const needsConfirmation = (transaction: Cents, selected: Cents): boolean =>
  Math.abs(transaction - selected) >= RECONCILIATION_TOLERANCE;
export const NO_INVOICE_SELECTED = "Veuillez sélectionner au moins une facture à rapprocher.";

export const statementStatsSchema = z.object({
  bank: z.string().nullable(),
  file_format: z.enum(STATEMENT_FORMATS),
  rows_read: z.number().int(),
  imported: z.number().int(),
  duplicates: z.number().int(),
  ignored: z.number().int(),
  credits: z.number().int(),
  debits: z.number().int(),
  total_credits: moneySchema,
  total_debits: moneySchema,
  currency: currencyCodeSchema,
  period_start: civilDateSchema.nullable(),
  period_end: civilDateSchema.nullable(),
  auto_reconciled: z.number().int(),
  invoices_paid: z.number().int(),
  user_actions_created: z.number().int(),
  unmatched: z.number().int(),
  errors_count: z.number().int(),
  /** The first hundred. */
  errors: z.array(z.string()),
  /** BANK-21: what to know of the file as a whole, a hundred at most; absent when there is nothing. */
  notes: z.array(z.string()).optional(),
  /** Absent unless a person has said which column is what: now, or at an earlier import (BANK-30). */
  columns_from: z.enum(["chosen", "remembered"]).optional(),
});
export type StatementStats = z.infer<typeof statementStatsSchema>;

export const uploadTransactions = defineRoute({
  method: "POST",
  path: "/banking/upload-transactions/",
  invalidates: [...BOOKS, ...BANKS, "/banking/statement-layouts/", "/banking/statement-imports/"],
  summary: "Imports a bank statement and letters what is certain",
  access: booksPolicy.importBankLines,
  idempotent: "by-itself",
  query: accountOfFileSchema,
  upload: "file",
  /** Which column is what, in tables whose columns are not recognised, or not as they should be (BANK-30). */
  uploadFields: { layout: chosenLayoutsSchema },
  response: z.object({ stats: statementStatsSchema }),
});

export const transactionSchema = z.object({
  id: idSchema,
  transaction_date: civilDateSchema,
  label: z.string(),
  amount: moneySchema,
  currency_code: currencyCodeSchema,
  allocated_amount: moneySchema,
  /** With `?lettering=true`: what is decided about it. */
  lettering: z
    .object({
      user_action_id: idSchema.nullable(),
      user_action_status: z.string().nullable(),
      /** The open action's reason, empty without one. */
      reason: z.string(),
      /** Of a credit that nobody is asked about (LET-51); absent from servers of before. */
      ignored_reason: ignoredReasonSchema.nullish(),
      /** Null while nobody decided. */
      decision: decisionSchema.nullable(),
      invoices: z.array(z.object({ id: idSchema, invoice_number: z.string(), amount: moneySchema })),
      /** What of it is no invoice's. */
      parts: z.array(bankPartSchema),
      lettering_code: z.string(),
      surplus_amount: moneySchema,
      /** Absent from servers of before. */
      origin: lineOriginSchema.optional(),
    })
    .optional(),
});
export type ListedTransaction = z.infer<typeof transactionSchema>;
export const listTransactions = defineRoute({
  method: "GET",
  path: "/banking/all-transactions/",
  summary: "Bank lines, newest first; a plain list, or 100 a page with `page`",
  access: booksPolicy.readBankLines,
  /** `lettering` needs `page`: a whole list goes without. */
  query: lineFilterSchema.extend({ page: pageSchema, lettering: z.enum(["true"]).optional() }),
  response: z.array(transactionSchema),
});

export const transactionTotalsSchema = z.object({
  count: z.number().int(),
  /** Of the lines in euros; debits with their sign. */
  credits: moneySchema,
  debits: moneySchema,
  /** Lines in another currency: counted, in no sum. */
  other_currencies: z.number().int(),
});
export type TransactionTotals = z.infer<typeof transactionTotalsSchema>;

export const totalTransactions = defineRoute({
  method: "GET",
  path: "/banking/all-transactions/totals/",
  summary: "Exact sums over every bank line that the filter finds",
  access: booksPolicy.readBankLines,
  query: lineFilterSchema,
  response: transactionTotalsSchema,
});

/** A 409 `difference_to_confirm`, beside the words: what the invoices owe now, which whoever agrees has seen then (LET-2). */
export const differenceErrorSchema = detailErrorSchema.extend({ outstanding: moneySchema.optional() });
export type DifferenceError = z.infer<typeof differenceErrorSchema>;
export const manualReconciliation = defineRoute({
  method: "POST",
  path: "/banking/manual-reconciliation/",
  invalidates: BOOKS,
  summary:
    "Letters the transaction of a user action against the chosen invoices; doing it twice answers the first result",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  body: z.strictObject({
    user_action_id: idSchema,
    invoice_ids: z.array(idSchema).min(1, NO_INVOICE_SELECTED).max(500),
    /** LET-2: what the person saw the invoices owe. When they owe something else by now, a difference is asked about. */
    seen_outstanding: moneySchema.meta({ examples: ["110.00"] }).optional(),
  }),
  response: z.object({
    message: z.string(),
    user_action_id: idSchema,
    allocations: z.array(allocatedInvoiceSchema),
    surplus_amount: moneySchema,
  }),
  failures: { 409: differenceErrorSchema },
});
export const revertReconciliation = defineRoute({
  method: "POST",
  path: "/banking/revert-reconciliation/",
  invalidates: BOOKS,
  summary: "Restores transaction, invoices and action as they were",
  access: booksPolicy.decideUserActions,
  idempotent: "in-transaction",
  body: z.strictObject({ user_action_id: idSchema }),
  response: z.object({ message: z.string(), user_action_id: idSchema }),
});
