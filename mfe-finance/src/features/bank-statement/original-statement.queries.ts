import { connectionStatus } from "@bobine/contract/bank-connection";
import { listTransactions } from "@bobine/contract/banking";
import { exportTransactionList } from "@bobine/contract/list-exports";
import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { callApi, callBinary, routeKey, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import type { DateRange } from "@bobine/shared-ui/dates";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";

/** All, those alone without an end (LET-46), or the credits alone that nobody is asked about (LET-51). */
export type WhichLines = "all" | "open" | "ignored";

/** Which lines the statement shows. */
export interface ShownLines extends DateRange {
  readonly account: number | undefined;
  readonly which: WhichLines;
}

export function useBankConnection() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(connectionStatus),
    enabled: hasAccess,
  });
}

/** Bank lines, newest first, with who lettered them and why. */
export function useTransactions(isWanted: boolean, shown: ShownLines) {
  const filter = filterQuery(shown);
  const { hasAccess } = useDistributorScope();
  return useInfiniteQuery({
    queryKey: routeKey(listTransactions, { query: { lettering: "true", ...filter } }),
    queryFn: ({ pageParam, signal }) =>
      callApi(listTransactions, { query: { page: String(pageParam), lettering: "true", ...filter }, signal }),
    initialPageParam: 1,
    // A page that is not full is the last one.
    getNextPageParam: (lines, pages) =>
      lines.length === TRANSACTION_LIST.pageSize ? pages.length + 1 : undefined,
    placeholderData: keepPreviousData,
    enabled: hasAccess && isWanted,
    staleTime: 0,
  });
}

/** Every line, not only those that are read so far. */
export const readTransactionsCsv = async (shown: ShownLines): Promise<Blob> =>
  (await callBinary(exportTransactionList, { query: filterQuery(shown) })).blob;

const filterQuery = ({ account, which, from, to }: ShownLines) => ({
  ...(account === undefined ? {} : { bank_account: String(account) }),
  ...(which === "all" ? {} : { [which]: "true" as const }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
