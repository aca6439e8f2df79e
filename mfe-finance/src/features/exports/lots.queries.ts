import type { CivilDate } from "@bobine/contract/civil-date";
import type { ExportFormat } from "@bobine/contract/exports";
import {
  listLots,
  type Lot,
  lotFileName,
  lotFileRoutes,
  type LotPreparation,
  lotPreparation,
  makeLot,
  previewLot,
} from "@bobine/contract/lots";
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
import { useEffect, useRef } from "react";

const POLL_MS = 1_500;

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

export const isUnderWay = (preparation: LotPreparation | null | undefined): boolean =>
  preparation?.state === "queued" || preparation?.state === "running";

/**
 * The lot that a job makes, followed to its end by whoever has the screen open.
 * @param onMade told when one that was followed is made
 */
export function useLotPreparation(onMade: () => void) {
  const client = useQueryClient();
  const { hasAccess } = useDistributorScope();
  const query = useQuery({
    ...routeQuery(lotPreparation),
    // Whoever comes back sees how it ended.
    staleTime: 0,
    enabled: hasAccess,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.preparation) ? POLL_MS : false),
  });
  const preparation = query.data?.preparation;
  const isMaking = isUnderWay(preparation);
  const wasMaking = useRef(false);
  useEffect(() => {
    if (wasMaking.current && !isMaking) {
      void invalidateAfter(client, makeLot);
      if (preparation === null) onMade();
    }
    wasMaking.current = isMaking;
  }, [isMaking, preparation, client, onMade]);
  return query;
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
