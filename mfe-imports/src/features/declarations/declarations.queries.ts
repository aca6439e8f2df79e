import {
  type DeclarationView,
  getReport,
  listDeclarations,
  listReports,
} from "@bobine/contract/declarations";
import { exportDeclarationList, exportReportList } from "@bobine/contract/list-exports";
import { answersOf, callBinary, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import type { DateRange } from "@bobine/shared-ui/dates";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** While something is to be invoiced a job is about it: what it did shows without anybody reloading. */
const POLL_MS = 5_000;

export function useReports(page: number, { from, to }: DateRange) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listReports, { query: { page: String(page), from, to } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** A report, followed while something of it waits. Its figures say when its declarations are other ones, of whatever page. */
export function useReport(id: number) {
  const client = useQueryClient();
  const { hasAccess } = useDistributorScope();
  const report = useQuery({
    ...routeQuery(getReport, { params: { id } }),
    enabled: hasAccess,
    refetchInterval: ({ state }) => (state.data && state.data.kept.pending > 0 ? POLL_MS : false),
  });
  const kept = report.data?.kept;
  const before = useRef<{ id: number; kept: typeof kept }>(undefined);
  useEffect(() => {
    if (before.current?.id === id && before.current.kept && before.current.kept !== kept)
      void client.invalidateQueries(answersOf(listDeclarations, { id }));
    before.current = { id, kept };
  }, [client, id, kept]);
  return report;
}

export interface DeclarationFilter {
  readonly page: number;
  readonly search: string;
  readonly show: DeclarationView | undefined;
}

export function useDeclarations(id: number, filter: DeclarationFilter) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listDeclarations, {
      params: { id },
      query: { page: String(filter.page), search: filter.search || undefined, show: filter.show },
    }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
    refetchInterval: ({ state }) =>
      state.data?.results.some((one) => one.outcome === "under_way") ? POLL_MS : false,
  });
}

/** Every report of the period, not only those of the page. */
export const readReportsCsv = async ({ from, to }: DateRange): Promise<Blob> =>
  (await callBinary(exportReportList, { query: { from, to } })).blob;

/** Every declaration of a report that the filter finds. */
export const readDeclarationsCsv = async (
  id: number,
  { search, show }: Omit<DeclarationFilter, "page">,
): Promise<Blob> =>
  (await callBinary(exportDeclarationList, { params: { id }, query: { search: search || undefined, show } }))
    .blob;
