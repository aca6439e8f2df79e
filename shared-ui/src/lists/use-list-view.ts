import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { Sort } from "../data-table-props.ts";
import { type ListAddress, type ListView, orderingOf, sortOf, viewOf, withView } from "./list-address.ts";

/** What a query gives of one page of a list. */
interface LoadedPage<Row> {
  readonly data: { readonly count: number; readonly results: readonly Row[] } | undefined;
  /** What shows is still the answer for another view. */
  readonly isPlaceholderData: boolean;
}

/** What a list has of the address: it is kept under a name and comes back by it (UI-28). */
export interface ListQuery {
  /** Filters and order, without the page; empty for the whole list. */
  readonly text: string;
  /** Shows the list so instead, from its first page on. */
  readonly show: (text: string, replace?: boolean) => void;
  /** What of a query the list understands, as `text` has it. */
  readonly understood: (text: string) => string;
  /** The screen has just been opened, with nothing in its address. */
  readonly isOpening: boolean;
}

/** On a place of the history where somebody has taken all filters away: to come back to it is no opening. */
interface Place {
  readonly isWhole?: boolean;
}

/**
 * The view of a list that the address holds, and what the table and the pager need to change it. A change begins at page 1 and is a
 * step of « Back », unless it replaces; the page of an old link, or one whose rows went, gives way to the last one there is.
 * @param address the same one at each call: a constant of the module
 */
export function useListView<Filters, Ordering extends string = never>(
  address: ListAddress<Filters, Ordering>,
) {
  const [params, setParams] = useSearchParams();
  const view = useMemo(() => viewOf(address, params), [address, params]);
  const { ordering } = view;
  const sort = useMemo(() => (ordering === undefined ? undefined : sortOf(ordering)), [ordering]);

  const change = (part: Partial<ListView<Filters, Ordering>>, replace = false): void => {
    const asked = { ...view, page: 1, ...part };
    const isWhole = withView(address, asked).size === 0;
    setParams(
      (current) => {
        const next = withView(address, asked, current);
        for (const name of address.endsWithChange ?? []) next.delete(name);
        return next;
      },
      { replace, ...(isWhole ? { state: { isWhole } satisfies Place } : {}) },
    );
  };
  const goToPage = (page: number, replace = false): void =>
    change({ page } as Partial<ListView<Filters, Ordering>>, replace);

  const latestChange = useRef(change);
  useEffect(() => {
    latestChange.current = change;
  });
  const text = withView(address, { ...view, page: 1 }).toString();
  const isOpening = useIsOpening();
  // The same one as long as the list shows the same: a toolbar that takes it is not drawn with each row.
  const query = useMemo((): ListQuery => {
    const inList = (saved: string) => viewOf(address, new URLSearchParams(saved));
    return {
      text,
      show: (saved, replace) => latestChange.current({ ...inList(saved), page: 1 }, replace),
      understood: (saved) => withView(address, { ...inList(saved), page: 1 }).toString(),
      isOpening,
    };
  }, [address, text, isOpening]);

  // The same one always: the headers of a table are drawn again when the order changes.
  const onSort = useCallback(
    (next: Sort): void =>
      latestChange.current({ ordering: orderingOf(next) as Ordering } as Partial<
        ListView<Filters, Ordering>
      >),
    [],
  );

  return {
    view,
    change,
    query,
    /** The view alone as an address: another page of the product comes back to it. */
    queryString: withView(address, view).toString(),
    sort,
    onSort,
    /** Rows of the table; none are known while the page is not one of the list, or what shows is the answer for such a page. */
    rowsOf: <Row>({ data, isPlaceholderData }: LoadedPage<Row>): readonly Row[] | undefined =>
      data && data.count > 0 && data.results.length === 0 && (isPlaceholderData || view.page > 1)
        ? undefined
        : data?.results,
    pagerOf: ({ data, isPlaceholderData }: LoadedPage<unknown>) => ({
      page: view.page,
      count: data?.count ?? 0,
      onPage: (page: number) => goToPage(page),
      // How many pages another view has says nothing about this one.
      ...(isPlaceholderData ? {} : { onGone: (last: number) => goToPage(last, true) }),
    }),
  };
}

function useIsOpening(): boolean {
  const { search, key, state } = useLocation() as { search: string; key: string; state: Place | null };
  const [openedAt] = useState(() => (search === "" && state?.isWhole !== true ? key : undefined));
  return key === openedAt;
}
