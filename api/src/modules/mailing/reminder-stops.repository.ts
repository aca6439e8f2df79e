import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import { isUnpaid } from "@bobine/contract/invoices";
import type { StopReason } from "@bobine/contract/reminders";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { isStopped, type ReminderStop } from "../../domain/mailing/schedule.ts";
import { SAME_PAYER } from "../banking/former-payers.repository.ts";

/** A stop that nobody has lifted; a promise whose day is over is one too. */
export interface StopRow extends ReminderStop {
  readonly comment: string;
  readonly stopped_at: string;
  /** Null when the name is out of the reader's sight. */
  readonly stopped_by: string | null;
}

export interface StoppableInvoice {
  readonly id: number;
  readonly type: "invoice" | "credit_note";
  readonly status: Parameters<typeof isUnpaid>[0];
  readonly invoice_number: string;
  readonly cinema_name: string;
}

export const reminderStops = {
  /** Locked, so that two people who decide at once decide one after the other. */
  lockInvoice: (tx: Tx, invoiceId: number): Promise<StoppableInvoice | undefined> =>
    tx.maybe<StoppableInvoice>(sql`
      select id, type, status, invoice_number, cinema_name from invoice where id = ${invoiceId} for update`),

  of: (tx: Tx, invoiceId: number): Promise<StopRow | undefined> =>
    tx.maybe<StopRow>(sql`
      select s.reason, s.promised_on, s.comment, s.stopped_at, nullif(trim(u.first_name || ' ' || u.last_name), '') as stopped_by
      from reminder_stop s left join app_user u on u.id = s.stopped_by
      where s.invoice_id = ${invoiceId} and s.lifted_at is null`),

  /** Which of these invoices a person's word keeps from being reminded on a day. */
  async stoppedAmong(tx: Tx, invoiceIds: readonly number[], today: CivilDate): Promise<ReadonlySet<number>> {
    const rows = await tx.many<ReminderStop & { invoice_id: number }>(sql`
      select invoice_id, reason, promised_on from reminder_stop
      where invoice_id = any(${invoiceIds}::bigint[]) and lifted_at is null`);
    return new Set(rows.filter((stop) => isStopped(today, stop)).map((stop) => stop.invoice_id));
  },

  /** What people wrote of stops, by invoice. */
  async commentsOf(tx: Tx, invoiceIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await tx.many<{ invoice_id: number; comment: string }>(sql`
      select invoice_id, comment from reminder_stop where invoice_id = any(${invoiceIds}::bigint[]) and lifted_at is null`);
    return new Map(rows.map((row) => [row.invoice_id, row.comment]));
  },

  insert: (
    tx: Tx,
    distributorId: number,
    stop: {
      readonly invoiceId: number;
      readonly reason: StopReason;
      readonly promised_on: CivilDate | null;
      readonly comment: string;
      readonly userId: number;
      readonly at: Date;
    },
  ): Promise<number> =>
    tx.run(sql`
      insert into reminder_stop (distributor_id, invoice_id, reason, promised_on, comment, stopped_by, stopped_at)
      values (${distributorId}, ${stop.invoiceId}, ${stop.reason}, ${stop.promised_on}, ${stop.comment}, ${stop.userId}, ${stop.at})`),

  /** @returns how many: none when nothing stopped it */
  lift: (tx: Tx, invoiceId: number, at: Date): Promise<number> =>
    tx.run(
      sql`update reminder_stop set lifted_at = ${at} where invoice_id = ${invoiceId} and lifted_at is null`,
    ),

  /**
   * Takes the reminders of an invoice back from whoever holds them, so that each is made anew and finds the stop. One that waits is
   * written too: a worker that claims it at this moment waits for this transaction, or is waited for. Only what is being handed over
   * cannot be taken back. A reminder of other invoices that lists it finds the stop when its hand-over begins.
   * @returns whether one is being handed over, also a formal notice to its company, beside which it is told when it is late
   */
  async takeBack(tx: Tx, invoiceId: number, at: Date): Promise<boolean> {
    const mails = sql`kind = 'reminder' and id in (select mail_id from mail_invoice where invoice_id = ${invoiceId})`;
    await tx.run(sql`
      update mail set state = 'waiting', claim = null, claimed_until = null, next_attempt_at = coalesce(next_attempt_at, ${at})
      where ${mails} and state in ('waiting', 'claimed')`);
    return (
      (await tx.maybe(sql`
        select from mail where ${mails} and state = 'handing_over'
        union all
        select from invoice i join mail m on m.distributor_id = i.distributor_id and m.reminder_level = 3 and m.state = 'handing_over'
          join mail_invoice x on x.mail_id = m.id join invoice j on j.id = x.invoice_id
        where i.id = ${invoiceId} and i.due_date < ${civilDateInParis(at)} and ${SAME_PAYER} limit 1`)) !==
      undefined
    );
  },
};
