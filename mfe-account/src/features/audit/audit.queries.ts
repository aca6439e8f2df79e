import { type AuditFilter, listAuditLogs } from "@bobine/contract/audit";
import { exportAuditList } from "@bobine/contract/list-exports";
import { callBinary, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export function useAuditLogs(page: number, filter: AuditFilter) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listAuditLogs, { query: { page, ...filter } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** The whole list of a filter as a file. */
export const readAuditCsv = async (filter: AuditFilter): Promise<Blob> =>
  (await callBinary(exportAuditList, { query: { ...filter } })).blob;
