import { dashboardStats } from "@bobine/contract/dashboard";
import { ownDistributor, switchAutomation } from "@bobine/contract/distributors";
import {
  callApi,
  invalidateAfter,
  routeKey,
  routeQuery,
  useDistributorScope,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export function useDashboard() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(dashboardStats),
    enabled: hasAccess,
  });
}

export function useSwitchAutomation() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (automation_on: boolean) => callApi(switchAutomation, { body: { automation_on } }),
    onSuccess: async (company) => {
      client.setQueryData(routeKey(ownDistributor), company);
      // What waited is invoiced now.
      await invalidateAfter(client, switchAutomation);
    },
  });
}
