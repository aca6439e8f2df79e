import { type AuditActionType, listAuditLogs } from "@bobine/contract/audit";
import { exportAuditList } from "@bobine/contract/list-exports";
import { callApi, callBinary, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

export function useAuditLogs(page: number, actionType: AuditActionType | undefined) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["audit-logs", page, actionType],
    queryFn: ({ signal }) => callApi(listAuditLogs, { query: { page, action_type: actionType }, signal }),
    placeholderData: keepPreviousData,
    enabled: hasAccess,
  });
}

/** The whole list of a filter as a file. */
export const readAuditCsv = async (actionType: AuditActionType | undefined): Promise<Blob> =>
  (await callBinary(exportAuditList, { query: { action_type: actionType } })).blob;
