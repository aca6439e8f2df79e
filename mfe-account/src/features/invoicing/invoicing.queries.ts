import {
  changeInvoicingOptions,
  type InvoicingChanges,
  previewInvoicingOptions,
  readInvoicingOptions,
} from "@bobine/contract/invoicing-options";
import { readVatSettings } from "@bobine/contract/vat";
import {
  callApi,
  invalidateAfter,
  routeKey,
  routeQuery,
  useAction,
  useDistributorScope,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";

export function useInvoicingOptions() {
  const { hasAccess } = useDistributorScope();
  // The form begins once with what it gets: not with what a visit before has read.
  return useQuery({ ...routeQuery(readInvoicingOptions), enabled: hasAccess, gcTime: 0 });
}

export function useChangeInvoicingOptions() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async (body: InvoicingChanges & { totp_code?: string }) => {
      const kept = await callApi(changeInvoicingOptions, { body });
      client.setQueryData(routeKey(readInvoicingOptions), kept);
      await invalidateAfter(client, changeInvoicingOptions);
      return kept;
    },
  });
}

/** When VAT is due, which its own page changes. */
export function useVatRegime() {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(readVatSettings), enabled: hasAccess });
}

/** What an invoice of today would print; the last one stays while the next is on its way. */
export function useMentions(changes: InvoicingChanges | undefined) {
  return useQuery({
    queryKey: [...routeKey(previewInvoicingOptions), changes],
    queryFn: ({ signal }) => callApi(previewInvoicingOptions, { body: changes ?? {}, signal }),
    enabled: changes !== undefined,
    placeholderData: keepPreviousData,
  });
}
