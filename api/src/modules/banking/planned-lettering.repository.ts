import sql, { type Sql } from "sql-template-tag";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import { inCents } from "../../db/money.ts";
import type { BankTransactionRow } from "../../db/schema.ts";
import type { Tx } from "../../db/scope.ts";
import { chunksOf } from "../../domain/chunks-of.ts";
import type { PlanEntry } from "../../domain/matching/lettering-types.ts";
import type { NewUserAction, SavedLine } from "./import.repository.ts";

/** Rows sent at a time, as those of actions. */
const CHUNK = 2000;
const LINE_COLUMNS = columnsOf<BankTransactionRow>()(
  ["id", "label", "amount", "transaction_date", "currency_code", "evidence"],
  "t",
);
type LineRow = RowOf<typeof LINE_COLUMNS> & Pick<SavedLine, "evidence">;

/** What came in at once and is lettered in packs: a statement, or what the connection to the bank brought (`packed_sync`). Jobs are told it so. */
export type Batch = { readonly import_id: number } | { readonly sync_id: number };

const isOf = (batch: Batch): Sql =>
  "import_id" in batch ? sql`import_id = ${batch.import_id}` : sql`sync_id = ${batch.sync_id}`;

/** What the engine would letter. */
export interface PlannedEntry {
  /** Of its action. */
  readonly id: number;
  readonly entry: PlanEntry;
}
export interface StoredEntry extends PlannedEntry {
  readonly engine_version: string;
  readonly is_outdated: boolean;
}

/** What of a batch is still to be lettered (LET-56). Whoever letters it holds `lockImports`. */
export const plannedLettering = {
  async keep(
    tx: Tx,
    of: { readonly distributorId: number; readonly batch: Batch; readonly engineVersion: string },
    entries: readonly PlannedEntry[],
  ): Promise<void> {
    const importId = "import_id" in of.batch ? of.batch.import_id : null;
    const syncId = "sync_id" in of.batch ? of.batch.sync_id : null;
    for (const chunk of chunksOf(entries, CHUNK))
      await tx.run(sql`
        insert into planned_lettering (user_action_id, distributor_id, import_id, sync_id, engine_version, entry)
        select id, ${of.distributorId}, ${importId}, ${syncId}, ${of.engineVersion}, entry
        from json_to_recordset(${JSON.stringify(chunk)}) as p (id bigint, entry jsonb)`);
  },

  async next(tx: Tx, batch: Batch, most: number): Promise<StoredEntry[]> {
    return await tx.many<StoredEntry>(sql`
      select user_action_id as id, entry, engine_version, is_outdated from planned_lettering
      where ${isOf(batch)} order by user_action_id limit ${most}`);
  },

  /** Which of these actions nobody has closed, and whose lines nobody has decided or taken apart; they stay so until the end of the transaction. */
  async lockUndecided(tx: Tx, actionIds: readonly number[]): Promise<Set<number>> {
    // Looked up for each: where statistics saw no reconciliations, a join would be one of each action with all of them.
    const rows = await tx.many<{ id: number }>(sql`
      select a.id from user_action a
      where a.id = any(${actionIds}::bigint[]) and a.status not in ('DONE', 'REJECTED')
        and not exists (select from reconciliation r where r.transaction_id = a.transaction_id offset 0)
      order by a.id for update`);
    return new Set(rows.map((row) => row.id));
  },

  /** The actions of what is lettered now: they ask nothing any more. */
  async conclude(tx: Tx, actions: readonly NewUserAction[], at: Date): Promise<void> {
    if (actions.length === 0) return;
    await tx.run(sql`
      update user_action a set status = q.status, open_status = q.open_status, reason_code = q.reason_code, reason = q.reason, explanation = q.explanation,
        suggested_invoices = q.suggested_invoices, candidates = q.candidates, related_transaction_ids = q.related_transaction_ids, resolved_at = ${at}
      from json_to_recordset(${JSON.stringify(actions)}) as q (id bigint, status text, open_status text, reason_code text, reason text,
        explanation jsonb, suggested_invoices jsonb, candidates jsonb, related_transaction_ids bigint[])
      where a.id = q.id`);
  },

  async remove(tx: Tx, actionIds: readonly number[]): Promise<void> {
    await tx.run(sql`delete from planned_lettering where user_action_id = any(${actionIds}::bigint[])`);
  },

  async removeAll(tx: Tx, batch: Batch): Promise<void> {
    await tx.run(sql`delete from planned_lettering where ${isOf(batch)}`);
  },

  async isEmpty(tx: Tx, batch: Batch): Promise<boolean> {
    const { is_empty } = await tx.one<{ is_empty: boolean }>(
      sql`select not exists (select from planned_lettering where ${isOf(batch)}) as is_empty`,
    );
    return is_empty;
  },

  /** Invoices of these distributors came, or names of their clients: what is still to be lettered is planned again. */
  async outdate(tx: Tx, distributorIds: readonly number[]): Promise<void> {
    await tx.run(sql`
      update planned_lettering set is_outdated = true
      where distributor_id = any(${distributorIds}::bigint[]) and not is_outdated`);
  },

  /** What is still to be lettered with its lines, and no longer outdated: what comes from now on makes it so again. */
  async beginAnew(tx: Tx, batch: Batch): Promise<(SavedLine & { readonly planned: PlannedEntry })[]> {
    await tx.run(sql`update planned_lettering set is_outdated = false where ${isOf(batch)} and is_outdated`);
    const rows = await tx.many<LineRow & { readonly action_id: number; readonly entry: PlanEntry }>(sql`
      select ${LINE_COLUMNS}, p.user_action_id as action_id, p.entry
      from (select * from planned_lettering where ${isOf(batch)}) p
        join user_action a on a.id = p.user_action_id join bank_transaction t on t.id = a.transaction_id
      order by t.id`);
    return rows.map(({ action_id, entry, ...line }) => ({
      ...inCents(line, "amount"),
      planned: { id: action_id, entry },
    }));
  },
};
