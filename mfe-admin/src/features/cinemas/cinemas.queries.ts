import { importCinemas } from "@bobine/contract/cinema-import";
import { createCinema, deleteCinema, getCinema, listCinemas, updateCinema } from "@bobine/contract/cinemas";
import { listDistributorOptions } from "@bobine/contract/distributors";
import { exportConsoleCinemas } from "@bobine/contract/list-exports";
import { callApi, callBinary, KEPT_ACROSS_DISTRIBUTORS, uploadFile, useAction } from "@bobine/shared-auth";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangedCinema, WrittenCinema } from "./cinema-form.ts";

interface CinemasView {
  readonly page: number;
  readonly search: string;
  readonly ordering: string | undefined;
}

export function useConsoleCinemas(filter: CinemasView) {
  return useQuery({
    queryKey: ["admin", "cinemas", filter],
    queryFn: ({ signal }) =>
      callApi(listCinemas, {
        query: { page: filter.page, search: filter.search || undefined, ordering: filter.ordering },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** A cinema that a form is taken up again for; as it is when that begins, the form's own base. */
export const useResumedCinema = (id: number) =>
  useQuery({
    queryKey: ["admin", "resumed-cinema", id],
    queryFn: ({ signal }) => callApi(getCinema, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Every cinema that the search finds, as a file. */
export const readCinemasCsv = async (filter: Omit<CinemasView, "page">): Promise<Blob> =>
  (
    await callBinary(exportConsoleCinemas, {
      query: { search: filter.search || undefined, ordering: filter.ordering },
    })
  ).blob;

/** The console's list, the cinemas screen's, and what distributors are linked to. */
const refreshLists = (client: QueryClient) =>
  Promise.all(
    [["admin", "cinemas"], ["admin", "linked-cinemas"], ["cinemas"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** A success shows with the new list; a failure shows at once, whatever the lists then take. */
function useCinemaMutation<Body, Answer>(call: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useAction({
    mutationFn: call,
    onSettled: async (_answer, error) => {
      const refreshed = refreshLists(client);
      if (!error) await refreshed;
    },
  });
}

export const useValidateCinema = () =>
  useCinemaMutation((id: number) => callApi(updateCinema, { params: { id }, body: { is_validated: true } }));

/** @param onDeleted before the lists are read again: the last cinema of a page takes the page with it */
export const useDeleteCinema = (onDeleted: () => void) =>
  useCinemaMutation(async (id: number) => {
    await callApi(deleteCinema, { params: { id } });
    onDeleted();
  });

export const useCreateCinema = () =>
  useCinemaMutation((body: WrittenCinema) => callApi(createCinema, { body }));

/** Sends what is changed only: what somebody else changed meanwhile stays. */
export const useChangeCinema = () =>
  useCinemaMutation(({ id, changes }: { id: number; changes: ChangedCinema }) =>
    callApi(updateCinema, { params: { id }, body: changes }),
  );

export function useImportCinemas() {
  const [percent, setPercent] = useState(0);
  const client = useQueryClient();
  const upload = useAction({
    mutationFn: (file: File) => {
      setPercent(0);
      return uploadFile(importCinemas, file, { onProgress: setPercent });
    },
    // Also after a failure: rows may have been written before the answer was lost.
    onSettled: () => void refreshLists(client),
  });
  return { ...upload, percent };
}

export const useDistributorOptions = () =>
  useQuery({
    queryKey: ["distributor-options"],
    queryFn: ({ signal }) => callApi(listDistributorOptions, { signal }),
    meta: KEPT_ACROSS_DISTRIBUTORS,
    staleTime: 60_000,
  });
