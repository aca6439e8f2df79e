import type { Tx } from "../../db/scope.ts";
import { bankConnectionRepository as repository } from "./bank-connection.repository.ts";

export const SYNC_CANCELLED = "La synchronisation a été annulée. Relancez-la quand vous voulez.";

/** Its job was cancelled before it ran, in this transaction: whoever waits in front of the screen is told at once. */
export const syncCancelled = (tx: Tx, distributorId: number): Promise<void> =>
  repository.markCancelled(tx, distributorId, SYNC_CANCELLED);
