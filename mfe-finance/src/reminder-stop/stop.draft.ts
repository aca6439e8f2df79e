import { reminderStopSchema } from "@bobine/contract/reminders";
import type { DraftKind } from "@bobine/shared-auth";

const { comment: text } = reminderStopSchema.shape;

/** Why an invoice is not to be reminded, and until when, as it is typed. */
export interface StopForm {
  /** Empty: none is chosen. */
  reason: string;
  day: string;
  comment: string;
}

export const NEW_STOP: StopForm = { reason: "", day: "", comment: "" };

export const stopDraft = (invoice: number): DraftKind<StopForm> => ({
  name: `reminder-stop/${invoice}`,
  version: 1,
  schema: reminderStopSchema.pick({}).extend({ reason: text, day: text, comment: text }),
});
