import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import {
  INVOICE_STATUSES,
  type InvoiceOrdering,
  type InvoiceStatus,
  listInvoices,
} from "@bobine/contract/invoices";
import type { Sort } from "@bobine/shared-ui";

/** What narrows the list, its totals and its CSV. */
export interface InvoiceFilter {
  search: string;
  /** Any of them; none is all. */
  status: readonly InvoiceStatus[];
  cinema: number | undefined;
  /** The Wednesday of a cinema week. */
  week: CivilDate | undefined;
  overdue: boolean;
}

export interface InvoiceView extends InvoiceFilter {
  page: number;
  ordering: InvoiceOrdering;
}

const DEFAULT_ORDERING: InvoiceOrdering = "-invoice_date";

const orderingOf = (text: string | null): InvoiceOrdering => {
  const parsed = listInvoices.query.shape.ordering.safeParse(text ?? undefined);
  return (parsed.success ? parsed.data : undefined) ?? DEFAULT_ORDERING;
};

const positive = (text: string | null): number | undefined => {
  const number = Number(text ?? "");
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** The view of an address; anything that makes no sense in it counts as absent. */
export function viewOf(params: URLSearchParams): InvoiceView {
  const statuses = params.getAll("status");
  const week = params.get("week");
  return {
    page: positive(params.get("page")) ?? 1,
    search: (params.get("search") ?? "").slice(0, 200),
    status: INVOICE_STATUSES.filter((status) => statuses.includes(status)),
    cinema: positive(params.get("cinema")),
    week: week !== null && isCivilDate(week) ? week : undefined,
    overdue: params.get("overdue") === "true",
    ordering: orderingOf(params.get("ordering")),
  };
}

/** The address of a view: what is default is left out. */
export function paramsOf(view: InvoiceView): URLSearchParams {
  const params = new URLSearchParams();
  if (view.page > 1) params.set("page", String(view.page));
  if (view.search) params.set("search", view.search);
  for (const status of view.status) params.append("status", status);
  if (view.cinema !== undefined) params.set("cinema", String(view.cinema));
  if (view.week) params.set("week", view.week);
  if (view.overdue) params.set("overdue", "true");
  if (view.ordering !== DEFAULT_ORDERING) params.set("ordering", view.ordering);
  return params;
}

/** The query of a filter, in the words of the contract. */
export const queryOf = (filter: InvoiceFilter) => ({
  search: filter.search || undefined,
  status: filter.status.length > 0 ? filter.status : undefined,
  cinema: filter.cinema === undefined ? undefined : String(filter.cinema),
  week: filter.week,
  overdue: filter.overdue ? ("true" as const) : undefined,
});

/** The filter alone: sums do not depend on the page or the order. */
export const filterOf = ({ search, status, cinema, week, overdue }: InvoiceView): InvoiceFilter => ({
  search,
  status,
  cinema,
  week,
  overdue,
});

export const isNarrowed = (filter: InvoiceFilter): boolean =>
  Object.values(queryOf(filter)).some((value) => value !== undefined);

export const sortOf = (ordering: InvoiceOrdering): Sort =>
  ordering.startsWith("-")
    ? { key: ordering.slice(1), direction: "desc" }
    : { key: ordering, direction: "asc" };

export const orderingOfSort = ({ key, direction }: Sort): InvoiceOrdering =>
  orderingOf(direction === "desc" ? `-${key}` : key);
