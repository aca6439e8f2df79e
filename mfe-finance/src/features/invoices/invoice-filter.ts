import {
  INVOICE_STATUSES,
  type InvoiceOrdering,
  type InvoiceStatus,
  listInvoices,
} from "@bobine/contract/invoices";
import type { Sort } from "@bobine/shared-ui";
import type { InvoiceFilter } from "./invoices.queries.ts";

const DEFAULT_ORDERING: InvoiceOrdering = "-invoice_date";

const orderingOf = (text: string | null): InvoiceOrdering => {
  const parsed = listInvoices.query.shape.ordering.safeParse(text ?? undefined);
  return (parsed.success ? parsed.data : undefined) ?? DEFAULT_ORDERING;
};

/** The filter of an address; anything that makes no sense in it counts as absent. */
export function filterOf(params: URLSearchParams): InvoiceFilter {
  const page = Number(params.get("page") ?? "1");
  const status = params.get("status");
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    search: (params.get("search") ?? "").slice(0, 200),
    status: INVOICE_STATUSES.find((s): s is InvoiceStatus => s === status),
    ordering: orderingOf(params.get("ordering")),
  };
}

/** The address of a filter: what is default is left out. */
export function paramsOf(filter: InvoiceFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.page > 1) params.set("page", String(filter.page));
  if (filter.search) params.set("search", filter.search);
  if (filter.status) params.set("status", filter.status);
  if (filter.ordering !== DEFAULT_ORDERING) params.set("ordering", filter.ordering);
  return params;
}

export const sortOf = (ordering: InvoiceOrdering): Sort =>
  ordering.startsWith("-")
    ? { key: ordering.slice(1), direction: "desc" }
    : { key: ordering, direction: "asc" };

export const orderingOfSort = ({ key, direction }: Sort): InvoiceOrdering =>
  orderingOf(direction === "desc" ? `-${key}` : key);
