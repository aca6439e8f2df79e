import { type AuditFilter, listConsoleArchives, listConsoleLog } from "@bobine/contract/audit";
import { exportConsoleArchive, exportConsoleLog } from "@bobine/contract/list-exports";
import { callBinary, KEPT_ACROSS_DISTRIBUTORS, routeQuery } from "@bobine/shared-auth";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export const useConsoleLog = (page: number, filter: AuditFilter) =>
  useQuery({
    ...routeQuery(listConsoleLog, { query: { page, ...filter } }),
    placeholderData: keepPreviousData,
    // Whoever comes from another tab looks for what they have just done there.
    staleTime: 0,
    meta: KEPT_ACROSS_DISTRIBUTORS,
  });

/** All that the filter finds, as a file. */
export const readConsoleLogCsv = async (filter: AuditFilter): Promise<Blob> =>
  (await callBinary(exportConsoleLog, { query: { ...filter } })).blob;

/** What is no longer in the log (SEC-28). @param isNext the log itself comes first */
export const useConsoleArchives = (isNext: boolean) =>
  useQuery({ ...routeQuery(listConsoleArchives), enabled: isNext, meta: KEPT_ACROSS_DISTRIBUTORS });

export const readConsoleArchiveCsv = async (year: number): Promise<Blob> =>
  (await callBinary(exportConsoleArchive, { params: { year } })).blob;
