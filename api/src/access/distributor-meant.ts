import { requestedDistributor, maySeeEveryCinema } from "@bobine/contract/policy/cinemas";
import type { Scope } from "../db/scope.ts";
import { errors } from "../errors.ts";
import type { SignedInUser } from "../http/identity.ts";

/** Who asks, and for which distributor the request is. */
export interface Requester {
  readonly user: Pick<SignedInUser, "system_role">;
  /** Staff's own, or the one that a super admin has chosen. */
  readonly distributorId: number | undefined;
  readonly scope: Scope;
}

/**
 * The distributor about whom a call is, by the policy.
 * @throws 404 staff who name another, 400 a super admin who neither names nor chose one
 */
export function distributorMeant({ user, distributorId }: Requester, named: number | undefined): number {
  const requested = requestedDistributor(user, distributorId, named);
  if (requested === "not-chosen") throw errors.distributor.required();
  if (requested === "not-theirs") throw errors.notFound();
  return requested;
}

/** Under which a call about any distributor runs: a super admin may have chosen another one. */
export const scopeOfAnyDistributor = ({ user, scope }: Requester): Scope =>
  maySeeEveryCinema(user) ? { kind: "all" } : scope;

/**
 * Under which the list of one distributor's cinemas runs, or of every shared one for undefined: that of a prospect is in its sandbox,
 * which the scope of all distributors does not see.
 */
export const scopeOfCinemasOf = (asker: Requester, distributorId: number | undefined): Scope =>
  distributorId === undefined ? scopeOfAnyDistributor(asker) : { kind: "distributor", distributorId };
