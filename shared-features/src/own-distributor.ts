import { ownDistributor } from "@bobine/contract/distributors";
import { routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

/** The distributor that the person works for, or that a super admin has chosen. */
export function useOwnDistributor() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(ownDistributor),
    enabled: hasAccess,
  });
}
