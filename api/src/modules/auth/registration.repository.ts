import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

export interface RegistrationRow {
  readonly id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly company: string;
  readonly expires_at: string;
  readonly used_at: string | null;
}

/** Also of people who may no longer sign in. Locked: nobody is disabled meanwhile. */
export const userOfAddress = (
  tx: Tx,
  email: string,
): Promise<{ id: number; disabled_at: string | null } | undefined> =>
  tx.maybe(sql`select id, disabled_at from app_user where email = ${email} for no key update`);

/** Who is told of a prospect. */
export const superAdmins = async (tx: Tx): Promise<number[]> =>
  (
    await tx.many<{ id: number }>(
      sql`select id from app_user where system_role = 'super_admin' and disabled_at is null order by id`,
    )
  ).map((row) => row.id);

/** As `insertLink`. */
export const insertRegistration = (
  tx: Tx,
  person: Pick<RegistrationRow, "email" | "first_name" | "last_name" | "company">,
  hash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<number> =>
  tx.run(sql`
    insert into registration (email, first_name, last_name, company, token_hash, created_at, expires_at)
    values (${person.email}, ${person.first_name}, ${person.last_name}, ${person.company}, ${hash}, ${now}, ${expiresAt})
    on conflict (token_hash) do update set expires_at = excluded.expires_at`);

/** What strangers left; found by the index on `expires_at`. */
export const deleteRegistrationsExpiredBefore = (tx: Tx, moment: Date): Promise<number> =>
  tx.run(sql`delete from registration where expires_at < ${moment}`);

/** Locks the registration: of several that present its token at once, one gets it first. */
export const lockedRegistration = (tx: Tx, hash: Buffer): Promise<RegistrationRow | undefined> =>
  tx.maybe<RegistrationRow>(sql`
    select id, email, first_name, last_name, company, expires_at, used_at from registration where token_hash = ${hash} for update`);

/** The link of a registration whose address has become a user's since. */
export const registrationOfUser = (
  tx: Tx,
  hash: Buffer,
): Promise<{ user_id: number; expires_at: string; used_at: string | null } | undefined> =>
  tx.maybe(sql`
    select u.id as user_id, r.expires_at, r.used_at
    from registration r join app_user u on u.email = r.email
    where r.token_hash = ${hash} and u.disabled_at is null`);

/** Every link that was mailed to the address is used by the first that works. */
export const spendRegistrations = (tx: Tx, email: string, now: Date): Promise<number> =>
  tx.run(sql`update registration set used_at = ${now} where email = ${email} and used_at is null`);
