import type { SyncStats } from "@bobine/contract/bank-connection";
import type { StatementStats } from "@bobine/contract/banking";
import sql, { type Sql } from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { BankConnectionRow, BankTransactionRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import type { SavedLine } from "./import.repository.ts";
import type { Batch } from "./planned-lettering.repository.ts";

/** Of the import or of the synchronisation, and more that the log tells. */
interface BatchOutcome {
  readonly file_name?: string;
  readonly bank_name?: string | null;
  readonly auto_reconciled: number;
  readonly invoices_paid: number;
  readonly user_actions_created: number;
}

interface Counted {
  /** Lines that were questions, and are lettered now. */
  readonly lettered?: number;
  /** Invoices of theirs. */
  readonly paid?: number;
  /** Questions more. */
  readonly asked?: number;
}

const LINE_COLUMNS = columnsOf<BankTransactionRow>()(
  ["id", "label", "amount", "transaction_date", "currency_code", "evidence"],
  "t",
);
type LineRow = RowOf<typeof LINE_COLUMNS> & Pick<SavedLine, "evidence">;

const countedIn = ({ lettered = 0, asked = 0 }: Counted): Sql => sql`stats || jsonb_build_object(
  'auto_reconciled', (stats ->> 'auto_reconciled')::integer + ${lettered}::integer,
  'user_actions_created', (stats ->> 'user_actions_created')::integer - ${lettered}::integer + ${asked}::integer)`;

const OUTCOME = sql`(stats ->> 'auto_reconciled')::integer as auto_reconciled, (stats ->> 'user_actions_created')::integer as user_actions_created`;

/** Whether a connection is as the long synchronisation `s` left it. */
export const runOf = (
  connection: Sql,
): Sql => sql`${connection}.id = s.connection_id and ${connection}.item_id = s.item_id
  and ${connection}.last_sync_at = s.synced_at and ${connection}.sync_requested_at is not distinct from s.requested_at`;

/** What comes of a batch while it is lettered (LET-56). */
export const letteredBatches = {
  /** Of its lines, those about which nobody is asked and nothing is decided. */
  async debitsOf(tx: Tx, batch: Batch): Promise<SavedLine[]> {
    const lines =
      "import_id" in batch
        ? sql`from bank_transaction t where t.import_id = ${batch.import_id}`
        : sql`from packed_sync s join bank_transaction t
            on t.distributor_id = s.distributor_id and t.id between s.first_line_id and s.last_line_id where s.id = ${batch.sync_id}`;
    const rows = await tx.many<LineRow>(sql`select ${LINE_COLUMNS} ${lines} and t.amount < 0
        and not exists (select from user_action a where a.transaction_id = t.id)
        and not exists (select from reconciliation r where r.transaction_id = t.id and r.reverted_at is null)
      order by t.id`);
    return rows.map((row) => inCents(row, "amount"));
  },

  async count(tx: Tx, batch: Batch, counted: Counted): Promise<BatchOutcome> {
    const { paid = 0 } = counted;
    if ("import_id" in batch)
      return await tx.one<BatchOutcome>(sql`
        update import_file set stats = ${countedIn(counted)}
          || jsonb_build_object('invoices_paid', (stats ->> 'invoices_paid')::integer + ${paid}::integer)
        where id = ${batch.import_id}
        returning file_name, ${OUTCOME}, (stats ->> 'invoices_paid')::integer as invoices_paid`);
    return await tx.one<BatchOutcome>(sql`
      update packed_sync set stats = ${countedIn(counted)}, invoices_paid = invoices_paid + ${paid}::integer
      where id = ${batch.sync_id} returning bank_name, ${OUTCOME}, invoices_paid`);
  },

  async statementStats(tx: Tx, importId: number): Promise<StatementStats> {
    const { stats } = await tx.one<{ stats: StatementStats }>(
      sql`select stats - 'sources' as stats from import_file where id = ${importId}`,
    );
    return stats;
  },

  /** A synchronisation of which something is still to be lettered. @param connection with its bank; @param at its `last_sync_at` */
  async createSync(
    tx: Tx,
    connection: Pick<
      BankConnectionRow,
      "id" | "distributor_id" | "item_id" | "bank_name" | "sync_requested_at"
    >,
    at: Date,
    lines: readonly SavedLine[],
  ): Promise<number> {
    const ids = lines.map((line) => line.id);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into packed_sync (distributor_id, connection_id, item_id, bank_name, requested_at, synced_at, first_line_id, last_line_id, stats)
      select ${connection.distributor_id}, ${connection.id}, ${connection.item_id}, ${connection.bank_name},
        ${connection.sync_requested_at}::timestamptz, ${at}, min(line), max(line), '{}'
      from unnest(${ids}::bigint[]) line returning id`);
    return id;
  },

  async saveSyncStats(tx: Tx, syncId: number, stats: SyncStats): Promise<void> {
    await tx.run(sql`update packed_sync set stats = ${JSON.stringify(stats)} where id = ${syncId}`);
  },

  /** Locks it, and its connection before it. @returns false when it has had its end */
  async lockSync(tx: Tx, syncId: number): Promise<boolean> {
    await tx.run(sql`
      select from bank_connection where id = (select connection_id from packed_sync where id = ${syncId}) for no key update`);
    return (await tx.run(sql`select from packed_sync where id = ${syncId} for update`)) > 0;
  },

  /** Nothing of it is left to be done: its connection tells what came of it, unless that is another bank's now, or was asked again. */
  async endSync(tx: Tx, syncId: number): Promise<void> {
    await tx.run(sql`
      update bank_connection c set sync_stats = s.stats, sync_state = case when c.sync_state = 'running' then 'idle' else c.sync_state end
      from packed_sync s where s.id = ${syncId} and ${runOf(sql`c`)}`);
    await tx.run(sql`delete from packed_sync where id = ${syncId}`);
  },

  /** Those that wait for a job which does not come any more. */
  async abandoned(tx: Tx): Promise<{ readonly distributorId: number; readonly batch: Batch }[]> {
    const rows = await tx.many<{
      distributor_id: number;
      import_id: number | null;
      sync_id: number | null;
    }>(sql`
      with waiting as (
        select distinct distributor_id, import_id, null::bigint as sync_id from planned_lettering where import_id is not null
        union all select distributor_id, null, id from packed_sync)
      select * from waiting w
      where not exists (select from pgboss.job j
        where j.name in ('letter-statement', 'letter-sync') and j.state in ('created', 'retry', 'active')
          and (j.data->>'import_id' = w.import_id::text or j.data->>'sync_id' = w.sync_id::text))
      order by 1, 2, 3`);
    return rows.map(({ distributor_id: distributorId, import_id, sync_id }) => ({
      distributorId,
      batch: import_id === null ? { sync_id: must(sync_id, "a batch") } : { import_id },
    }));
  },
};
