import { dashboardFigures } from "@bobine/contract/dashboard";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

export function useFigures() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["dashboard", "figures"],
    queryFn: ({ signal }) => callApi(dashboardFigures, { signal }),
    enabled: hasAccess,
    staleTime: 60_000,
  });
}
