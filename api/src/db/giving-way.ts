import { setTimeout as pause } from "node:timers/promises";
import type { ClientBase } from "pg";

/** What a change of the schema may wait for a lock: all who come after it for the same table wait with it. */
const LOCK_TIMEOUT_MS = 1_000;
/** Until then whoever keeps a table is asked again for it, each time after a pause in which those who waited behind are served. */
const PATIENCE_MS = 10 * 60_000;
const PAUSE_MS = 2_000;
/** Not to be had in that time; or they who use it and the change waited for each other. */
const IN_USE = new Set(["55P03", "40P01"]);

/** One transaction, begun again while somebody uses what it needs, each time after those who waited behind it. */
export async function givingWay(client: ClientBase, work: () => Promise<unknown>): Promise<void> {
  const limit = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback").catch(() => undefined);
      if (!IN_USE.has((error as { code?: string }).code ?? "") || performance.now() >= limit) throw error;
      await pause(PAUSE_MS);
    }
  }
}
