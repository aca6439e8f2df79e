import type { UserActionStatus } from "@bobine/contract/user-actions";
import sql, { join, type Sql } from "sql-template-tag";
import { searchTermsOf } from "../banking/search-terms.ts";

export interface UserActionFilter {
  readonly distributorId: number;
  readonly status?: readonly UserActionStatus[] | undefined;
  readonly reason_code?: readonly string[] | undefined;
  /** Kind of the first candidate. */
  readonly suggestion?: readonly string[] | undefined;
  readonly search?: string | undefined;
}

const isNarrow = (values: readonly unknown[] | undefined): boolean =>
  values !== undefined && values.length > 0;

// `unaccent` of thousands of labels is slow; banks write few accents, and these are all that French has.
const plain = (text: Sql): Sql => sql`translate(lower(${text}), 'àâäéèêëîïôöùûüç', 'aaaeeeeiioouuuc')`;
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** The whole condition on `user_action a`, tenant included: row-level security holds it anyway, the index needs it said. */
export function userActionCondition(filter: UserActionFilter): Sql {
  const conditions = [sql`a.distributor_id = ${filter.distributorId}`];
  if (isNarrow(filter.status)) conditions.push(sql`a.status = any(${filter.status})`);
  if (isNarrow(filter.reason_code)) conditions.push(sql`a.reason_code = any(${filter.reason_code})`);
  if (isNarrow(filter.suggestion)) conditions.push(sql`a.suggestion_kind = any(${filter.suggestion})`);
  for (const { text, amount } of searchTermsOf(filter.search ?? "")) {
    const like = plain(sql`${containing(text)}::text`);
    const byAmount = amount === undefined ? sql`` : sql` or abs(t.amount) = ${amount / 100}::numeric(14, 2)`;
    conditions.push(sql`(${plain(sql`a.description`)} like ${like} or a.transaction_id in (
      select t.id from bank_transaction t
      where t.distributor_id = ${filter.distributorId} and (${plain(sql`t.label`)} like ${like}${byAmount})))`);
  }
  return join(conditions, " and ");
}
