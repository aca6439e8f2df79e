import { searchEverything } from "@bobine/contract/search";
import { routeQuery, useDistributorScope } from "@bobine/shared-auth";
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** The server's: less finds nothing. */
const MIN_LENGTH = 2;

/** What words find among the data of the distributor; nothing is asked before there are two letters. */
export function useFindings(words: string) {
  const { hasAccess } = useDistributorScope();
  const search = words.trim();
  const isRequested = hasAccess && search.length >= MIN_LENGTH;
  const findings = useQuery({
    ...routeQuery(searchEverything, { query: { search } }),
    placeholderData: keepPreviousData,
    enabled: isRequested,
  });
  return { ...findings, isRequested, hasAccess, data: isRequested ? findings.data : undefined };
}
