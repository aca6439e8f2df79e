import { dashboardFigures } from "@bobine/contract/dashboard";
import { routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

export function useFigures() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(dashboardFigures),
    enabled: hasAccess,
    staleTime: 60_000,
  });
}
