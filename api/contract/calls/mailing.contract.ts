import { z } from "zod";
import { DUES } from "../rules/invalidated.ts";
import { booksPolicy } from "../rules/books.policy.ts";
import { instantSchema } from "../units/civil-date.ts";
import { defineRoute, idParamsSchema, idSchema } from "./route.contract.ts";

/** What a mail is about: the document itself, or a reminder of MAIL-2. */
export const MAIL_KINDS = ["invoice", "credit_note", "reminder"] as const;
export const mailKindSchema = z.enum(MAIL_KINDS);
export type MailKind = z.infer<typeof mailKindSchema>;

/**
 * The life of a mail (api/src/modules/mailing/README.md):
 * - `waiting`: to be sent, at `next_attempt_at`, maybe after a first try that failed;
 * - `sending`: a worker is about it;
 * - `sent`: the mail server took it for at least one recipient;
 * - `refused`: for none, for good: the address is wrong, or the server would not have the message;
 * - `failed`: the mail server was away for too long;
 * - `unconfirmed`: a breakdown fell between the hand-over and its answer, so it may have left; it is never sent twice by itself;
 * - `no_address`: nobody to send it to; goes by itself once the cinema has an address;
 * - `cancelled`: no longer to be sent: paid meanwhile, for instance.
 */
export const MAIL_STATES = [
  "waiting",
  "sending",
  "sent",
  "refused",
  "failed",
  "unconfirmed",
  "no_address",
  "cancelled",
] as const;
export const mailStateSchema = z.enum(MAIL_STATES);
export type MailState = z.infer<typeof mailStateSchema>;

export const MAIL_RECIPIENT_STATES = ["waiting", "accepted", "refused", "unconfirmed"] as const;

export const mailSchema = z.object({
  id: idSchema,
  kind: mailKindSchema,
  /** 0 to 3 for a reminder (MAIL-2), null otherwise. */
  reminder_level: z.number().int().min(0).max(3).nullable(),
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
  summary: "The mails about an invoice, newest first: its sending and its reminders, sent or not",
  access: booksPolicy.readInvoices,
  params: idParamsSchema,
  response: z.object({ results: z.array(mailSchema) }),
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
