import type { Pool, PoolClient } from "pg";
import type { Sql } from "sql-template-tag";

/**
 * For whom a transaction reads and writes. Row-level security holds each transaction to it, whatever its SQL says:
 * - one distributor, the scope of nearly every request;
 * - all of them, for jobs and the super-admin console, which must say so;
 * - nobody: identity tables only (sign-in, before anyone is known).
 */
export type Scope =
  | { readonly kind: "distributor"; readonly distributorId: number }
  | { readonly kind: "all" }
  | { readonly kind: "nobody" };

/** A transaction under a scope. SQL is written with `sql-template-tag`, so values are always parameters. */
export interface Tx {
  /** All rows. */
  readonly many: <Row>(query: Sql) => Promise<Row[]>;
  /** The only row, or undefined. */
  readonly maybe: <Row>(query: Sql) => Promise<Row | undefined>;
  /** The only row; throws when there is none. */
  readonly one: <Row>(query: Sql) => Promise<Row>;
  /** Number of rows that it touched. */
  readonly run: (query: Sql) => Promise<number>;
  /** The pg client, for COPY and cursors. */
  readonly client: PoolClient;
}

const SERIALIZATION_FAILURES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 3;

function settingsOf(scope: Scope): string {
  const distributor = scope.kind === "distributor" ? String(scope.distributorId) : "";
  if (!/^\d*$/.test(distributor)) throw new RangeError("not a distributor id");
  return `set local role bobine_app; set local app.distributor_id = '${distributor}'; set local app.all_distributors = '${scope.kind === "all" ? "on" : "off"}'`;
}

function txOf(client: PoolClient): Tx {
  return {
    client,
    many: async <Row>(query: Sql) => (await client.query(query)).rows as Row[],
    maybe: async <Row>(query: Sql) => (await client.query(query)).rows[0] as Row | undefined,
    one: async <Row>(query: Sql) => {
      const row = (await client.query(query)).rows[0] as Row | undefined;
      if (row === undefined) throw new Error("a row was expected");
      return row;
    },
    run: async (query) => (await client.query(query)).rowCount ?? 0,
  };
}

/**
 * Runs `work` in one transaction under `scope`: role, tenant and BEGIN travel in one round trip. A deadlock or a
 * serialisation failure is retried, so `work` must have no effect outside the transaction.
 */
export async function inTransaction<T>(pool: Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(`begin; ${settingsOf(scope)}`);
      const result = await work(txOf(client));
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((rollbackError: Error) => {
        broken = rollbackError;
      });
      const code = (error as { code?: string }).code ?? "";
      if (!SERIALIZATION_FAILURES.has(code) || attempt === MAX_ATTEMPTS) throw error;
    } finally {
      client.release(broken);
    }
  }
}
