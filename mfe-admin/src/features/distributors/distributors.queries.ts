import { listLinkedCinemas } from "@bobine/contract/cinema-settings";
import { createDistributor, listDistributors, updateDistributor } from "@bobine/contract/distributors";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { NewDistributorForm } from "./new-distributor.ts";

export function useDistributors() {
  return useQuery({
    ...routeQuery(listDistributors),
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

/** Cinemas that a distributor works with; asked for when its row is first opened (UI-14). */
export function useLinkedCinemas(distributor: number) {
  return useQuery({
    ...routeQuery(listLinkedCinemas, { params: { id: distributor } }),
    staleTime: 5 * 60_000,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useChangeCommunicationEmail(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (communication_email: string | null) =>
      callApi(updateDistributor, { params: { id }, body: { communication_email } }),
    onSuccess: () => invalidateAfter(client, updateDistributor),
  });
}

export function useCreateDistributor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (form: NewDistributorForm) => callApi(createDistributor, { body: form }),
    onSuccess: () => void invalidateAfter(client, createDistributor),
  });
}
