import {
  answerCinemaRequest,
  type CinemaRequestState,
  listAllCinemaRequests,
  previewCinemaList,
} from "@bobine/contract/cinema-requests";
import {
  callApi,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

export const useAllCinemaRequests = (page: number, state: CinemaRequestState | undefined) =>
  useQuery({
    ...routeQuery(listAllCinemaRequests, { query: { page, state } }),
    placeholderData: keepPreviousData,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

/** What a proposed list would bring now. */
export const useListPreview = (id: number) =>
  useQuery({
    ...routeQuery(previewCinemaList, { params: { id } }),
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

export function useAnswerRequest(id: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (body: { state: "done" | "refused"; answer: string; cinema: number | null }) =>
      callApi(answerCinemaRequest, { params: { id }, body }),
    // Also when it failed: somebody else may have answered.
    onSettled: () => void invalidateAfter(client, answerCinemaRequest),
  });
}
