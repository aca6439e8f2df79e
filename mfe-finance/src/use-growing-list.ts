import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";

const PAGE_STALE_MS = 10_000;

interface GrowingListOptions<Page> {
  readonly queryKey: readonly unknown[];
  /** @param page 1-based */
  readonly readPage: (page: number, signal: AbortSignal) => Promise<Page>;
  readonly hasNext: (page: Page) => boolean;
  readonly enabled: boolean;
}

/**
 * A list that shows its first page, then more of it on request. What is read again is all that shows, so that a line that moved
 * from one page to the next neither doubles nor disappears.
 */
export function useGrowingList<Page>({ queryKey, readPage, hasNext, enabled }: GrowingListOptions<Page>) {
  const key = JSON.stringify(queryKey);
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const count = wanted.key === key ? wanted.pages : 1;
  const query = useQuery({
    queryKey: [...queryKey, { pages: count }],
    queryFn: async ({ client, signal }) =>
      await Promise.all(
        Array.from({ length: count }, (_, index) =>
          client.fetchQuery({
            queryKey: [...queryKey, { page: index + 1 }],
            queryFn: () => readPage(index + 1, signal),
            staleTime: PAGE_STALE_MS,
            // The whole is tried again: both would be nine times, and seconds before anybody is told.
            retry: false,
          }),
        ),
      ),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 0,
  });
  const last = query.data?.at(-1);
  const isLoadingMore = count > 1 && query.isPlaceholderData;
  return {
    ...query,
    pages: query.data,
    isLoadingMore,
    /** Undefined when all of it shows. */
    showMore:
      isLoadingMore || (last !== undefined && hasNext(last))
        ? () => setWanted({ key, pages: count + 1 })
        : undefined,
  };
}
