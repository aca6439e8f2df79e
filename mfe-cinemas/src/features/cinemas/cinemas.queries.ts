import { getCinema, listCinemas } from "@bobine/contract/cinemas";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

/** UI-3: for a super admin the list waits for a chosen distributor. */
export function useCinemas() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["cinemas", "all"],
    queryFn: ({ signal }) => callApi(listCinemas, { query: { ordering: "name" }, signal }),
    enabled: hasAccess,
    staleTime: 60_000,
  });
}

export function useCinema(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["cinemas", "one", id],
    queryFn: ({ signal }) => callApi(getCinema, { params: { id: id ?? 0 }, signal }),
    enabled: hasAccess && id !== undefined,
  });
}
