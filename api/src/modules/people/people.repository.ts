import type { ManagedUser, OpenSession } from "@bobine/contract/people";
import type { DistributorRole } from "@bobine/contract/policy/people";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

const LOCKED_COLUMNS = columnsOf<schema.AppUserRow>()([
  "id",
  "email",
  "first_name",
  "last_name",
  "role",
  "system_role",
  "distributor_id",
  "disabled_at",
]);
/** Somebody, as far as who may manage them goes. */
export type LockedPerson = RowOf<typeof LOCKED_COLUMNS>;

const MEMBER_COLUMNS = columnsOf<schema.AppUserRow>()(
  [
    "id",
    "first_name",
    "last_name",
    "email",
    "role",
    "system_role",
    "distributor_id",
    "is_onboarding_contact",
    "disabled_at",
  ],
  "u",
);
interface MemberRow extends RowOf<typeof MEMBER_COLUMNS> {
  readonly last_used_at: string | null;
  readonly session_count: number;
}

const members = (tx: Tx, where: Sql, now: Date): Promise<ManagedUser[]> =>
  tx.many<MemberRow>(sql`
    select ${MEMBER_COLUMNS}, s.last_used_at, s.session_count
    from app_user u cross join lateral (
      select max(last_used_at) as last_used_at,
        (count(*) filter (where revoked_at is null and expires_at > ${now} and u.disabled_at is null))::integer as session_count
      from user_session where user_id = u.id) s
    where ${where}
    order by u.disabled_at is not null, u.is_onboarding_contact desc, u.id`);

/** @returns undefined when there is no such distributor */
export async function membersOf(
  tx: Tx,
  distributorId: number,
  withSuperAdmins: boolean,
  now: Date,
): Promise<ManagedUser[] | undefined> {
  if (!(await tx.maybe(sql`select from distributor where id = ${distributorId}`))) return undefined;
  return await members(
    tx,
    sql`u.distributor_id = ${distributorId} and (${withSuperAdmins} or u.system_role <> 'super_admin')`,
    now,
  );
}

export const member = async (tx: Tx, id: number, now: Date): Promise<ManagedUser> => {
  const [found] = await members(tx, sql`u.id = ${id}`, now);
  if (!found) throw new Error("somebody whose row is locked was not found");
  return found;
};

export const personOf = (tx: Tx, id: number): Promise<LockedPerson | undefined> =>
  tx.maybe<LockedPerson>(sql`select ${LOCKED_COLUMNS} from app_user where id = ${id}`);

/**
 * Locks somebody, whoever changes them, and the administrators of their distributor, always in the same order: of two administrators
 * who disable each other at once, the second finds that he is disabled.
 */
export const lockedPeople = (tx: Tx, actorId: number, targetId: number): Promise<LockedPerson[]> =>
  tx.many<LockedPerson>(sql`
    select ${LOCKED_COLUMNS} from app_user
    where id in (${actorId}, ${targetId})
      or role = 'admin' and distributor_id = (select distributor_id from app_user where id = ${targetId})
    order by id for no key update`);

export const setDisabled = (tx: Tx, id: number, at: Date | null): Promise<number> =>
  tx.run(sql`update app_user set disabled_at = ${at} where id = ${id}`);

/** With since when they have been an administrator, or until when they were one (SEC-17). */
export const setRole = (tx: Tx, id: number, role: DistributorRole, now: Date): Promise<number> =>
  tx.run(sql`
    update app_user set role = ${role},
      entrusted_at = case when ${role === "admin"} then ${now}::timestamptz else entrusted_at end,
      admin_until = case when ${role === "admin"} then null when role = 'admin' then ${now}::timestamptz else admin_until end
    where id = ${id}`);

/** They count as new from now on (SEC-17). */
export const setEntrusted = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`update app_user set entrusted_at = ${now} where id = ${id}`);

export const openSessions = (tx: Tx, userId: number, currentId: string, now: Date): Promise<OpenSession[]> =>
  tx.many<OpenSession>(sql`
    select id, device, network, created_at, last_used_at, id = ${currentId} as is_current
    from user_session where user_id = ${userId} and revoked_at is null and expires_at > ${now}
    order by id = ${currentId} desc, last_used_at desc, id limit 200`);

/** Whose session it is, also when it has ended. */
export const ownerOfSession = (tx: Tx, id: string): Promise<LockedPerson | undefined> =>
  tx.maybe<LockedPerson>(sql`
    select u.id, u.email, u.first_name, u.last_name, u.role, u.system_role, u.distributor_id, u.disabled_at
    from user_session s join app_user u on u.id = s.user_id where s.id = ${id}`);

export const endOneSession = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.run(sql`
    update user_session set revoked_at = ${now}, successor = null
    where id = ${id} and revoked_at is null and expires_at > ${now}`);

/** @param exceptId stays open */
export const endSessionsOf = (tx: Tx, userId: number, exceptId: string | null, now: Date): Promise<number> =>
  tx.run(sql`
    update user_session set revoked_at = ${now}, successor = null
    where user_id = ${userId} and revoked_at is null and expires_at > ${now} and id is distinct from ${exceptId}::uuid`);
