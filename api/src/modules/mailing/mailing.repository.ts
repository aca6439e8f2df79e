import type { CivilDate } from "@bobine/contract/civil-date";
import type { MailKind } from "@bobine/contract/mail-values";
import type { InvoiceMail } from "@bobine/contract/mailing";
import type { Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { FACTOR_IBAN, FACTOR_NAME, FACTORED_TABLES, IS_FACTORED } from "../../db/factored-invoices.ts";
import { UNPAID } from "../../db/invoice-statuses.ts";
import {
  FORMER_PAYER_START,
  IS_SUSPENDED,
  IS_IN_DOUBT,
  IS_TAKEN,
  IS_UNREACHED,
  SHOWN_SENT_AT,
  SHOWN_STATE,
} from "../../db/mail-states.ts";
import type { Tx } from "../../db/scope.ts";
import type { MailAddresses } from "../../domain/mailing/recipients.ts";
import type { MailedInvoice, Mailing, ReminderLevel } from "../../domain/mailing/schedule.ts";
import type { PayingCinema } from "../banking/legal-payer.ts";
import { INVOICED_COMPANY, type InvoicedTo } from "../banking/payer-of-document.ts";
import { SAME_PAYER } from "../banking/former-payers.repository.ts";
import { MAILING_REASONS } from "./mail-actions.ts";

export type PlannedInvoice = MailedInvoice &
  InvoicedTo & {
    readonly invoice_number: string;
    readonly client_name: string;
    readonly client_account: string;
    readonly outstanding: Money;
    /** People are asked, or have answered; what closed by itself since it was paid is no answer. */
    readonly is_default_proposed: boolean;
    /** Levels of which a mail reached no address: they are still to come (MAIL-2). */
    readonly unreached_levels: readonly ReminderLevel[];
    /** The reminder of it that waits for an address. */
    readonly unaddressed: { readonly level: ReminderLevel; readonly mail_id: number } | null;
    /** Levels of which a mail may have left, and nobody has said yet (MAIL-13). */
    readonly doubtful_levels: readonly ReminderLevel[];
  };

/** A cinema as mails need it: who gets them, and who pays. */
export type MailedCinema = MailAddresses &
  PayingCinema & {
    /** False once the link is cut: what its invoices tell of it, and where the last mails went. */
    readonly is_linked: boolean;
  };

/** A mail to be written to the outbox. */
export interface NewMail {
  readonly message_key: string;
  readonly kind: MailKind;
  readonly reminder_level: ReminderLevel | null;
  readonly is_resend: boolean;
  readonly requested_by: number | null;
  readonly user_action_id: number | null;
  readonly event: string;
  readonly invoice_ids: readonly number[];
  /** Nobody: the mail waits for an address. */
  readonly recipients: readonly string[];
}

/** Decided by the system or by people, not yet at its end. */
const UNDER_WAY = ["waiting", "claimed", "handing_over"];

/** The ids of invoices that somebody still has to decide something about: a query `questioned`, to be put after `with`. */
export const questionedInvoices = (distributorId: number): Sql => sql`
  question as materialized (
    select * from user_action where distributor_id = ${distributorId} and status not in ('DONE', 'REJECTED')
      and reason_code <> all(${MAILING_REASONS})),
  questioned as materialized (
    select invoice_id as id from question where invoice_id is not null
    union select e::bigint from question q,
      jsonb_array_elements_text((q.suggested_invoices->'near_rounded') || (q.suggested_invoices->'partial')) e
    union select e::bigint from question q, jsonb_array_elements(q.candidates) c, jsonb_array_elements_text(c->'invoice_ids') e)`;

export const INVOICED_TO = sql`
  coalesce(nullif(i.client->>'name', ''), i.cinema_name) as client_name, ${INVOICED_COMPANY}`;

/** Invoices that a condition chooses, with all that the schedule asks of them. */
const plannedInvoices = (tx: Tx, distributorId: number, condition: Sql): Promise<PlannedInvoice[]> =>
  tx.many<PlannedInvoice>(sql`
    with ${questionedInvoices(distributorId)}
    select i.id, i.invoice_number, i.type, i.origin, i.invoice_date, i.due_date, i.status, i.cinema_id,
      i.cinema_name, ${INVOICED_TO}, i.client_account, i.outstanding,
      exists (select from mail_invoice x where x.invoice_id = i.id and x.event = 'issued') as is_mailed,
      ${IS_FACTORED} as is_factored,
      i.id in (select id from questioned) as has_open_question,
      (select json_build_object('reason', r.reason, 'promised_on', r.promised_on) from reminder_stop r
        where r.invoice_id = i.id and r.lifted_at is null) as stop,
      exists (select from user_action a where a.invoice_id = i.id and a.reason_code = 'default_proposal'
        and not (a.status = 'DONE' and a.resolved_by is null)) as is_default_proposed,
      (select json_build_object('level', m.reminder_level, 'on', case when m.state in ('waiting', 'claimed', 'handing_over') and not ${IS_SUSPENDED}
          then null else (coalesce(m.sent_at, m.created_at) at time zone 'Europe/Paris')::date end)
        from mail_invoice x join mail m on m.id = x.mail_id
        where x.invoice_id = i.id and x.event like 'reminder\\__' and not ${IS_UNREACHED} and not ${IS_IN_DOUBT}
          and m.state <> 'no_address' and not (${IS_SUSPENDED} and not ${IS_TAKEN}) order by m.reminder_level desc limit 1) as last_reminder,
      (select json_build_object('level', m.reminder_level, 'mail_id', m.id) from mail_invoice x join mail m on m.id = x.mail_id
        where x.invoice_id = i.id and x.event like 'reminder\\__' and m.state = 'no_address'
        order by m.reminder_level desc limit 1) as unaddressed,
      array(select distinct m.reminder_level from mail_invoice x join mail m on m.id = x.mail_id
        where x.invoice_id = i.id and m.kind = 'reminder' and ${IS_UNREACHED}) as unreached_levels,
      array(select distinct m.reminder_level from mail_invoice x join mail m on m.id = x.mail_id
        where x.invoice_id = i.id and x.event like 'reminder\\__' and ${IS_IN_DOUBT}) as doubtful_levels
    from ${FACTORED_TABLES} where i.distributor_id = ${distributorId} and ${condition}
    order by i.invoice_date, i.id`);

/** Who took the last mail to the payer of a cinema's last document, of its documents or a reminder. */
const lastTaken = (isReminder: boolean) => sql`
  array(select r.address from mail_recipient r where r.state = 'accepted' and r.mail_id = (
    select max(m.id) from invoice j join mail_invoice x on x.invoice_id = j.id join mail m on m.id = x.mail_id
    where j.distributor_id = i.distributor_id and j.cinema_id = i.cinema_id and ${SAME_PAYER} and (m.kind = 'reminder') = ${isReminder}
      and exists (select from mail_recipient t where t.mail_id = m.id and t.state = 'accepted')))`;

/** What the rows of a mail's history are made of. */
const HISTORY = sql`
  m.id, m.kind, m.reminder_level, m.is_resend, ${IS_SUSPENDED} as is_held,
  ${SHOWN_STATE} as state,
  m.subject, m.attempts, m.created_at, m.next_attempt_at, ${SHOWN_SENT_AT} as sent_at, m.last_response,
  (select coalesce(json_agg(json_build_object('address', r.address, 'state', r.state, 'response', r.response) order by r.address), '[]')
    from mail_recipient r where r.mail_id = m.id) as recipients`;

export type MailRow = Omit<InvoiceMail, "problem"> & {
  readonly last_response: string;
  /** It waits until mails leave by themselves again. */
  readonly is_held: boolean;
};

export const mailingRepository = {
  /** Distributors that mail by themselves. */
  async automated(tx: Tx, day: CivilDate): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select id from distributor d where is_issuing
        and not exists (select from mailing_day m where m.distributor_id = d.id and m.day = ${day}) order by id`);
    return rows.map((row) => row.id);
  },

  /** True for the one that plans this morning. */
  async takeMorning(tx: Tx, distributorId: number, day: CivilDate): Promise<boolean> {
    const taken = await tx.run(sql`
      insert into mailing_day (distributor_id, day) values (${distributorId}, ${day}) on conflict do nothing`);
    await tx.run(sql`delete from mailing_day where distributor_id = ${distributorId} and day < ${day}`);
    return taken === 1;
  },

  /** Whether this morning's mails are in the outbox. */
  async isMorningTaken(tx: Tx, distributorId: number, day: CivilDate): Promise<boolean> {
    return (
      (await tx.maybe(
        sql`select from mailing_day where distributor_id = ${distributorId} and day = ${day}`,
      )) !== undefined
    );
  },

  /** Locked, so that two people who send at once send one after the other. */
  async lockInvoices(tx: Tx, ids: readonly number[]): Promise<number> {
    const rows = await tx.many(
      sql`select id from invoice where id = any(${ids}::bigint[]) order by id for update`,
    );
    return rows.length;
  },

  async mailing(tx: Tx, distributorId: number): Promise<Mailing> {
    return await tx.one<Mailing>(sql`
      select is_issuing as automation_on, mailing_from, reminder_before_due from distributor where id = ${distributorId}`);
  },

  /** Of our own issue since a day. */
  issuedSince: (tx: Tx, distributorId: number, day: CivilDate): Promise<PlannedInvoice[]> =>
    plannedInvoices(
      tx,
      distributorId,
      sql`i.origin = 'issued' and i.invoice_date >= ${day}
        and not exists (select from mail_invoice x where x.invoice_id = i.id and x.event = 'issued')`,
    ),

  /** Not paid, and due before a day. */
  unpaid: (tx: Tx, distributorId: number, dueBefore: CivilDate): Promise<PlannedInvoice[]> =>
    plannedInvoices(
      tx,
      distributorId,
      sql`i.type = 'invoice' and i.status in ${UNPAID} and i.due_date <= ${dueBefore}`,
    ),

  async cinemas(tx: Tx, distributorId: number, ids: readonly number[]): Promise<Map<number, MailedCinema>> {
    const rows = await tx.many<MailedCinema>(sql`
      with known as (
        select c.id, c.name, c.legal_name, c.invoicing_company_name, c.siren, c.siret, c.invoicing_siren,
          c.default_invoice_emails, c.default_reminder_emails, true as is_linked
        from cinema c where c.id = any(${ids}::bigint[])
        union all (
        select distinct on (i.cinema_id) i.cinema_id, i.cinema_name, coalesce(i.client->>'name', ''), '', coalesce(i.client->>'siren', ''), '', '',
          ${lastTaken(false)}, ${lastTaken(true)}, false
        from invoice i
        where i.distributor_id = ${distributorId} and i.cinema_id = any(${ids}::bigint[])
          and not exists (select from cinema c where c.id = i.cinema_id)
        order by i.cinema_id, i.id desc))
      select c.*,
        coalesce(s.additional_invoice_emails, '{}') as additional_invoice_emails,
        coalesce(s.invoice_email_override, false) as invoice_email_override,
        coalesce(s.additional_reminder_emails, '{}') as additional_reminder_emails,
        coalesce(s.reminder_email_override, false) as reminder_email_override
      from known c left join distributor_cinema_settings s on s.cinema_id = c.id and s.distributor_id = ${distributorId}`);
    return new Map(rows.map((row) => [row.id, row]));
  },

  /**
   * Writes mails to the outbox, with their invoices and recipients. A reminder that reached nobody gives its events up to the one that
   * comes in its place.
   * @throws 23505 of `mail_once` when an event of an invoice has its mail already
   */
  async insert(tx: Tx, distributorId: number, mails: readonly NewMail[], at: Date): Promise<void> {
    if (mails.length === 0) return;
    const all = JSON.stringify(
      mails.map((mail) => ({ ...mail, has_recipients: mail.recipients.length > 0 })),
    );
    await tx.run(sql`
      insert into mail (distributor_id, message_key, kind, reminder_level, is_resend, requested_by, user_action_id, state, next_attempt_at, created_at)
      select ${distributorId}, message_key, kind, reminder_level, is_resend, requested_by, user_action_id,
        case when has_recipients then 'waiting' else 'no_address' end, case when has_recipients then ${at}::timestamptz end, ${at}
      from json_to_recordset(${all}) as m (message_key uuid, kind text, reminder_level int, is_resend boolean, requested_by bigint,
        user_action_id bigint, has_recipients boolean)`);
    const reminded = mails.filter(({ kind }) => kind === "reminder").flatMap((mail) => mail.invoice_ids);
    await tx.run(sql`
      update mail_invoice x set event = x.event || '/cancelled_' || x.mail_id from mail m
      where m.id = x.mail_id and m.kind = 'reminder' and ${IS_UNREACHED} and x.event !~ '/'
        and x.invoice_id = any(${reminded}::bigint[])`);
    // Each refers to its invoice, which locks it: by id, as whoever issues does.
    await tx.run(sql`
      insert into mail_invoice (mail_id, invoice_id, distributor_id, event)
      select mail.id, i::bigint, ${distributorId}, m.event
      from json_to_recordset(${all}) as m (message_key uuid, event text, invoice_ids json)
      join mail using (message_key), json_array_elements_text(m.invoice_ids) i
      order by i::bigint`);
    await this.addRecipients(tx, distributorId, mails);
  },

  async addRecipients(
    tx: Tx,
    distributorId: number,
    mails: readonly Pick<NewMail, "message_key" | "recipients">[],
  ): Promise<void> {
    await tx.run(sql`
      insert into mail_recipient (mail_id, address, distributor_id)
      select mail.id, r, ${distributorId}
      from json_to_recordset(${JSON.stringify(mails)}) as m (message_key uuid, recipients json)
      join mail using (message_key), json_array_elements_text(m.recipients) r`);
  },

  /** Open actions that ask for an address for mails of a cinema, with whom these are for. */
  openAddressActions: (
    tx: Tx,
    distributorId: number,
    cinemaId: number,
    isReminder: boolean,
  ): Promise<(InvoicedTo & { readonly action_id: number; readonly is_of_former: boolean })[]> =>
    tx.many(sql`
      select a.id as action_id, starts_with(a.explanation->>0, ${FORMER_PAYER_START}) as is_of_former,
        i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}
      from user_action a join mail m on m.user_action_id = a.id join mail_invoice x on x.mail_id = m.id join invoice i on i.id = x.invoice_id
      where a.distributor_id = ${distributorId} and a.reason_code = 'missing_email' and a.status not in ('DONE', 'REJECTED')
        and m.state = 'no_address' and i.cinema_id = ${cinemaId} and (m.kind = 'reminder') = ${isReminder}
      order by a.id, i.id`),

  /** A mail of the invoice itself that is with a worker, or leaves because a person has asked for it. */
  async isUnderWay(tx: Tx, invoiceId: number): Promise<boolean> {
    const row = await tx.maybe(sql`
      select from mail_invoice x join mail m on m.id = x.mail_id
      where x.invoice_id = ${invoiceId} and m.kind <> 'reminder' and m.state = any(${UNDER_WAY})
        and not (m.state = 'waiting' and m.requested_by is null) limit 1`);
    return row !== undefined;
  },

  /** Locked, so that two people who ask at once ask one after the other. */
  async lockInvoice(
    tx: Tx,
    invoiceId: number,
  ): Promise<
    | (InvoicedTo & {
        invoice_number: string;
        type: "invoice" | "credit_note";
        origin: "issued" | "imported";
      })
    | undefined
  > {
    return await tx.maybe(sql`
      select i.id, i.cinema_id, i.cinema_name, ${INVOICED_TO}, i.invoice_number, i.type, i.origin from invoice i where i.id = ${invoiceId} for update`);
  },

  /** The mail of the invoice itself, and how many times it was asked for again. */
  async sendings(
    tx: Tx,
    invoiceId: number,
  ): Promise<{ first: { id: number; state: string; message_key: string } | null; resends: number }> {
    return await tx.one(sql`
      select (select json_build_object('id', m.id, 'state', m.state, 'message_key', m.message_key) from mail_invoice x
          join mail m on m.id = x.mail_id where x.invoice_id = ${invoiceId} and x.event = 'issued') as first,
        (select count(*) from mail_invoice x where x.invoice_id = ${invoiceId} and x.event like 'resend%') as resends`);
  },

  async markRequested(tx: Tx, mailId: number, userId: number): Promise<void> {
    await tx.run(sql`update mail set requested_by = ${userId} where id = ${mailId}`);
  },

  async history(tx: Tx, invoiceId: number): Promise<MailRow[]> {
    return await tx.many<MailRow>(sql`
      select ${HISTORY} from mail m join mail_invoice x on x.mail_id = m.id
      where x.invoice_id = ${invoiceId} order by m.created_at desc, m.id desc`);
  },

  async byKey(tx: Tx, messageKey: string): Promise<MailRow> {
    return await tx.one<MailRow>(sql`select ${HISTORY} from mail m where m.message_key = ${messageKey}`);
  },

  async exists(tx: Tx, invoiceId: number): Promise<boolean> {
    return (await tx.maybe(sql`select from invoice where id = ${invoiceId}`)) !== undefined;
  },
};

/** What is printed of an invoice in a mail. */
export interface MailedDocument extends InvoicedTo {
  readonly client_account: string;
  readonly type: "invoice" | "credit_note";
  readonly origin: "issued" | "imported";
  readonly invoice_number: string;
  readonly invoice_date: CivilDate;
  readonly due_date: CivilDate;
  /** The company that is invoiced. */
  readonly client_name: string;
  readonly week: string;
  readonly total_amount: Money;
  readonly outstanding: Money;
  readonly status: PlannedInvoice["status"];
  readonly corrects: string | null;
  /** Numbers of the credit notes that take it back whole (BILL-19); none otherwise. */
  readonly cancelled_by: readonly string[];
  readonly iban: string;
  readonly is_factored: boolean;
  readonly factor_name: string;
  readonly factor_iban: string;
}

/** Columns of a `MailedDocument`; `i` is the invoice, `d` its distributor, `s` the cinema's settings. */
export const documentColumns = sql`
  i.id, i.type, i.origin, i.invoice_number, i.invoice_date, i.due_date, i.cinema_id, i.cinema_name,
  ${INVOICED_TO}, i.client_account,
  case when i.week_number is null then '' else i.week_number || '/' || i.week_year end as week,
  i.total_amount, i.outstanding, i.status,
  (select c.invoice_number from invoice c where c.id = i.corrects_id) as corrects,
  case when i.type = 'invoice' and i.outstanding = 0 then coalesce(
    (select array_agg(n.invoice_number order by n.invoice_date, n.id) from invoice n where n.corrects_id = i.id and n.type = 'credit_note'
      having -sum(n.total_amount) >= i.total_amount), '{}') else '{}' end as cancelled_by,
  coalesce(nullif(i.supplier->>'iban', ''), d.iban) as iban,
  ${IS_FACTORED} as is_factored,
  ${FACTOR_NAME} as factor_name, ${FACTOR_IBAN} as factor_iban`;
export const documentTables = FACTORED_TABLES;
