import type { Pool } from "pg";
import { inTransaction, type Tx } from "./scope.ts";

/** A transaction that sees all distributors and may what requests may not. @param pool of the owner's, in a process of its own */
export const asOwner = <T>(pool: Pool, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, { kind: "all" }, async (tx) => {
    // Every other transaction works in the role of requests.
    await tx.client.query("set local role none");
    return await work(tx);
  });
