import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { invoiceSchema } from "./invoices.contract.ts";
import { moneySchema } from "../units/money-schema.ts";
import { accountCodeSchema } from "./bank-parts.contract.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** A company as an invoice names it, kept as it was the day of its issue. What is not known is empty. */
const partySchema = z.object({
  name: z.string(),
  address: z.string(),
  address_line_2: z.string(),
  post_code: z.string(),
  city: z.string(),
  siren: z.string(),
  vat_number: z.string(),
});
export type InvoiceParty = z.infer<typeof partySchema>;

const personSchema = z.object({ first_name: z.string(), last_name: z.string(), email: z.string() });

export const invoiceLineSchema = z.object({
  id: idSchema,
  kind: z.enum(["rental", "minimum_guarantee", "flat_fee", "correction"]),
  film_title: z.string(),
  visa_number: z.string(),
  version: z.string(),
  /** Week of the film's run; below 1 before its release. */
  run_week: z.number().int().nullable(),
  screens: z.array(z.string()),
  screenings: z.number().int().nullable(),
  admissions_paid: z.number().int(),
  admissions_free: z.number().int(),
  base_film_ht: moneySchema,
  /** Hundredths of a percent; null when the line is not a percentage. */
  rate_bp: z.number().int().nullable(),
  description: z.string(),
  net_amount: moneySchema,
  vat_rate_bp: z.number().int(),
});
export type InvoiceLine = z.infer<typeof invoiceLineSchema>;

/** `opening`: paid before the invoice came here, by no transaction that is known. `return`: below zero, what a debit took back. */
const paymentKindSchema = z.enum(["payment", "opening", "part", "return"]);
export const invoicePaymentSchema = z.object({
  id: idSchema,
  kind: paymentKindSchema,
  amount: moneySchema,
  created_at: instantSchema,
  transaction: z
    .object({ id: idSchema, transaction_date: civilDateSchema, label: z.string(), amount: moneySchema })
    .nullable(),
  /**
   * The bank line that it was decided with, and is undone with. Null without one: what was put of a credit is then undone by itself
   * (`POST …/credit-uses/allocation:<id>/undo/`). Absent of an older server.
   */
  decided_with: z.object({ id: idSchema, label: z.string() }).nullable().optional(),
  lettering_code: z.string(),
  /** True when the engine lettered it, for `reasons`; otherwise a person did, whose name may be out of the reader's sight. */
  is_automatic: z.boolean(),
  decided_by: personSchema.nullable(),
  reasons: z.array(z.string()),
});
export type InvoicePayment = z.infer<typeof invoicePaymentSchema>;

/** A credit note of an invoice, or the invoice that a credit note was applied to. */
const creditSchema = z.object({
  id: idSchema,
  invoice_number: z.string(),
  invoice_date: civilDateSchema,
  total_amount: moneySchema,
  /** What of it was taken off; the rest is the client's credit. */
  applied_amount: moneySchema,
});

/** What an invoice still bills for one film at one VAT rate, its credit notes taken off. HT. */
export const creditableSchema = z.object({
  /** The line that stands for the film in `POST …/credit-notes/`. */
  line_id: idSchema,
  film_title: z.string(),
  vat_rate_bp: z.number().int(),
  billed: moneySchema,
  remaining: moneySchema,
});
export type Creditable = z.infer<typeof creditableSchema>;

/**
 * What happened to an invoice, mails aside (`GET …/mails/`). `subject` is a number, a bank label, the name of an imported list or
 * the names of fields;
 * `comment` is what a person wrote.
 */
export const INVOICE_EVENT_KINDS = [
  "issued",
  "imported",
  "paid",
  "payment_reverted",
  "credited",
  "credit_applied",
  "default",
  "reopened",
  "provision",
  "changed",
  "reminders_stopped",
  "reminders_resumed",
] as const;
export const invoiceEventSchema = z.object({
  /** Unique in the answer. */
  key: z.string(),
  at: instantSchema,
  kind: z.enum(INVOICE_EVENT_KINDS),
  /** Null when the system did it, or somebody out of the reader's sight. */
  actor: personSchema.nullable(),
  is_automatic: z.boolean(),
  /** Of a payment that the engine lettered: why, in French. Empty otherwise. */
  reasons: z.array(z.string()),
  subject: z.string(),
  amount: moneySchema.nullable(),
  /** Of `paid`: which kind of payment. Absent where that is not known any more, and of an older server. */
  payment_kind: paymentKindSchema.optional(),
  comment: z.string(),
});
export type InvoiceEvent = z.infer<typeof invoiceEventSchema>;

/** Where the provision of an invoice in default is entered: 491000 against 681740, taken back by 781740. */
const provisionAccounts = {
  provision_account: accountCodeSchema,
  charge_account: accountCodeSchema,
  release_account: accountCodeSchema,
};
export const PROVISION_ACCOUNT_FIELDS = [
  "provision_account",
  "charge_account",
  "release_account",
] as const satisfies readonly (keyof typeof provisionAccounts)[];

const PROVISION_CLASSES = {
  provision_account: { kind: "dépréciation", beginning: "49", example: "491000" },
  charge_account: { kind: "dotation", beginning: "68", example: "681740" },
  release_account: { kind: "reprise", beginning: "78", example: "781740" },
} as const satisfies Record<keyof typeof provisionAccounts, object>;
/**
 * What is wrong with an account of provisions that is chosen; undefined when nothing is. None may be one that the product keeps for clients,
 * banks or VAT, or that documents are entered on (EXP-19). Those that are kept from before are the caller's to pass.
 */
export function wrongProvisionAccount(
  field: keyof typeof provisionAccounts,
  code: string,
): string | undefined {
  const { kind, beginning, example } = PROVISION_CLASSES[field];
  const message = accountCodeSchema.safeParse(code).error?.issues[0]?.message;
  if (message !== undefined || code.startsWith(beginning)) return message;
  return `Saisissez un compte de ${kind}, qui commence par ${beginning}, par exemple ${example}.`;
}
const exampleOf = (field: keyof typeof provisionAccounts) =>
  accountCodeSchema.meta({ examples: [PROVISION_CLASSES[field].example] });
const chosenProvisionAccounts = z.strictObject({
  provision_account: exampleOf("provision_account"),
  charge_account: exampleOf("charge_account"),
  release_account: exampleOf("release_account"),
} satisfies typeof provisionAccounts);

/** What a person chose to write down of an invoice in default (EXP-19). */
export const provisionSchema = z.object({
  /** What it is now; zero without one. */
  amount: moneySchema,
  /** At most: what is due, before tax. */
  base: moneySchema,
  /** Has accounts of its own from its first provision on; else these are the settings. */
  is_begun: z.boolean(),
  ...provisionAccounts,
});
export type Provision = z.infer<typeof provisionSchema>;

export const invoiceDetailSchema = z.object({
  invoice: invoiceSchema,
  /** Null where none may be: of what is not in default. */
  provision: provisionSchema.nullable(),
  supplier: partySchema.nullable(),
  client: partySchema,
  client_account: z.string(),
  lines: z.array(invoiceLineSchema),
  vat_breakdown: z.array(
    z.object({ vat_rate_bp: z.number().int(), net_amount: moneySchema, vat_amount: moneySchema }),
  ),
  payments: z.array(invoicePaymentSchema),
  /** The credit notes that correct it or were taken off it. */
  credit_notes: z.array(creditSchema),
  /** Of a credit note: the invoice that it corrects, and those that it was taken off. */
  corrects: z.object({ id: idSchema, invoice_number: z.string() }).nullable(),
  applied_to: z.array(creditSchema),
  /** The reports that its lines were declared in. */
  reports: z.array(z.object({ id: idSchema, file_name: z.string() })),
  /** Empty when no credit note can be made of it. */
  creditable: z.array(creditableSchema),
  /** Newest first. */
  events: z.array(invoiceEventSchema),
  /** Of what people did until then the audit log's archives tell (SEC-28); null when the invoice came later. */
  archived_until: instantSchema.nullable(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetailSchema>;

export const getInvoiceDetail = defineRoute({
  method: "GET",
  path: "/invoices/invoices/:id/detail/",
  summary: "One invoice with its lines, parties, payments, credit notes and history",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  response: invoiceDetailSchema,
});

export const CREDIT_REASON_MAX = 300;

export const newCreditNoteSchema = z.strictObject({
  /** What the caller saw as left to credit, HT: 409 when it has changed since, so that sending twice credits once. */
  remaining_net_amount: moneySchema,
  /** What to credit of which film, HT; all that is left without it. */
  lines: z
    .array(
      z.strictObject({
        line_id: idSchema,
        net_amount: z
          .string()
          .regex(/^(0|[1-9]\d{0,11})\.\d{2}$/, "Saisissez un montant en euros, par exemple 118.97."),
      }),
    )
    .min(1)
    .max(200)
    .optional(),
  /** Printed on the credit note. */
  reason: z
    .string()
    .trim()
    .min(1, "Indiquez le motif de l’avoir.")
    .max(CREDIT_REASON_MAX)
    .regex(/^\P{Cc}*$/u, "Saisissez un motif sans caractère de contrôle."),
});
export type NewCreditNote = z.infer<typeof newCreditNoteSchema>;

export const createCreditNote = defineRoute({
  method: "POST",
  path: "/invoices/invoices/:id/credit-notes/",
  invalidates: DUES,
  summary:
    "Issues a credit note for all or part of an issued invoice, with a number of series A, and applies it at once",
  access: booksPolicy.writeInvoices,
  idempotent: "in-transaction",
  params: idParamsSchema,
  body: newCreditNoteSchema,
  response: invoiceSchema,
  status: 201,
});

export const setProvision = defineRoute({
  method: "PUT",
  path: "/invoices/invoices/:id/provision/",
  invalidates: ["/invoices/", "/accounting/", "/audit-logs/"],
  summary:
    "Makes, changes or withdraws (0.00) the provision of an invoice in default, on the amount before tax. Accounts become the distributor's settings",
  access: booksPolicy.writeInvoices,
  params: idParamsSchema,
  body: z.strictObject({
    amount: moneySchema
      .refine((amount) => Number(amount) >= 0, "Saisissez un montant HT, ou zéro pour retirer la provision.")
      .meta({ examples: ["50.00"] }),
    accounts: chosenProvisionAccounts.optional(),
  }),
  response: provisionSchema,
});
