import {
  downloadInvoiceFile,
  getInvoice,
  type InvoiceFile,
  type InvoiceOrdering,
  type InvoiceStatus,
  listInvoiceFiles,
  listInvoices,
} from "@bobine/contract/invoices";
import { callApi, callBinary, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

const POLL_MS = 5_000;

export interface InvoiceFilter {
  page: number;
  search: string;
  status: InvoiceStatus | undefined;
  ordering: InvoiceOrdering;
}

export function useInvoices(filter: InvoiceFilter) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["invoices", "page", filter],
    queryFn: ({ signal }) =>
      callApi(listInvoices, {
        query: {
          page: filter.page,
          search: filter.search || undefined,
          status: filter.status,
          ordering: filter.ordering,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    // A job issues the invoices of a report within seconds: they appear without anybody reloading.
    // After a failed first load it is the user's « Réessayer » or the network's return that reads again.
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : POLL_MS),
  });
}

export function useInvoice(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["invoices", "one", id],
    queryFn: ({ signal }) => callApi(getInvoice, { params: { id: id ?? 0 }, signal }),
    enabled: hasAccess && id !== undefined,
  });
}

/** Its documents; the server draws the one of an invoice that was issued a moment ago. */
export function useInvoiceFiles(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["invoices", "files", id],
    queryFn: ({ signal }) => callApi(listInvoiceFiles, { params: { id: id ?? 0 }, signal }),
    enabled: hasAccess && id !== undefined,
  });
}

/** The bytes of a document. Kept only while it is shown: a document can weigh megabytes. */
export function useInvoiceFile(file: InvoiceFile | undefined) {
  return useQuery({
    queryKey: ["invoice-file", file?.id],
    queryFn: ({ signal }) => callBinary(downloadInvoiceFile, { params: { id: file?.id ?? 0 }, signal }),
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
