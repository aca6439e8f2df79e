import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import { MAIL_KINDS } from "@bobine/contract/mail-values";
import sql, { type Sql } from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import { IS_SUSPENDED_IN_DOUBT } from "../../db/mail-states.ts";
import type { Tx } from "../../db/scope.ts";
import type { InvoiceSupplier } from "../../domain/e-invoicing/invoice-document.ts";
import type { LateRate } from "../../domain/mailing/late-interest.ts";
import type { Delivery, RecipientResult } from "../../domain/mailing/delivery.ts";
import {
  isMailingHour,
  isReminderDay,
  mailingTryAt,
  type ReminderLevel,
  reminderTryAt,
} from "../../domain/mailing/schedule.ts";
import {
  documentColumns,
  documentTables,
  type MailedDocument,
  questionedInvoices,
} from "./mailing.repository.ts";
import { reminderStops } from "./reminder-stops.repository.ts";

/** A mail of any other kind is a later version's, whose nodes may serve beside this one: it waits for them (OPS-13). */
const KNOWN_KINDS = [...MAIL_KINDS, "digest", "statement", "mention"] as const;

/** A mail that a worker holds. */
export interface ClaimedMail {
  readonly id: number;
  readonly distributor_id: number;
  readonly kind: (typeof KNOWN_KINDS)[number];
  readonly reminder_level: ReminderLevel | null;
  readonly message_key: string;
  readonly attempts: number;
  readonly claim: string;
  /** Who asked for it; null for what leaves by itself. */
  readonly requested_by: number | null;
}

/** The company that a mail is of, as its papers name it. */
export interface MailSender extends InvoiceSupplier {
  readonly communication_email: string | null;
  readonly contact_email: string | null;
}

const hasRecipient = ({ id }: Pick<ClaimedMail, "id">, states: readonly RecipientResult["state"][]): Sql =>
  sql`exists (select from mail_recipient r where r.mail_id = ${id} and r.state = any(${states}::text[]))`;

/** When a mail is tried again: in the hours of mails what was planned (MAIL-3), and no reminder on a weekend (MAIL-2). */
function nextTryAt({ kind, requested_by }: ClaimedMail, at: Date): Date {
  const inHours = requested_by !== null || kind === "mention" ? at : mailingTryAt(at);
  return kind === "reminder" ? reminderTryAt(inHours) : inHours;
}

export const outboxRepository = {
  /**
   * Takes one mail that is due, from any distributor or from one: a new one, or one whose worker died before it handed it over; no
   * reminder on a weekend (MAIL-2), nothing that was planned in the night (MAIL-3). Two workers never take the same one.
   */
  async claim(
    tx: Tx,
    claim: string,
    times: { readonly now: Date; readonly until: Date },
    distributorId: number | null,
  ): Promise<ClaimedMail | undefined> {
    return await tx.maybe<ClaimedMail>(sql`
      update mail set state = 'claimed', claim = ${claim}, claimed_until = ${times.until}, next_attempt_at = null, attempts = attempts + 1
      where id = (
        select m.id from mail m join distributor d on d.id = m.distributor_id
        where (m.state = 'waiting' and m.next_attempt_at <= ${times.now} or m.state = 'claimed' and m.claimed_until < ${times.now})
          and m.kind = any(${KNOWN_KINDS}::text[])
          -- With automation off nothing goes to cinemas by itself; what a person of a validated distributor asked for does, and what
          -- is for our own people.
          and (d.is_issuing or m.requested_by is not null and d.validation_status = 'validated' or m.kind in ('digest', 'mention'))
          -- What was planned leaves in the hours of a morning's mails, however late it is; what a person asks for leaves at once.
          and (m.requested_by is not null or m.kind = 'mention' or ${isMailingHour(times.now)})
          and (m.kind <> 'reminder' or ${isReminderDay(civilDateInParis(times.now))})
          and (${distributorId}::bigint is null or m.distributor_id = ${distributorId})
        order by coalesce(m.next_attempt_at, m.claimed_until), m.id limit 1 for update of m skip locked)
      returning id, distributor_id, kind, reminder_level, message_key, attempts, claim, requested_by`);
  },

  /** Mails whose worker died while their end was being handed over, and reminders in doubt that nothing tries again. */
  async lapsed(tx: Tx, now: Date): Promise<Pick<ClaimedMail, "id" | "distributor_id" | "kind">[]> {
    return await tx.many(sql`
      select id, distributor_id, kind from mail
      where state = 'handing_over' and claimed_until < ${now} and kind = any(${KNOWN_KINDS}::text[])
      union all select m.id, m.distributor_id, m.kind from mail m where ${IS_SUSPENDED_IN_DOUBT} order by id`);
  },

  async lapse(tx: Tx, id: number, now: Date): Promise<boolean> {
    const lapsed = await tx.run(sql`
      update mail set state = 'unconfirmed', claim = null, claimed_until = null, sent_at = ${now}
      where id = ${id} and state = 'handing_over' and claimed_until < ${now}`);
    if (lapsed === 0) return false;
    await tx.run(
      sql`update mail_recipient set state = 'unconfirmed' where mail_id = ${id} and state = 'waiting'`,
    );
    return true;
  },

  /** Of a reminder in doubt that nothing tries again: whoever has surely not got it gets it with the level, should people say that it comes again. */
  lapseSuspended: async (tx: Tx, id: number): Promise<boolean> =>
    (await tx.run(sql`
      update mail m set state = 'unconfirmed', next_attempt_at = null where m.id = ${id} and ${IS_SUSPENDED_IN_DOUBT}`)) ===
    1,

  /**
   * From here on the mail may have left. False when it is no longer this worker's, or tells of an invoice that was stopped since it was
   * made (MAIL-7): it is made anew. Who stops one waits for this transaction, or is waited for.
   * @param listed invoices that it tells of without being about them; of a second reminder, which asks for them, with an event that comes
   *   again, as of a cancelled mail, since their own reminder of the level is still to come
   */
  async beginHandOver(
    tx: Tx,
    mail: ClaimedMail,
    { now, until, today }: { readonly now: Date; readonly until: Date; readonly today: CivilDate },
    { subject, listed }: { readonly subject: string; readonly listed: readonly number[] },
  ): Promise<boolean> {
    if (listed.length > 0) {
      // Before the mail, as who stops one of them does.
      await tx.run(sql`select from invoice where id = any(${listed}::bigint[]) order by id for key share`);
      if ((await reminderStops.stoppedAmong(tx, listed, today)).size > 0) {
        await tx.run(sql`
          update mail set state = 'waiting', claim = null, claimed_until = null, next_attempt_at = ${now}
          where id = ${mail.id} and claim = ${mail.claim} and state = 'claimed'`);
        return false;
      }
    }
    const begun = await tx.run(sql`
      update mail set state = 'handing_over', claimed_until = ${until}, subject = ${subject}
      where id = ${mail.id} and claim = ${mail.claim} and state = 'claimed'`);
    if (begun !== 1 || mail.reminder_level !== 2) return begun === 1;
    await tx.run(sql`delete from mail_invoice where mail_id = ${mail.id} and event ~ '/'`);
    await tx.run(sql`
      insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      select ${mail.id}, i, ${mail.distributor_id}, ${`reminder_2/cancelled_${mail.id}`}
      from unnest(${listed}::bigint[]) i on conflict do nothing`);
    return true;
  },

  /** Writes how a try ended. False when the mail is no longer this worker's. */
  async settle(tx: Tx, mail: ClaimedMail, delivery: Delivery, subject: string, now: Date): Promise<boolean> {
    const isOut = delivery.recipients.some(({ state }) => state === "accepted" || state === "unconfirmed");
    const retryAt =
      delivery.retryInMinutes === null ? null : new Date(now.getTime() + delivery.retryInMinutes * 60_000);
    const next = retryAt === null ? null : nextTryAt(mail, retryAt);
    const settled = await tx.run(sql`
      update mail set state = ${delivery.state}, claim = null, claimed_until = null, next_attempt_at = ${next},
        subject = coalesce(nullif(${subject}, ''), subject), last_response = ${delivery.response},
        sent_at = case when ${isOut} then coalesce(sent_at, ${now}) else sent_at end
      where id = ${mail.id} and claim = ${mail.claim} and state in ('claimed', 'handing_over')`);
    if (settled === 0) return false;
    for (const { address, state, response } of delivery.recipients)
      await tx.run(sql`
        update mail_recipient set state = ${state}, response = ${response} where mail_id = ${mail.id} and address = ${address}`);
    return true;
  },

  /**
   * Ends a mail that is about nothing any more; its events may come again. One that an address has taken counts as sent, and is not
   * tried at the others; one that may have left stays in doubt.
   * @returns its state; undefined when it is no longer this worker's
   */
  async cancel(
    tx: Tx,
    mail: ClaimedMail,
    reason: string,
  ): Promise<"cancelled" | "sent" | "unconfirmed" | undefined> {
    const ended = await tx.maybe<{ state: "cancelled" | "sent" | "unconfirmed" }>(sql`
      update mail set claim = null, claimed_until = null, last_response = ${reason},
        state = case when ${hasRecipient(mail, ["accepted"])} then 'sent' when ${hasRecipient(mail, ["unconfirmed"])} then 'unconfirmed'
          else 'cancelled' end
      where id = ${mail.id} and claim = ${mail.claim} and state = 'claimed' returning state`);
    if (ended?.state === "cancelled")
      await tx.run(sql`
        update mail_invoice set event = event || '/cancelled_' || mail_id where mail_id = ${mail.id} and event !~ '/'`);
    return ended?.state;
  },

  /** Leaves an invoice out of a reminder that nobody has got yet; it stays named in one that an address has taken. */
  async leaveOut(tx: Tx, mail: ClaimedMail, invoiceId: number): Promise<void> {
    await tx.run(sql`
      delete from mail_invoice where mail_id = ${mail.id} and invoice_id = ${invoiceId}
        and exists (select from mail where id = ${mail.id} and claim = ${mail.claim} and state = 'claimed')
        and not ${hasRecipient(mail, ["accepted", "unconfirmed"])}`);
  },

  async recipients(tx: Tx, mailId: number): Promise<RecipientResult[]> {
    return await tx.many<RecipientResult>(sql`
      select address, state, response from mail_recipient where mail_id = ${mailId} order by address`);
  },

  async documents(tx: Tx, mailId: number): Promise<MailedDocument[]> {
    return await tx.many<MailedDocument>(sql`
      select ${documentColumns} from mail_invoice x join ${documentTables} on i.id = x.invoice_id
      where x.mail_id = ${mailId} and x.event !~ '/' order by i.due_date, i.invoice_date, i.id`);
  },

  /** Documents by their ids, in the same order. */
  documentsOf: (tx: Tx, invoiceIds: readonly number[]): Promise<MailedDocument[]> =>
    tx.many<MailedDocument>(sql`
      select ${documentColumns} from ${documentTables} where i.id = any(${invoiceIds}::bigint[])
      order by i.due_date, i.invoice_date, i.id`),

  /** All that is unpaid and overdue, that the distributor collects itself, and that it asks for: not what is asked about or older than the mails. */
  async overdue(tx: Tx, distributorId: number, today: CivilDate): Promise<MailedDocument[]> {
    return await tx.many<MailedDocument>(sql`
      with ${questionedInvoices(distributorId)}
      select * from (select ${documentColumns} from ${documentTables}
        where i.distributor_id = ${distributorId} and i.type = 'invoice' and i.status in ${UNPAID}
          and i.due_date < ${today} and i.invoice_date >= d.mailing_from and i.id not in (select id from questioned where id is not null)) o
      where not is_factored order by due_date, invoice_date, id`);
  },

  /** Which of these invoices somebody still has to decide something about. */
  async questionedAmong(
    tx: Tx,
    distributorId: number,
    invoiceIds: readonly number[],
  ): Promise<ReadonlySet<number>> {
    const rows = await tx.many<{ id: number }>(sql`
      with ${questionedInvoices(distributorId)} select id from questioned where id = any(${invoiceIds}::bigint[])`);
    return new Set(rows.map(({ id }) => id));
  },

  async sender(tx: Tx, distributorId: number): Promise<MailSender> {
    return await tx.one<MailSender>(sql`
      select d.name, d.communication_email, d.iban, d.phone, d.legal_mention, d.rcs_city, d.address, d.post_code, d.city, d.siren,
        case when d.prefix_vat = '' then '' else d.prefix_vat || d.siren end as vat_number,
        (select u.email from app_user u where u.distributor_id = d.id and u.disabled_at is null
          order by u.system_role = 'super_admin', (u.role = 'admin') desc, u.is_onboarding_contact desc, u.id limit 1) as contact_email
      from distributor d where d.id = ${distributorId}`);
  },

  /** The documents of an invoice that are ours, to be attached. */
  async attachments(
    tx: Tx,
    invoiceIds: readonly number[],
  ): Promise<{ file_name: string; content_type: string; size: number; storage_key: string }[]> {
    return await tx.many(sql`
      select file_name, content_type, size, storage_key from invoice_file
      where invoice_id = any(${invoiceIds}::bigint[]) and kind in ('invoice_pdf', 'credit_note') order by invoice_id, id`);
  },

  /** Of all days: some a year. */
  lateRates: (tx: Tx): Promise<LateRate[]> =>
    tx.many(sql`select from_day, to_day, rate_bp from late_rate order by from_day`),
};
