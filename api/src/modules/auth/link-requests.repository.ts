import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

export interface NewLinkRequest {
  readonly kind: "sign-in" | "registration";
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
}

export interface LinkRequest extends NewLinkRequest {
  readonly id: string;
  readonly requested_at: string;
}

/**
 * Counts a request for a link in the table of all limits: a window that has ended begins anew. Requests for one address wait for each
 * other.
 * @param key a keyed hash of the address: who asks is nobody's business
 */
export const countRequest = (
  tx: Tx,
  key: Buffer,
  now: Date,
  windowMs: number,
): Promise<{ hits: number; ends_at: string }> =>
  tx.one(sql`
    insert into rate_limit as known (key, hits, ends_at) values (${key}, 1, ${new Date(now.getTime() + windowMs)})
    on conflict (key) do update set
      hits = case when known.ends_at <= ${now} then 1 else known.hits + 1 end,
      ends_at = case when known.ends_at <= ${now} then excluded.ends_at else known.ends_at end
    returning hits, ends_at`);

export const insertLinkRequest = async (tx: Tx, requested: NewLinkRequest, now: Date): Promise<string> =>
  (
    await tx.one<{ id: string }>(sql`
      insert into link_request (kind, email, first_name, last_name, company, requested_at)
      values (${requested.kind}, ${requested.email}, ${requested.first_name}, ${requested.last_name}, ${requested.company}, ${now})
      returning id`)
  ).id;

/** Locked: a job that runs twice at once decides one time after the other. */
export const lockedLinkRequest = (tx: Tx, id: string): Promise<LinkRequest | undefined> =>
  tx.maybe<LinkRequest>(sql`
    select id, kind, email, first_name, last_name, company, requested_at from link_request where id = ${id} for update`);

export const deleteLinkRequest = (tx: Tx, id: string): Promise<number> =>
  tx.run(sql`delete from link_request where id = ${id}`);

/** Found by the index on `requested_at`; what another job holds is left to it. */
export const deleteLinkRequestsBefore = (tx: Tx, moment: Date): Promise<number> =>
  tx.run(sql`
    delete from link_request where id in (
      select id from link_request where requested_at < ${moment} limit 100 for update skip locked)`);
