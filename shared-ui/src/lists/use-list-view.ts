import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Sort } from "../data-table-props.ts";
import { type ListAddress, type ListView, orderingOf, sortOf, viewOf, withView } from "./list-address.ts";

/** What a query gives of one page of a list. */
interface LoadedPage<Row> {
  readonly data: { readonly count: number; readonly results: readonly Row[] } | undefined;
  /** What shows is still the answer for another view. */
  readonly isPlaceholderData: boolean;
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

  const change = (part: Partial<ListView<Filters, Ordering>>, replace = false): void =>
    setParams(
      (current) => {
        const next = withView(address, { ...view, page: 1, ...part }, current);
        for (const name of address.endsWithChange ?? []) next.delete(name);
        return next;
      },
      { replace },
    );
  const goToPage = (page: number, replace = false): void =>
    change({ page } as Partial<ListView<Filters, Ordering>>, replace);

  return {
    view,
    change,
    /** The view alone as an address: another page of the product comes back to it. */
    queryString: withView(address, view).toString(),
    sort,
    onSort: (next: Sort): void =>
      change({ ordering: orderingOf(next) as Ordering } as Partial<ListView<Filters, Ordering>>),
    /** Rows of the table; none are known while the page is not one of the list. */
    rowsOf: <Row>({ data, isPlaceholderData }: LoadedPage<Row>): readonly Row[] | undefined =>
      data && !isPlaceholderData && data.count > 0 && data.results.length === 0 && view.page > 1
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
