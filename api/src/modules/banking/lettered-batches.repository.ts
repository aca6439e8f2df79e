import type { SyncStats } from "@bobine/contract/bank-connection";
import type { StatementStats } from "@bobine/contract/banking";
import sql, { type Sql } from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { BankTransactionRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
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

const countedIn = (
  stats: Sql,
  { lettered = 0, asked = 0 }: Counted,
): Sql => sql`${stats} || jsonb_build_object(
  'auto_reconciled', (${stats} ->> 'auto_reconciled')::integer + ${lettered}::integer,
  'user_actions_created', (${stats} ->> 'user_actions_created')::integer - ${lettered}::integer + ${asked}::integer)`;

const OUTCOME = sql`(stats ->> 'auto_reconciled')::integer as auto_reconciled, (stats ->> 'user_actions_created')::integer as user_actions_created`;

/** What comes of a batch while it is lettered (LET-56). */
export const letteredBatches = {
  async debitsOf(tx: Tx, batch: Batch): Promise<SavedLine[]> {
    const lines =
      "import_id" in batch
        ? sql`from bank_transaction t where t.import_id = ${batch.import_id}`
        : sql`from packed_sync s join bank_transaction t
            on t.distributor_id = s.distributor_id and t.id between s.first_line_id and s.last_line_id where s.id = ${batch.sync_id}`;
    const rows = await tx.many<LineRow>(sql`select ${LINE_COLUMNS} ${lines} and t.amount < 0 order by t.id`);
    return rows.map((row) => inCents(row, "amount"));
  },

  async count(tx: Tx, batch: Batch, counted: Counted): Promise<BatchOutcome> {
    const { paid = 0 } = counted;
    if ("import_id" in batch)
      return await tx.one<BatchOutcome>(sql`
        update import_file set stats = ${countedIn(sql`stats`, counted)}
          || jsonb_build_object('invoices_paid', (stats ->> 'invoices_paid')::integer + ${paid}::integer)
        where id = ${batch.import_id}
        returning file_name, ${OUTCOME}, (stats ->> 'invoices_paid')::integer as invoices_paid`);
    return await tx.one<BatchOutcome>(sql`
      update packed_sync set stats = ${countedIn(sql`stats`, counted)}, invoices_paid = invoices_paid + ${paid}::integer
      where id = ${batch.sync_id} returning bank_name, ${OUTCOME}, invoices_paid`);
  },

  async statementStats(tx: Tx, importId: number): Promise<StatementStats> {
    const { stats } = await tx.one<{ stats: StatementStats }>(
      sql`select stats from import_file where id = ${importId}`,
    );
    return stats;
  },

  /** A synchronisation of which something is still to be lettered. */
  async createSync(
    tx: Tx,
    sync: {
      readonly distributorId: number;
      readonly connectionId: number;
      readonly bankName: string | null;
      readonly at: Date;
    },
    lines: readonly SavedLine[],
  ): Promise<number> {
    const ids = lines.map((line) => line.id);
    const { id } = await tx.one<{ id: number }>(sql`
      insert into packed_sync (distributor_id, connection_id, bank_name, synced_at, first_line_id, last_line_id, stats)
      select ${sync.distributorId}, ${sync.connectionId}, ${sync.bankName}, ${sync.at}, min(line), max(line), '{}'
      from unnest(${ids}::bigint[]) line returning id`);
    return id;
  },

  async saveSyncStats(tx: Tx, syncId: number, stats: SyncStats): Promise<void> {
    await tx.run(sql`update packed_sync set stats = ${JSON.stringify(stats)} where id = ${syncId}`);
  },

  /** The connection tells what came of it, unless it was read again, or disconnected, meanwhile. Nothing of it is left to be done. */
  async endSync(tx: Tx, syncId: number): Promise<void> {
    await tx.run(sql`
      update bank_connection c set sync_stats = s.stats, sync_state = case when c.sync_state = 'running' then 'idle' else c.sync_state end
      from packed_sync s where s.id = ${syncId} and c.id = s.connection_id and c.last_sync_at = s.synced_at and c.item_id is not null`);
    await tx.run(sql`delete from packed_sync where id = ${syncId}`);
  },
};
