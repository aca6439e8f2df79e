import { inTransaction, type Tx } from "../../db/scope.ts";
import type { CivilDate } from "@bobine/contract/civil-date";
import { isDigestHour } from "../../domain/mailing/schedule.ts";
import type { Services } from "../../services.ts";
import { digestRepository as repository } from "./digest.repository.ts";

/**
 * Writes this morning's summaries to the outbox (MAIL-5): once a day for each distributor that has something new to decide,
 * one mail for each of its people, whoever calls and however often. What waits since before is summed up too, and makes no mail alone.
 */
export async function planDigests(services: Services, signal?: AbortSignal): Promise<void> {
  const now = services.clock.now();
  if (!isDigestHour(now)) return;
  const today = services.clock.today();
  const due = await inTransaction(services.pool, { kind: "all" }, (tx) => repository.due(tx, today));
  for (const distributorId of due) {
    signal?.throwIfAborted();
    try {
      await inTransaction(services.pool, { kind: "distributor", distributorId }, (tx) =>
        planDigest(tx, distributorId, today, now),
      );
    } catch (error) {
      services.log.error(
        { err: error, distributor_id: distributorId },
        "the summary of a morning was not planned",
      );
    }
  }
}

async function planDigest(tx: Tx, distributorId: number, today: CivilDate, now: Date): Promise<void> {
  if (!(await repository.takeDay(tx, distributorId, today))) return;
  const readers = await repository.readers(tx, distributorId);
  if (readers.length === 0 || (await repository.takeFresh(tx, distributorId, today)) === 0) return;
  for (const reader of readers) await repository.insert(tx, distributorId, reader, now);
}
