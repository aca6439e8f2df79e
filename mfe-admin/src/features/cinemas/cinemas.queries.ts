import { importCinemas } from "@bobine/contract/cinema-import";
import { createCinema, deleteCinema, getCinema, listCinemas, updateCinema } from "@bobine/contract/cinemas";
import { exportConsoleCinemas } from "@bobine/contract/list-exports";
import type { RouteContract } from "@bobine/contract/route";
import {
  callApi,
  callBinary,
  invalidateAfter,
  routeKey,
  routeQuery,
  uploadFile,
  useAction,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ChangedCinema, WrittenCinema } from "./cinema-form.ts";

interface CinemasView {
  readonly page: number;
  readonly search: string;
  readonly ordering: string | undefined;
}

export function useConsoleCinemas(filter: CinemasView) {
  return useQuery({
    ...routeQuery(listCinemas, {
      query: { page: filter.page, search: filter.search || undefined, ordering: filter.ordering },
    }),
    placeholderData: keepPreviousData,
  });
}

/** A cinema that a form is taken up again for; as it is when that begins, the form's own base. */
export const useResumedCinema = (id: number) =>
  useQuery({
    ...routeQuery(getCinema, { params: { id } }),
    // Its own: not what another screen read a while ago.
    queryKey: [...routeKey(getCinema, { params: { id } }), "resumed"],
    staleTime: "static",
    gcTime: 0,
  });

/** Every cinema that the search finds, as a file. */
export const readCinemasCsv = async (filter: Omit<CinemasView, "page">): Promise<Blob> =>
  (
    await callBinary(exportConsoleCinemas, {
      query: { search: filter.search || undefined, ordering: filter.ordering },
    })
  ).blob;

/** A success shows with the new list; a failure shows at once, whatever the lists then take. */
function useCinemaMutation<Body, Answer>(route: RouteContract, call: (body: Body) => Promise<Answer>) {
  const client = useQueryClient();
  return useAction({
    mutationFn: call,
    onSettled: async (_answer, error) => {
      const refreshed = invalidateAfter(client, route);
      if (!error) await refreshed;
    },
  });
}

export const useValidateCinema = () =>
  useCinemaMutation(updateCinema, (id: number) =>
    callApi(updateCinema, { params: { id }, body: { is_validated: true } }),
  );

/** @param onDeleted before the lists are read again: the last cinema of a page takes the page with it */
export const useDeleteCinema = (onDeleted: () => void) =>
  useCinemaMutation(deleteCinema, async (id: number) => {
    await callApi(deleteCinema, { params: { id } });
    onDeleted();
  });

export const useCreateCinema = () =>
  useCinemaMutation(createCinema, (body: WrittenCinema) => callApi(createCinema, { body }));

/** Sends what is changed only: what somebody else changed meanwhile stays. */
export const useChangeCinema = () =>
  useCinemaMutation(updateCinema, ({ id, changes }: { id: number; changes: ChangedCinema }) =>
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
    onSettled: () => void invalidateAfter(client, importCinemas),
  });
  return { ...upload, percent };
}
