import {
  listCinemaRequests,
  proposeCinema,
  proposeCinemaList,
  requestCorrection,
  withdrawCinemaRequest,
} from "@bobine/contract/cinema-requests";
import type { CinemaProposal } from "@bobine/contract/cinemas";
import {
  callApi,
  invalidateAfter,
  routeQuery,
  uploadFile,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

/** What the distributor's people have asked, newest first: about all cinemas, or about one. */
export function useCinemaRequests({ page = 1, cinema }: { page?: number; cinema?: number | undefined }) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listCinemaRequests, { query: { page, cinema } }),
    enabled: hasAccess,
    placeholderData: keepPreviousData,
  });
}

export function useRequestCorrection() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: { cinema: number; words: string }) => callApi(requestCorrection, { body }),
    onSettled: () => void invalidateAfter(client, requestCorrection),
  });
}

export function useProposeCinema() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: CinemaProposal & { words: string }) => callApi(proposeCinema, { body }),
    onSettled: () => void invalidateAfter(client, proposeCinema),
  });
}

/** Sends a list of cinemas to propose (CIN-11); `percent` of it has left. */
export function useProposeCinemaList() {
  const [percent, setPercent] = useState(0);
  const client = useQueryClient();
  const upload = useAction({
    mutationFn: ({ file, words }: { file: File; words: string }) => {
      setPercent(0);
      return uploadFile(proposeCinemaList, file, { onProgress: setPercent, fields: { words } });
    },
    onSettled: () => void invalidateAfter(client, proposeCinemaList),
  });
  return { ...upload, percent };
}

/** Takes a request back while it waits (CIN-10). */
export function useWithdrawRequest() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (id: number) => callApi(withdrawCinemaRequest, { params: { id } }),
    onSettled: () => void invalidateAfter(client, withdrawCinemaRequest),
  });
}
