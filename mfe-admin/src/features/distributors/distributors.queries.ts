import { listLinkedCinemas } from "@bobine/contract/cinema-settings";
import { createDistributor, listDistributors, updateDistributor } from "@bobine/contract/distributors";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, useAction } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { NewDistributorForm } from "./new-distributor.ts";

const LIST = ["admin", "distributors"];
/** Of the picker above the other screens. */
const OPTIONS = ["distributor-options"];

export function useDistributors() {
  return useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => callApi(listDistributors, { signal }),
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

/** Cinemas that a distributor works with; asked for when its row is first opened (UI-14). */
export function useLinkedCinemas(distributor: number) {
  return useQuery({
    queryKey: ["admin", "linked-cinemas", distributor],
    queryFn: ({ signal }) => callApi(listLinkedCinemas, { params: { id: distributor }, signal }),
    staleTime: 5 * 60_000,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

export function useChangeCommunicationEmail(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (communication_email: string | null) =>
      callApi(updateDistributor, { params: { id }, body: { communication_email } }),
    onSuccess: () => client.invalidateQueries({ queryKey: LIST }),
  });
}

export function useCreateDistributor() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (form: NewDistributorForm) => callApi(createDistributor, { body: form }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: LIST });
      void client.invalidateQueries({ queryKey: OPTIONS });
    },
  });
}
