import { createHmac, randomBytes } from "node:crypto";
import {
  INVITATION_DAYS,
  INVITATION_MAILS,
  INVITATION_PAUSE_MINUTES,
  INVITATIONS_A_DAY,
  type Invitation,
  OPEN_INVITATIONS,
} from "@bobine/contract/invitations";
import { personName } from "@bobine/contract/person-name";
import type { DistributorRole } from "@bobine/contract/policy/people";
import { roleLabel } from "@bobine/contract/role-labels";
import { lockAddress, lockDistributorRow } from "../../db/locks.ts";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { AuditSource } from "../../http/audit.ts";
import { hashOf } from "../../http/session.ts";
import type { Services } from "../../services.ts";
import { notify } from "../bank-details/notify.ts";
import { requireRoomInPlan } from "../company/people-of-plan.ts";
import { requireValidated } from "../company/require-validated.ts";
import { auditInvitation, isExpired } from "../auth/accept-invitation.ts";
import { comparableEmail } from "../auth/request-link.ts";
import { userOfAddress } from "../auth/registration.repository.ts";
import {
  deleteInvitationsOverBefore,
  insertInvitation,
  invitationById,
  invitationCounts,
  type InvitationRow,
  markSentAgain,
  markWithdrawn,
  openInvitationOf,
  setToken,
} from "../auth/invitations.repository.ts";
import { peopleErrors } from "./people.errors.ts";
import { personOf } from "./people.repository.ts";

const DAY_MS = 86_400_000;
const LINK_MS = INVITATION_DAYS * DAY_MS;
const PAUSE_MS = INVITATION_PAUSE_MINUTES * 60_000;
const KEPT_MS = 30 * DAY_MS;

type Deciding = Pick<Services, "config" | "jobs">;
export interface Inviter {
  readonly userId: number;
  /** Who invites, by name. */
  readonly by: string;
  readonly source: AuditSource & { readonly distributorId: number };
  readonly now: Date;
}

/** The token of an invitation's mail: who reads the database does not know it, and each run of the job that mails it does. */
export const invitationToken = (
  { config }: Pick<Services, "config">,
  invitation: { readonly id: number; readonly sent_count: number },
): string =>
  createHmac("sha256", `invitation:${config.secretKey}`)
    .update(`${invitation.id} ${invitation.sent_count}`)
    .digest("base64url");

const hashFor = (services: Pick<Services, "config">, id: number, sentCount: number): Buffer =>
  hashOf(invitationToken(services, { id, sent_count: sentCount }));

/**
 * Invites a colleague (SEC-23). Whether the address has an account at another distributor is told to nobody but its owner, by mail. The same
 * person and role again, while it waits, is the same invitation; one whose mail was refused is mailed again, as when that is asked for.
 * @returns with `was_waiting`, nothing was mailed
 * @throws 409 a distributor that is not validated, somebody who is there already, another role than the one that waits, a plan that
 * comprises no more people (SUB-3); 429 too many
 */
export async function invite(
  tx: Tx,
  services: Deciding,
  { userId, by, source, now }: Inviter,
  asked: {
    readonly email: string;
    readonly role: DistributorRole;
    readonly first_name: string;
    readonly last_name: string;
  },
): Promise<InvitationRow & { readonly was_waiting?: true }> {
  const { distributorId } = source;
  const email = comparableEmail(asked.email);
  await lockAddress(tx, email);
  await requireValidated(tx, distributorId);
  await deleteInvitationsOverBefore(tx, distributorId, new Date(now.getTime() - KEPT_MS));
  const present = await userOfAddress(tx, email);
  if (present && (await personOf(tx, present.id))?.distributor_id === distributorId)
    throw peopleErrors.isThere(present.disabled_at !== null);
  const open = await openInvitationOf(tx, distributorId, email);
  if (open && !isExpired(open, now)) {
    if (open.role !== asked.role) throw peopleErrors.isInvited(roleLabel(open.role));
    if (open.refused_at !== null || isGivenUp(open))
      return await resend(tx, services, { userId, by, source, now }, open);
    return { ...open, was_waiting: true };
  }
  if (open) await markWithdrawn(tx, open.id, now);
  // Invitations of one distributor come one after the other: they are counted.
  await lockDistributorRow(tx, distributorId);
  await requireRoom(tx, distributorId, now);
  await requireRoomInPlan(tx, distributorId, now);
  const expiresAt = new Date(now.getTime() + LINK_MS);
  const invited = { ...asked, email, distributorId, invitedBy: userId, now, expiresAt };
  // The token is made of the id.
  const id = await insertInvitation(tx, invited, hashOf(randomBytes(32).toString("base64url")));
  await setToken(tx, id, hashFor(services, id, 1));
  await services.jobs.enqueue(tx, mailing(distributorId, id, 1));
  await auditInvitation(tx, source, { email, role: asked.role }, "Invitation envoyée");
  if (asked.role === "admin") {
    const facts = {
      changes: [],
      by,
      at: now.toISOString(),
      named: { name: personName({ ...asked, email }), address: email },
    };
    await notify(tx, services, { distributorId, kind: "administrator_named", facts }, now);
  }
  return found(await invitationById(tx, id));
}

/**
 * Mails it again with a new link; the one before works no more.
 * @throws 409 one that is over, a plan that comprises no more people; 429 too soon or too often
 */
export async function resend(
  tx: Tx,
  services: Deciding,
  { source, now }: Inviter,
  invitation: InvitationRow,
): Promise<InvitationRow> {
  if (isOver(invitation)) throw peopleErrors.invitationOver();
  const again = mailAgainAt(invitation);
  if (again === null) throw peopleErrors.mailedOften();
  if (again > now) throw errors.tooMany(Math.ceil((again.getTime() - now.getTime()) / 1000));
  await requireValidated(tx, source.distributorId);
  // One that is over counted no more.
  await requireRoomInPlan(tx, source.distributorId, now, isExpired(invitation, now) ? 1 : 0);
  const sentCount = invitation.sent_count + 1;
  const hash = hashFor(services, invitation.id, sentCount);
  await markSentAgain(tx, invitation.id, hash, now, new Date(now.getTime() + LINK_MS));
  await services.jobs.enqueue(tx, mailing(source.distributorId, invitation.id, sentCount));
  await auditInvitation(tx, source, invitation, "Invitation renvoyée");
  return found(await invitationById(tx, invitation.id));
}

/** Twice is once. @throws 409 one that was accepted */
export async function withdraw(
  tx: Tx,
  { source, now }: Pick<Inviter, "source" | "now">,
  invitation: InvitationRow,
): Promise<void> {
  if (invitation.withdrawn_at !== null) return;
  if (invitation.accepted_at !== null) throw peopleErrors.invitationOver();
  await markWithdrawn(tx, invitation.id, now);
  await auditInvitation(tx, source, invitation, "Invitation retirée");
}

const isOver = ({ accepted_at, withdrawn_at }: InvitationRow): boolean =>
  accepted_at !== null || withdrawn_at !== null;

/** From when on it may be mailed again; null when it was mailed often enough. */
const mailAgainAt = ({ sent_count, sent_at }: InvitationRow): Date | null =>
  sent_count >= INVITATION_MAILS ? null : new Date(Date.parse(sent_at) + PAUSE_MS);

export const invitationView = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
  role: row.role,
  invited_by: row.invited_by,
  sent_at: row.sent_at,
  expires_at: row.expires_at,
  is_expired: isExpired(row, now),
  is_refused: row.refused_at !== null,
  ...(isGivenUp(row) ? { is_given_up: true } : {}),
  mail_again_at: mailAgainAt(row)?.toISOString() ?? null,
});

const isGivenUp = ({ given_up_at, sent_at }: InvitationRow): boolean =>
  given_up_at !== null && Date.parse(given_up_at) >= Date.parse(sent_at);

async function requireRoom(tx: Tx, distributorId: number, now: Date): Promise<void> {
  const counts = await invitationCounts(tx, distributorId, new Date(now.getTime() - DAY_MS));
  if (counts.open >= OPEN_INVITATIONS) throw peopleErrors.tooManyOpen(OPEN_INVITATIONS);
  if (counts.recent < INVITATIONS_A_DAY) return;
  const free = Date.parse(counts.free_at ?? "") + DAY_MS;
  throw errors.tooMany(Math.max(1, Math.ceil((free - now.getTime()) / 1000)));
}

const mailing = (distributorId: number, invitationId: number, sentCount: number) =>
  ({
    name: "mail-invitation",
    data: { distributor_id: distributorId, invitation_id: invitationId, sent_count: sentCount },
  }) as const;

function found(invitation: InvitationRow | undefined): InvitationRow {
  if (!invitation) throw new Error("an invitation whose row is locked was not found");
  return invitation;
}
