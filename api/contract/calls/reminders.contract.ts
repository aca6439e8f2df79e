import { z } from "zod";
import { booksPolicy } from "../rules/books.policy.ts";
import { distributorsPolicy } from "../rules/distributors.policy.ts";
import { FIELD_MESSAGES } from "../rules/field-messages.ts";
import { unknownVariables } from "../rules/reminder-words.ts";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { mailStateSchema, reminderLevelSchema } from "./mail-values.contract.ts";
import { defineRoute, idParamsSchema, idSchema, listOf, pageSchema } from "./route.contract.ts";

/** Why a person stops the reminders of one invoice (MAIL-7). */
export const STOP_REASONS = ["dispute", "promise"] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** What people see of an invoice and of its client: who said so, when, and what it says. */
export const reminderStopSchema = z.object({
  reason: z.enum(STOP_REASONS),
  /** Of a promise: reminders wait until this day is over. Null of a dispute. */
  promised_on: civilDateSchema.nullable(),
  comment: z.string(),
  stopped_at: instantSchema,
  /** Null when the name is out of the reader's sight. */
  stopped_by: z.string().nullable(),
  /** False of a promise whose day is over: the invoice is reminded again. */
  is_in_effect: z.boolean(),
});
export type ReminderStop = z.output<typeof reminderStopSchema>;

/** A promise is for a day of the coming year. */
export const LONGEST_PROMISE_DAYS = 366;
export const STOP_COMMENT_MAX = 1000;

export const newReminderStopSchema = z
  .strictObject({
    reason: z.enum(STOP_REASONS, FIELD_MESSAGES.choice("un litige ou une promesse de règlement.")),
    promised_on: civilDateSchema.nullable().optional(),
    comment: z.string().trim().max(STOP_COMMENT_MAX).optional(),
  })
  .refine(({ reason, promised_on }) => reason !== "promise" || (promised_on ?? null) !== null, {
    path: ["promised_on"],
    message: "Indiquez le jour du règlement promis.",
  });
export type NewReminderStop = z.output<typeof newReminderStopSchema>;

const STOP_PATH = "/invoices/invoices/:id/reminder-stop/";
/** What tells of reminders: of an invoice, of its client, and the next ones. */
const REMINDED = ["/invoices/invoices/:id/", "/reminders/", "/clients/", "/audit-logs/"] as const;

export const stopReminders = defineRoute({
  method: "PUT",
  path: STOP_PATH,
  invalidates: REMINDED,
  summary:
    "Stops the reminders of an unpaid invoice: disputed, until somebody resumes them; or promised, until after a day. Takes it out of reminders that have not left; 409 for what nothing is due on",
  access: booksPolicy.writeInvoices,
  params: idParamsSchema,
  body: newReminderStopSchema,
  /** `is_leaving`: a reminder of it was being handed over when it was stopped, and cannot be taken back. */
  response: reminderStopSchema.extend({ is_leaving: z.boolean() }),
});

export const resumeReminders = defineRoute({
  method: "DELETE",
  path: STOP_PATH,
  invalidates: REMINDED,
  summary: "Lets an invoice be reminded again; of one that is not stopped it changes nothing",
  access: booksPolicy.writeInvoices,
  params: idParamsSchema,
  status: 204,
});

/** A mail as its reader will see it, from what is true now; nothing of it is kept. */
export const mailPreviewSchema = z.object({
  /** « Lumen Films <lumen@factures.example> » */
  from: z.string(),
  recipients: z.array(z.string()),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  table: z.object({ head: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
  closing: z.array(z.string()),
  /** Names of files. */
  attachments: z.array(z.string()),
  /** What whoever sends it should know; not in the mail. */
  notice: z.string().optional(),
});
export type MailPreview = z.output<typeof mailPreviewSchema>;

export const plannedInvoiceSchema = z.object({
  id: idSchema,
  invoice_number: z.string(),
  cinema_name: z.string(),
  client_account: z.string(),
  due_date: civilDateSchema,
  outstanding: moneySchema,
  /** Below zero before the due date, on the day of the plan. */
  days_late: z.number().int(),
  /** The level before; null when this is the first. */
  last_level: reminderLevelSchema.nullable(),
  last_on: civilDateSchema.nullable(),
});
export type PlannedReminderInvoice = z.output<typeof plannedInvoiceSchema>;

export const plannedReminderSchema = z.object({
  level: reminderLevelSchema,
  /** The company that pays. */
  client_name: z.string(),
  /** Nobody: people are asked for an address. */
  recipients: z.array(z.string()),
  invoices: z.array(plannedInvoiceSchema),
  /** Zero or less: what of the client's credit notes, overpayments and advances is set against them. */
  credits: moneySchema,
  /** What the mail asks for of these invoices, less these credits. */
  outstanding: moneySchema,
});
export type PlannedReminder = z.output<typeof plannedReminderSchema>;

/** Why an invoice that is due for a reminder gets none. */
export const SKIP_CAUSES = ["dispute", "promise", "open_question", "factored", "not_reminded"] as const;
/** Of `open_question`: the client's credits cover it, or its last reminder reached no address. */
export const WAITS_FOR = ["credits", "unreached"] as const;
export const skippedInvoiceSchema = plannedInvoiceSchema.extend({
  level: reminderLevelSchema,
  cause: z.enum(SKIP_CAUSES),
  /** Of `not_reminded`: nothing that was issued before this day is mailed by itself; null: the settings of the cinema say so. */
  issued_before: civilDateSchema.nullable(),
  promised_on: civilDateSchema.nullable(),
  /** Null: what the cause says by itself. */
  held_by: z.enum(WAITS_FOR).nullable(),
  comment: z.string(),
});
export type SkippedInvoice = z.output<typeof skippedInvoiceSchema>;

/** Mails and invoices that a plan tells; more are counted. */
export const PLAN_SHOWN = 200;
/** Invoices of one mail: beyond, nobody reads it. */
const MAIL_INVOICES = 1000;

export const reminderPlanSchema = z.object({
  /** The working day that they leave on, from 08:00 in Paris. */
  day: civilDateSchema,
  /** False: nothing leaves by itself, and the plan says what would. */
  is_automatic: z.boolean(),
  mail_count: z.number().int(),
  mails: z.array(plannedReminderSchema).max(PLAN_SHOWN),
  skipped_count: z.number().int(),
  skipped: z.array(skippedInvoiceSchema).max(PLAN_SHOWN),
});
export type ReminderPlan = z.output<typeof reminderPlanSchema>;

export const readReminderPlan = defineRoute({
  method: "GET",
  path: "/reminders/plan/",
  summary:
    "The reminders of the next morning: one mail for each payer and level, with its recipients, its invoices and why; and what is left out, and by what",
  access: booksPolicy.readInvoices,
  response: reminderPlanSchema,
});

const plannedMail = {
  level: reminderLevelSchema,
  invoice_ids: z.array(idSchema).min(1).max(MAIL_INVOICES),
};

export const previewReminder = defineRoute({
  method: "POST",
  path: "/reminders/preview/",
  summary:
    "A reminder of these invoices as its readers will see it when it is sent now, or on the next working morning where it cannot be today, with its recipients. Nothing is kept or sent",
  access: booksPolicy.readInvoices,
  body: z.strictObject(plannedMail),
  response: mailPreviewSchema,
});

export const sendReminder = defineRoute({
  method: "POST",
  path: "/reminders/send/",
  invalidates: ["/reminders/", "/invoices/invoices/", "/clients/", "/user-actions/"],
  summary:
    "Sends a mail of the plan now: its level and all its invoices. 409 when the plan is another one meanwhile, without an address, or on a weekend",
  access: booksPolicy.writeInvoices,
  idempotent: "in-transaction",
  body: z.strictObject(plannedMail),
  response: z.object({ id: idSchema, recipients: z.array(z.string()) }),
  status: 201,
});

export const pastReminderSchema = z.object({
  id: idSchema,
  level: reminderLevelSchema,
  client_name: z.string(),
  subject: z.string(),
  state: mailStateSchema,
  created_at: instantSchema,
  /** When the next try is due, while it waits. */
  next_attempt_at: instantSchema.nullable().optional(),
  sent_at: instantSchema.nullable(),
  recipients: z.array(z.string()),
  invoices: z.array(z.object({ id: idSchema, invoice_number: z.string() })),
  /** Of a person who sent it before its morning; null when it left by itself, or the name is out of the reader's sight. */
  requested_by: z.string().nullable(),
});
export type PastReminder = z.output<typeof pastReminderSchema>;

export const REMINDERS_PAGE = 20;

export const listReminders = defineRoute({
  method: "GET",
  path: "/reminders/",
  summary: "The reminders that were written, newest first, and what became of each",
  access: booksPolicy.readInvoices,
  query: z.object({ page: pageSchema }),
  response: listOf(pastReminderSchema),
});

export const WORDS_MAX = { subject: 150, opening: 2000, closing: 2000 } as const;

const knownVariables = (text: string) => unknownVariables(text).length === 0;
const ofUnknown = ({ input }: { input?: unknown }): string => {
  const names = unknownVariables(typeof input === "string" ? input : "").map((name) => `{${name}}`);
  return `Choisissez des variables de la liste\u00a0: ${names.join(", ")} n’y ${names.length > 1 ? "sont" : "est"} pas.`;
};

export const reminderWordsSchema = z.strictObject({
  subject: z
    .string()
    .trim()
    .min(1, "Indiquez l’objet de l’e-mail.")
    .max(WORDS_MAX.subject)
    .regex(/^\P{Cc}*$/u, "Saisissez un objet sur une seule ligne.")
    .refine(knownVariables, { error: ofUnknown }),
  /** Before the table; an empty line begins a paragraph. */
  opening: z
    .string()
    .trim()
    .min(1, "Indiquez ce que dit l’e-mail.")
    .max(WORDS_MAX.opening)
    .regex(/^(\P{Cc}|[\n\r\t])*$/u, "Saisissez un texte sans caractère de contrôle.")
    .refine(knownVariables, { error: ofUnknown }),
  /** After the table and how to pay. */
  closing: z
    .string()
    .trim()
    .max(WORDS_MAX.closing)
    .regex(/^(\P{Cc}|[\n\r\t])*$/u, "Saisissez un texte sans caractère de contrôle.")
    .refine(knownVariables, { error: ofUnknown }),
});
export type ReminderWords = z.output<typeof reminderWordsSchema>;

export const reminderTextSchema = z.object({
  level: reminderLevelSchema,
  /** The words are the distributor's own; else a beginning in variables, which no mail says: ours also counts and declines (`previewOurReminderText`). */
  is_own: z.boolean(),
  subject: z.string(),
  opening: z.string(),
  closing: z.string(),
});
export type ReminderTextView = z.output<typeof reminderTextSchema>;
const readWordsSchema = z.strictObject({
  subject: z.string().max(WORDS_MAX.subject),
  opening: z.string().max(WORDS_MAX.opening),
  closing: z.string().max(WORDS_MAX.closing),
});

const TEXTS = "/reminders/texts/";
const levelParams = z.object({ level: z.enum(["0", "1", "2", "3"]) });

export const listReminderTexts = defineRoute({
  method: "GET",
  path: TEXTS,
  summary: "The texts of the four reminders: the distributor's own, or what to begin one with",
  access: distributorsPolicy.readOwn,
  response: z.object({ results: z.array(reminderTextSchema) }),
});

export const saveReminderText = defineRoute({
  method: "PUT",
  path: `${TEXTS}:level/`,
  invalidates: [TEXTS],
  summary:
    "Writes the distributor's own text of a reminder, for the mails that leave from then on. What the law asks of a formal notice stays in it. 409 when somebody else has changed what was read of it",
  access: distributorsPolicy.changeInvoicing,
  params: levelParams,
  body: reminderWordsSchema.extend({
    /** The distributor's own text as it was read, null without one: 409 when it is another one meanwhile. Without it the text is replaced whatever it is. */
    known_text: readWordsSchema.nullable().optional(),
  }),
  response: reminderTextSchema,
});

export const removeReminderText = defineRoute({
  method: "DELETE",
  path: `${TEXTS}:level/`,
  invalidates: [TEXTS],
  summary: "Goes back to the text that Bobine writes",
  access: distributorsPolicy.changeInvoicing,
  params: levelParams,
  response: reminderTextSchema,
});

export const previewOurReminderText = defineRoute({
  method: "GET",
  path: `${TEXTS}:level/ours/`,
  summary: "What Bobine's own text says of two invented invoices, whatever the distributor's is",
  access: distributorsPolicy.readOwn,
  params: levelParams,
  response: mailPreviewSchema,
});

export const previewReminderText = defineRoute({
  method: "POST",
  path: `${TEXTS}preview/`,
  summary: "What a text would say of two invented invoices. Nothing is kept",
  access: distributorsPolicy.readOwn,
  body: reminderWordsSchema.extend({ level: reminderLevelSchema }),
  response: mailPreviewSchema,
});
