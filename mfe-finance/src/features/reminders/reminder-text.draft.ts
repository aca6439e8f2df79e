import type { ReminderLevel } from "@bobine/contract/mail-values";
import { reminderTextSchema, type ReminderWords } from "@bobine/contract/reminders";
import type { DraftKind } from "@bobine/shared-auth";

/** The words of a level while they are not saved. */
export const textDraft = (level: ReminderLevel): DraftKind<ReminderWords> => ({
  name: `reminder-text/${level}`,
  version: 1,
  schema: reminderTextSchema.pick({ subject: true, opening: true, closing: true }),
});
