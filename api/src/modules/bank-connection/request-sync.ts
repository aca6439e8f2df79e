import type { syncTransactions } from "@bobine/contract/bank-connection";
import type { ResponseOf } from "@bobine/contract/route";
import type { Tx } from "../../db/scope.ts";
import { must } from "../../domain/must.ts";
import type { Services } from "../../services.ts";
import { errors } from "../../errors.ts";
import {
  type BankConnectionRow,
  bankConnectionRepository as repository,
} from "./bank-connection.repository.ts";
import { bankErrors } from "./bank-connection.errors.ts";
import { needsPerson, personMessage, SYNC_UNDER_WAY } from "./connection-view.ts";

/** A synchronisation that has not ended after that long died with its node, or is being lettered; its job may run again, and so may another. */
const STALE_MS = 15 * 60_000;

/** It has a bank, or waits for one to be confirmed. */
export const isOpen = ({ item_id, awaited_item_id }: BankConnectionRow): boolean =>
  item_id !== null || awaited_item_id !== null;

/**
 * Starts a synchronisation of a bank, or of all, or joins the one that is queued or runs (AGG-1, AGG-8).
 * @throws 404 for a bank that is not the distributor's, 400 when no bank is connected, or when all that are meant wait for the person
 */
export async function requestSync(
  tx: Tx,
  services: Services,
  who: { readonly distributorId: number; readonly userId: number; readonly connectionId: number | undefined },
): Promise<ResponseOf<typeof syncTransactions>> {
  const { distributorId, userId, connectionId } = who;
  const open = (await repository.lockAll(tx, distributorId)).filter(isOpen);
  const meant = open.filter(({ id }) => connectionId === undefined || id === connectionId);
  if (connectionId !== undefined && meant.length === 0) throw errors.notFound();
  if (meant.length === 0) throw bankErrors.notConnected();
  const able = meant.filter(({ item_status }) => !needsPerson(item_status));
  const [waiting] = meant;
  if (able.length === 0 && waiting)
    throw bankErrors.needsPerson(
      personMessage(must(waiting.item_status, "status that needs a person"), waiting.item_message),
    );
  const idle = able.filter((bank) => !isUnderWay(bank, services.clock.now()));
  for (const bank of idle) await queueSync(tx, services, bank, userId);
  return { status: idle.length > 0 ? "started" : "joined", message: SYNC_UNDER_WAY };
}

function isUnderWay({ sync_state, sync_requested_at }: BankConnectionRow, now: Date): boolean {
  const age = now.getTime() - Date.parse(sync_requested_at ?? "1970-01-01");
  return (sync_state === "queued" || sync_state === "running") && age < STALE_MS;
}

/** Queues one of a bank. The caller has locked it. */
export async function queueSync(
  tx: Tx,
  services: Pick<Services, "jobs" | "clock">,
  { id, distributor_id }: Pick<BankConnectionRow, "id" | "distributor_id">,
  userId: number | null,
): Promise<void> {
  await repository.markQueued(tx, id, services.clock.now());
  await services.jobs.enqueue(tx, {
    name: "sync-bank",
    data: { distributor_id, user_id: userId, connection_id: id },
  });
}
