// Fire for the tests of the ledger: sessions that meet at one statement, that take no lock, or that die before one. It changes
// what the pool sends, and nothing of the product.
import type { Pool, PoolClient, QueryResult } from "pg";

export interface Fire {
  /** Row locks and advisory locks are not asked for, or the advisory ones only: what the tests must notice. */
  readonly withoutLocks?: boolean | "ledger" | undefined;
  /** The sessions that come to this statement wait for so many of them, but no longer than the patience. Once. */
  readonly meeting?: {
    readonly at: RegExp;
    /** Only those that came to this one in the same transaction: others that end meanwhile, such as the reading of a session, meet nobody. */
    readonly onceAfter?: RegExp;
    readonly sessions: number;
    readonly patienceMs: number;
  };
  /** Told before each statement goes out, with which of the sessions that were taken asks it; while it is not done, the session waits. */
  readonly before?: (text: string, session: number) => Promise<void>;
  /** Told of each statement that PostgreSQL refuses, also when the product tries again. */
  readonly refused?: (
    error: Error & { readonly code?: string; readonly detail?: string },
    text: string,
  ) => void;
}

type QueryCallback = (error: Error | undefined, result?: QueryResult) => void;
type Statement = string | { readonly text: string; readonly values?: unknown[]; readonly name?: string };

const ROW_LOCK = /\bfor (no key )?update( of \w+)?( skip locked)?/g;
const ADVISORY_LOCK = /select pg_advisory_xact_lock\([^)]*\)/g;

/** A prepared statement without its lock is another statement: it needs another name. */
function unlocked(statement: Statement, rowsToo: boolean): Statement {
  const rowLock = rowsToo ? ROW_LOCK : "";
  if (typeof statement === "string") return statement.replace(rowLock, "");
  const text = statement.text.replace(rowLock, "").replace(ADVISORY_LOCK, "select $1::integer, $2::integer");
  if (text === statement.text) return statement;
  return {
    text,
    values: statement.values ?? [],
    ...(statement.name ? { name: `unlocked ${statement.name}`.slice(0, 60) } : {}),
  };
}

/** Sets the sessions of a pool on fire until the returned function is called. */
export function startRace(pool: Pool, fire: Fire): () => void {
  const { withoutLocks } = fire;
  const connect = pool.connect.bind(pool) as (...callback: []) => Promise<PoolClient>;
  let arrived = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const meet = async ({ sessions, patienceMs }: NonNullable<Fire["meeting"]>): Promise<void> => {
    arrived += 1;
    if (arrived >= sessions) open();
    const timer = setTimeout(open, patienceMs);
    await gate;
    clearTimeout(timer);
  };
  let taken = 0;
  const burning = (client: PoolClient): PoolClient => {
    taken += 1;
    const session = taken;
    let isCalled = fire.meeting?.onceAfter === undefined;
    return new Proxy(client, {
      get(target, property) {
        const value = Reflect.get(target, property) as unknown;
        if (property !== "query") return typeof value === "function" ? value.bind(target) : value;
        const ask = async (statement: Statement, values?: unknown[]) => {
          const text = typeof statement === "string" ? statement : statement.text;
          await fire.before?.(text, session);
          if (fire.meeting?.onceAfter?.test(text)) isCalled = true;
          if (isCalled && fire.meeting?.at.test(text)) await meet(fire.meeting);
          try {
            return await target.query(
              withoutLocks ? unlocked(statement, withoutLocks !== "ledger") : statement,
              values,
            );
          } catch (error) {
            fire.refused?.(error as Error, text);
            throw error;
          }
        };
        // As the driver: with a callback nothing is promised.
        return (statement: Statement, ...[more]: [(unknown[] | QueryCallback)?]) => {
          if (typeof more !== "function") return ask(statement, more);
          ask(statement).then(
            (result) => more(undefined, result),
            (error: Error) => more(error),
          );
        };
      },
    });
  };
  // `pool.query`, by which tests look, connects with a callback: it stays calm.
  pool.connect = ((...callback: []) =>
    callback.length > 0 ? connect(...callback) : connect().then(burning)) as typeof pool.connect;
  return () => {
    pool.connect = connect as typeof pool.connect;
  };
}
