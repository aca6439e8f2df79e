import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import { listLots, type Lot, lotFileName, lotFileRoutes, makeLot, previewLot } from "@bobine/contract/lots";
import {
  callApi,
  callBinary,
  invalidateAfter,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { saveFile } from "@bobine/shared-ui/csv";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

export function useLots(page: number) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listLots, { query: { page: String(page) } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** What a lot of the typed days would hold; those that are not typed are the server's. */
export function useLotPreview(typed: { readonly from?: CivilDate; readonly to?: CivilDate }) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(previewLot, { query: typed }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    // A period that is refused is refused again.
    retry: false,
  });
}

export function useMakeLot() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (period: { period_from: CivilDate; period_to: CivilDate }) =>
      callApi(makeLot, { body: period }),
    // Also when it failed: somebody else may have made it.
    onSettled: () => invalidateAfter(client, makeLot),
  });
}

/** Fetches a file of a lot and saves it. */
export const useLotFile = () =>
  useAction({
    mutationFn: async ({ lot, format }: { lot: Lot; format: ExportFormat }) => {
      const { blob } = await callBinary(lotFileRoutes[format], { params: { id: String(lot.id) } });
      saveFile(blob, lotFileName(lot, format));
    },
  });
