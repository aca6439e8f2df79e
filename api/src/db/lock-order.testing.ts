import type { Pool, PoolClient } from "pg";
import { TRANSACTION_LOCKS } from "./locks.ts";

const NAMES = Object.keys(TRANSACTION_LOCKS);
const KEYS: readonly number[] = Object.values(TRANSACTION_LOCKS);
const NAMED_LOCK = /\bpg_advisory_xact_lock(_shared)?\(\$1/;
const DISTRIBUTOR_ROW = /\bfrom distributor where id = \$\d+ for (no key )?update/;
/** After all locks that have a name. */
const LAST = KEYS.length;

type Statement = string | { readonly text: string; readonly values?: readonly unknown[] };

/** From now on a transaction of this pool that takes a lock after one that comes later in the order fails, and names both. */
export function watchLockOrder(pool: Pool): void {
  pool.on("connect", (client: PoolClient) => {
    // Looked up at each call: tests spy on it.
    const inherited = Object.getPrototypeOf(client) as { query(...all: unknown[]): unknown };
    const held = new Set<number>();
    const place = (rank: number): void => {
      const later = Math.max(-1, ...held);
      if (rank < later && !held.has(rank))
        throw new Error(
          `the lock ${nameOf(rank)} is taken after ${nameOf(later)}: see the order in db/locks.ts`,
        );
      held.add(rank);
    };
    client.query = ((statement: Statement, ...rest: unknown[]) => {
      const [text, values = []] =
        typeof statement === "string" ? [statement] : [statement.text, statement.values];
      if (/^\s*(begin|commit|rollback)\b/.test(text)) held.clear();
      if (NAMED_LOCK.test(text)) place(KEYS.indexOf(values[0] as number));
      if (DISTRIBUTOR_ROW.test(text)) place(LAST);
      return inherited.query.call(client, statement, ...rest);
    }) as typeof client.query;
  });
}

const nameOf = (rank: number): string => NAMES[rank] ?? "of the distributor's row";
