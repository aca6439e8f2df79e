import type { DistributorRole } from "@bobine/contract/policy/people";
import { roleLabel } from "@bobine/contract/role-labels";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, systemSource, writeAudit } from "../../http/audit.ts";
import { hasRoomForInvited } from "../company/people-of-plan.ts";
import {
  insertInvited,
  type InvitationRow,
  lockedInvitation,
  markAccepted,
  openInvitationOf,
  wasAcceptedAnew,
} from "./invitations.repository.ts";
import { userOfAddress } from "./registration.repository.ts";

/**
 * Makes the account of who opens the mailed link: that proves the address, as with any sign-in link.
 * @returns the user's id; undefined when the token is no invitation's
 * @throws 400 a link that was used, is over or withdrawn, whose address has become somebody's meanwhile, or for which a plan that was lowered
 * has no room: it then stays good (SUB-3)
 */
export async function acceptInvitation(
  tx: Tx,
  hash: Buffer,
  now: Date,
  presentUserId: number | undefined,
): Promise<number | undefined> {
  const invitation = await lockedInvitation(tx, hash);
  if (!invitation) return undefined;
  if (invitation.accepted_at !== null) throw errors.auth.linkUsed();
  if (invitation.withdrawn_at !== null) throw await refusedWithdrawn(tx, invitation, now);
  if (isExpired(invitation, now)) throw errors.auth.invitationExpired();
  const owner = await userOfAddress(tx, invitation.email);
  // Without an owner, whoever is signed in here is somebody else.
  if (presentUserId !== undefined && presentUserId !== owner?.id) throw errors.auth.otherUser();
  if (owner) throw errors.auth.addressTaken();
  if (!(await hasRoomForInvited(tx, invitation.distributor_id, now))) throw errors.auth.planIsFull();
  const userId = await insertInvited(tx, invitation, now);
  await markAccepted(tx, invitation.id, now);
  await auditInvitation(tx, systemSource(invitation.distributor_id), invitation, "Invitation acceptée");
  return userId;
}

/** Who was invited anew has a later mail, whose link opens, or an account already (UI-6). */
async function refusedWithdrawn(tx: Tx, invitation: InvitationRow, now: Date): Promise<Error> {
  const anew = await openInvitationOf(tx, invitation.distributor_id, invitation.email);
  if (anew && !isExpired(anew, now)) return errors.auth.invitationReplaced();
  return (await wasAcceptedAnew(tx, invitation)) ? errors.auth.linkUsed() : errors.auth.invitationWithdrawn();
}

export const isExpired = ({ expires_at }: Pick<InvitationRow, "expires_at">, now: Date): boolean =>
  new Date(expires_at) <= now;

export const auditInvitation = (
  tx: Tx,
  source: AuditSource,
  { email, role }: { readonly email: string; readonly role: DistributorRole },
  action: string,
): Promise<void> => writeAudit(tx, source, "updated_user", { email, action, role: roleLabel(role) });
