import { cutLink } from "@bobine/contract/cinema-links";
import { getCinema, listCinemas } from "@bobine/contract/cinemas";
import {
  callApi,
  invalidateAfter,
  routeQuery,
  useAction,
  useDistributorScope,
  useSession,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** UI-3: for a super admin the list waits for a chosen distributor. */
export function useCinemas() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listCinemas, { query: { ordering: "name" } }),
    enabled: hasAccess,
    staleTime: 60_000,
  });
}

export function useCinema(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(getCinema, { params: { id: id ?? 0 } }),
    enabled: hasAccess && id !== undefined,
  });
}

/** Cuts the link of a cinema with the distributor that is chosen (UI-3): a super admin may have one of their own beside it. */
export function useCutLink() {
  const client = useQueryClient();
  const { user } = useSession();
  const scope = useDistributorScope();
  const distributor = scope.distributorId ?? user?.distributorId ?? 0;
  return useAction({
    mutationFn: (id: number) => callApi(cutLink, { params: { id, distributor } }),
    // Also when it failed: somebody else may have cut it.
    onSettled: () => invalidateAfter(client, cutLink),
  });
}
