import type { BankDetailsState, BankField } from "@bobine/contract/bank-details";
import { SEASONED_HOURS } from "@bobine/contract/second-factor";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { MaskedChange } from "./masked-changes.ts";

export interface BankDetailsChange {
  readonly id: number;
  readonly distributor_id: number;
  /** Null is no change of the field; an empty secondary IBAN is none any more. */
  readonly iban: string | null;
  readonly secondary_iban: string | null;
  readonly requested_by: number | null;
  readonly requested_by_name: string;
  readonly requested_at: string;
  readonly expires_at: string;
  readonly mailings: number;
  readonly last_mailed_at: string;
}

/** How a change ended. */
export type Outcome = Exclude<BankDetailsState, "waiting">;

const CHANGE = sql`id, distributor_id, iban, secondary_iban, requested_by, requested_by_name, requested_at, expires_at, mailings, last_mailed_at`;

/** The change that nobody has settled, whether its time is up or not. The distributor's row is locked first, here as everywhere. */
export const lockedOpenChange = (tx: Tx, distributorId: number): Promise<BankDetailsChange | undefined> =>
  tx.maybe<BankDetailsChange>(sql`
    select ${CHANGE} from bank_details_change where distributor_id = ${distributorId} and outcome is null for update`);

/** Those that may still be confirmed. */
export const waitingChanges = (tx: Tx, now: Date, where: Sql): Promise<BankDetailsChange[]> =>
  tx.many<BankDetailsChange>(
    sql`select ${CHANGE} from bank_details_change where outcome is null and expires_at > ${now} and ${where}`,
  );

/** Distributors with a change whose time is up and that nobody has noted yet. */
export const distributorsWithExpired = async (tx: Tx, now: Date): Promise<number[]> =>
  (
    await tx.many<{ distributor_id: number }>(
      sql`select distributor_id from bank_details_change where outcome is null and expires_at <= ${now} order by 1`,
    )
  ).map((row) => row.distributor_id);

export const requestsSince = (
  tx: Tx,
  distributorId: number,
  since: Date,
): Promise<{ count: number; oldest: string | null }> =>
  tx.one(sql`
    select count(*)::integer as count, min(requested_at) as oldest from bank_details_change
    where distributor_id = ${distributorId} and requested_at > ${since}`);

export const insertChange = (
  tx: Tx,
  change: Omit<BankDetailsChange, "id" | "mailings" | "last_mailed_at" | "requested_at" | "expires_at"> & {
    readonly requested_at: Date;
    readonly expires_at: Date;
  },
): Promise<BankDetailsChange> =>
  tx.one<BankDetailsChange>(sql`
    insert into bank_details_change (distributor_id, iban, secondary_iban, requested_by, requested_by_name, requested_at, expires_at, last_mailed_at)
    values (${change.distributor_id}, ${change.iban}, ${change.secondary_iban}, ${change.requested_by}, ${change.requested_by_name},
      ${change.requested_at}, ${change.expires_at}, ${change.requested_at})
    returning ${CHANGE}`);

export const settleChange = (tx: Tx, id: number, outcome: Outcome, now: Date): Promise<number> =>
  tx.run(sql`update bank_details_change set outcome = ${outcome}, settled_at = ${now} where id = ${id}`);

/** Takes fields out of a change that waits for another one. */
export const dropFields = (tx: Tx, id: number, fields: readonly BankField[]): Promise<number> =>
  tx.run(sql`
    update bank_details_change set iban = case when ${fields.includes("iban")} then null else iban end,
      secondary_iban = case when ${fields.includes("secondary_iban")} then null else secondary_iban end
    where id = ${id}`);

export const countMailing = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(
    sql`update bank_details_change set mailings = mailings + 1, last_mailed_at = ${now} where id = ${id}`,
  );

export const hasIssuedInvoices = async (tx: Tx, distributorId: number): Promise<boolean> =>
  (await tx.maybe(
    sql`select from invoice where distributor_id = ${distributorId} and origin = 'issued' limit 1`,
  )) !== undefined;

export interface LinkedChange extends BankDetailsChange {
  readonly outcome: Outcome | null;
  readonly distributor_name: string;
  /** As they were when it was asked for, masked. */
  readonly changes: readonly MaskedChange[];
}

/** Who was given what they have before this moment is no guest of a thief of today. */
const seasonedBefore = (now: Date): Date => new Date(now.getTime() - SEASONED_HOURS * 3_600_000);

/**
 * Who decides about a distributor's bank details: its administrators, the person who is asked about it (so that there is one), and
 * super admins. Only people who may sign in, and nobody who was invited, made an administrator, let in again or given another address within
 * the last 72 hours: a stolen session makes no second person of its own, and who is asked leaves that place to nobody else meanwhile.
 * @param distributorId a number, or a column under another name than `contact` and `u`
 */
export function decides(distributorId: number | Sql, now: Date): Sql {
  const before = seasonedBefore(now);
  return sql`
  u.disabled_at is null and (u.system_role = 'super_admin' or u.distributor_id = ${distributorId}
    and (u.entrusted_at is null or u.entrusted_at <= ${before}) and (u.role = 'admin' or u.id = (
      select contact.id from app_user contact where contact.distributor_id = ${distributorId} and contact.disabled_at is null
      order by contact.is_onboarding_contact desc, (contact.role = 'admin') desc, contact.id limit 1)))`;
}

/**
 * The distributor's own people who are told of its bank details and of new administrators besides: its administrators of whatever age,
 * and who was one, or was asked, within the last 72 hours.
 */
export function isNotified(distributorId: number, now: Date): Sql {
  const before = seasonedBefore(now);
  return sql`
  u.distributor_id = ${distributorId} and u.system_role <> 'super_admin' and (u.admin_until > ${before}
    or (u.role = 'admin' or u.is_onboarding_contact) and (u.disabled_at is null or u.disabled_at > ${before}))`;
}

/** Whether this person may decide. In a transaction for all distributors. */
export const isDecider = async (tx: Tx, distributorId: number, userId: number, now: Date): Promise<boolean> =>
  (await tx.maybe(sql`select from app_user u where u.id = ${userId} and ${decides(distributorId, now)}`)) !==
  undefined;

/** What the link that was mailed to this person is about, as long as they decide about it. In a transaction for all distributors. */
export const linkedChange = (
  tx: Tx,
  tokenHash: Buffer,
  userId: number,
  now: Date,
): Promise<LinkedChange | undefined> =>
  tx.maybe<LinkedChange>(sql`
    select c.id, c.distributor_id, c.iban, c.secondary_iban, c.requested_by, c.requested_by_name, c.requested_at, c.expires_at, c.mailings,
      c.last_mailed_at, c.outcome, d.name as distributor_name, n.facts->'changes' as changes
    from security_mail m
    join security_notice n on n.id = m.notice_id
    join bank_details_change c on c.id = n.change_id
    join distributor d on d.id = c.distributor_id
    join app_user u on u.id = m.user_id
    where m.token_hash = ${tokenHash} and m.user_id = ${userId} and ${decides(sql`c.distributor_id`, now)}`);

/** A change that its requester may not have asked for: whoever uses that account meanwhile is signed out. */
export const endSessionsOf = (tx: Tx, userId: number, except: string, now: Date): Promise<number> =>
  tx.run(sql`
    update user_session set revoked_at = ${now}, successor = null
    where user_id = ${userId} and id <> ${except} and revoked_at is null`);
