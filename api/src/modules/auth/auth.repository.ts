import type { User } from "@bobine/contract/auth";
import type { DistributorRole } from "@bobine/contract/policy/people";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { SessionOrigin } from "./session-origin.ts";

/** A session ends that long after its sign-in, however much it is used. */
export const SESSION_SECONDS = 7 * 86_400;
/** And that long after its last use. */
export const IDLE_SECONDS = 12 * 3_600;
/** Links and sessions that expired are kept this long, for who must find out what happened; then nobody needs them. */
export const EXPIRED_RETENTION_MS = 30 * 86_400_000;

export interface LinkRow {
  id: number;
  user_id: number;
  expires_at: string;
  used_at: string | null;
}

export interface SessionRow {
  id: string;
  user_id: number;
  /** The token given: the one in force, the one before the last rotation, or one from before that. */
  standing: "present" | "previous" | "older";
  rotated_at: string | null;
  successor: string | null;
  /** Of its person. */
  role: DistributorRole;
}

const USER = sql`id, first_name, last_name, email, company, job_role, system_role, role, distributor_id`;

export const userById = (tx: Tx, id: number): Promise<User> =>
  tx.one<User>(sql`select ${USER} from app_user where id = ${id}`);

/** Locked, so that each of two changes at once tells what it changed. */
export const lockedUser = (tx: Tx, id: number): Promise<User> =>
  tx.one<User>(sql`select ${USER} from app_user where id = ${id} for no key update`);

/** One that is mailed again, after a first try that failed, is good from then on. */
export const insertLink = (
  tx: Tx,
  userId: number,
  hash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<number> =>
  tx.run(sql`
    insert into magic_link (user_id, token_hash, created_at, expires_at) values (${userId}, ${hash}, ${now}, ${expiresAt})
    on conflict (token_hash) do update set expires_at = excluded.expires_at`);

/** Found by the index on `user_id`. */
export const deleteLinksExpiredBefore = (tx: Tx, userId: number, moment: Date): Promise<number> =>
  tx.run(sql`delete from magic_link where user_id = ${userId} and expires_at < ${moment}`);

/** Locks the person of a link: their links are spent one sign-in after the other, and none while they are being disabled. */
export const lockLinkOwner = (tx: Tx, hash: Buffer): Promise<number> =>
  tx.run(sql`
    select from app_user where id = (select user_id from magic_link where token_hash = ${hash}) for no key update`);

/** Locks the link: of several that present it at once, one gets it first. */
export const lockedLink = (tx: Tx, hash: Buffer): Promise<LinkRow | undefined> =>
  tx.maybe<LinkRow>(sql`
    select l.id, l.user_id, l.expires_at, l.used_at
    from magic_link l join app_user u on u.id = l.user_id
    where l.token_hash = ${hash} and u.disabled_at is null
    for update of l`);

/** The one that signs in and the others that were mailed to the same person. */
export const spendLinks = (tx: Tx, userId: number, now: Date): Promise<number> =>
  tx.run(sql`update magic_link set used_at = ${now} where user_id = ${userId} and used_at is null`);

/** The first link that works proves the address. @returns whose, when it was the first */
export const markVerified = (
  tx: Tx,
  userId: number,
  now: Date,
): Promise<{ distributor_id: number | null } | undefined> =>
  tx.maybe(sql`
    update app_user set email_verified_at = ${now} where id = ${userId} and email_verified_at is null
    returning distributor_id`);

export const insertSession = (
  tx: Tx,
  id: string,
  userId: number,
  hash: Buffer,
  { device, network }: SessionOrigin,
  now: Date,
  /** A code of the second factor was given for it. */
  hasGivenCode: boolean,
): Promise<number> =>
  tx.run(sql`
    insert into user_session (id, user_id, refresh_hash, device, network, created_at, last_used_at, expires_at, second_factor_at)
    values (${id}, ${userId}, ${hash}, ${device}, ${network}, ${now}, ${now}, ${new Date(now.getTime() + IDLE_SECONDS * 1000)},
      ${hasGivenCode ? now : null})`);

/** Of a session that was last used then: it ends twelve hours later, or seven days after its sign-in. */
const lastUsed = (usedAt: Date): Sql => sql`
  last_used_at = greatest(last_used_at, ${usedAt}),
  expires_at = least(created_at + make_interval(secs => ${SESSION_SECONDS}),
    greatest(last_used_at, ${usedAt}) + make_interval(secs => ${IDLE_SECONDS}))`;

/** Found by the index on `user_id`. */
export const deleteSessionsExpiredBefore = (tx: Tx, userId: number, moment: Date): Promise<number> =>
  tx.run(sql`delete from user_session where user_id = ${userId} and expires_at < ${moment}`);

/** Locks a session, if it is live, and tells how old the refresh token is that was given for it. */
export const lockedSession = (tx: Tx, id: string, hash: Buffer, now: Date): Promise<SessionRow | undefined> =>
  tx.maybe<SessionRow>(sql`
    select s.id, s.user_id, s.rotated_at, s.successor, u.role,
      case when s.refresh_hash = ${hash} then 'present' when s.previous_refresh_hash = ${hash} then 'previous' else 'older' end
        as standing
    from user_session s join app_user u on u.id = s.user_id
    where s.id = ${id}
      and s.revoked_at is null and s.expires_at > ${now} and u.disabled_at is null
    for update of s`);

export const rotateSession = (
  tx: Tx,
  id: string,
  renewal: {
    readonly oldHash: Buffer;
    readonly newHash: Buffer;
    readonly successor: string;
    readonly now: Date;
    readonly usedAt: Date;
  },
): Promise<number> =>
  tx.run(sql`
    update user_session
    set refresh_hash = ${renewal.newHash}, previous_refresh_hash = ${renewal.oldHash}, successor = ${renewal.successor},
      rotated_at = ${renewal.now}, ${lastUsed(renewal.usedAt)}
    where id = ${id}`);

export const touchSession = (tx: Tx, id: string, usedAt: Date): Promise<number> =>
  tx.run(sql`update user_session set ${lastUsed(usedAt)} where id = ${id}`);

export const revokeSession = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.run(
    sql`update user_session set revoked_at = coalesce(revoked_at, ${now}), successor = null where id = ${id}`,
  );

export const updateUserFields = async (
  tx: Tx,
  id: number,
  fields: {
    first_name: string | null;
    last_name: string | null;
    company: string | null;
    job_role: string | null;
  },
): Promise<User> =>
  tx.one<User>(sql`
    update app_user
    set first_name = coalesce(${fields.first_name}, first_name), last_name = coalesce(${fields.last_name}, last_name),
        company = coalesce(${fields.company}, company), job_role = coalesce(${fields.job_role}, job_role)
    where id = ${id}
    returning ${USER}`);
