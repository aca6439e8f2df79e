import {
  acceptLinkRequest,
  acceptScreenProposal,
  cutLink,
  listLinkRequests,
  listNewLinks,
  listScreenProposals,
  refuseScreenProposal,
} from "@bobine/contract/cinema-links";
import { callApi, KEPT_ACROSS_DISTRIBUTORS, useAction } from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

const PROPOSALS = ["admin", "screen-proposals"];
const LINKS = ["admin", "links"];
const REQUESTS = ["admin", "link-requests"];

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

export const useLinkRequests = (page: number) =>
  useQuery({
    queryKey: [...REQUESTS, page],
    queryFn: ({ signal }) => callApi(listLinkRequests, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export function useAcceptRequest() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, cinema }: { id: number; cinema: number | null }) =>
      callApi(acceptLinkRequest, { params: { id }, body: { cinema } }),
    onSettled: () =>
      Promise.all(
        [REQUESTS, LINKS, PROPOSALS, ["admin", "cinemas"], ["admin", "linked-cinemas"], ["cinemas"]].map(
          (queryKey) => client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function useCutLink() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, distributor }: { id: number; distributor: number }) =>
      callApi(cutLink, { params: { id, distributor } }),
    onSettled: () =>
      Promise.all(
        [LINKS, ["admin", "linked-cinemas"], ["cinemas"]].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
