import { listDistributorOptions } from "@bobine/contract/distributor-options";
import { KEPT_ACROSS_DISTRIBUTORS, routeQuery } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";

/** All distributors, whichever one is chosen. */
export const useDistributorOptions = () =>
  useQuery({ ...routeQuery(listDistributorOptions), meta: KEPT_ACROSS_DISTRIBUTORS, staleTime: 60_000 });
