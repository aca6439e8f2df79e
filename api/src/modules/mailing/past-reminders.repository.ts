import { type PastReminder, REMINDERS_PAGE } from "@bobine/contract/reminders";
import sql from "sql-template-tag";
import { SHOWN_SENT_AT, SHOWN_STATE } from "../../db/mail-states.ts";
import type { Tx } from "../../db/scope.ts";

export const pastReminders = {
  async count(tx: Tx, distributorId: number): Promise<number> {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*) from mail where distributor_id = ${distributorId} and kind = 'reminder'`);
    return count;
  },

  /** Newest first. */
  page: (tx: Tx, distributorId: number, page: number): Promise<PastReminder[]> =>
    tx.many<PastReminder>(sql`
      select m.id, m.reminder_level as level, m.subject, m.created_at, m.next_attempt_at, ${SHOWN_SENT_AT} as sent_at,
        ${SHOWN_STATE} as state,
        coalesce((select coalesce(nullif(i.client->>'name', ''), i.cinema_name) from mail_invoice x join invoice i on i.id = x.invoice_id
          where x.mail_id = m.id order by i.invoice_date, i.id limit 1), '') as client_name,
        array(select r.address from mail_recipient r where r.mail_id = m.id order by r.address) as recipients,
        (select coalesce(json_agg(json_build_object('id', i.id, 'invoice_number', i.invoice_number) order by i.invoice_date, i.id), '[]')
          from mail_invoice x join invoice i on i.id = x.invoice_id where x.mail_id = m.id) as invoices,
        (select nullif(trim(u.first_name || ' ' || u.last_name), '') from app_user u where u.id = m.requested_by) as requested_by
      from mail m where m.distributor_id = ${distributorId} and m.kind = 'reminder'
      order by m.id desc limit ${REMINDERS_PAGE} offset ${(page - 1) * REMINDERS_PAGE}`),
};
