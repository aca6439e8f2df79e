// Step 2 of a request: whether this person may make this call, and who sees what. Row-level security holds the answer.
import {
  hasIncompleteProfile,
  isSuperAdmin,
  mayCall,
  mayChooseDistributor,
  servesDistributor,
  whoMay,
} from "@bobine/contract/policy/people";
import type { RouteContract } from "@bobine/contract/route";
import type { Scope } from "../db/scope.ts";
import { errors } from "../errors.ts";
import type { Identity, SignedInUser } from "./identity.ts";

/** For whom a call works. */
export interface Caller {
  readonly user: SignedInUser | undefined;
  /** The distributor that the request serves. */
  readonly distributorId: number | undefined;
  readonly scope: Scope;
}

/**
 * The rule of who sees what. Staff see their distributor. A super admin sees the distributor that they have chosen, or all of them
 * on a call of the console and before they have chosen. Anybody else sees nobody's rows.
 * @param identity undefined on a call that is open to all
 * @param chosen the distributor that the request names; of anybody but a super admin it is nothing
 * @throws 403 when the call is not theirs, before their profile is complete, or before a super admin's second factor (SEC-24); 400 when a distributor must be chosen
 */
export function authorise(
  {
    access,
    beforeProfile,
    beforeSecondFactor,
  }: Pick<RouteContract, "access" | "beforeProfile" | "beforeSecondFactor">,
  identity: Identity | undefined,
  chosen: ChosenDistributor,
): Caller {
  if (access === "public" || !identity)
    return { user: undefined, distributorId: undefined, scope: { kind: "nobody" } };
  const { user } = identity;
  if (user.missing_factor && !beforeSecondFactor) throw errors.secondFactor.missing[user.missing_factor]();
  if (!mayCall(access, user)) throw errors.forbidden(whoMay(access));
  if (!beforeProfile && hasIncompleteProfile(user)) throw errors.profileIncomplete();
  const distributorId = distributorOf(identity, chosen);
  if (servesDistributor(access) && distributorId === undefined) throw errors.distributor.required();
  return { user, distributorId, scope: scopeOf(user, access === "super-admin" ? undefined : distributorId) };
}

/** The header `X-Distributor-Id`: `unreadable` when it is there and names none. */
export type ChosenDistributor = number | "unreadable" | undefined;

export function chosenIn(header: string | readonly string[] | undefined): ChosenDistributor {
  if (header === undefined || header === "") return undefined;
  return typeof header === "string" && /^[1-9]\d{0,15}$/.test(header) && Number.isSafeInteger(Number(header))
    ? Number(header)
    : "unreadable";
}

/** SEC-1: the header scopes a super admin; from anyone else it is ignored. */
function distributorOf({ user, chosenExists }: Identity, chosen: ChosenDistributor): number | undefined {
  if (!mayChooseDistributor(user)) return user.distributor_id ?? undefined;
  if (chosen === undefined) return undefined;
  if (chosen === "unreadable" || !chosenExists) throw errors.distributor.required();
  return chosen;
}

function scopeOf(user: SignedInUser, distributorId: number | undefined): Scope {
  if (distributorId !== undefined) return { kind: "distributor", distributorId };
  return { kind: isSuperAdmin(user) ? "all" : "nobody" };
}
