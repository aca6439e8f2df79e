import sql from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { BankTransactionRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import type { NewUserAction, SavedLine } from "./import.repository.ts";

const LINE_COLUMNS = columnsOf<BankTransactionRow>()(
  ["id", "label", "amount", "transaction_date", "currency_code", "evidence"],
  "t",
);

/** An open action about a credit, with what it proposes. */
export interface OpenActionLine extends SavedLine {
  readonly action_id: number;
  readonly proposed_ids: readonly number[];
}

/** So many of the latest are proposed again: a longer queue is not read by people either. */
const MOST_LINES = 500;

export const proposalsRepository = {
  /** Which of these distributors have a credit that waits for a person. */
  async waiting(tx: Tx, distributorIds: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ id: number }>(sql`
      select d.id from unnest(${distributorIds}::bigint[]) as d (id)
      where exists (select from user_action a join bank_transaction t on t.id = a.transaction_id
        where a.distributor_id = d.id and a.status not in ('DONE', 'REJECTED') and t.amount > 0)
      order by d.id`);
    return rows.map((row) => row.id);
  },

  async distributorsOf(tx: Tx, cinemaIds: readonly number[]): Promise<number[]> {
    const rows = await tx.many<{ distributor_id: number }>(sql`
      select distinct distributor_id from cinema_distributor where cinema_id = any(${cinemaIds}::bigint[])`);
    return rows.map((row) => row.distributor_id);
  },

  async openActionLines(tx: Tx, distributorId: number): Promise<OpenActionLine[]> {
    const rows = await tx.many<
      RowOf<typeof LINE_COLUMNS> & Pick<OpenActionLine, "evidence" | "action_id" | "proposed_ids">
    >(sql`
      select ${LINE_COLUMNS}, a.id as action_id,
        array(select distinct i.id::bigint from jsonb_array_elements(a.candidates) as c cross join jsonb_array_elements_text(c -> 'invoice_ids') as i (id)) as proposed_ids
      from user_action a join bank_transaction t on t.id = a.transaction_id
      where a.distributor_id = ${distributorId} and a.status not in ('DONE', 'REJECTED') and t.amount > 0 and t.currency_code = 'EUR'
        and t.allocated_amount = 0 and t.parts_amount = 0
      order by t.transaction_date desc, t.id desc limit ${MOST_LINES}`);
    return rows.map((row) => inCents(row, "amount"));
  },

  /** What people took apart of these lines: the engine knows it as such. */
  async revertedPairs(
    tx: Tx,
    transactionIds: readonly number[],
  ): Promise<{ transaction_id: string; invoice_id: string }[]> {
    return await tx.many(sql`
      select distinct r.transaction_id::text as transaction_id, i.id::text as invoice_id
      from reconciliation r cross join unnest(r.invoice_ids) as i (id)
      where r.reverted_at is not null and r.transaction_id = any(${transactionIds}::bigint[])`);
  },

  /** Makes other questions of actions that nobody has closed meanwhile. @returns how many */
  async askAnew(tx: Tx, questions: readonly NewUserAction[]): Promise<number> {
    if (questions.length === 0) return 0;
    return await tx.run(sql`
      update user_action a set status = q.status, open_status = q.open_status, reason_code = q.reason_code, reason = q.reason, explanation = q.explanation,
        suggested_invoices = q.suggested_invoices, candidates = q.candidates, related_transaction_ids = q.related_transaction_ids
      from json_to_recordset(${JSON.stringify(questions)}) as q (id bigint, status text, open_status text, reason_code text, reason text,
        explanation jsonb, suggested_invoices jsonb, candidates jsonb, related_transaction_ids bigint[])
      where a.id = q.id and a.status not in ('DONE', 'REJECTED')`);
  },
};
