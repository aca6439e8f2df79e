import { dashboardStats } from "@bobine/contract/dashboard";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

export function useDashboard() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) => callApi(dashboardStats, { signal }),
    enabled: hasAccess,
  });
}
