import type { syncTransactions } from "@bobine/contract/bank-connection";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import type { Services } from "../../services.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";
import { bankErrors } from "./bank-connection.errors.ts";
import { needsPerson, personMessage, SYNC_UNDER_WAY } from "./connection-view.ts";

/** A synchronisation that has not ended after that long died with its node; its job may run again, and so may another. */
const STALE_MS = 15 * 60_000;

/**
 * Starts a synchronisation, or joins the one that is queued or runs (AGG-1).
 * @throws 400 when no bank is connected, or when the bank waits for the person
 */
export async function requestSync(
  tx: Tx,
  services: Services,
  who: { readonly distributorId: number; readonly userId: number },
): Promise<ResponseOf<typeof syncTransactions>> {
  const { distributorId, userId } = who;
  const connection = await repository.lock(tx, distributorId);
  if (!connection || (connection.item_id === null && connection.awaited_item_id === null))
    throw bankErrors.notConnected();
  if (connection.item_status !== null && needsPerson(connection.item_status))
    throw bankErrors.needsPerson(personMessage(connection.item_status, connection.item_message));
  const age = services.clock.now().getTime() - Date.parse(connection.sync_requested_at ?? "1970-01-01");
  const isUnderWay = connection.sync_state === "queued" || connection.sync_state === "running";
  if (isUnderWay && age < STALE_MS) return { status: "joined", message: SYNC_UNDER_WAY };
  await queueSync(tx, services, distributorId, userId);
  return { status: "started", message: SYNC_UNDER_WAY };
}

/** Queues one. The caller has locked the connection. */
export async function queueSync(
  tx: Tx,
  services: Pick<Services, "jobs" | "clock">,
  distributorId: number,
  userId: number | null,
): Promise<void> {
  await repository.markQueued(tx, distributorId, services.clock.now());
  await services.jobs.enqueue(tx, {
    name: "sync-bank",
    data: { distributor_id: distributorId, user_id: userId },
  });
}
