import {
  changeVatSettings,
  exportVat,
  readVat,
  readVatSettings,
  vatFileName,
  type VatSettingsChange,
} from "@bobine/contract/vat";
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

/** Of a month, or of the one that is declared next. */
export function useVat(month: string | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(readVat, { query: month === undefined ? {} : { month } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** Fetches the file of a month and saves it. */
export const useVatFile = () =>
  useAction({
    mutationFn: async (month: string) => {
      const { blob } = await callBinary(exportVat, { query: { month } });
      saveFile(blob, vatFileName(month));
    },
  });

export function useVatSettings() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(readVatSettings), enabled: hasAccess });
}

export function useChangeVatSettings() {
  const client = useQueryClient();
  return useAction({
    mutationFn: (change: VatSettingsChange) => callApi(changeVatSettings, { body: change }),
    onSettled: () => void invalidateAfter(client, changeVatSettings),
  });
}
