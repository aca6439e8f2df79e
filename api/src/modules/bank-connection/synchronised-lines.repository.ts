import type { CivilDate } from "@bobine/contract/civil-date";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { type InCents, inCents } from "../../db/money.ts";
import type { BankTransactionRow } from "../../db/schema.ts";

const COLUMNS = columnsOf<BankTransactionRow>()(
  ["id", "source", "transaction_date", "value_date", "label", "amount", "currency_code"],
  "t",
);
interface LinkedRow extends RowOf<typeof COLUMNS> {
  readonly provider_transaction_id: number;
  readonly is_decided: boolean;
  /** Of the decision about it; null of one that nobody asked for. */
  readonly user_action_id: number | null;
  readonly invoice_numbers: readonly string[];
}

/** A transaction that the aggregator knows too. */
export type LinkedTransaction = InCents<LinkedRow, "amount">;

export const synchronisedLinesRepository = {
  async linked(tx: Tx, distributorId: number, providerIds: readonly number[]): Promise<LinkedTransaction[]> {
    const rows = await tx.many<LinkedRow>(sql`
      select ${COLUMNS}, t.provider_transaction_id, r.id is not null as is_decided, r.user_action_id,
        coalesce((select array_agg(i.invoice_number order by i.invoice_number) from allocation a join invoice i on i.id = a.invoice_id
          where a.reconciliation_id = r.id), '{}') as invoice_numbers
      from bank_transaction t
      left join reconciliation r on r.transaction_id = t.id and r.reverted_at is null
      where t.distributor_id = ${distributorId} and t.provider_transaction_id = any(${providerIds}::bigint[])
      order by t.id`);
    return rows.map((row) => inCents(row, "amount"));
  },

  /** These lines, which a file brought, are those of the aggregator. */
  async link(
    tx: Tx,
    links: readonly { readonly id: number; readonly provider_transaction_id: number }[],
    itemId: number,
  ): Promise<void> {
    if (links.length === 0) return;
    await tx.run(sql`
      update bank_transaction t set provider_transaction_id = l.provider_id, provider_item_id = ${itemId}
      from unnest(${links.map((link) => link.id)}::bigint[], ${links.map((link) => link.provider_transaction_id)}::bigint[])
        as l (id, provider_id) where t.id = l.id`);
  },
  async unlink(tx: Tx, id: number): Promise<void> {
    await tx.run(
      sql`update bank_transaction set provider_transaction_id = null, provider_item_id = null where id = ${id}`,
    );
  },

  /** One that was decided meanwhile stays as it was. @returns how many were changed */
  async change(
    tx: Tx,
    id: number,
    line: {
      readonly label: string;
      readonly transaction_date: CivilDate;
      readonly value_date: CivilDate | null;
    },
  ): Promise<number> {
    return await tx.run(sql`
      update bank_transaction set label = ${line.label}, transaction_date = ${line.transaction_date}, value_date = ${line.value_date}
      where id = ${id} and not exists (select from reconciliation where transaction_id = ${id} and reverted_at is null)`);
  },

  /** Its open question and its history go with it; the audit log keeps what people decided. */
  async remove(tx: Tx, id: number): Promise<void> {
    await tx.run(sql`delete from bank_transaction where id = ${id}`);
  },

  async createRemovedAction(
    tx: Tx,
    distributorId: number,
    question: {
      readonly reason: string;
      readonly explanation: readonly string[];
      readonly description: string;
      readonly at: Date;
    },
  ): Promise<void> {
    await tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, explanation, description, created_at)
      values (${distributorId}, 'PENDING', 'PENDING', 'bank_transaction_deleted', ${question.reason},
        ${JSON.stringify(question.explanation)}, ${question.description}, ${question.at})`);
  },
};
