import type { ReminderLevel } from "@bobine/contract/mail-values";
import { reminderTextSchema, type ReminderTextView, type ReminderWords } from "@bobine/contract/reminders";
import type { DraftKind } from "@bobine/shared-auth";

export interface ReminderTextForm extends ReminderWords {
  /** The distributor's own text that it began with, null without one: whether somebody else changed it meanwhile is told by that. */
  read: ReminderWords | null;
}

export const wordsOf = ({ subject, opening, closing }: ReminderWords): ReminderWords => ({
  subject,
  opening,
  closing,
});

/** The distributor's own text; null of what is only the beginning of one. */
export const ownWordsOf = (text: ReminderTextView): ReminderWords | null =>
  text.is_own ? wordsOf(text) : null;

const wordsSchema = reminderTextSchema.pick({ subject: true, opening: true, closing: true });

/** The words of a level while they are not saved. */
export const textDraft = (level: ReminderLevel): DraftKind<ReminderTextForm> => ({
  name: `reminder-text/${level}`,
  version: 2,
  schema: wordsSchema.extend({ read: wordsSchema.nullable() }),
  isWhole: true,
});
