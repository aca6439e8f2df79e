import { dashboardStats } from "@bobine/contract/dashboard";
import { ownDistributor, switchAutomation } from "@bobine/contract/distributors";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

export function useDashboard() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["dashboard"],
    queryFn: ({ signal }) => callApi(dashboardStats, { signal }),
    enabled: hasAccess,
  });
}

const COMPANY = ["distributor", "profile"];

/** The distributor that the person works for. */
export function useCompany() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: COMPANY,
    queryFn: ({ signal }) => callApi(ownDistributor, { signal }),
    enabled: hasAccess,
  });
}

export function useSwitchAutomation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (automation_on: boolean) => callApi(switchAutomation, { body: { automation_on } }),
    onSuccess: async (company) => {
      client.setQueryData(COMPANY, company);
      // What waited is invoiced now.
      await client.invalidateQueries({ queryKey: ["invoices"] });
    },
  });
}
