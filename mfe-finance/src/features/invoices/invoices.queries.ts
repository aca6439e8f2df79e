import { getCinema, listCinemas } from "@bobine/contract/cinemas";
import {
  createCreditNote,
  getInvoiceDetail,
  type NewCreditNote,
  setProvision,
} from "@bobine/contract/invoice-detail";
import {
  changeInvoice,
  downloadInvoiceFile,
  exportInvoiceList,
  getInvoice,
  type InvoiceChanges,
  type InvoiceFile,
  listInvoiceFiles,
  listInvoices,
  totalInvoices,
} from "@bobine/contract/invoices";
import type { BodyOf } from "@bobine/contract/route";
import { listInvoiceMails, previewSending, sendInvoice } from "@bobine/contract/mailing";
import {
  callApi,
  callBinary,
  fileQuery,
  invalidateAfter,
  routeQuery,
  useDistributorScope,
  useAction,
} from "@bobine/shared-auth";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { untilMailsLeft } from "../../mail-polling.ts";
import { type InvoiceFilter, type InvoiceView, queryOf } from "./invoice-filter.ts";

const POLL_MS = 5_000;
/** Sums read every invoice that matches: less often than a page. */
const TOTALS_POLL_MS = 20_000;
const NAME_STALE_MS = 300_000;

export function useInvoices(view: InvoiceView) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listInvoices, {
      query: { page: view.page, ...queryOf(view), ordering: view.ordering },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    // A job issues the invoices of a report within seconds: they appear without anybody reloading.
    // After a failed first load it is the user's « Réessayer » or the network's return that reads again.
    refetchInterval: ({ state }) => (state.data === undefined && state.error ? false : POLL_MS),
  });
}

export function useInvoiceTotals(filter: InvoiceFilter) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(totalInvoices, { query: queryOf(filter) }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.error ? false : TOTALS_POLL_MS),
  });
}

/** The whole list of a view, in its order, as a file. */
export const readInvoicesCsv = async (view: InvoiceView): Promise<Blob> =>
  (await callBinary(exportInvoiceList, { query: { ...queryOf(view), ordering: view.ordering } })).blob;

/** The first cinemas of the distributor that a word finds, to choose one: a super admin's list is of them all otherwise (UI-3). */
export function useCinemaChoices(search: string, isOpen: boolean) {
  const { hasAccess, distributorId } = useDistributorScope();
  return useQuery({
    ...routeQuery(listCinemas, {
      query: {
        page: "1",
        search: search || undefined,
        ordering: "name",
        distributors__id: distributorId?.toString(),
      },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess && isOpen,
  });
}

export function useCinemaName(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(getCinema, { params: { id: id ?? 0 } }),
    enabled: hasAccess && id !== undefined,
    staleTime: NAME_STALE_MS,
  });
}

export function useInvoice(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(getInvoice, { params: { id: id ?? 0 } }),
    enabled: hasAccess && id !== undefined,
  });
}

/** Everything about one invoice, mails aside. */
export function useInvoiceDetail(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(getInvoiceDetail, { params: { id: id ?? 0 } }),
    enabled: hasAccess && id !== undefined,
  });
}

/** Its mails; one that is under way is looked at again until it has left. */
export function useInvoiceMails(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listInvoiceMails, { params: { id: id ?? 0 } }),
    enabled: hasAccess && id !== undefined,
    refetchInterval: ({ state }) => untilMailsLeft(state.data?.results, state.dataUpdatedAt),
  });
}

/** What sending it would say: made anew each time that it is asked for. */
export const useSendingPreview = (id: number) =>
  useQuery({ ...routeQuery(previewSending, { params: { id } }), gcTime: 0, retry: false });

/** Its documents; the server draws the one of an invoice that was issued a moment ago. */
export function useInvoiceFiles(id: number | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listInvoiceFiles, { params: { id: id ?? 0 } }),
    enabled: hasAccess && id !== undefined,
  });
}

/** The bytes of a document. Kept only while it is shown: a document can weigh megabytes. */
export function useInvoiceFile(file: InvoiceFile | undefined) {
  return useQuery({
    ...fileQuery(downloadInvoiceFile, { params: { id: file?.id ?? 0 } }),
    enabled: file !== undefined,
    gcTime: 0,
  });
}

/** What people do with one invoice. Each changes what is due, so that what shows it is read again. */
export function useInvoiceActions(id: number) {
  const client = useQueryClient();
  const change = useAction({
    mutationFn: (body: InvoiceChanges) => callApi(changeInvoice, { params: { id }, body }),
    onSuccess: () => invalidateAfter(client, changeInvoice),
  });
  const credit = useAction({
    mutationFn: (body: NewCreditNote) => callApi(createCreditNote, { params: { id }, body }),
    onSuccess: () => invalidateAfter(client, createCreditNote),
  });
  const provide = useAction({
    mutationFn: (body: BodyOf<typeof setProvision>) => callApi(setProvision, { params: { id }, body }),
    onSuccess: () => invalidateAfter(client, setProvision),
  });
  const send = useAction({
    mutationFn: () => callApi(sendInvoice, { params: { id } }),
    // Not waited for: the dialog that asked would show why it cannot be sent again.
    onSuccess: () => void invalidateAfter(client, sendInvoice),
  });
  return { change, credit, send, provide };
}
