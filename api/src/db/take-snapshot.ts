import type { Tx } from "./scope.ts";

/** All that follows sees the database at one instant. Must come first in its transaction, which writes nothing that others may write too. */
export async function takeSnapshot(tx: Tx): Promise<void> {
  await tx.client.query("set transaction isolation level repeatable read");
}
