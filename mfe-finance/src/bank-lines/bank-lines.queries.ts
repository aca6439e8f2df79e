import { listTransactions, totalTransactions } from "@bobine/contract/banking";
import { exportTransactionList } from "@bobine/contract/list-exports";
import { TRANSACTION_LIST } from "@bobine/contract/lists/transactions";
import { callApi, callBinary, routeKey, routeQuery, useDistributorScope } from "@bobine/shared-auth";
import type { DateRange } from "@bobine/shared-ui/dates";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Narrowing } from "../list-filters/narrowing.ts";

/** All, those alone without an end (LET-46) or of these those that no action waits for, or the credits alone that nobody is asked about (LET-51). */
export type WhichLines = "all" | "open" | "unasked" | "ignored";

/** As address and query name them. */
export const BOUNDS = ["from", "to", "amount_from", "amount_to", "letters"] as const;

/** Which lines a list shows. */
export interface ShownLines extends DateRange, Narrowing {
  readonly account: number | undefined;
  readonly which: WhichLines;
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

/** Sums over every line of a filter. */
export function useTransactionTotals(isWanted: boolean, shown: ShownLines) {
  const { hasAccess } = useDistributorScope();
  return useQuery({
    ...routeQuery(totalTransactions, { query: filterQuery(shown) }),
    placeholderData: keepPreviousData,
    enabled: hasAccess && isWanted,
  });
}

const filterQuery = ({ account, which, ...bounds }: ShownLines) => ({
  ...(account === undefined ? {} : { bank_account: String(account) }),
  ...(which === "all" ? {} : { [which]: "true" as const }),
  ...Object.fromEntries(BOUNDS.flatMap((name) => (bounds[name] === undefined ? [] : [[name, bounds[name]]]))),
});
