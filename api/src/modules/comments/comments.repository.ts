import { type Comment, COMMENTS_AN_HOUR } from "@bobine/contract/comments";
import sql, { raw } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { personJson } from "../banking/decision-columns.ts";
import { type CommentSubject, isAbout } from "./comment-subjects.repository.ts";

/** Who wrote: nobody but the distributor's own people has a name here, the rest is Bobine. */
export const AUTHOR_JSON = raw(personJson("w"));

/** @param reader who asks */
const columnsFor = (reader: number) => sql`
  c.id, c.text, ${AUTHOR_JSON} as author, c.author_id = ${reader} as is_own, c.created_at, c.edited_at,
  (select coalesce(json_agg(distinct m.written), '[]') from comment_mention m where m.comment_id = c.id) as mentions,
  exists (select from comment_mention m where m.comment_id = c.id and m.user_id = ${reader} and m.read_at is null) as is_unread_mention`;

/** A comment as its change finds it. */
export interface LockedComment {
  readonly id: number;
  readonly author_id: number;
  readonly text: string;
  readonly is_deleted: boolean;
  readonly subject: Pick<
    CommentSubject,
    "transaction_id" | "user_action_id" | "invoice_id" | "client_account"
  >;
}

export const commentsRepository = {
  async page(
    tx: Tx,
    { distributorId, reader, subject }: { distributorId: number; reader: number; subject: CommentSubject },
    page: number,
    size: number,
  ): Promise<{ count: number; rows: Comment[] }> {
    const about = sql`${isAbout(subject, distributorId)} and c.deleted_at is null`;
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*)::integer as count from comment c where ${about}`,
    );
    const rows = await tx.many<Comment>(sql`
      select ${columnsFor(reader)} from comment c left join app_user w on w.id = c.author_id
      where ${about} order by c.id desc limit ${size} offset ${(page - 1) * size}`);
    return { count, rows };
  },

  one: (tx: Tx, id: number, reader: number): Promise<Comment> =>
    tx.one<Comment>(sql`
      select ${columnsFor(reader)} from comment c left join app_user w on w.id = c.author_id where c.id = ${id}`),

  /** What one person writes comes one after the other: it is counted. */
  async lockAuthor(tx: Tx, userId: number): Promise<void> {
    await tx.run(sql`select from app_user where id = ${userId} for no key update`);
  },

  async counts(
    tx: Tx,
    distributorId: number,
    subject: CommentSubject,
    author: { readonly userId: number; readonly since: Date },
  ): Promise<{
    of_subject: number;
    of_author: number;
    /** Once there are as many of the author's as an hour may have: when the first of the newest so many was written, which makes room first. */
    oldest: string;
  }> {
    return await tx.one(sql`
      select coalesce((select c.created_at from comment c where c.author_id = ${author.userId} and c.created_at > ${author.since}
          order by c.created_at desc offset ${COMMENTS_AN_HOUR - 1} limit 1), ${author.since}) as oldest,
        (select count(*)::integer from comment c where ${isAbout(subject, distributorId)} and c.deleted_at is null) as of_subject,
        (select count(*)::integer from comment c where c.author_id = ${author.userId} and c.created_at > ${author.since}) as of_author`);
  },

  async insert(
    tx: Tx,
    distributorId: number,
    subject: CommentSubject,
    comment: { readonly text: string; readonly userId: number; readonly at: Date },
  ): Promise<number> {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into comment (distributor_id, subject_kind, transaction_id, user_action_id, invoice_id, client_account, author_id, text, created_at)
      values (${distributorId}, ${subject.subject_kind}, ${subject.transaction_id}, ${subject.user_action_id}, ${subject.invoice_id},
        ${subject.client_account}, ${comment.userId}, ${comment.text}, ${comment.at})
      returning id`);
    return id;
  },

  async lock(tx: Tx, distributorId: number, id: number): Promise<LockedComment | undefined> {
    return await tx.maybe<LockedComment>(sql`
      select c.id, c.author_id, c.text, c.deleted_at is not null as is_deleted, json_build_object('transaction_id', c.transaction_id,
        'user_action_id', c.user_action_id, 'invoice_id', c.invoice_id, 'client_account', c.client_account) as subject
      from comment c where c.id = ${id} and c.distributor_id = ${distributorId} for update`);
  },

  async edit(tx: Tx, id: number, text: string, at: Date): Promise<void> {
    await tx.run(sql`update comment set text = ${text}, edited_at = ${at} where id = ${id}`);
  },

  /** Its words go; that it was there stays. */
  async delete(tx: Tx, id: number, by: { readonly userId: number; readonly at: Date }): Promise<void> {
    await tx.run(sql`delete from comment_mention where comment_id = ${id}`);
    await tx.run(sql`
      update comment set text = '', deleted_at = ${by.at}, deleted_by = ${by.userId} where id = ${id}`);
  },
};
