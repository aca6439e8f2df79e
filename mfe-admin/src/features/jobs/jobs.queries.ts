import { exportJobList } from "@bobine/contract/list-exports";
import { cancelJob, type JobState, listJobs, runJobAgain } from "@bobine/contract/operations";
import {
  callApi,
  callBinary,
  invalidateAfter,
  KEPT_ACROSS_DISTRIBUTORS,
  routeQuery,
  useAction,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

/** Jobs go on by themselves: the list follows while it is looked at. */
const REFRESH_MS = 10_000;
/** Whoever has asked a job to stop waits for it. */
const REFRESH_STOPPING_MS = 1_500;

export function useJobs(page: number, state: JobState | undefined) {
  return useQuery({
    ...routeQuery(listJobs, { query: { page, state } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.results.some((job) => job.cancel_requested_at !== null) ? REFRESH_STOPPING_MS : REFRESH_MS,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });
}

/** Every job that the filter finds, as a file. */
export const readJobsCsv = async (state: JobState | undefined): Promise<Blob> =>
  (await callBinary(exportJobList, { query: { state } })).blob;

export function useRunAgain() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (job: string) => callApi(runJobAgain, { params: { job } }),
    // Also when it failed: the job is no longer what the list shows.
    onSettled: () => invalidateAfter(client, runJobAgain),
  });
}

export function useCancelJob() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (job: string) => callApi(cancelJob, { params: { job } }),
    onSettled: () => invalidateAfter(client, cancelJob),
  });
}
