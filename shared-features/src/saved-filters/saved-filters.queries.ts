import {
  changeSavedFilter,
  deleteSavedFilter,
  type FilteredList,
  listSavedFilters,
  saveFilter,
} from "@bobine/contract/saved-filters";
import type { RouteContract } from "@bobine/contract/route";
import { callApi, invalidateAfter, routeQuery, useAction, useDistributorScope } from "@bobine/shared-auth";
import { useQuery, useQueryClient } from "@tanstack/react-query";

/** The filters of a list that whoever looks has saved for this distributor. */
export function useSavedFilters(list: FilteredList) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listSavedFilters, { query: { list } }),
    select: ({ results }) => results,
    enabled: hasAccess,
  });
}

/** After a refusal too: another tab may have changed them. */
function useAfter(route: RouteContract): () => void {
  const client = useQueryClient();
  return () => void invalidateAfter(client, route);
}

export function useSaveFilter() {
  const onSettled = useAfter(saveFilter);
  return useAction({
    mutationFn: (body: { list: FilteredList; name: string; query: string }) => callApi(saveFilter, { body }),
    onSettled,
  });
}

export function useChangeSavedFilter() {
  const onSettled = useAfter(changeSavedFilter);
  return useAction({
    mutationFn: ({ id, ...body }: { id: number; name?: string; is_default?: boolean }) =>
      callApi(changeSavedFilter, { params: { id }, body }),
    onSettled,
  });
}

export function useDeleteSavedFilter() {
  const onSettled = useAfter(deleteSavedFilter);
  return useAction({
    mutationFn: (id: number) => callApi(deleteSavedFilter, { params: { id } }),
    onSettled,
  });
}
