import type { ReminderLevel } from "@bobine/contract/mail-values";

/** What a reminder is called, in the plan, in the history and on a client's account. */
export const LEVEL_NAMES: Readonly<Record<ReminderLevel, string>> = {
  0: "Rappel avant échéance",
  1: "Relance 1",
  2: "Relance 2",
  3: "Mise en demeure",
};
