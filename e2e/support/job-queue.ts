import { setTimeout } from "node:timers/promises";
import { type InDataDir, inDatabaseOf } from "./product-database.ts";

/** The tries of a job that fails are minutes apart, nine in all: this makes the next one due at once, and the last. */
export async function skipToLastTry(product: InDataDir, name: string): Promise<void> {
  await inDatabaseOf(product, async (client) => {
    // It may be in the middle of a try.
    const skip = async () =>
      await client.query(
        "update pgboss.job set retry_count = retry_limit - 1, start_after = now() where name = $1 and state = 'retry'",
        [name],
      );
    while ((await skip()).rowCount === 0) await setTimeout(50);
  });
}

/** Waits until no job is due and none is being worked on. */
export async function untilJobsAreDone(product: InDataDir): Promise<void> {
  await inDatabaseOf(product, async (client) => {
    const isAtWork = async () =>
      await client.query(
        "select from pgboss.job where state = 'active' or state in ('created', 'retry') and start_after <= now() limit 1",
        [],
      );
    while ((await isAtWork()).rowCount !== 0) await setTimeout(50);
  });
}
