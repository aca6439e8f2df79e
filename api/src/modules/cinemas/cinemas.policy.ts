import type { Scope } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import type { SignedInUser } from "../../http/session.ts";

/** Who asks, and for which distributor the request is. */
export interface Asker {
  readonly user: Pick<SignedInUser, "system_role">;
  /** Staff's own, or the one that a super admin has chosen. */
  readonly distributorId: number | undefined;
  readonly scope: Scope;
}

/**
 * The distributor about whom a call is (SPEC §6): staff's own, whatever they name; a super admin's the one that is named,
 * whatever is chosen beside it.
 * @throws 404 staff who name another, 400 a super admin who neither names nor chose one
 */
export function distributorMeant({ user, distributorId }: Asker, named: number | undefined): number {
  if (user.system_role === "super_admin") {
    const meant = named ?? distributorId;
    if (meant === undefined) throw errors.distributor.required();
    return meant;
  }
  if (distributorId === undefined || (named !== undefined && named !== distributorId))
    throw errors.notFound();
  return distributorId;
}

/** Under which a call about any distributor runs: a super admin may have chosen another one. */
export const scopeOfAnyDistributor = ({ user, scope }: Asker): Scope =>
  user.system_role === "super_admin" ? { kind: "all" } : scope;
