import { connectionStatus } from "@bobine/contract/bank-connection";
import { listTransactions } from "@bobine/contract/banking";
import { callApi, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";

/** The server's; a page that is not full is the last one. */
const PAGE_SIZE = 100;

export function useBankConnection() {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    queryKey: ["bank-connection"],
    queryFn: ({ signal }) => callApi(connectionStatus, { signal }),
    enabled: hasAccess,
  });
}

/** Bank lines, newest first, with who lettered them and why. */
export function useTransactions(isWanted: boolean) {
  const { hasAccess } = useDistributorScope();
  return useInfiniteQuery({
    queryKey: ["transactions", "lettered"],
    queryFn: ({ signal, pageParam }) =>
      callApi(listTransactions, { query: { page: String(pageParam), lettering: "true" }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length < PAGE_SIZE ? undefined : pages.length + 1),
    placeholderData: keepPreviousData,
    enabled: hasAccess && isWanted,
  });
}
