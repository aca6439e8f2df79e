import type { DistributorRole } from "@bobine/contract/policy/people";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { USER_NAME } from "../../db/user-name.ts";

/** An invitation as whoever decides about it sees it. */
export interface InvitationRow {
  readonly id: number;
  readonly distributor_id: number;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: DistributorRole;
  readonly sent_count: number;
  readonly sent_at: string;
  readonly expires_at: string;
  readonly accepted_at: string | null;
  readonly withdrawn_at: string | null;
  /** When the last mail was refused for good. */
  readonly refused_at: string | null;
  /** When a server refused the last mail itself. Nodes of before leave what they mail again as it was: one from before it says nothing. */
  readonly given_up_at: string | null;
  readonly invited_by: string | null;
}

const COLUMNS = sql`
  i.id, i.distributor_id, i.email, i.first_name, i.last_name, i.role, i.sent_count, i.sent_at, i.expires_at, i.accepted_at, i.withdrawn_at, i.refused_at, i.given_up_at,
  (select ${USER_NAME} from app_user u where u.id = i.invited_by) as invited_by`;
const IS_OPEN = sql`i.accepted_at is null and i.withdrawn_at is null`;

export const openInvitations = (tx: Tx, distributorId: number): Promise<InvitationRow[]> =>
  tx.many<InvitationRow>(sql`
    select ${COLUMNS} from invitation i where i.distributor_id = ${distributorId} and ${IS_OPEN} order by i.id desc`);

export const openInvitationOf = (
  tx: Tx,
  distributorId: number,
  email: string,
): Promise<InvitationRow | undefined> =>
  tx.maybe<InvitationRow>(sql`
    select ${COLUMNS} from invitation i
    where i.distributor_id = ${distributorId} and i.email = ${email} and ${IS_OPEN} for update`);

/** Whether a later invitation of the same person there was accepted. */
export const wasAcceptedAnew = async (
  tx: Tx,
  { id, distributor_id, email }: Pick<InvitationRow, "id" | "distributor_id" | "email">,
): Promise<boolean> =>
  (
    await tx.one<{ was: boolean }>(sql`
      select exists (
        select from invitation i
        where i.distributor_id = ${distributor_id} and i.email = ${email} and i.id > ${id} and i.accepted_at is not null) as was`)
  ).was;

export const invitationById = (tx: Tx, id: number): Promise<InvitationRow | undefined> =>
  tx.maybe<InvitationRow>(sql`select ${COLUMNS} from invitation i where i.id = ${id} for update`);

/** Locks it: of several that present its token at once, one gets it first. */
export const lockedInvitation = (tx: Tx, hash: Buffer): Promise<InvitationRow | undefined> =>
  tx.maybe<InvitationRow>(sql`select ${COLUMNS} from invitation i where i.token_hash = ${hash} for update`);

/** Of one distributor: those that wait, and those made since a moment. */
export const invitationCounts = (
  tx: Tx,
  distributorId: number,
  since: Date,
): Promise<{ open: number; recent: number; free_at: string | null }> =>
  tx.one(sql`
    select (count(*) filter (where ${IS_OPEN}))::integer as open,
      (count(*) filter (where i.created_at > ${since}))::integer as recent,
      min(i.created_at) filter (where i.created_at > ${since}) as free_at
    from invitation i where i.distributor_id = ${distributorId}`);

export const insertInvitation = async (
  tx: Tx,
  invited: {
    readonly distributorId: number;
    readonly email: string;
    readonly first_name: string;
    readonly last_name: string;
    readonly role: DistributorRole;
    readonly invitedBy: number;
    readonly now: Date;
    readonly expiresAt: Date;
  },
  placeholder: Buffer,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into invitation (distributor_id, email, first_name, last_name, role, invited_by, created_at, token_hash, sent_at, expires_at)
      values (${invited.distributorId}, ${invited.email}, ${invited.first_name}, ${invited.last_name}, ${invited.role}, ${invited.invitedBy},
        ${invited.now}, ${placeholder}, ${invited.now}, ${invited.expiresAt})
      returning id`)
  ).id;

export const setToken = (tx: Tx, id: number, hash: Buffer): Promise<number> =>
  tx.run(sql`update invitation set token_hash = ${hash} where id = ${id}`);

/** The link of before works no more. */
export const markSentAgain = (
  tx: Tx,
  id: number,
  hash: Buffer,
  now: Date,
  expiresAt: Date,
): Promise<number> =>
  tx.run(sql`
    update invitation set token_hash = ${hash}, sent_count = sent_count + 1, sent_at = ${now}, expires_at = ${expiresAt}, refused_at = null, given_up_at = null where id = ${id}`);

/** Unless it was mailed again since. */
export const markRefused = (tx: Tx, id: number, sentCount: number, now: Date): Promise<number> =>
  tx.run(sql`update invitation set refused_at = ${now} where id = ${id} and sent_count = ${sentCount}`);

export const markGivenUp = (tx: Tx, id: number, sentCount: number, now: Date): Promise<number> =>
  tx.run(sql`update invitation set given_up_at = ${now} where id = ${id} and sent_count = ${sentCount}`);

export const markWithdrawn = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`update invitation set withdrawn_at = ${now} where id = ${id}`);

export const markAccepted = (tx: Tx, id: number, now: Date): Promise<number> =>
  tx.run(sql`update invitation set accepted_at = ${now} where id = ${id}`);

/** What is over is kept that long, for who must find out what happened. */
export const deleteInvitationsOverBefore = (tx: Tx, distributorId: number, moment: Date): Promise<number> =>
  tx.run(sql`
    delete from invitation
    where distributor_id = ${distributorId} and coalesce(accepted_at, withdrawn_at, expires_at) < ${moment}`);

export const insertInvited = async (
  tx: Tx,
  invitation: Pick<InvitationRow, "distributor_id" | "email" | "first_name" | "last_name" | "role">,
  now: Date,
): Promise<number> =>
  (
    await tx.one<{ id: number }>(sql`
      insert into app_user (distributor_id, email, first_name, last_name, company, role, entrusted_at)
      select d.id, ${invitation.email}, ${invitation.first_name}, ${invitation.last_name}, d.name, ${invitation.role}, ${now}::timestamptz
      from distributor d where d.id = ${invitation.distributor_id}
      returning id`)
  ).id;
