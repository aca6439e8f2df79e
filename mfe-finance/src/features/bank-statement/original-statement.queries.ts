import { connectionStatus } from "@bobine/contract/bank-connection";
import { routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

export function useBankConnection() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(connectionStatus),
    enabled: hasAccess,
  });
}
