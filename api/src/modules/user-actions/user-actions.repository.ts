import type { UserAction, UserActionStatus } from "@bobine/contract/user-actions";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";

/** Joined in one statement whatever the number of rows. */
const COLUMNS = sql([
  `a.id, a.status, a.reason, a.reason_code, a.explanation, a.transaction_id,
    t.transaction_date, coalesce(t.label, a.description) as transaction_description, t.amount as transaction_amount,
    coalesce(t.currency_code, 'EUR') as currency_code, a.created_at, a.suggested_invoices, a.candidates,
    (select coalesce(json_agg(json_build_object('invoice_id', i.id, 'invoice_number', i.invoice_number, 'amount', l.amount::text)
        order by i.invoice_date, i.invoice_number), '[]')
      from allocation l join invoice i on i.id = l.invoice_id
      where l.transaction_id = a.transaction_id and a.status = 'DONE') as allocations`,
]);
const FROM = sql`from user_action a left join bank_transaction t on t.id = a.transaction_id`;
/** SPEC §2.10: what waits for a person comes first, then newest first. */
const ORDER = sql`order by (a.status in ('DONE', 'REJECTED')), a.created_at desc, a.id desc`;

export interface UserActionFilter {
  readonly distributorId: number;
  readonly status?: UserActionStatus[] | undefined;
}

const conditionOf = ({ distributorId, status }: UserActionFilter): Sql =>
  status && status.length > 0
    ? sql`a.distributor_id = ${distributorId} and a.status = any(${status})`
    : sql`a.distributor_id = ${distributorId}`;

const CURSOR_ROWS = 500;

export const userActionsRepository = {
  async page(tx: Tx, filter: UserActionFilter, page: number, size: number) {
    const { count } = await tx.one<{ count: number }>(
      sql`select count(*) as count from user_action a where ${conditionOf(filter)}`,
    );
    // The page is cut before the joins, so that they are made for its rows only.
    const rows = await tx.many<UserAction>(sql`
      select ${COLUMNS} from (select * from user_action a where ${conditionOf(filter)} ${ORDER}
        limit ${size} offset ${(page - 1) * size}) a
      left join bank_transaction t on t.id = a.transaction_id ${ORDER}`);
    return { count, rows };
  },

  /** All rows of a list, some at a time, from one snapshot. */
  async *all(tx: Tx, filter: UserActionFilter): AsyncGenerator<UserAction[]> {
    await tx.run(sql`
      declare user_action_list no scroll cursor for select ${COLUMNS} ${FROM} where ${conditionOf(filter)} ${ORDER}`);
    const next = sql([`fetch ${CURSOR_ROWS} from user_action_list`]);
    for (;;) {
      const rows = await tx.many<UserAction>(next);
      yield rows;
      if (rows.length < CURSOR_ROWS) return;
    }
  },

  async one(tx: Tx, id: number): Promise<UserAction | undefined> {
    return await tx.maybe<UserAction>(sql`select ${COLUMNS} ${FROM} where a.id = ${id}`);
  },

  /** Whoever holds this lock decides about the action; everybody takes it before any other lock. */
  async lock(tx: Tx, id: number): Promise<{ status: UserActionStatus } | undefined> {
    return await tx.maybe(sql`select status from user_action where id = ${id} for update`);
  },

  async close(
    tx: Tx,
    id: number,
    status: "DONE" | "REJECTED",
    by: { readonly userId: number; readonly at: Date },
  ): Promise<void> {
    await tx.run(sql`
      update user_action set status = ${status}, resolved_by = ${by.userId}, resolved_at = ${by.at} where id = ${id}`);
  },
};
