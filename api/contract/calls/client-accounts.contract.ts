import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { mailStateSchema } from "./mail-values.contract.ts";
import { mailPreviewSchema, reminderStopSchema } from "./reminders.contract.ts";
import { defineRoute, idSchema, listOf, pageSchema } from "./route.contract.ts";

/** A client's auxiliary account in the books, as its invoices have it. */
export const clientAccountSchema = z
  .string()
  .min(1, "Indiquez un compte client.")
  .max(40, "Indiquez un compte client de 40 caractères au plus.")
  .meta({ examples: ["411BEFFROI"] });

/** What a client owes on a day, by how late it is (CLI-3). They sum to `balance`. */
export const agedAmountsSchema = z.object({
  not_due: moneySchema,
  days_1_30: moneySchema,
  days_31_60: moneySchema,
  days_61_90: moneySchema,
  over_90_days: moneySchema,
  /** Below zero: credit notes and overpayments that are on no invoice yet. */
  unapplied: moneySchema,
  balance: moneySchema,
});
export type AgedAmounts = z.output<typeof agedAmountsSchema>;

export const accountCinemaSchema = z.object({
  id: idSchema,
  name: z.string(),
  city: z.string(),
  group: z.string(),
  invoice_emails: z.array(z.string()),
  reminder_emails: z.array(z.string()),
  phones: z.array(z.string()),
});
export type AccountCinema = z.output<typeof accountCinemaSchema>;

/** A reminder that was written to the client, and what became of it. */
export const accountReminderSchema = z.object({
  id: idSchema,
  level: z.number().int().min(0).max(3),
  subject: z.string(),
  state: mailStateSchema,
  created_at: instantSchema,
  /** When the next try is due, while it waits. */
  next_attempt_at: instantSchema.nullable().optional(),
  sent_at: instantSchema.nullable(),
  invoices: z.array(z.object({ id: idSchema, invoice_number: z.string() })),
});
export type AccountReminder = z.output<typeof accountReminderSchema>;

/** What people said of an unpaid invoice of the client, that keeps it from being reminded (MAIL-7). */
export const accountStopSchema = reminderStopSchema.extend({
  invoice: z.object({ id: idSchema, invoice_number: z.string(), outstanding: moneySchema }),
});
export type AccountStop = z.output<typeof accountStopSchema>;

/** A statement of account that was mailed, and what became of it. */
export const mailedStatementSchema = z.object({
  id: idSchema,
  from: civilDateSchema.nullable(),
  to: civilDateSchema,
  state: mailStateSchema,
  created_at: instantSchema,
  /** When the next try is due, while it waits. */
  next_attempt_at: instantSchema.nullable().optional(),
  sent_at: instantSchema.nullable(),
  recipients: z.array(z.string()),
});
export type MailedStatement = z.output<typeof mailedStatementSchema>;

/** Reminders that the account tells: the newest. */
export const REMINDERS_SHOWN = 20;

export const clientAccountViewSchema = z.object({
  client_account: z.string(),
  /** The company that is invoiced. */
  client_name: z.string(),
  on: civilDateSchema,
  amounts: agedAmountsSchema,
  /** What waits on 419100 today: advances are no part of the balance. */
  advances: moneySchema,
  /** Those that the distributor sees; the account is of all of them. */
  cinemas: z.array(accountCinemaSchema),
  reminders: z.array(accountReminderSchema).max(REMINDERS_SHOWN),
  stops: z.array(accountStopSchema),
  statements: z.array(mailedStatementSchema).max(REMINDERS_SHOWN),
});
export type ClientAccountView = z.output<typeof clientAccountViewSchema>;

export const readClientAccount = defineRoute({
  method: "GET",
  path: "/clients/account/",
  summary:
    "A client's account: what it owes on a day by how late it is, its cinemas with their contacts, its reminders",
  access: booksPolicy.readInvoices,
  query: z.object({ account: clientAccountSchema, on: civilDateSchema.optional() }),
  response: clientAccountViewSchema,
});

export const ACCOUNT_MOVEMENTS = [
  "invoice",
  "credit_note",
  "opening_payment",
  "payment",
  "return",
  "overpayment",
  "refund",
  "credit_use",
  "pending_return",
] as const;
export type AccountMovementKind = (typeof ACCOUNT_MOVEMENTS)[number];

export const accountMovementSchema = z.object({
  /** Of its kind: stays the same whatever the page. */
  key: z.string(),
  kind: z.enum(ACCOUNT_MOVEMENTS),
  date: civilDateSchema,
  /** In French: « Facture F26000123 », « Règlement F26000123 ». */
  label: z.string(),
  invoice_id: idSchema.nullable(),
  /** Of the bank line that it is of; null without one. */
  transaction_id: idSchema.nullable(),
  /** What the bank writes of it; of a document the cinema. */
  detail: z.string(),
  due_date: civilDateSchema.nullable(),
  /** One of both is `0.00`. */
  debit: moneySchema,
  credit: moneySchema,
  /** Of the account after it. */
  balance: moneySchema,
  /** Empty while it has none; in small letters while its group is short (EXP-3). */
  letters: z.string(),
});
export type AccountMovement = z.output<typeof accountMovementSchema>;

const movementFilter = z.object({
  account: clientAccountSchema,
  from: civilDateSchema.optional(),
  to: civilDateSchema.optional(),
});

export const listAccountMovements = defineRoute({
  method: "GET",
  path: "/clients/account/movements/",
  summary:
    "What moved a client's account in a period, newest first, with the balance after each; and its balances before and after the period",
  access: booksPolicy.readInvoices,
  query: movementFilter.extend({ page: pageSchema }),
  response: listOf(accountMovementSchema).extend({
    /** Before the first day of the period. */
    opening_balance: moneySchema,
    /** After its last day. */
    closing_balance: moneySchema,
    debit: moneySchema,
    credit: moneySchema,
  }),
});

export const exportAccountMovements = defineRoute({
  method: "GET",
  path: "/exports/lists/client-account/",
  summary: "The same as a statement of account, oldest first (`;`, UTF-8 with its mark)",
  access: booksPolicy.readInvoices,
  query: movementFilter,
  binary: "text/csv",
});

/** Movements of a statement on paper: some forty pages. */
export const MOST_PRINTED_MOVEMENTS = 2000;

export const printStatementOfAccount = defineRoute({
  method: "GET",
  path: "/clients/account/statement/",
  summary: `The statement of account of a period on A4, of up to ${MOST_PRINTED_MOVEMENTS} movements; 400 for more`,
  access: booksPolicy.readInvoices,
  query: movementFilter,
  binary: "application/pdf",
});

export const previewStatementMail = defineRoute({
  method: "POST",
  path: "/clients/account/statement/mail/preview/",
  summary:
    "The mail that the statement of a period would go with, to whom, from what is true now. Nothing is kept or sent",
  access: booksPolicy.readInvoices,
  body: z.strictObject(movementFilter.shape),
  response: mailPreviewSchema,
});

export const mailStatement = defineRoute({
  method: "POST",
  path: "/clients/account/statement/mail/",
  invalidates: ["/clients/account/"],
  summary:
    "Mails the statement of account of a period to who gets the invoices of its cinemas; 409 while one of the account is under way, or without an address",
  access: booksPolicy.writeInvoices,
  idempotent: "in-transaction",
  body: z.strictObject(movementFilter.shape),
  response: z.object({ id: idSchema, recipients: z.array(z.string()) }),
  status: 201,
});

/** `releve-de-compte_411BEFFROI.pdf` */
export const statementFileName = (account: string, extension: "csv" | "pdf"): string =>
  `releve-de-compte_${account.replace(/[^A-Za-z0-9]/g, "")}.${extension}`;

export const agedClientSchema = z.object({
  client_account: z.string(),
  client_name: z.string(),
  amounts: agedAmountsSchema,
});
export type AgedClient = z.output<typeof agedClientSchema>;

export const agedGroupSchema = z.object({
  /** Of cinemas; empty: clients of no group. Names that differ in case, accents or blanks are one. */
  group: z.string(),
  amounts: agedAmountsSchema,
  clients: z.array(agedClientSchema),
});
export type AgedGroup = z.output<typeof agedGroupSchema>;

export const agedBalanceSchema = z.object({
  on: civilDateSchema,
  amounts: agedAmountsSchema,
  client_count: z.number().int(),
  groups: z.array(agedGroupSchema),
});
export type AgedBalance = z.output<typeof agedBalanceSchema>;

const onDay = z.object({ on: civilDateSchema.optional() });

export const readAgedBalance = defineRoute({
  method: "GET",
  path: "/clients/aged-balance/",
  summary:
    "What all clients owe on a day by how late it is, with the sums of their groups; who owes most comes first",
  access: booksPolicy.readInvoices,
  query: onDay,
  response: agedBalanceSchema,
});

export const printAgedBalance = defineRoute({
  method: "GET",
  path: "/clients/aged-balance/pdf/",
  summary: "The same on A4",
  access: booksPolicy.readInvoices,
  query: onDay,
  binary: "application/pdf",
});

export const exportAgedBalance = defineRoute({
  method: "GET",
  path: "/clients/aged-balance/csv/",
  summary: "The same, a line for each client (`;`, UTF-8 with its mark)",
  access: booksPolicy.readInvoices,
  query: onDay,
  binary: "text/csv",
});

/** `balance-agee_2026-12-31.csv` */
export const agedBalanceFileName = (on: string, extension: "csv" | "pdf"): string =>
  `balance-agee_${on}.${extension}`;
