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
export function useTransactions(isWanted: boolean, account: number | undefined) {
  const ofAccount = accountQuery(account);
  const { hasAccess } = useDistributorScope();
  return useGrowingList({
    queryKey: routeKey(listTransactions, { query: { lettering: "true", ...ofAccount } }),
    readPage: (page, signal) =>
      callApi(listTransactions, { query: { page: String(page), lettering: "true", ...ofAccount }, signal }),
    // A page that is not full is the last one.
    hasNext: (lines) => lines.length === TRANSACTION_LIST.pageSize,
    enabled: hasAccess && isWanted,
  });
}

/** Every line, not only those that are read so far. */
export const readTransactionsCsv = async (account: number | undefined): Promise<Blob> =>
  (await callBinary(exportTransactionList, { query: accountQuery(account) })).blob;

const accountQuery = (account: number | undefined): { bank_account?: string } =>
  account === undefined ? {} : { bank_account: String(account) };
