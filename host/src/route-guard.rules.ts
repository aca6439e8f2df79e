import { hasIncompleteProfile, mayOpenConsole } from "@bobine/contract/policy/people";
import type { SessionUser } from "@bobine/shared-auth";
import { paths } from "./paths.ts";

/**
 * Where a visitor of `pathname` must go instead, or undefined to stay (UI-1, UI-4, SEC-1, SEC-24).
 * @param superAdminOnly the address belongs to the super admins' console
 */
export function guard({
  user,
  pathname,
  superAdminOnly,
}: {
  user: SessionUser | undefined;
  pathname: string;
  superAdminOnly: boolean;
}): string | undefined {
  if (!user) return paths.signIn();
  // SEC-24: the server answers a super admin without a second factor nothing else.
  if (user.needsSecondFactor) return pathname === paths.secondFactor() ? undefined : paths.secondFactor();
  const incomplete = hasIncompleteProfile({ ...user, first_name: user.firstName });
  if (incomplete && pathname !== paths.account()) return paths.account();
  return superAdminOnly && !mayOpenConsole(user) ? paths.dashboard() : undefined;
}
