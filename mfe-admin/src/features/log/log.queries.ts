import { type AuditFilter, listConsoleLog } from "@bobine/contract/audit";
import { exportConsoleLog } from "@bobine/contract/list-exports";
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
