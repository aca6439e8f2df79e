import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { USER_NAME } from "../../db/user-name.ts";
import { decides, isNotified } from "./bank-details.repository.ts";
import type { NoticeFacts, NoticeKind } from "./security-mails.ts";

export interface NewNotice {
  readonly distributorId: number;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  readonly changeId?: number;
  /** Of a replaced address: whose, and the address that was theirs. */
  readonly contact?: { readonly id: number; readonly address: string };
}

export const insertNotice = async (tx: Tx, notice: NewNotice, now: Date): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into security_notice (distributor_id, kind, created_at, change_id, facts, user_id, address)
      values (${notice.distributorId}, ${notice.kind}, ${now}, ${notice.changeId ?? null}, ${JSON.stringify(notice.facts)},
        ${notice.contact?.id ?? null}, ${notice.contact?.address ?? null})
      returning id`)
  ).id;

export interface Notice {
  readonly id: number;
  readonly distributor_id: number;
  readonly distributor_name: string;
  readonly kind: NoticeKind;
  readonly facts: NoticeFacts;
  readonly user_id: number | null;
  readonly expires_at: string | null;
  /** A link would be for nothing: the change is settled, or its time is up. */
  readonly is_over: boolean;
}

export const noticeById = (tx: Tx, id: number, now: Date): Promise<Notice | undefined> =>
  tx.maybe<Notice>(sql`
    select n.id, n.distributor_id, d.name as distributor_name, n.kind, n.facts, n.user_id, c.expires_at,
      n.kind = 'change_requested' and (c.outcome is not null or c.expires_at <= ${now}) as is_over
    from security_notice n
    join distributor d on d.id = n.distributor_id
    left join bank_details_change c on c.id = n.change_id
    where n.id = ${id}`);

/** Whom a notice that is nobody's own is for; a new administrator is no business of super admins, nor news to themselves. */
function readersOf({ kind, distributor_id, facts }: Notice, now: Date): Sql {
  const told = isNotified(distributor_id, now);
  return kind === "administrator_named"
    ? sql`(${told}) and u.email <> ${facts.named?.address ?? ""}`
    : sql`(${told}) or (${decides(distributor_id, now)})`;
}

/** Adds a mail for each person who is to be told and has none yet. */
export const planMails = (tx: Tx, notice: Notice, now: Date): Promise<number> =>
  notice.user_id === null
    ? tx.run(sql`
        insert into security_mail (notice_id, user_id, distributor_id)
        select ${notice.id}, u.id, ${notice.distributor_id} from app_user u where ${readersOf(notice, now)}
        on conflict do nothing`)
    : tx.run(sql`
        insert into security_mail (notice_id, user_id, distributor_id) values (${notice.id}, ${notice.user_id}, ${notice.distributor_id})
        on conflict do nothing`);

export interface DueMail {
  readonly user_id: number;
  readonly first_name: string;
  readonly address: string;
  /** Whether they decide about the distributor's bank details; others are told of them. */
  readonly is_decider: boolean;
}

/** A replaced address is the notice's; any other mail goes where its person signs in. */
export const dueMails = (tx: Tx, { id, distributor_id }: Notice, now: Date): Promise<DueMail[]> =>
  tx.many<DueMail>(sql`
    select m.user_id, u.first_name, coalesce(n.address, u.email) as address, coalesce(${decides(distributor_id, now)}, false) as is_decider
    from security_mail m join security_notice n on n.id = m.notice_id join app_user u on u.id = m.user_id
    where m.notice_id = ${id} and m.sent_at is null and m.refused_at is null and m.given_up_at is null order by m.user_id`);

export interface MailedPerson {
  readonly name: string | null;
  readonly state: "sent" | "refused" | "waiting";
  /** No try reaches them: a server refuses the mail itself. Builds of before read that it waits. */
  readonly is_given_up?: true;
}

/**
 * Of all mailings of a change: who has one of its mails, whom one waits for, who refused each, and of whom a server refused the mail
 * itself. Super admins have no name here.
 */
export async function mailsOfChange(tx: Tx, changeId: number): Promise<MailedPerson[]> {
  const rows = await tx.many<Omit<MailedPerson, "is_given_up"> & { readonly is_given_up: boolean }>(sql`
    select case when u.system_role = 'distributor_staff' then ${USER_NAME} end as name,
      case when bool_or(m.sent_at is not null) then 'sent' when bool_or(m.refused_at is null) then 'waiting' else 'refused' end as state,
      bool_and(m.sent_at is null and (m.refused_at is not null or m.given_up_at is not null)) and bool_or(m.given_up_at is not null) as is_given_up
    from security_mail m join security_notice n on n.id = m.notice_id left join app_user u on u.id = m.user_id
    where n.change_id = ${changeId} and n.kind = 'change_requested'
    group by m.user_id, u.id order by name nulls last, m.user_id`);
  return rows.map(({ is_given_up, ...mail }) => ({ ...mail, ...(is_given_up ? { is_given_up } : {}) }));
}

export const giveToken = (tx: Tx, noticeId: number, userId: number, hash: Buffer): Promise<number> =>
  tx.run(
    sql`update security_mail set token_hash = ${hash} where notice_id = ${noticeId} and user_id = ${userId}`,
  );

export const markSent = (tx: Tx, noticeId: number, userId: number, now: Date): Promise<number> =>
  tx.run(
    sql`update security_mail set sent_at = ${now} where notice_id = ${noticeId} and user_id = ${userId}`,
  );

export const markGivenUp = (tx: Tx, noticeId: number, userId: number, now: Date): Promise<number> =>
  tx.run(
    sql`update security_mail set given_up_at = ${now} where notice_id = ${noticeId} and user_id = ${userId}`,
  );

export const markRefused = (tx: Tx, noticeId: number, userId: number, now: Date): Promise<number> =>
  tx.run(
    sql`update security_mail set refused_at = ${now} where notice_id = ${noticeId} and user_id = ${userId}`,
  );
