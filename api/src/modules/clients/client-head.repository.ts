import type {
  AccountCinema,
  AccountReminder,
  AccountStop,
  MailedStatement,
} from "@bobine/contract/client-accounts";
import { REMINDERS_SHOWN } from "@bobine/contract/client-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import sql, { type Sql } from "sql-template-tag";
import { UNPAID } from "../../db/invoice-statuses.ts";
import { SHOWN_SENT_AT, SHOWN_STATE } from "../../db/mail-states.ts";
import { pageLimit, prepared } from "../../db/prepared.ts";
import type { Tx } from "../../db/scope.ts";
import {
  CLIENT_ACCOUNT,
  CLIENT_NAME,
  cinemasInvoicedOn,
  PAYER,
} from "../banking/client-account-of-cinema.ts";
import type { PayingCinema } from "../banking/legal-payer.ts";
import { INVOICED_COMPANY, type InvoicedTo } from "../banking/payer-of-document.ts";

/** The cinemas of an account: those that its documents are of, and those whose next one it gets. */
const cinemasOf = (distributorId: number, account: string): Sql => sql`
  select i.cinema_id as id from invoice i where i.distributor_id = ${distributorId} and i.client_account = ${account}
  union select p.cinema_id from bank_part p where p.distributor_id = ${distributorId} and p.client_account = ${account} and p.cinema_id is not null
  union ${cinemasInvoicedOn(distributorId, account)}`;

interface CinemaRow
  extends Omit<AccountCinema, "invoice_emails" | "reminder_emails">,
    Omit<PayingCinema, "id" | "name"> {
  readonly payer: string;
  readonly default_invoice_emails: string[];
  readonly additional_invoice_emails: string[];
  readonly invoice_email_override: boolean;
  readonly default_reminder_emails: string[];
  readonly additional_reminder_emails: string[];
  readonly reminder_email_override: boolean;
}

export const clientHeadRepository = {
  /** The name on its latest document; undefined of an account without one. */
  async nameOnDocuments(tx: Tx, distributorId: number, account: string): Promise<string | undefined> {
    const row = await tx.maybe<{ name: string }>(
      prepared(sql`
      select ${CLIENT_NAME} as name
      from invoice i left join cinema c on c.id = i.cinema_id
      where i.distributor_id = ${distributorId} and i.client_account = ${account} order by i.invoice_date desc, i.id desc limit 1`),
    );
    return row?.name;
  },

  cinemas: (tx: Tx, distributorId: number, account: string): Promise<CinemaRow[]> =>
    tx.many<CinemaRow>(
      prepared(sql`
      select c.id, c.name, c.city, c."group", c.phones, ${PAYER} as payer,
        c.legal_name, c.invoicing_company_name, c.siren, c.siret, c.invoicing_siren, c.default_invoice_emails, c.default_reminder_emails,
        coalesce(s.additional_invoice_emails, '{}') as additional_invoice_emails, coalesce(s.invoice_email_override, false) as invoice_email_override,
        coalesce(s.additional_reminder_emails, '{}') as additional_reminder_emails,
        coalesce(s.reminder_email_override, false) as reminder_email_override
      from (${cinemasOf(distributorId, account)}) of_account join cinema c on c.id = of_account.id
      left join distributor_cinema_settings s on s.distributor_id = ${distributorId} and s.cinema_id = c.id
      order by c.name_key, c.id limit 200`),
    ),

  /** The latest document that an account has of each cinema, and whether the cinema's next one goes to another account. */
  latestOf: (
    tx: Tx,
    distributorId: number,
    account: string,
  ): Promise<(InvoicedTo & { readonly has_moved: boolean })[]> =>
    tx.many(
      prepared(sql`
      select distinct on (i.cinema_id) i.id, i.cinema_id, i.cinema_name, ${INVOICED_COMPANY}, coalesce(${CLIENT_ACCOUNT} <> ${account}, false) as has_moved
      from invoice i left join cinema c on c.id = i.cinema_id
      left join distributor_cinema_settings s on s.distributor_id = ${distributorId} and s.cinema_id = c.id
      where i.distributor_id = ${distributorId} and i.client_account = ${account}
      order by i.cinema_id, i.invoice_date desc, i.id desc`),
    ),

  /** What of its advances was on no invoice and not given back on a day. */
  async advances(tx: Tx, distributorId: number, account: string, on: CivilDate): Promise<Money> {
    const { amount } = await tx.one<{ amount: Money }>(
      prepared(sql`
      select coalesce(sum(p.amount - used.amount - returned.amount), 0)::numeric(14, 2) as amount
      from bank_part p join bank_transaction t on t.id = p.transaction_id and t.distributor_id = ${distributorId}
      cross join lateral (
        select coalesce(sum(a.amount), 0) as amount from allocation a
        where a.part_id = p.id and a.distributor_id = ${distributorId} and a.settled_on <= ${on}) used
      cross join lateral (
        select coalesce(-sum(r.amount), 0) as amount
        from bank_part r join bank_transaction b on b.id = r.transaction_id and b.distributor_id = ${distributorId}
        where r.source_part_id = p.id and r.distributor_id = ${distributorId} and b.transaction_date <= ${on}) returned
      where p.distributor_id = ${distributorId} and p.client_account = ${account} and p.kind = 'advance' and t.transaction_date <= ${on}`),
    );
    return amount;
  },

  /** Newest first. */
  reminders: (tx: Tx, distributorId: number, account: string): Promise<AccountReminder[]> =>
    tx.many<AccountReminder>(
      prepared(sql`
      select m.id, m.reminder_level as level, m.subject, ${SHOWN_STATE} as state,
        m.created_at, m.next_attempt_at, ${SHOWN_SENT_AT} as sent_at, json_agg(json_build_object('id', i.id, 'invoice_number', i.invoice_number) order by i.invoice_date, i.id) as invoices
      from (
        select distinct x.mail_id from invoice i join mail_invoice x on x.invoice_id = i.id
          join mail m on m.id = x.mail_id and m.kind = 'reminder' and m.state <> 'cancelled'
        where i.distributor_id = ${distributorId} and i.client_account = ${account}
        order by x.mail_id desc ${pageLimit(REMINDERS_SHOWN)}
      ) newest
      join mail m on m.id = newest.mail_id join mail_invoice x on x.mail_id = m.id join invoice i on i.id = x.invoice_id
      group by m.id order by m.id desc`),
    ),

  /** What people said of its unpaid invoices, newest first. */
  stops: (tx: Tx, distributorId: number, account: string): Promise<Omit<AccountStop, "is_in_effect">[]> =>
    tx.many(
      prepared(sql`
      select s.reason, s.promised_on, s.comment, s.stopped_at, nullif(trim(u.first_name || ' ' || u.last_name), '') as stopped_by,
        json_build_object('id', i.id, 'invoice_number', i.invoice_number, 'outstanding', i.outstanding::text) as invoice
      from reminder_stop s join invoice i on i.id = s.invoice_id left join app_user u on u.id = s.stopped_by
      where s.distributor_id = ${distributorId} and s.lifted_at is null and i.client_account = ${account} and i.status in ${UNPAID}
      order by s.id desc limit 200`),
    ),

  /** Newest first. */
  statements: (tx: Tx, distributorId: number, account: string): Promise<MailedStatement[]> =>
    tx.many<MailedStatement>(
      prepared(sql`
      select m.id, s.from_day as "from", s.to_day as "to", case when m.state in ('claimed', 'handing_over') then 'sending' else m.state end as state,
        m.created_at, m.next_attempt_at, m.sent_at, array(select r.address from mail_recipient r where r.mail_id = m.id order by r.address) as recipients
      from mail_statement s join mail m on m.id = s.mail_id
      where s.distributor_id = ${distributorId} and s.client_account = ${account} order by m.id desc ${pageLimit(REMINDERS_SHOWN)}`),
    ),
};
