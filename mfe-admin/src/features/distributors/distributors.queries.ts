import { listDistributors } from "@bobine/contract/distributors";
import { callApi, KEPT_ACROSS_DISTRIBUTORS } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

export function useDistributors() {
  return useQuery({
    queryKey: ["admin", "distributors"],
    queryFn: ({ signal }) => callApi(listDistributors, { signal }),
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}
