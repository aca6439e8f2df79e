import { OWED } from "../../db/invoice-statuses.ts";
import { withinAmounts, withinDays } from "../../db/period.ts";
import type { AmountRange, Period } from "@bobine/contract/route";
import type { CivilDate } from "@bobine/contract/civil-date";
import type { InvoiceOrdering } from "@bobine/contract/invoices";
import sql, { join, raw, type Sql } from "sql-template-tag";

/** A search box takes a few words; more than this is not a person's. */
const MAX_TERMS = 8;

export interface InvoiceTerm {
  /** What the cinema's name or the number, as they are written, must contain. */
  readonly text: string;
  /** The same for numbers, whatever their punctuation: `F26-000123` finds F26000123. */
  readonly numberKey?: string;
  readonly week?: { readonly number: number; readonly year?: number };
}

/** The words of a search: each one must match (UI-23: cinema name, invoice number and week; BILL-1: `47`, `S47`, `S47/2026`, `47/2026`). */
export function invoiceTermsOf(search: string): InvoiceTerm[] {
  const words = search
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.slice(0, MAX_TERMS).map((text): InvoiceTerm => {
    const key = text.replace(/[^A-Za-z0-9]/g, "").toUpperCase();
    const [, number, year] = /^s?(\d{1,2})(?:\/(\d{4}))?$/i.exec(text) ?? [];
    return {
      text,
      ...(/\d/.test(key) ? { numberKey: key } : {}),
      ...(number ? { week: { number: Number(number), ...(year ? { year: Number(year) } : {}) } } : {}),
    };
  });
}

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/**
 * One term as a condition on `invoice i`. Row-level security keeps `like` away from any index (it is not leakproof), so the
 * distributor's rows are read, and what they are compared with stands ready in a column of each.
 */
function conditionOf(term: InvoiceTerm): Sql {
  const arms = [sql`i.search_text like (select search_key(${containing(term.text)}))`];
  if (term.numberKey) arms.push(sql`i.number_key like ${containing(term.numberKey)}`);
  if (term.week) {
    const year = term.week.year === undefined ? sql`` : sql` and i.week_year = ${term.week.year}`;
    arms.push(sql`(i.week_number = ${term.week.number}${year})`);
  }
  return sql`(${join(arms, " or ")})`;
}

export interface InvoiceFilter extends Period, AmountRange {
  readonly search?: string | undefined;
  readonly status?: readonly string[] | undefined;
  readonly cinema?: readonly number[] | undefined;
  /** Wednesdays. */
  readonly week?: readonly CivilDate[] | undefined;
  /** Only what is not settled and was due before this day. */
  readonly overdueOn?: CivilDate | undefined;
  readonly letters?: string | undefined;
}

const isNarrow = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined && values.length > 0;

/** True when the filter asks for something that the tally by status does not know. */
export const needsCounting = ({ search, cinema, week, ...asked }: InvoiceFilter): boolean =>
  Boolean(search?.trim()) ||
  isNarrow(cinema) ||
  isNarrow(week) ||
  (asked.overdueOn ?? asked.from ?? asked.to ?? asked.amount_from ?? asked.amount_to ?? asked.letters) !==
    undefined;

/** True when nothing is asked but one word, in a box: of such searches there are a few texts, whatever the word. */
export const isOneWord = ({ search = "", status, ...asked }: InvoiceFilter): boolean =>
  invoiceTermsOf(search).length === 1 && !isNarrow(status) && !needsCounting(asked);

/** The whole condition of a list, tenant included: row-level security holds it anyway, the index needs it said. */
export function invoiceCondition(distributorId: number, filter: InvoiceFilter): Sql {
  const conditions = [sql`i.distributor_id = ${distributorId}`];
  if (isNarrow(filter.status)) conditions.push(sql`i.status = any(${filter.status})`);
  if (isNarrow(filter.cinema)) conditions.push(sql`i.cinema_id = any(${filter.cinema}::bigint[])`);
  if (isNarrow(filter.week)) conditions.push(sql`i.week_start = any(${filter.week}::date[])`);
  // The statuses are those of the index of what is unpaid.
  if (filter.overdueOn !== undefined)
    conditions.push(sql`i.status in ${OWED} and i.due_date < ${filter.overdueOn}`);
  if (filter.letters !== undefined) conditions.push(sql`i.lettering_letters = ${filter.letters}`);
  for (const term of invoiceTermsOf(filter.search ?? "")) conditions.push(conditionOf(term));
  return sql`${join(conditions, " and ")} ${withinDays(sql`i.invoice_date`, filter)} ${withinAmounts(sql`i.total_amount`, filter)}`;
}

const ORDER_COLUMNS: Record<string, string> = {
  invoice_number: "i.number_key",
  invoice_date: "i.invoice_date",
  cinema_name: "search_key(i.cinema_name)",
  due_date: "i.due_date",
  total_amount: "i.total_amount",
  status: "i.status",
  // Of two years, the weeks follow each other in time.
  week_number: "i.week_start",
};

interface Order {
  readonly column: string;
  readonly direction: "asc" | "desc";
  readonly nulls: string;
}

function orderOf(ordering: InvoiceOrdering = "-invoice_date"): Order {
  const column = ORDER_COLUMNS[ordering.replace("-", "")];
  if (column === undefined) throw new RangeError(`not an ordering: ${ordering}`);
  return {
    column,
    direction: ordering.startsWith("-") ? "desc" : "asc",
    // An imported invoice may have no week: it comes last both ways.
    nulls: column === "i.week_start" ? " nulls last" : "",
  };
}

/** The whitelisted order, made total by the id. Newest first when none is asked for. */
export function invoiceOrder(ordering?: InvoiceOrdering): Sql {
  const { column, direction, nulls } = orderOf(ordering);
  return raw(`${column} ${direction}${nulls}, i.id ${direction}`);
}

/** What that order looks at, and the same order over rows `i` that have only this, as `place`. */
export function invoicePlace(ordering?: InvoiceOrdering): { readonly place: Sql; readonly order: Sql } {
  const { column, direction, nulls } = orderOf(ordering);
  return { place: raw(column), order: raw(`i.place ${direction}${nulls}, i.id ${direction}`) };
}
