import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { instantSchema } from "../units/civil-date-schema.ts";
import { mailKindSchema, mailStateSchema, reminderLevelSchema } from "./mail-values.contract.ts";
import { mailPreviewSchema, reminderStopSchema } from "./reminders.contract.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

export const MAIL_RECIPIENT_STATES = ["waiting", "accepted", "refused", "unconfirmed"] as const;

export const mailSchema = z.object({
  id: idSchema,
  kind: mailKindSchema,
  /** 0 to 3 for a reminder (MAIL-2), null otherwise. */
  reminder_level: reminderLevelSchema.nullable(),
  /** True when somebody asked for it after the first mail. */
  is_resend: z.boolean(),
  state: mailStateSchema,
  subject: z.string(),
  recipients: z.array(
    z.object({
      address: z.string(),
      state: z.enum(MAIL_RECIPIENT_STATES),
      /** What the mail server answered, for a refusal or a delay. */
      response: z.string(),
    }),
  ),
  attempts: z.number().int(),
  created_at: instantSchema,
  /** When the next try is due, while it waits. */
  next_attempt_at: instantSchema.nullable(),
  sent_at: instantSchema.nullable(),
  /** In French: why it did not leave, or not to everybody; empty otherwise. */
  problem: z.string(),
});
export type InvoiceMail = z.infer<typeof mailSchema>;

export const listInvoiceMails = defineRoute({
  method: "GET",
  path: "/invoices/invoices/:id/mails/",
  summary:
    "The mails about an invoice, newest first: its sending and its reminders, sent or not; and what stops its reminders",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  response: z.object({
    results: z.array(mailSchema),
    reminder_stop: reminderStopSchema.nullable().optional(),
  }),
});

export const sendInvoice = defineRoute({
  method: "POST",
  path: "/invoices/invoices/:id/send/",
  invalidates: DUES,
  summary:
    "Sends an issued invoice or credit note now, again if it was sent before; 409 while a mail of it is under way, or without an address",
  access: booksPolicy.writeInvoices,
  idempotent: "in-transaction",
  params: idParamsSchema,
  response: mailSchema,
  status: 201,
});

export const previewSending = defineRoute({
  method: "POST",
  path: "/invoices/invoices/:id/send/preview/",
  summary:
    "What sending an issued invoice or credit note now would say, to whom, with what; nothing is kept. 409 where sending is refused",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  response: mailPreviewSchema,
});
