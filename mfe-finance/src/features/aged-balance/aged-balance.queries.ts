import {
  agedBalanceFileName,
  exportAgedBalance,
  printAgedBalance,
  readAgedBalance,
} from "@bobine/contract/client-accounts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { listGroupMerges, mergeGroups } from "@bobine/contract/group-merges";
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

/** What all clients owe on a day; today without one. */
export function useAgedBalance(on: CivilDate | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readAgedBalance, { query: { on } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

export const readAgedBalanceCsv = async (on: CivilDate | undefined): Promise<Blob> =>
  (await callBinary(exportAgedBalance, { query: { on } })).blob;

/** Draws the aged balance of a day, and saves it. */
export const useAgedBalancePdf = () =>
  useAction({
    mutationFn: async (on: CivilDate) => {
      const { blob } = await callBinary(printAgedBalance, { query: { on } });
      saveFile(blob, agedBalanceFileName(on, "pdf"));
    },
  });

export function useGroupMerges() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listGroupMerges), enabled: hasAccess });
}

export function useMergeGroups() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (name: string) => callApi(mergeGroups, { body: { name } }),
    onSettled: () => void invalidateAfter(client, mergeGroups),
  });
}
