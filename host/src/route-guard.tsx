import { useSession } from "@bobine/shared-auth";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useFederation } from "./federation/federation-context.ts";
import { isSuperAdminPath } from "./federation/registry.ts";
import { paths } from "./paths.ts";
import {
  isDeepLink,
  mayReturn,
  rememberPath,
  returnsAfterSignIn,
  sentAwayBy,
  type SentAway,
  signOf,
} from "./return-path.ts";
import { guard } from "./route-guard.rules.ts";

/** Lets a signed-in user through, or sends them where the rules say. */
export function RouteGuard({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { registry } = useFederation();
  const { pathname, search } = useLocation();
  const destination = guard({ user, pathname, superAdminOnly: isSuperAdminPath(registry, pathname) });
  const from = user || !returnsAfterSignIn() ? undefined : `${pathname}${search}`;
  const [owner, setOwner] = useState("");
  const now = user ? signOf(user) : owner;
  if (now !== owner) setOwner(now);
  useEffect(() => {
    // A screen of the menu is where nobody has begun: signing in leads to the dashboard (UI-6).
    if (from !== undefined && (owner || isDeepLink(from))) rememberPath(from, Date.now(), owner);
  }, [owner, from]);
  if (destination === undefined) return children;
  const sentAway: SentAway | undefined = from === undefined ? undefined : { from, owner };
  return (
    <>
      {user ? null : "Chargement…"}
      <Navigate to={destination} state={sentAway} replace />
    </>
  );
}

/** The sign-in screens are for those who are not signed in (UI-1). Who was sent here and signs in meanwhile goes back. */
export function PublicOnly({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { from, owner } = sentAwayBy(useLocation().state);
  if (!user) return children;
  return <Navigate to={from !== undefined && mayReturn(owner, user) ? from : paths.dashboard()} replace />;
}
