import type { SyncStats } from "@bobine/contract/bank-connection";
import type { Member } from "@bobine/contract/policy/people";
import sql, { type Sql } from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { BankItem } from "../../platform/bank-aggregator/bank-aggregator.ts";
import { runOf } from "../banking/lettered-batches.repository.ts";
import { columnsOf, type RowOf } from "../../db/columns.ts";
import type * as schema from "../../db/schema.ts";

const COLUMNS = columnsOf<schema.BankConnectionRow>()([
  "id",
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
  "synced_ibans",
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

/** Lines of accounts, or of their parts in other currencies, that another access tells. */
const linkedElsewhere = (itemId: number | null, ibans: readonly string[]): Sql => sql`
  t.provider_transaction_id is not null and t.provider_item_id is distinct from ${itemId}
    and regexp_replace(a.number, '^[A-Z]{3}[*]', '') = any(${ibans}::text[])`;

export const bankConnectionRepository = {
  /** The oldest first. */
  async list(tx: Tx, distributorId: number): Promise<BankConnectionRow[]> {
    return await tx.many<BankConnectionRow>(
      sql`select ${COLUMNS} from bank_connection where distributor_id = ${distributorId} order by id`,
    );
  },

  async lockAll(tx: Tx, distributorId: number): Promise<BankConnectionRow[]> {
    return await tx.many<BankConnectionRow>(
      sql`select ${COLUMNS} from bank_connection where distributor_id = ${distributorId} order by id for update`,
    );
  },

  /** Undefined when it is another distributor's, or ended meanwhile. */
  async lock(tx: Tx, distributorId: number, id: number): Promise<BankConnectionRow | undefined> {
    return await tx.maybe<BankConnectionRow>(
      sql`select ${COLUMNS} from bank_connection where distributor_id = ${distributorId} and id = ${id} for update`,
    );
  },

  /** Whose events these are. */
  async distributorOf(
    tx: Tx,
    who: { userUuid: string | null; itemId: number | null },
  ): Promise<number | undefined> {
    const row = await tx.maybe<{ distributor_id: number }>(sql`
      select distributor_id from bank_connection
      where provider_user = ${who.userUuid}::uuid or (${who.userUuid}::uuid is null and item_id = ${who.itemId}::bigint) limit 1`);
    return row?.distributor_id;
  },

  /** The distributor at the aggregator. Another user there knows nothing of the former one's banks. */
  async saveUser(tx: Tx, distributorId: number, uuid: string): Promise<void> {
    const gone = await tx.run(
      sql`delete from bank_connection where distributor_id = ${distributorId} and provider_user <> ${uuid}`,
    );
    if (gone > 0) await bankConnectionRepository.unlinkLines(tx, distributorId);
    await tx.run(sql`
      insert into bank_connection (distributor_id, provider_user)
      select ${distributorId}, ${uuid} where not exists (select from bank_connection where distributor_id = ${distributorId})
      on conflict (distributor_id) where item_id is null do nothing`);
  },

  /** A place for a further bank. */
  async insert(tx: Tx, distributorId: number, uuid: string): Promise<BankConnectionRow> {
    return await tx.one<BankConnectionRow>(sql`
      insert into bank_connection (distributor_id, provider_user) values (${distributorId}, ${uuid}) returning ${COLUMNS}`);
  },

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.run(sql`delete from bank_connection where id = ${id}`);
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

  /** Who it was that went to the bank, as they are now; of all distributors, since super admins are of none. */
  async enabledPerson(tx: Tx, userId: number): Promise<Member | undefined> {
    return await tx.maybe<Member>(sql`
      select system_role, role, distributor_id from app_user where id = ${userId} and disabled_at is null`);
  },

  /** What the aggregator says of the item now. */
  async saveItem(tx: Tx, id: number, item: BankItem, at: Date): Promise<void> {
    await tx.run(sql`
      update bank_connection set item_message = ${item.message}, expires_at = ${item.expires_at}::timestamptz,
        status_since = case when item_id = ${item.id} and item_status = ${item.status} then status_since else ${at} end,
        synced_to = case when item_id = ${item.id} then synced_to end,
        synced_accounts = case when item_id = ${item.id} then synced_accounts else '{}' end,
        synced_ibans = case when item_id = ${item.id} then synced_ibans end,
        bank_name = case when bank_provider_id is not distinct from ${item.provider_id}::bigint then bank_name end,
        connected_at = case when item_id = ${item.id} then connected_at else ${at} end,
        bank_provider_id = ${item.provider_id}::bigint, item_id = ${item.id}, item_status = ${item.status}, awaited_item_id = null
      where id = ${id}`);
  },

  async awaitItem(tx: Tx, id: number, itemId: number | null): Promise<void> {
    await tx.run(sql`update bank_connection set awaited_item_id = ${itemId} where id = ${id}`);
  },

  async saveBankName(tx: Tx, id: number, name: string): Promise<void> {
    await tx.run(sql`update bank_connection set bank_name = ${name} where id = ${id}`);
  },

  /** Without a bank from now on: the place of the only one stays, with how it ended. The lines stay, and no longer are anybody's at the aggregator. */
  async end(tx: Tx, { id, distributor_id, item_id }: BankConnectionRow): Promise<void> {
    if (item_id !== null) await bankConnectionRepository.unlinkLines(tx, distributor_id, item_id);
    const others = await tx.run(
      sql`delete from bank_connection b where b.id = ${id}
        and exists (select from bank_connection o where o.distributor_id = b.distributor_id and o.id <> b.id)`,
    );
    if (others > 0) return;
    await tx.run(sql`
      update bank_connection set item_id = null, awaited_item_id = null, item_status = null, item_message = '', status_since = null,
        bank_provider_id = null, bank_name = null, expires_at = null, synced_to = null, synced_accounts = '{}', synced_ibans = null, sync_state = 'idle',
        sync_error = null, sync_lines_read = 0, connected_at = null
      where id = ${id}`);
  },

  /** Another connection gives other ids to the same lines. Without an item those of all. */
  async unlinkLines(tx: Tx, distributorId: number, itemId: number | null = null): Promise<void> {
    await tx.run(sql`
      update bank_transaction set provider_transaction_id = null, provider_item_id = null
      where distributor_id = ${distributorId} and provider_transaction_id is not null
        and (${itemId}::bigint is null or provider_item_id = ${itemId})`);
  },

  /** Whether lines of these accounts are known by another access than this one. */
  async areLinkedElsewhere(
    tx: Tx,
    { distributor_id, item_id }: BankConnectionRow,
    ibans: readonly string[],
  ): Promise<boolean> {
    const { found } = await tx.one<{ found: boolean }>(sql`
      select exists (select from bank_transaction t join bank_account a on a.id = t.bank_account_id
        where t.distributor_id = ${distributor_id} and ${linkedElsewhere(item_id, ibans)}) as found`);
    return found;
  },
  /** The accounts are of this access alone from now on: another one reads all that it has anew, should it read them again. */
  async takeOver(
    tx: Tx,
    { id, distributor_id, item_id }: BankConnectionRow,
    ibans: readonly string[],
  ): Promise<void> {
    await tx.run(sql`
      update bank_transaction t set provider_transaction_id = null, provider_item_id = null from bank_account a
      where a.id = t.bank_account_id and t.distributor_id = ${distributor_id} and ${linkedElsewhere(item_id, ibans)}`);
    await tx.run(sql`
      update bank_connection set synced_accounts = '{}',
        synced_ibans = array(select iban from unnest(synced_ibans) iban where iban <> all(${ibans}::text[]))
      where distributor_id = ${distributor_id} and id <> ${id} and synced_ibans && ${ibans}::text[]`);
  },

  async markQueued(tx: Tx, id: number, at: Date): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'queued', sync_requested_at = ${at}, sync_error = null, sync_lines_read = 0
      where id = ${id}`);
  },
  async markRunning(tx: Tx, id: number): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'running', sync_error = null, sync_lines_read = 0 where id = ${id}`);
  },
  async markProgress(tx: Tx, id: number, linesRead: number): Promise<void> {
    await tx.run(sql`update bank_connection set sync_lines_read = ${linesRead} where id = ${id}`);
  },
  async markFailed(tx: Tx, id: number, message: string): Promise<void> {
    await tx.run(
      sql`update bank_connection set sync_state = 'failed', sync_error = ${message} where id = ${id}`,
    );
  },
  /** As `markFailed`, unless the bank was disconnected meanwhile: then nothing failed that anybody waits for. */
  async markFailedIfConnected(tx: Tx, id: number, message: string): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'failed', sync_error = ${message}
      where id = ${id} and (item_id is not null or awaited_item_id is not null)`);
  },
  /** A job that was to synchronise will not run; nothing changes of banks for which another one waits or runs, or that are read and being lettered. */
  async markCancelled(tx: Tx, distributorId: number, message: string): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = 'failed', sync_error = ${message}
      where distributor_id = ${distributorId} and sync_state in ('queued', 'running')
        and not exists (select from pgboss.job j where j.name = 'sync-bank' and j.state in ('created', 'retry', 'active')
          and j.data->>'distributor_id' = ${String(distributorId)}
          and coalesce(j.data->>'connection_id', bank_connection.id::text) = bank_connection.id::text)
        and not exists (select from packed_sync s where ${runOf(sql`bank_connection`)})`);
  },
  async markSynced(
    tx: Tx,
    id: number,
    result: {
      readonly at: Date;
      readonly syncedTo: string | null;
      readonly accounts: readonly number[];
      /** Of these accounts; empty for one without. */
      readonly ibans: readonly string[];
      readonly linesRead: number;
      /** Null while some of it is still to be lettered: it goes on. */
      readonly stats: SyncStats | null;
    },
  ): Promise<void> {
    await tx.run(sql`
      update bank_connection set sync_state = ${result.stats ? "idle" : "running"}, sync_error = null, last_sync_at = ${result.at},
        synced_to = greatest(synced_to, ${result.syncedTo}::timestamptz), synced_accounts = ${result.accounts}::bigint[],
        synced_ibans = ${result.ibans}::text[],
        sync_lines_read = ${result.linesRead}, sync_stats = coalesce(${result.stats && JSON.stringify(result.stats)}::jsonb, sync_stats)
      where id = ${id}`);
  },

  /**
   * Locks the banks that nobody has asked since `morning`, and those whose last synchronisation failed, or has not ended, an
   * hour ago or more; a bank that waits for its person is asked in the morning only. What another round holds is left to it.
   * @param personStatuses of items that wait for the person
   */
  async lockDue(
    tx: Tx,
    when: { readonly now: Date; readonly morning: Date; readonly personStatuses: readonly number[] },
  ): Promise<Pick<BankConnectionRow, "id" | "distributor_id">[]> {
    return await tx.many(sql`
      select id, distributor_id from bank_connection
      where (item_id is not null or awaited_item_id is not null)
        and (coalesce(greatest(last_sync_at, sync_requested_at), '-infinity') < ${when.morning}
          or (sync_state <> 'idle' and sync_requested_at <= ${when.now}::timestamptz - interval '1 hour'
            and (item_status is null or item_status <> all(${when.personStatuses}::integer[]))))
      order by id for update skip locked`);
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

  /** Those that documents print, and those of its bank accounts. */
  async ibansOf(tx: Tx, distributorId: number): Promise<string[]> {
    const rows = await tx.many<{ iban: string }>(sql`
      select unnest(array[iban, secondary_iban]) as iban from distributor where id = ${distributorId}
      union select number from bank_account where distributor_id = ${distributorId}`);
    return rows.map(({ iban }) => iban.replaceAll(/\s/g, "").toUpperCase()).filter(Boolean);
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
  /** A bank answers again, or is no longer asked; the question stays while another one needs its person. */
  async closeReconnectActions(
    tx: Tx,
    distributorId: number,
    by: { userId: number | null; at: Date },
    personStatuses: readonly number[],
  ): Promise<void> {
    await tx.run(sql`
      update user_action set status = 'DONE', resolved_by = ${by.userId}, resolved_at = ${by.at}
      where distributor_id = ${distributorId} and reason_code = 'bank_connection_expired' and status not in ('DONE', 'REJECTED')
        and not exists (select from bank_connection c where c.distributor_id = ${distributorId}
          and c.item_status = any(${personStatuses}::integer[]))`);
  },
};
