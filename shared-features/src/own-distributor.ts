import { ownDistributor } from "@bobine/contract/distributors";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

/** Where the answer is kept, for those who change it. */
export const OWN_DISTRIBUTOR = ["distributor", "profile"] as const;

/** The distributor that the person works for, or that a super admin has chosen. */
export function useOwnDistributor() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: OWN_DISTRIBUTOR,
    queryFn: ({ signal }) => callApi(ownDistributor, { signal }),
    enabled: hasAccess,
  });
}
