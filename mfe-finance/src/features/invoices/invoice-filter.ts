import { type CivilDate, isCivilDate } from "@bobine/contract/civil-date";
import { INVOICE_ORDERINGS, INVOICE_STATUSES, type InvoiceStatus } from "@bobine/contract/invoices";
import { type DateRange, RANGE_ADDRESS } from "@bobine/shared-ui/dates";
import {
  flagValue,
  type ListView,
  manyOf,
  matchingValue,
  numberValue,
  textValue,
} from "@bobine/shared-ui/lists";
import { type Narrowing, NARROWING_ADDRESS } from "../../list-filters/narrowing.ts";

/** What narrows the list, its totals and its CSV. */
export interface InvoiceFilter extends DateRange, Narrowing {
  search: string;
  /** Any of them; none is all. */
  status: readonly InvoiceStatus[];
  cinema: number | undefined;
  /** The Wednesday of a cinema week. */
  week: CivilDate | undefined;
  overdue: boolean;
}

/** What of the list is in the address. */
export const INVOICE_ADDRESS = {
  filters: {
    search: textValue,
    status: manyOf(INVOICE_STATUSES),
    cinema: numberValue,
    week: matchingValue(isCivilDate),
    overdue: flagValue,
    ...NARROWING_ADDRESS,
    ...RANGE_ADDRESS,
  },
  orderings: INVOICE_ORDERINGS,
  ordering: "-invoice_date",
} as const;

export type InvoiceView = ListView<InvoiceFilter, (typeof INVOICE_ORDERINGS)[number]>;

/** The query of a filter, in the words of the contract. */
export const queryOf = (filter: InvoiceFilter) => ({
  search: filter.search || undefined,
  status: filter.status.length > 0 ? filter.status : undefined,
  cinema: filter.cinema === undefined ? undefined : String(filter.cinema),
  week: filter.week,
  overdue: filter.overdue ? ("true" as const) : undefined,
  amount_from: filter.amount_from,
  amount_to: filter.amount_to,
  letters: filter.letters,
  from: filter.from,
  to: filter.to,
});

/** The filter alone: sums do not depend on the page or the order. */
export const filterOf = ({
  search,
  status,
  cinema,
  week,
  overdue,
  amount_from,
  amount_to,
  letters,
  from,
  to,
}: InvoiceView): InvoiceFilter => ({
  search,
  status,
  cinema,
  week,
  overdue,
  amount_from,
  amount_to,
  letters,
  from,
  to,
});

export const isNarrowed = (filter: InvoiceFilter): boolean =>
  Object.values(queryOf(filter)).some((value) => value !== undefined);
