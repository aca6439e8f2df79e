import type { Mention } from "@bobine/contract/comments";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { CLIENT_NAME } from "../banking/client-account-of-cinema.ts";
import { AUTHOR_JSON } from "./comments.repository.ts";

/** Where comment `k` is found, and as what: an action about a bank line, if there is one, is where people decide about it. */
const SUBJECT = sql`case
  when k.invoice_id is not null then (select json_build_object('kind', 'invoice', 'id', i.id::text,
      'label', case i.type when 'credit_note' then 'Avoir ' else 'Facture ' end || i.invoice_number, 'date', null)
    from invoice i where i.id = k.invoice_id)
  when k.client_account is not null then json_build_object('kind', 'client', 'id', k.client_account, 'label',
    concat_ws(' – ', 'Client ' || k.client_account, (select ${CLIENT_NAME} from invoice i left join cinema c on c.id = i.cinema_id
      where i.distributor_id = k.distributor_id and i.client_account = k.client_account order by i.invoice_date desc, i.id desc limit 1)), 'date', null)
  when a.id is not null then json_build_object('kind', 'user_action', 'id', a.id::text,
    'label', concat_ws(' – ', a.reason, nullif(coalesce(t.label, a.description), '')), 'date', null)
  when t.id is not null then json_build_object('kind', 'transaction', 'id', t.id::text, 'label', 'Opération ' || t.label, 'date', t.transaction_date)
  else json_build_object('kind', 'transaction', 'id', null, 'label', 'Opération retirée avec son import', 'date', null) end`;
const TABLES = sql`comment k left join app_user w on w.id = k.author_id
  left join bank_transaction t on t.id = k.transaction_id
  left join user_action a on a.id = k.user_action_id or a.transaction_id = k.transaction_id`;

/** Who `u` is, when a mail reaches them. */
const REACHED = sql`u.disabled_at is null and u.email_verified_at is not null`;

/** What a mail says of a mention. */
export interface MentionMatter extends Pick<Mention, "text" | "author" | "subject"> {
  readonly email: string;
  readonly first_name: string;
}

export const mentionsRepository = {
  async page(
    tx: Tx,
    userId: number,
    page: number,
    size: number,
  ): Promise<{ count: number; unread: number; rows: Mention[] }> {
    const { count, unread } = await tx.one<{ count: number; unread: number }>(sql`
      select count(*)::integer as count, count(*) filter (where read_at is null)::integer as unread
      from comment_mention where user_id = ${userId}`);
    const rows = await tx.many<Mention>(sql`
      select k.id as comment_id, k.text, ${AUTHOR_JSON} as author, k.created_at, m.read_at, ${SUBJECT} as subject
      from (select comment_id, read_at from comment_mention where user_id = ${userId} order by comment_id desc
        limit ${size} offset ${(page - 1) * size}) m, ${TABLES}
      where k.id = m.comment_id order by k.id desc`);
    return { count, unread, rows };
  },

  async unread(tx: Tx, userId: number): Promise<number> {
    const { count } = await tx.one<{ count: number }>(sql`
      select count(*)::integer as count from comment_mention where user_id = ${userId} and read_at is null`);
    return count;
  },

  /** @param comments null: all */
  async read(tx: Tx, userId: number, comments: readonly number[] | null, at: Date): Promise<void> {
    await tx.run(sql`
      update comment_mention set read_at = ${at}
      where user_id = ${userId} and read_at is null and (${comments === null} or comment_id = any(${comments ?? []}::bigint[]))`);
  },

  /** Whom a comment mentions now, as its text names them. @returns who was not mentioned before */
  async replace(
    tx: Tx,
    distributorId: number,
    commentId: number,
    named: readonly { readonly userId: number; readonly written: string }[],
    at: Date,
  ): Promise<number[]> {
    const ids = named.map(({ userId }) => userId);
    await tx.run(sql`
      delete from comment_mention where comment_id = ${commentId} and user_id <> all(${ids}::bigint[])`);
    const added = await tx.many<{ user_id: number; is_new: boolean }>(sql`
      insert into comment_mention (comment_id, user_id, distributor_id, written, created_at)
      select ${commentId}, n.user_id, ${distributorId}, n.written, ${at}
      from unnest(${ids}::bigint[], ${named.map(({ written }) => written)}::text[]) as n (user_id, written)
      on conflict (comment_id, user_id) do update set written = excluded.written
      returning user_id, xmax = 0 as is_new`);
    return added.filter(({ is_new }) => is_new).map(({ user_id }) => user_id);
  },

  /**
   * Puts a mail to who is mentioned into the outbox, once for a comment and a person (MAIL-12). Who is disabled or has never signed in
   * gets none.
   * @returns how many mails
   */
  async mail(
    tx: Tx,
    distributorId: number,
    commentId: number,
    userIds: readonly number[],
    by: { readonly userId: number; readonly at: Date },
  ): Promise<number> {
    const readers = await tx.many<{ id: number; email: string }>(sql`
      select u.id, u.email from app_user u
      where u.id = any(${userIds}::bigint[]) and u.id <> ${by.userId} and ${REACHED}
        and not exists (select from mail_mention x where x.comment_id = ${commentId} and x.user_id = u.id)
      order by u.id`);
    for (const { id, email } of readers)
      await tx.run(sql`
        with made as (
          insert into mail (distributor_id, kind, state, next_attempt_at, requested_by, created_at)
          values (${distributorId}, 'mention', 'waiting', ${by.at}, ${by.userId}, ${by.at}) returning id),
        told as (
          insert into mail_mention (mail_id, distributor_id, comment_id, user_id)
          select id, ${distributorId}, ${commentId}, ${id} from made)
        insert into mail_recipient (mail_id, address, distributor_id) select id, ${email}, ${distributorId} from made`);
    return readers.length;
  },

  /** What a mail of the outbox tells; undefined once it is read or taken back, or its reader is gone. */
  async matter(tx: Tx, mailId: number): Promise<MentionMatter | undefined> {
    return await tx.maybe<MentionMatter>(sql`
      select k.text, ${AUTHOR_JSON} as author, ${SUBJECT} as subject, u.email, u.first_name
      from mail_mention x join comment_mention m on m.comment_id = x.comment_id and m.user_id = x.user_id
      join app_user u on u.id = x.user_id, ${TABLES}
      where x.mail_id = ${mailId} and k.id = x.comment_id and m.read_at is null and ${REACHED}`);
  },
};
