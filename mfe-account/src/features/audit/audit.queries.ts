import { type AuditActionType, listAuditLogs } from "@bobine/contract/audit";
import { exportAuditList } from "@bobine/contract/list-exports";
import { callBinary, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export function useAuditLogs(page: number, actionType: AuditActionType | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(listAuditLogs, { query: { page, action_type: actionType } }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** The whole list of a filter as a file. */
export const readAuditCsv = async (actionType: AuditActionType | undefined): Promise<Blob> =>
  (await callBinary(exportAuditList, { query: { action_type: actionType } })).blob;
