import { connectionStatus } from "@bobine/contract/bank-connection";
import { listTransactions } from "@bobine/contract/banking";
import { exportTransactionList } from "@bobine/contract/list-exports";
import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { callApi, callBinary, routeKey, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { useQuery } from "@tanstack/react-query";
import { useGrowingList } from "../../use-growing-list.ts";

export function useBankConnection() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(connectionStatus),
    enabled: hasAccess,
  });
}

/** Bank lines, newest first, with who lettered them and why. */
export function useTransactions(isWanted: boolean) {
  const { hasAccess } = useDistributorScope();
  return useGrowingList({
    queryKey: routeKey(listTransactions, { query: { lettering: "true" } }),
    readPage: (page, signal) =>
      callApi(listTransactions, { query: { page: String(page), lettering: "true" }, signal }),
    // A page that is not full is the last one.
    hasNext: (lines) => lines.length === TRANSACTION_LIST.pageSize,
    enabled: hasAccess && isWanted,
  });
}

/** Every line, not only those that are read so far. */
export const readTransactionsCsv = async (): Promise<Blob> => (await callBinary(exportTransactionList)).blob;
