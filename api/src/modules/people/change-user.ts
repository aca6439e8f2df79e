import type { ManagedUser } from "@bobine/contract/people";
import {
  type DistributorRole,
  isManagedBy,
  isSuperAdmin,
  refusalToDemote,
  refusalToDisable,
} from "@bobine/contract/policy/people";
import { personName } from "@bobine/contract/person-name";
import { SEASONED_HOURS } from "@bobine/contract/second-factor";
import { roleLabel } from "@bobine/contract/role-labels";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import type { Services } from "../../services.ts";
import { notify } from "../bank-details/notify.ts";
import { requireRoomInPlan } from "../company/people-of-plan.ts";
import { spendLinks } from "../auth/auth.repository.ts";
import { spendRegistrations } from "../auth/registration.repository.ts";
import {
  endSessionsOf,
  lockedPeople,
  type LockedPerson,
  member,
  setDisabled,
  setEntrusted,
  setRole,
} from "./people.repository.ts";

/** Who changes whom, when, and where it is written. */
export interface Change {
  readonly actorId: number;
  readonly targetId: number;
  readonly source: AuditSource;
  readonly now: Date;
  readonly services: Pick<Services, "jobs">;
}

const REFUSALS = {
  oneself: () =>
    errors.conflict(
      "Vous ne pouvez pas désactiver votre propre compte\u00a0: demandez-le à un autre administrateur.",
      "own_account",
    ),
  "last-administrator": () =>
    errors.conflict(
      "C’est le dernier administrateur actif de ce distributeur\u00a0: il ne peut pas être désactivé.",
      "last_administrator",
    ),
} as const;

/**
 * Disables somebody: sessions, sign-in links and links of registrations end with it, on every node. A sign-in that is under way waits
 * for this, or this for it. Who is disabled already stays so, since when they were.
 * @throws 404 somebody whom the actor does not manage; 409 oneself, a distributor's last administrator
 */
export async function disable(tx: Tx, change: Change): Promise<ManagedUser> {
  const { now, source } = change;
  const { actor, target, people } = await locked(tx, change);
  if (target.disabled_at === null) {
    const refusal = refusalToDisable(actor, target, people);
    if (refusal) throw REFUSALS[refusal]();
    await setDisabled(tx, target.id, now);
    await endSessionsOf(tx, target.id, null, now);
    await spendLinks(tx, target.id, now);
    await spendRegistrations(tx, target.email, now);
    await auditChange(tx, source, target, "Compte désactivé");
  }
  return member(tx, target.id, now);
}

/**
 * Lets somebody sign in again, with a new link.
 * @throws 404 somebody whom the actor does not manage; 409 a plan that comprises no more people (SUB-3)
 */
export async function enable(tx: Tx, change: Change): Promise<ManagedUser> {
  const { actor, target } = await locked(tx, change);
  if (target.disabled_at !== null) {
    if (target.distributor_id !== null && !isSuperAdmin(target))
      await requireRoomInPlan(tx, target.distributor_id, change.now);
    await setDisabled(tx, target.id, null);
    // Who was away that long is as new as who is invited: an old account of somebody else's mailbox confirms nothing at once.
    if (change.now.getTime() - Date.parse(target.disabled_at) >= SEASONED_HOURS * 3_600_000) {
      await setEntrusted(tx, target.id, change.now);
      if (target.role === "admin") await notifyOfAdministrator(tx, change, actor, target);
    }
    await auditChange(tx, change.source, target, "Compte réactivé");
  }
  return member(tx, target.id, change.now);
}

/**
 * Gives somebody another role, which counts from their next request on. Who has it already keeps it.
 * @throws 404 somebody whom the actor does not manage; 409 a distributor's last administrator
 */
export async function changeRole(tx: Tx, change: Change, role: DistributorRole): Promise<ManagedUser> {
  const { actor, target, people } = await locked(tx, change);
  if (target.role !== role) {
    if (role !== "admin" && refusalToDemote(target, people))
      throw errors.conflict(
        "C’est le dernier administrateur actif de ce distributeur\u00a0: nommez-en d’abord un autre.",
        "last_administrator",
      );
    await setRole(tx, target.id, role, change.now);
    if (role === "admin") await notifyOfAdministrator(tx, change, actor, target);
    await writeAudit(tx, { ...change.source, distributorId: target.distributor_id }, "updated_user", {
      email: target.email,
      action: "Rôle modifié",
      changed_fields: ["role"],
      old_value: roleLabel(target.role),
      new_value: roleLabel(role),
    });
  }
  return member(tx, target.id, change.now);
}

/** Who administers the distributor, or did so lately, is told by mail (SEC-17). */
async function notifyOfAdministrator(
  tx: Tx,
  { services, now }: Change,
  actor: LockedPerson,
  target: LockedPerson,
): Promise<void> {
  const { distributor_id: distributorId } = target;
  if (distributorId === null) return;
  const named = { name: personName(target), address: target.email };
  const facts = { changes: [], by: personName(actor), at: now.toISOString(), named };
  await notify(tx, services, { distributorId, kind: "administrator_named", facts }, now);
}

/** In the log of the distributor whose person it is, whichever is chosen. */
export const auditChange = (
  tx: Tx,
  source: AuditSource,
  target: LockedPerson,
  action: string,
): Promise<void> =>
  writeAudit(tx, { ...source, distributorId: target.distributor_id }, "updated_user", {
    email: target.email,
    action,
  });

async function locked(tx: Tx, { actorId, targetId }: Change) {
  const people = await lockedPeople(tx, actorId, targetId);
  const actor = people.find((person) => person.id === actorId);
  const target = people.find((person) => person.id === targetId);
  // Disabled by somebody else while this waited.
  if (!actor || actor.disabled_at !== null) throw errors.auth.tokenNotValid();
  if (!target || !isManagedBy(actor, target)) throw errors.notFound();
  return { actor, target, people };
}
