import { useSession } from "@bobine/shared-auth";
import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { useFederation } from "./federation/federation-context.ts";
import { isSuperAdminPath } from "./federation/registry.ts";
import { paths } from "./paths.ts";
import { guard } from "./route-guard.rules.ts";

/** Lets a signed-in user through, or sends them where the rules say. */
export function RouteGuard({ children }: { children: ReactNode }) {
  const { user } = useSession();
  const { registry } = useFederation();
  const { pathname } = useLocation();
  const destination = guard({ user, pathname, superAdminOnly: isSuperAdminPath(registry, pathname) });
  if (destination === undefined) return children;
  return (
    <>
      {user ? null : "Chargement…"}
      <Navigate to={destination} replace />
    </>
  );
}

/** The sign-in screens are for those who are not signed in (SPEC §2.1). */
export function PublicOnly({ children }: { children: ReactNode }) {
  const { isAuthenticated } = useSession();
  return isAuthenticated ? <Navigate to={paths.dashboard()} replace /> : children;
}
