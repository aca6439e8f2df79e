import { mayCall } from "@bobine/contract/policy/people";
import { booksPolicy } from "@bobine/contract/policy/books";
import { personName } from "@bobine/contract/person-name";
import type { UserAction } from "@bobine/contract/user-actions";
import type { Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { must } from "../../domain/must.ts";
import { colleaguesOf } from "../company/colleagues.repository.ts";
import { subjectOfAction } from "../banking/action-subject.ts";
import { userActionsRepository } from "./user-actions.repository.ts";

/**
 * Gives an action to somebody who decides for the distributor, or to nobody (LET-52); closed ones too, which tells who asked for them.
 * Whose it is already, it stays.
 * @throws 404 no such action, 400 on `user` nobody of the distributor who decides
 */
export async function assign(
  tx: Tx,
  source: AuditSource,
  { id, distributorId, userId }: { id: number; distributorId: number; userId: number | null },
): Promise<UserAction> {
  const action = await userActionsRepository.lockForAssignment(tx, id);
  if (!action) throw errors.notFound();
  const people = await colleaguesOf(tx, distributorId);
  const nameOf = (person: number | null): string | null => {
    const found = people.find((one) => one.id === person);
    return found ? personName(found) : null;
  };
  const chosen = people.find((one) => one.id === userId);
  const decides =
    chosen && mayCall(booksPolicy.decideUserActions, { system_role: "distributor_staff", role: chosen.role });
  if (userId !== null && !decides)
    throw errors.field("user", "Choisissez une personne de votre société qui peut décider.");
  if (action.assigned_to !== userId) await userActionsRepository.assign(tx, id, userId);
  const assigned = must(await userActionsRepository.one(tx, id), "assigned action");
  if (action.assigned_to === userId) return assigned;
  await writeAudit(tx, source, "other", {
    event: "Action attribuée",
    user_action_id: id,
    reason: action.reason,
    ...(await subjectOfAction(tx, assigned)),
    old_value: nameOf(action.assigned_to),
    new_value: nameOf(userId),
  });
  return assigned;
}
