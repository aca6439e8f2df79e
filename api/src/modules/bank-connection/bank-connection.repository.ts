import type { SyncStats } from "@bobine/contract/bank-connection";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BankItem } from "../../platform/bank-aggregator/bank-aggregator.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

const COLUMNS = columnsOf<schema.BankConnectionRow>()([
  "distributor_id",
  "provider_user",
  "item_id",
  "awaited_item_id",
  "item_status",
  "item_message",
  "status_since",
  "bank_provider_id",
  "bank_name",
  "expires_at",
  "synced_to",
  "synced_accounts",
  "last_sync_at",
  "sync_state",
  "sync_requested_at",
  "sync_lines_read",
  "sync_error",
  "sync_stats",
]);
export type BankConnectionRow = RowOf<typeof COLUMNS> & { readonly sync_stats: SyncStats | null };

/** A webhook that comes again after that long only starts a synchronisation. */
const WEBHOOKS_KEPT = "90 days";

export const bankConnectionRepository = {
  async find(tx: Tx, distributorId: number): Promise<BankConnectionRow | undefined> {
    return await tx.maybe<BankConnectionRow>(
      sql`select ${COLUMNS} from bank_connection where distributor_id = ${distributorId}`,
    );
  },

  async lock(tx: Tx, distributorId: number): Promise<BankConnectionRow | undefined> {
    return await tx.maybe<BankConnectionRow>(
      sql`select ${COLUMNS} from bank_connection where distributor_id = ${distributorId} for update`,
    );
  },

  /** Whose events these are. */
  async distributorOf(
    tx: Tx,
    who: { userUuid: string | null; itemId: number | null },
  ): Promise<number | undefined> {
    const row = await tx.maybe<{ distributor_id: number }>(sql`
      select distributor_id from bank_connection
      where provider_user = ${who.userUuid}::uuid or (${who.userUuid}::uuid is null and item_id = ${who.itemId}::bigint)`);
    return row?.distributor_id;
  },

  /** The distributor at the aggregator. Another user there knows nothing of the former one's banks. */
  async saveUser(tx: Tx, distributorId: number, uuid: string): Promise<void> {
    await tx.run(sql`
      insert into bank_connection (distributor_id, provider_user) values (${distributorId}, ${uuid})
      on conflict (distributor_id) do update set provider_user = excluded.provider_user, item_id = null, item_status = null, awaited_item_id = null
      where bank_connection.provider_user <> excluded.provider_user`);
  },

  async createContext(
    tx: Tx,
    context: {
      readonly nonceHash: Buffer;
      readonly distributorId: number;
      readonly userId: number;
      readonly browserHash: Buffer;
      readonly expiresAt: Date;
      readonly now: Date;
    },
  ): Promise<void> {
    await tx.run(
      sql`delete from bank_connect_context where distributor_id = ${context.distributorId} and expires_at < ${context.now}`,
    );
    await tx.run(sql`
      insert into bank_connect_context (nonce_hash, distributor_id, user_id, browser_hash, expires_at)
      values (${context.nonceHash}, ${context.distributorId}, ${context.userId}, ${context.browserHash}, ${context.expiresAt})`);
  },

  /** Takes it: of several returns with one context, one is the first. */
  async useContext(
    tx: Tx,
    context: {
      readonly nonceHash: Buffer;
      readonly distributorId: number;
      readonly browserHash: Buffer;
      readonly now: Date;
    },
  ): Promise<{ user_id: number } | undefined> {
    return await tx.maybe<{ user_id: number }>(sql`
      update bank_connect_context set used_at = ${context.now}
      where nonce_hash = ${context.nonceHash} and distributor_id = ${context.distributorId} and browser_hash = ${context.browserHash}
        and used_at is null and expires_at > ${context.now}
      returning user_id`);
  },

  /** What the aggregator says of the item now. */
  async saveItem(tx: Tx, distributorId: number, item: BankItem, at: Date): Promise<void> {
    await tx.run(sql`
      update bank_connection set item_message = ${item.message}, expires_at = ${item.expires_at}::timestamptz,
        status_since = case when item_id = ${item.id} and item_status = ${item.status} then status_since else ${at} end,
        synced_to = case when item_id = ${item.id} then synced_to end,
        synced_accounts = case when item_id = ${item.id} then synced_accounts else '{}' end,
        bank_name = case when bank_provider_id is not distinct from ${item.provider_id}::bigint then bank_name end,
        connected_at = case when item_id = ${item.id} then connected_at else ${at} end,
        bank_provider_id = ${item.provider_id}::bigint, item_id = ${item.id}, item_status = ${item.status}, awaited_item_id = null
      where distributor_id = ${distributorId}`);
  },

  async awaitItem(tx: Tx, distributorId: number, itemId: number | null): Promise<void> {
    await tx.run(
      sql`update bank_connection set awaited_item_id = ${itemId} where distributor_id = ${distributorId}`,
    );
  },

  async saveBankName(tx: Tx, distributorId: number, name: string): Promise<void> {
    await tx.run(sql`update bank_connection set bank_name = ${name} where distributor_id = ${distributorId}`);
  },

  /** Without a bank from now on; the lines stay, and no longer are anybody's at the aggregator. */
  async clearItem(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(sql`
      update bank_connection set item_id = null, awaited_item_id = null, item_status = null, item_message = '', status_since = null,
        bank_provider_id = null, bank_name = null, expires_at = null, synced_to = null, synced_accounts = '{}', sync_state = 'idle',
        sync_error = null, sync_lines_read = 0, connected_at = null
      where distributor_id = ${distributorId}`);
    await bankConnectionRepository.unlinkLines(tx, distributorId);
  },

  /** Another connection gives other ids to the same lines. */
  async unlinkLines(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(sql`
      update bank_transaction set provider_transaction_id = null
      where distributor_id = ${distributorId} and provider_transaction_id is not null`);
  },

  async markQueued(tx: Tx, distributorId: number, at: Date): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'queued', sync_requested_at = ${at}, sync_error = null, sync_lines_read = 0
      where distributor_id = ${distributorId}`);
  },
  async markRunning(tx: Tx, distributorId: number): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'running', sync_error = null, sync_lines_read = 0
      where distributor_id = ${distributorId}`);
  },
  async markProgress(tx: Tx, distributorId: number, linesRead: number): Promise<void> {
    await tx.run(
      sql`update bank_connection set sync_lines_read = ${linesRead} where distributor_id = ${distributorId}`,
    );
  },
  async markFailed(tx: Tx, distributorId: number, message: string): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'failed', sync_error = ${message} where distributor_id = ${distributorId}`);
  },
  /** As `markFailed`, unless the bank was disconnected meanwhile: then nothing failed that anybody waits for. */
  async markFailedIfConnected(tx: Tx, distributorId: number, message: string): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'failed', sync_error = ${message}
      where distributor_id = ${distributorId} and (item_id is not null or awaited_item_id is not null)`);
  },
  /** The job that was to synchronise will not run; nothing changes while another one waits or runs. */
  async markCancelled(tx: Tx, distributorId: number, message: string): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'failed', sync_error = ${message}
      where distributor_id = ${distributorId} and sync_state in ('queued', 'running')
        and not exists (select from pgboss.job j where j.name = 'sync-bank' and j.state in ('created', 'retry', 'active')
          and j.data->>'distributor_id' = ${String(distributorId)})`);
  },
  async markSynced(
    tx: Tx,
    distributorId: number,
    result: {
      readonly at: Date;
      readonly syncedTo: string | null;
      readonly accounts: readonly number[];
      readonly linesRead: number;
      readonly stats: SyncStats;
    },
  ): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'idle', sync_error = null, last_sync_at = ${result.at},
        synced_to = greatest(synced_to, ${result.syncedTo}::timestamptz), synced_accounts = ${result.accounts}::bigint[],
        sync_lines_read = ${result.linesRead}, sync_stats = ${JSON.stringify(result.stats)}
      where distributor_id = ${distributorId}`);
  },

  /**
   * Locks the banks that nobody has asked since `morning`, and those whose last synchronisation failed, or died with its node, an
   * hour ago or more; a bank that waits for its person is asked in the morning only. What another round holds is left to it.
   * @param personStatuses of items that wait for the person
   */
  async lockDue(
    tx: Tx,
    when: { readonly now: Date; readonly morning: Date; readonly personStatuses: readonly number[] },
  ): Promise<number[]> {
    const rows = await tx.many<{ distributor_id: number }>(sql`
      select distributor_id from bank_connection
      where (item_id is not null or awaited_item_id is not null)
        and (coalesce(greatest(last_sync_at, sync_requested_at), '-infinity') < ${when.morning}
          or (sync_state <> 'idle' and sync_requested_at <= ${when.now}::timestamptz - interval '1 hour'
            and (item_status is null or item_status <> all(${when.personStatuses}::integer[]))))
      order by distributor_id for update skip locked`);
    return rows.map((row) => row.distributor_id);
  },

  /** @returns false when these bytes came before */
  async saveWebhook(tx: Tx, bodyHash: Buffer, at: Date): Promise<boolean> {
    await tx.run(
      sql`delete from bank_webhook where received_at < ${at}::timestamptz - ${WEBHOOKS_KEPT}::interval`,
    );
    const count = await tx.run(
      sql`insert into bank_webhook (body_hash, received_at) values (${bodyHash}, ${at}) on conflict do nothing`,
    );
    return count === 1;
  },

  async ibansOf(tx: Tx, distributorId: number): Promise<string[]> {
    const row = await tx.one<{ iban: string; secondary_iban: string }>(
      sql`select iban, secondary_iban from distributor where id = ${distributorId}`,
    );
    return [row.iban, row.secondary_iban]
      .map((iban) => iban.replaceAll(/\s/g, "").toUpperCase())
      .filter(Boolean);
  },

  /** One open question at most (LET-14). */
  async createReconnectAction(
    tx: Tx,
    distributorId: number,
    question: { readonly reason: string; readonly description: string; readonly at: Date },
  ): Promise<void> {
    await tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, description, created_at)
      values (${distributorId}, 'PENDING', 'PENDING', 'bank_connection_expired', ${question.reason}, ${question.description}, ${question.at})
      on conflict (distributor_id) where reason_code = 'bank_connection_expired' and status not in ('DONE', 'REJECTED') do nothing`);
  },
  /** The bank answers again, or is no longer asked. */
  async closeReconnectActions(
    tx: Tx,
    distributorId: number,
    by: { userId: number | null; at: Date },
  ): Promise<void> {
    await tx.run(sql`
      update user_action set status = 'DONE', resolved_by = ${by.userId}, resolved_at = ${by.at}
      where distributor_id = ${distributorId} and reason_code = 'bank_connection_expired' and status not in ('DONE', 'REJECTED')`);
  },
};
