import { listCinemas, updateCinema } from "@bobine/contract/cinemas";
import { callApi } from "@bobine/shared-auth";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

export function useConsoleCinemas(filter: { page: number; search: string; ordering: string }) {
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

export function useValidateCinema() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(updateCinema, { params: { id }, body: { is_validated: true } }),
    onSettled: async (_data, error) => {
      const refreshed = Promise.all([
        client.invalidateQueries({ queryKey: ["admin", "cinemas"] }),
        client.invalidateQueries({ queryKey: ["cinemas"] }),
      ]);
      // A success shows the new list; a failure shows at once, whatever the lists then take.
      if (!error) await refreshed;
    },
  });
}
