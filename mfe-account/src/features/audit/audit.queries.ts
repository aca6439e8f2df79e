import { type AuditFilter, listAuditArchives, listAuditLogs } from "@bobine/contract/audit";
import { exportAuditArchive, exportAuditList } from "@bobine/contract/list-exports";
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

/** What is no longer in the log. @param isNext the log itself comes first */
export function useAuditArchives(isNext: boolean) {
  const { hasAccess } = useDistributorScope();
  return useQuery({ ...routeQuery(listAuditArchives), enabled: hasAccess && isNext });
}

export const readArchiveCsv = async (year: number): Promise<Blob> =>
  (await callBinary(exportAuditArchive, { params: { year } })).blob;
