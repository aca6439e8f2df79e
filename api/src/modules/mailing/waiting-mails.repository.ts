import type { MailKind } from "@bobine/contract/mail-values";
import sql from "sql-template-tag";
import { IS_SUSPENDED_IN_DOUBT, IS_SUSPENDED, IS_TAKEN } from "../../db/mail-states.ts";
import type { Tx } from "../../db/scope.ts";
import type { InvoicedTo } from "../banking/payer-of-document.ts";
import { mailingRepository } from "./mailing.repository.ts";

/** What asked for the address of these mails is done when no other mail waits for it. */
async function finishAddressActions(tx: Tx, mailIds: readonly number[], at: Date): Promise<void> {
  await tx.run(sql`
    update user_action a set status = 'DONE', resolved_at = ${at}
    where a.id in (select user_action_id from mail where id = any(${mailIds}::bigint[])) and a.status not in ('DONE', 'REJECTED')
      and not exists (select from mail m where m.user_action_id = a.id and m.state = 'no_address')`);
}

/** Mails that were planned and have not left: they wait for an address, for their hour, for another try, or until automation is on. */
export const waitingMails = {
  /** Mails that wait for an address, with what their invoices say of whom they are for. */
  async withoutAddress(
    tx: Tx,
    distributorId: number,
  ): Promise<
    {
      id: number;
      message_key: string;
      kind: MailKind;
      user_action_id: number | null;
      invoices: InvoicedTo[];
    }[]
  > {
    return await tx.many(sql`
      select m.id, m.message_key, m.kind, m.user_action_id, json_agg(json_build_object('id', i.id, 'cinema_id', i.cinema_id, 'cinema_name', i.cinema_name,
        'invoiced_name', coalesce(i.client->>'name', ''), 'invoiced_siren', coalesce(i.client->>'siren', '')) order by i.id) as invoices
      from mail m join mail_invoice x on x.mail_id = m.id join invoice i on i.id = x.invoice_id
      where m.distributor_id = ${distributorId} and m.state = 'no_address' group by m.id order by m.id`);
  },

  /** Mails that have an address now leave; what asked for it is done when no other mail waits for it. */
  async release(tx: Tx, mailIds: readonly number[], at: Date): Promise<void> {
    await tx.run(sql`
      update mail set state = 'waiting', next_attempt_at = ${at} where id = any(${mailIds}::bigint[]) and state = 'no_address'`);
    await finishAddressActions(tx, mailIds, at);
  },

  /** Gives mails up that wait for an address; their events may come again. */
  async giveUp(tx: Tx, mailIds: readonly number[], reason: string, at: Date): Promise<void> {
    await tx.run(sql`
      update mail_invoice x set event = x.event || '/cancelled_' || x.mail_id from mail m
      where m.id = x.mail_id and m.id = any(${mailIds}::bigint[]) and m.state = 'no_address' and x.event !~ '/'`);
    await tx.run(sql`
      update mail set state = 'cancelled', last_response = ${reason} where id = any(${mailIds}::bigint[]) and state = 'no_address'`);
    await finishAddressActions(tx, mailIds, at);
  },

  /**
   * Has a mail of the plan that waits for its hour or another try leave now, to who gets it now; whoever has taken it gets no other.
   * @returns false when a worker has it
   */
  async hasten(
    tx: Tx,
    distributorId: number,
    { id, message_key }: { readonly id: number; readonly message_key: string },
    recipients: readonly string[],
    at: Date,
  ): Promise<boolean> {
    const hastened = await tx.run(sql`
      update mail set next_attempt_at = ${at} where id = ${id} and state = 'waiting' and requested_by is null`);
    if (hastened === 0) return false;
    const rows = await tx.many<{ address: string }>(
      sql`select lower(address) as address from mail_recipient where mail_id = ${id} and state <> 'waiting'`,
    );
    const tried = new Set(rows.map(({ address }) => address));
    const left = recipients.filter((address) => !tried.has(address.toLowerCase()));
    if (left.length === 0) return true;
    await tx.run(sql`delete from mail_recipient where mail_id = ${id} and state = 'waiting'`);
    await mailingRepository.addRecipients(tx, distributorId, [{ message_key, recipients: left }]);
    return true;
  },

  /**
   * Ends the reminders of the plan about these invoices that leave by nothing but a person's word, since one that is sent by hand takes
   * their place: those that wait for an address, and those that automation held up. What else they are about is due again. One that an
   * address has taken counts as sent (MAIL-8); one that may have left stays, for people to say (MAIL-13).
   */
  async replaceReminders(tx: Tx, invoiceIds: readonly number[], reason: string, at: Date): Promise<void> {
    // Locked: the morning may release them at this moment, and a worker take them.
    const waiting = await tx.many<{ id: number }>(sql`
      select m.id from mail m where m.kind = 'reminder' and (m.state = 'no_address' or ${IS_SUSPENDED} and not ${IS_SUSPENDED_IN_DOUBT})
        and m.id in (select x.mail_id from mail_invoice x where x.invoice_id = any(${invoiceIds}::bigint[]) and x.event !~ '/')
      order by m.id for update of m`);
    const ids = waiting.map(({ id }) => id);
    if (ids.length === 0) return;
    await tx.run(sql`
      update mail_invoice x set event = x.event || '/cancelled_' || x.mail_id from mail m
      where m.id = x.mail_id and m.id = any(${ids}::bigint[]) and x.event !~ '/' and not ${IS_TAKEN}`);
    await tx.run(sql`
      update mail m set state = case when ${IS_TAKEN} then 'sent' else 'cancelled' end, next_attempt_at = null, last_response = ${reason}
      where m.id = any(${ids}::bigint[])`);
    await finishAddressActions(tx, ids, at);
  },
};
