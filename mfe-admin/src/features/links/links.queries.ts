import {
  acceptLinkRequest,
  acceptScreenProposal,
  cutLink,
  listLinkRequests,
  listNewLinks,
  listScreenProposals,
  refuseScreenProposal,
} from "@bobine/contract/cinema-links";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

export const useScreenProposals = (page: number) =>
  useQuery({
    ...routeQuery(listScreenProposals, { query: { page } }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export const useNewLinks = (page: number) =>
  useQuery({
    ...routeQuery(listNewLinks, { query: { page } }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export function useDecideProposal() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, isAccepted }: { id: number; isAccepted: boolean }) =>
      callApi(isAccepted ? acceptScreenProposal : refuseScreenProposal, { params: { id } }),
    // Also when it failed: somebody else may have decided.
    onSettled: () => invalidateAfter(client, acceptScreenProposal),
  });
}

export const useLinkRequests = (page: number) =>
  useQuery({
    ...routeQuery(listLinkRequests, { query: { page } }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export function useAcceptRequest() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, cinema }: { id: number; cinema: number | null }) =>
      callApi(acceptLinkRequest, { params: { id }, body: { cinema } }),
    onSettled: () => invalidateAfter(client, acceptLinkRequest),
  });
}

export function useCutLink() {
  const client = useQueryClient();
  return useAction({
    mutationFn: ({ id, distributor }: { id: number; distributor: number }) =>
      callApi(cutLink, { params: { id, distributor } }),
    onSettled: () => invalidateAfter(client, cutLink),
  });
}
