import {
  USER_ACTION_STATUSES,
  type UserActionOrdering,
  type UserActionStatus,
} from "@bobine/contract/user-actions";
import type { Period } from "@bobine/contract/route";
import sql, { join, raw, type Sql } from "sql-template-tag";
import { literals } from "../../db/literals.ts";
import { withinDays, withinInstants } from "../../db/period.ts";
import { ofAccount } from "../banking/lines-of-account.ts";
import { isUnfiltered } from "../../http/is-unfiltered.ts";
import { slipsOf } from "../banking/automatic-lettering.repository.ts";
import { type SearchTerm, searchTermsOf } from "../banking/search-terms.ts";
import { euros as eurosOf } from "../../db/money.ts";
import { CLOSED_STATUSES, OPEN_STATUSES } from "./queue-counts.ts";

export interface UserActionFilter extends Period {
  readonly distributorId: number;
  readonly status?: readonly UserActionStatus[] | undefined;
  readonly reason_code?: readonly string[] | undefined;
  /** Kind of the first candidate. */
  readonly suggestion?: readonly string[] | undefined;
  /** Only those whose first candidate differs by less than a cent. */
  readonly exact?: "true" | undefined;
  /** Only those whose automatic lettering people took apart. */
  readonly undone?: "automatic" | undefined;
  /** Only those about a line of that bank account (BANK-35). */
  readonly bank_account?: number | undefined;
  /** Only those that are a person's, or with null nobody's (LET-52). */
  readonly assignedTo?: number | null | undefined;
  readonly search?: string | undefined;
  readonly ordering?: UserActionOrdering | undefined;
}

const ORDER_COLUMNS: Readonly<Record<string, string>> = {
  // Of what no bank line asks, the day on which it was asked.
  transaction_date: "coalesce(t.transaction_date, (a.created_at at time zone 'Europe/Paris')::date)",
  transaction_amount: "t.amount",
};

/** UI-12: what waits for a person comes first; then the order that is asked for, of `user_action a` and its `bank_transaction t`, else newest first. */
export function userActionOrder(ordering: UserActionOrdering | undefined): Sql {
  const asked = ORDER_COLUMNS[ordering?.replace("-", "") ?? ""];
  const direction = ordering?.startsWith("-") ? "desc" : "asc";
  return raw(
    `order by (a.status in ('DONE', 'REJECTED')), ${asked ? `${asked} ${direction} nulls last, ` : ""}a.created_at desc, a.id desc`,
  );
}

const isNarrow = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined && values.length > 0;

const TABS = [[], OPEN_STATUSES, CLOSED_STATUSES, ...USER_ACTION_STATUSES.map((status) => [status])];

/**
 * True for what the tabs of the queue show, newest first. A plan for all values is the best one of these; a rare reason, a day or a person may
 * have a better one of its own.
 */
export const isTab = ({
  status = [],
  ...others
}: Omit<Partial<UserActionFilter>, "distributorId">): boolean =>
  isUnfiltered(others) &&
  TABS.some((tab) => tab.length === new Set(status).size && tab.every((one) => status.includes(one)));

const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Each word in one text without case and accents, or an amount beside it. */
function wordsIn(terms: readonly SearchTerm[], key: Sql, amountColumn?: Sql): Sql {
  return join(
    terms.map(({ text, amount, euros }) => {
      const like = sql`${key} like (select label_key(${containing(text)}))`;
      if (amountColumn === undefined) return like;
      if (amount !== undefined) return sql`(${like} or abs(${amountColumn}) = ${eurosOf(amount)})`;
      return euros === undefined ? like : sql`(${like} or trunc(abs(${amountColumn})) = ${euros}::numeric)`;
    }),
    " and ",
  );
}

/** Of actions `a`: those about a line of one bank account (BANK-35). */
export const aboutAccount = (accountId: number | undefined): Sql =>
  accountId === undefined
    ? sql`true`
    : sql`exists (select from bank_transaction t where t.id = a.transaction_id ${ofAccount(accountId)})`;

/** The whole condition on `user_action a`, tenant included: row-level security holds it anyway, the index needs it said. */
export function userActionCondition(filter: UserActionFilter): Sql {
  const conditions = [sql`a.distributor_id = ${filter.distributorId}`];
  // Literals: a plan for all values would walk what waits to find what is closed.
  if (isNarrow(filter.status))
    conditions.push(
      sql`a.status in ${literals(USER_ACTION_STATUSES.filter((one) => filter.status?.includes(one)))}`,
    );
  if (isNarrow(filter.reason_code)) conditions.push(sql`a.reason_code = any(${filter.reason_code})`);
  if (isNarrow(filter.suggestion)) conditions.push(sql`a.suggestion_kind = any(${filter.suggestion})`);
  if (filter.exact !== undefined) conditions.push(sql`a.suggestion_is_exact`);
  if (filter.undone !== undefined)
    conditions.push(sql`a.transaction_id in (${slipsOf(filter.distributorId)})`);
  if (filter.assignedTo !== undefined)
    conditions.push(
      filter.assignedTo === null ? sql`a.assigned_to is null` : sql`a.assigned_to = ${filter.assignedTo}`,
    );
  if (filter.bank_account !== undefined) conditions.push(aboutAccount(filter.bank_account));
  if (filter.from !== undefined || filter.to !== undefined)
    conditions.push(sql`(a.transaction_id in (
      select t.id from bank_transaction t
      where t.distributor_id = ${filter.distributorId} ${withinDays(sql`t.transaction_date`, filter)})
      or (a.transaction_id is null ${withinInstants(sql`a.created_at`, filter)}))`);
  const terms = searchTermsOf(filter.search ?? "");
  if (terms.length > 0)
    conditions.push(sql`(a.transaction_id in (
      select t.id from bank_transaction t
      where t.distributor_id = ${filter.distributorId} and ${wordsIn(terms, sql`t.label_key`, sql`t.amount`)})
      or (a.transaction_id is null and ${wordsIn(terms, sql`label_key(a.description)`)}))`);
  return join(conditions, " and ");
}
