import type { ReminderLevel } from "@bobine/contract/mail-values";
import type { ReminderWords } from "@bobine/contract/reminders";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

export const reminderTexts = {
  one: (tx: Tx, distributorId: number, level: ReminderLevel): Promise<ReminderWords | undefined> =>
    tx.maybe<ReminderWords>(sql`
      select subject, opening, closing from reminder_text where distributor_id = ${distributorId} and level = ${level}`),

  async all(tx: Tx, distributorId: number): Promise<ReadonlyMap<number, ReminderWords>> {
    const rows = await tx.many<ReminderWords & { level: number }>(sql`
      select level, subject, opening, closing from reminder_text where distributor_id = ${distributorId}`);
    return new Map(rows.map(({ level, ...words }) => [level, words]));
  },

  save: (
    tx: Tx,
    distributorId: number,
    level: ReminderLevel,
    words: ReminderWords,
    at: Date,
  ): Promise<number> =>
    tx.run(sql`
      insert into reminder_text (distributor_id, level, subject, opening, closing, saved_at)
      values (${distributorId}, ${level}, ${words.subject}, ${words.opening}, ${words.closing}, ${at})
      on conflict (distributor_id, level) do update
      set subject = excluded.subject, opening = excluded.opening, closing = excluded.closing, saved_at = excluded.saved_at`),

  remove: (tx: Tx, distributorId: number, level: ReminderLevel): Promise<number> =>
    tx.run(sql`delete from reminder_text where distributor_id = ${distributorId} and level = ${level}`),
};
