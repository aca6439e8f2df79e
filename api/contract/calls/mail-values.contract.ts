import { z } from "zod";

/** What a mail is about: the document itself, or a reminder of MAIL-2. */
export const MAIL_KINDS = ["invoice", "credit_note", "reminder"] as const;
export const mailKindSchema = z.enum(MAIL_KINDS);
export type MailKind = z.infer<typeof mailKindSchema>;

/**
 * The life of a mail (api/src/modules/mailing/README.md):
 * - `waiting`: to be sent, at `next_attempt_at`, maybe after a first try that failed;
 * - `sending`: a worker is about it;
 * - `sent`: the mail server took it for at least one recipient;
 * - `refused`: for none, for good: the addresses are wrong;
 * - `failed`: it did not leave, and no address is to blame (MAIL-14): the server was away for too long, or would not have the message;
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

/** 0 before the due date, 1 to 3 after it (MAIL-2). */
export const reminderLevelSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type ReminderLevel = z.infer<typeof reminderLevelSchema>;
