import { dashboardStats } from "@bobine/contract/dashboard";
import { switchAutomation } from "@bobine/contract/distributors";
import { callApi, useDistributorScope, useAction } from "@bobine/shared-auth";
import { OWN_DISTRIBUTOR } from "@bobine/shared-features/own-distributor";
import { useQuery, useQueryClient } from "@tanstack/react-query";

export function useDashboard() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) => callApi(dashboardStats, { signal }),
    enabled: hasAccess,
  });
}

export function useSwitchAutomation() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (automation_on: boolean) => callApi(switchAutomation, { body: { automation_on } }),
    onSuccess: async (company) => {
      client.setQueryData(OWN_DISTRIBUTOR, company);
      // What waited is invoiced now.
      await client.invalidateQueries({ queryKey: ["invoices"] });
    },
  });
}
