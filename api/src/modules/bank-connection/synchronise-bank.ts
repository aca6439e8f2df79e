import { inTransaction, type Scope, type Tx } from "../../db/scope.ts";
import { type AuditSource, systemSource } from "../../http/audit.ts";
import {
  type AggregatorRow,
  type BankAccount,
  BankAggregatorError,
  type BankItem,
} from "../../platform/bank-aggregator/bank-aggregator.ts";
import { JobCancelled } from "../../platform/cancel-requests.ts";
import type { Job, Services } from "../../services.ts";
import { attachItem } from "./connect-bank.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";
import { toJobError, UNAVAILABLE } from "./bank-connection.errors.ts";
import { bankRound } from "./bank-round.ts";
import { chooseAccounts } from "./choose-accounts.ts";
import { GONE, LOST, needsPerson, personMessage } from "./connection-view.ts";
import { accountsToRead } from "./share-accounts.ts";
import { saveSynchronised } from "./save-synchronised.ts";
import { EXPIRED_REASON, saveItemState } from "./save-item-state.ts";
import { SyncProblem } from "./sync-problem.ts";
import { SYNC_CANCELLED } from "./sync-cancelled.ts";

type DataOf<Name extends Job["name"]> = Extract<Job, { name: Name }>["data"];

/** A change may be seen late by the aggregator: what changed in the hour before is asked for again (AGG-1). */
const OVERLAP_MS = 3_600_000;
/** Of one synchronisation: three years of a busy account. */
const MAX_LINES = 100_000;
const PROGRESS_EVERY = 200;

/**
 * The work behind `sync-bank`: asks the aggregator what is new and keeps it. It may run twice, or two at once, and comes to the
 * same. All calls come before the transaction. When the aggregator is down the job fails, and is tried again by itself.
 * @param signal looked at between two questions to the aggregator: cancelled, it keeps no line
 */
export async function synchroniseBank(
  services: Services,
  data: DataOf<"sync-bank">,
  signal?: AbortSignal,
): Promise<void> {
  const { distributor_id: distributorId, connection_id } = data;
  if (connection_id !== undefined) return await synchroniseOne(services, data, connection_id, signal);
  const banks = await inScope(services, distributorId, (tx) => repository.list(tx, distributorId));
  for (const { id } of banks) await synchroniseOne(services, data, id, signal);
}

async function synchroniseOne(
  services: Services,
  data: DataOf<"sync-bank">,
  connectionId: number,
  signal?: AbortSignal,
): Promise<void> {
  const { distributor_id: distributorId } = data;
  const source = { ...systemSource(distributorId), actorId: data.user_id };
  try {
    await synchronise(services, distributorId, connectionId, source, signal);
  } catch (error) {
    const isKnown = error instanceof BankAggregatorError || error instanceof SyncProblem;
    const message =
      error instanceof SyncProblem
        ? error.message
        : error instanceof JobCancelled
          ? SYNC_CANCELLED
          : UNAVAILABLE;
    // A bank that is gone is told although there is none any more.
    await inScope(services, distributorId, (tx) =>
      error instanceof SyncProblem
        ? repository.markFailed(tx, connectionId, message)
        : repository.markFailedIfConnected(tx, connectionId, message),
    );
    services.log.warn({ err: error, distributor_id: distributorId }, "the bank could not be synchronised");
    // What an hour's waiting may cure is tried again; what makes no sense is not.
    if (!isKnown || (error instanceof BankAggregatorError && error.kind === "unavailable"))
      throw toJobError(error);
  }
}

/** The work behind `delete-bank-item`: gone already is as good. */
export async function deleteBankItem(services: Services, data: DataOf<"delete-bank-item">): Promise<void> {
  try {
    await services.bank.deleteItem(data.user_uuid, data.item_id);
  } catch (error) {
    // A user that does not exist has no item.
    if (error instanceof BankAggregatorError && error.status === 404) return;
    throw toJobError(error);
  }
}

/** Handlers for `Jobs.work` and `Jobs.drain`. */
export const bankConnectionHandlers = (services: Services) => ({
  "bank-round": () => bankRound(services),
  "sync-bank": (data: DataOf<"sync-bank">, signal?: AbortSignal) => synchroniseBank(services, data, signal),
  "delete-bank-item": (data: DataOf<"delete-bank-item">) => deleteBankItem(services, data),
});

const inScope = <T>(services: Services, distributorId: number, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const scope: Scope = { kind: "distributor", distributorId };
  return inTransaction(services.pool, scope, work);
};

async function synchronise(
  services: Services,
  distributorId: number,
  connectionId: number,
  source: AuditSource,
  signal?: AbortSignal,
): Promise<void> {
  const connection = await takeUp(services, distributorId, connectionId, source);
  if (!connection) return;
  const item = await lookAtItem(services, connection);
  if (!item) return;
  signal?.throwIfAborted();
  const aggregator = services.bank;
  const uuid = connection.provider_user;
  if (connection.bank_name === null && item.provider_id !== null) {
    // Lines do not wait for a name.
    const name = await aggregator.bankName(item.provider_id).catch((error: unknown) => {
      if (!(error instanceof BankAggregatorError)) throw error;
      services.log.warn({ err: error, distributor_id: distributorId }, "the bank's name is not known");
      return undefined;
    });
    if (name !== undefined)
      await inScope(services, distributorId, (tx) => repository.saveBankName(tx, connection.id, name));
  }
  const ibans = await inScope(services, distributorId, (tx) => repository.ibansOf(tx, distributorId));
  const chosen = chooseAccounts(await aggregator.accounts(uuid, item.id), ibans);
  if ("problem" in chosen) throw new SyncProblem(chosen.problem);
  const accounts = await inScope(services, distributorId, (tx) =>
    accountsToRead(tx, services, { distributorId, itemId: item.id, accounts: chosen.accounts, source }),
  );
  if (!accounts) return;
  const rows = await readLines(services, connection, accounts, signal);
  signal?.throwIfAborted();
  await inScope(services, distributorId, (tx) =>
    saveSynchronised(tx, services, {
      distributorId,
      source,
      itemId: item.id,
      accounts,
      rows,
    }),
  );
}

/** The connection to read; an item that came while the aggregator was down is taken first. */
async function takeUp(
  services: Services,
  distributorId: number,
  connectionId: number,
  source: AuditSource,
): Promise<BankConnectionRow | undefined> {
  const rows = await inScope(services, distributorId, (tx) => repository.list(tx, distributorId));
  const row = rows.find(({ id }) => id === connectionId);
  if (!row) return undefined;
  if (row.awaited_item_id !== null) {
    const item = await services.bank.item(row.provider_user, row.awaited_item_id);
    if (item) {
      await attachItem(services, distributorId, row.provider_user, item, source, false);
    } else if (await inScope(services, distributorId, (tx) => endAwaited(tx, row))) {
      // Other banks that are connected stay so.
      if (rows.length === 1) throw new SyncProblem(GONE);
      return undefined;
    }
  }
  return await inScope(services, distributorId, async (tx) => {
    const banks = await repository.lockAll(tx, distributorId);
    const now = banks.find(({ id }) => id === connectionId);
    // Disconnected meanwhile.
    if (!now || now.item_id === null) return undefined;
    await repository.markRunning(tx, now.id);
    return now;
  });
}

/** Ends a place whose awaited item the aggregator does not know. @returns false when it has got another one meanwhile */
async function endAwaited(tx: Tx, row: BankConnectionRow): Promise<boolean> {
  const now = await repository.lock(tx, row.distributor_id, row.id);
  if (now?.awaited_item_id !== row.awaited_item_id) return false;
  await repository.end(tx, now);
  return true;
}

/** How the item stands, kept. Undefined, or a problem, when nothing can be read. */
async function lookAtItem(services: Services, connection: BankConnectionRow): Promise<BankItem | undefined> {
  const { id, distributor_id: distributorId, item_id, provider_user } = connection;
  if (item_id === null) return undefined;
  const item = await services.bank.item(provider_user, item_id).catch((error: unknown) => {
    // Its user is unknown there: so is the item.
    if (error instanceof BankAggregatorError && error.status === 404) return undefined;
    throw error;
  });
  const at = services.clock.now();
  return await inScope(services, distributorId, async (tx) => {
    const now = await repository.lock(tx, distributorId, id);
    if (now?.item_id !== item_id) return undefined;
    if (!item) {
      const { length } = await repository.list(tx, distributorId);
      await (length === 1
        ? endOnly(tx, now, at)
        : saveItemState(tx, now, lostItem(now, item_id), { userId: null, at }));
      await repository.markFailed(tx, id, GONE);
      return undefined;
    }
    await saveItemState(tx, now, item, { userId: null, at });
    if (!needsPerson(item.status)) return item;
    await repository.markFailed(tx, id, personMessage(item.status, item.message));
    return undefined;
  });
}

/** The only access is over: its person is asked to connect the bank again. */
async function endOnly(tx: Tx, connection: BankConnectionRow, at: Date): Promise<void> {
  await repository.end(tx, connection);
  await repository.createReconnectAction(tx, connection.distributor_id, {
    reason: EXPIRED_REASON,
    description: GONE,
    at,
  });
}

/** An access beside others stays in sight, and asked about while those are read (AGG-8). */
const lostItem = ({ bank_provider_id }: BankConnectionRow, id: number): BankItem => ({
  id,
  status: LOST,
  message: "",
  provider_id: bank_provider_id,
  expires_at: null,
});

/** All that is new on the accounts, from the first page to the last. */
async function readLines(
  services: Services,
  connection: BankConnectionRow,
  accounts: readonly BankAccount[],
  signal?: AbortSignal,
): Promise<AggregatorRow[]> {
  const { id, distributor_id: distributorId, provider_user: uuid, synced_to } = connection;
  const rows: AggregatorRow[] = [];
  let progress = 0;
  for (const account of accounts) {
    const isKnown = synced_to !== null && connection.synced_accounts.includes(account.id);
    const since = isKnown ? new Date(Date.parse(synced_to) - OVERLAP_MS).toISOString() : null;
    for await (const page of services.bank.transactions(uuid, { accountId: account.id, since })) {
      signal?.throwIfAborted();
      rows.push(...page);
      if (rows.length > MAX_LINES) throw new BankAggregatorError("malformed", "its history does not end");
      if (rows.length - progress < PROGRESS_EVERY) continue;
      progress = rows.length;
      await inScope(services, distributorId, (tx) => repository.markProgress(tx, id, progress));
    }
  }
  return rows;
}
