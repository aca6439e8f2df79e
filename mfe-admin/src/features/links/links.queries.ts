import {
  acceptScreenProposal,
  listNewLinks,
  listScreenProposals,
  refuseScreenProposal,
} from "@bobine/contract/cinema-links";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, useAction } from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

const PROPOSALS = ["admin", "screen-proposals"];
const LINKS = ["admin", "links"];

export const useScreenProposals = (page: number) =>
  useQuery({
    queryKey: [...PROPOSALS, page],
    queryFn: ({ signal }) => callApi(listScreenProposals, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export const useNewLinks = (page: number) =>
  useQuery({
    queryKey: [...LINKS, page],
    queryFn: ({ signal }) => callApi(listNewLinks, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export function useDecideProposal() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, isAccepted }: { id: number; isAccepted: boolean }) =>
      callApi(isAccepted ? acceptScreenProposal : refuseScreenProposal, { params: { id } }),
    // Also when it failed: somebody else may have decided.
    onSettled: () =>
      Promise.all(
        [PROPOSALS, ["admin", "cinemas"], ["cinemas"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
