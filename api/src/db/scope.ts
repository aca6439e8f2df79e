import type { Socket } from "node:net";
import type { Pool, PoolClient, QueryResult } from "pg";
import type { Sql } from "sql-template-tag";
import { OnStandby, settingsThroughPooler } from "./pool.ts";
import type { Position, Replica, ReplicaSession } from "./replica.ts";

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
  /** True when queries may be asked at once: they travel together (`onlyReads`). */
  readonly isPipelined: boolean;
  /** It reads a replica (`mayLag`): nothing can be written in it. */
  readonly isOfReplica: boolean;
}

/** Queries of one transaction that do not wait for each other, where its session can: in their order. */
export async function together<const Asked extends readonly (() => Promise<unknown>)[]>(
  tx: Tx,
  ...asked: Asked
): Promise<{ -readonly [Nth in keyof Asked]: Awaited<ReturnType<Asked[Nth]>> }> {
  const answers: unknown[] = [];
  if (tx.isPipelined) answers.push(...(await Promise.all(asked.map((ask) => ask()))));
  else for (const ask of asked) answers.push(await ask());
  return answers as never;
}

/** What a long piece of work was planned on has changed meanwhile: `inTransaction` takes all of it back and begins anew. */
export class ChangedMeanwhile extends Error {
  override readonly name = "ChangedMeanwhile";
  readonly code = "40001";
}

/** What a standby says to whoever writes. */
const READ_ONLY = "25006";
/** What PostgreSQL says to each query after the one that failed. */
const TRANSACTION_ABORTED = "25P02";
const SERIALIZATION_FAILURES = new Set(["40001", "40P01"]);
const MAX_ATTEMPTS = 3;

function settingsOf(scope: Scope): string {
  const distributor = scope.kind === "distributor" ? String(scope.distributorId) : "";
  if (!/^\d*$/.test(distributor)) throw new RangeError("not a distributor id");
  return `set local app.distributor_id = '${distributor}'; set local app.all_distributors = '${scope.kind === "all" ? "on" : "off"}'`;
}

/**
 * By a callback: with the driver's own promise a query outlives its answer, with its rows and the queries after it, until the next full
 * collection (docs/performance.md, « Pages of lists »). For the same reason what is called then knows of nothing else.
 */
const answerTo = (client: PoolClient, query: Sql | string): Promise<QueryResult> =>
  new Promise((resolve, reject) => {
    // The driver's type of a query without values wants a text.
    client.query(query as string, settling(resolve, reject));
  });

const settling =
  (resolve: (result: QueryResult) => void, reject: (error: Error) => void) =>
  (error: Error | undefined, result: QueryResult): void => {
    if (error) reject(error);
    else resolve(result);
  };

const releasing =
  (client: PoolClient) =>
  (error: Error | undefined): void =>
    client.release(error ?? undefined);

class SessionTx implements Tx {
  readonly client: PoolClient;
  readonly isPipelined: boolean;
  readonly isOfReplica: boolean;
  /** What is asked after that would be asked outside of the transaction. */
  hasEnded = false;
  /** Of the first query that failed, in the order in which they were asked. */
  failure: { readonly error: unknown } | undefined;

  constructor(client: PoolClient, isPipelined = false, isOfReplica = false) {
    this.client = client;
    this.isPipelined = isPipelined;
    this.isOfReplica = isOfReplica;
  }

  async many<Row>(query: Sql): Promise<Row[]> {
    return (await this.ask(query)).rows as Row[];
  }

  async maybe<Row>(query: Sql): Promise<Row | undefined> {
    return (await this.ask(query)).rows[0] as Row | undefined;
  }

  async one<Row>(query: Sql): Promise<Row> {
    const row = (await this.ask(query)).rows[0] as Row | undefined;
    if (row === undefined) throw new Error("a row was expected");
    return row;
  }

  async run(query: Sql): Promise<number> {
    return (await this.ask(query)).rowCount ?? 0;
  }

  private async ask(query: Sql): Promise<QueryResult> {
    if (this.hasEnded) throw new Error("a query was asked after the end of its transaction");
    try {
      return await answerTo(this.client, query);
    } catch (error) {
      this.failure ??= { error };
      // Its own says where its message was read, not who asked.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  /** COMMIT, for whose answer nobody waits. */
  end(): void {
    this.hasEnded = true;
    this.client.query("commit", releasing(this.client));
  }
}

/** Where the transactions of requests run. */
export interface Pools {
  readonly pool: Pool;
  /** Sessions that only read (`createPool`); the pool serves their work where there are none. */
  readonly readers?: Pool;
  /** A standby for what may lag (OPS-11). */
  readonly replica?: Replica;
}

/** What is known of the work of a transaction. */
export interface Manner {
  /**
   * It takes the quick way: queries that it asks for at once travel together, and the answer does not wait for COMMIT. Work that writes
   * fails there.
   */
  readonly onlyReads?: boolean;
  /** All of its queries are asked before any is answered: COMMIT travels with them. One that is asked later fails. With `onlyReads`. */
  readonly inOnePacket?: boolean;
  /**
   * It touches a few rows, whatever it is asked: a session plans its `prepared` statements once. By itself PostgreSQL plans one with a
   * list of ids anew each time, which costs more than to run it.
   */
  readonly touchesFew?: boolean;
  /** It reads the replica, where there is one that has come far enough; work that writes fails there. */
  readonly mayLag?: MayLag;
}

export interface MayLag {
  /** What its reader has seen or changed until now. */
  readonly atLeast: () => Position;
  /** `work` asks for one snapshot (`repeatable read`), before it asks for anything else. */
  readonly isSnapshot?: boolean;
  /** Told where it is read before it is, undefined when that is the primary. Of several transactions of a request the last one counts. */
  readonly onRead: (read: Pick<ReplicaSession, "position" | "behindMs"> | undefined) => void;
}

/** Runs `work` in one transaction under `scope`. */
export async function transaction<T>(
  { pool, readers, replica }: Pools,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { onlyReads = false, inOnePacket = false, touchesFew = false, mayLag }: Manner = {},
): Promise<T> {
  if (mayLag && replica) {
    const read = await readingReplica(replica, scope, work, { onlyReads, mayLag });
    if (read) return read.result;
    mayLag.onRead(undefined);
  }
  if (onlyReads && readers) return await reading(readers, scope, work, inOnePacket);
  return await ending("commit", pool, touchesFew ? begin(scope) + PLANNED_ONCE : begin(scope), work);
}

/**
 * Runs `work` in one transaction under `scope`: role, tenant and BEGIN travel in one round trip. A deadlock, a
 * serialisation failure or `ChangedMeanwhile` is retried, so `work` must have no effect outside the transaction.
 */
export const inTransaction = async <T>(pool: Pool, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> =>
  await ending("commit", pool, begin(scope), work);

/** As `inTransaction`, but nothing of it stays: what `work` would do is seen by `work` alone, then taken back. */
export const inDiscardedTransaction = async <T>(
  pool: Pool,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => await ending("rollback", pool, begin(scope), work);

async function ending<T>(
  end: "commit" | "rollback",
  pool: Pool,
  beginning: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    const tx = new SessionTx(client);
    try {
      await client.query(beginning + settingsThroughPooler(pool));
      const result = await work(tx);
      tx.hasEnded = true;
      await client.query(end);
      client.release();
      return result;
    } catch (error) {
      const code = (error as { code?: string }).code ?? "";
      // Through a pooler nothing tells whose session it is.
      const isStandby = code === READ_ONLY;
      await abandon(tx, isStandby);
      if (isStandby) throw new OnStandby();
      if (!SERIALIZATION_FAILURES.has(code) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** BEGIN and the first queries travel together, and queries that `work` asks for at once do too. */
async function reading<T>(
  readers: Pool,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  inOnePacket: boolean,
): Promise<T> {
  const client = await readers.connect();
  const tx = new SessionTx(client, true);
  try {
    const [, result] = await sentAtOnce(tx, beginReading(scope), work, inOnePacket);
    if (!inOnePacket) tx.end();
    return result;
  } catch (error) {
    if (!tx.hasEnded) await abandon(tx);
    // Of queries that travel together, one that only suffers from another's failure may be heard first.
    throw tx.failure && (error as { code?: string }).code === TRANSACTION_ABORTED ? tx.failure.error : error;
  }
}

/** What is asked before it is first waited leaves in one packet. The driver has no way of its own; decision 8 says what it buys. */
function sentAtOnce<T>(
  tx: SessionTx,
  beginning: string,
  work: (tx: Tx) => Promise<T>,
  withCommit: boolean,
): Promise<[QueryResult, T]> {
  const { stream } = (tx.client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  try {
    const all = Promise.all([answerTo(tx.client, beginning), work(tx)]);
    if (withCommit) tx.end();
    return all;
  } finally {
    stream.uncork();
  }
}

/** What a standby says of a query that its primary's changes have overtaken, beside that its session ended. */
const OVERTAKEN = new Set(["40001", "40P01"]);

/** @returns undefined when the replica is not to be read, or went away meanwhile: then the primary is */
async function readingReplica<T>(
  replica: Replica,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  { onlyReads, mayLag }: { readonly onlyReads: boolean; readonly mayLag: MayLag },
): Promise<{ readonly result: T } | undefined> {
  const beginning = onlyReads ? begin(scope) : begin(scope) + PLANNED_EACH_TIME;
  const session = await replica.begin(beginning, mayLag.atLeast(), mayLag.isSnapshot);
  if (!session) return undefined;
  mayLag.onRead(session);
  const { client } = session;
  const tx = new SessionTx(client, onlyReads, true);
  try {
    const result = await work(tx);
    tx.hasEnded = true;
    await client.query("commit");
    client.release();
    return { result };
  } catch (error) {
    const isBroken = await abandon(tx);
    if (isBroken) replica.lose(error as Error);
    if (isBroken || OVERTAKEN.has((error as { code?: string }).code ?? "")) return undefined;
    throw error;
  }
}

/**
 * Ends a transaction that failed. What work that goes on beside it asks then is refused: its session may be another one's by that time.
 * @returns whether its session has ended too
 */
async function abandon(tx: SessionTx, isUseless = false): Promise<boolean> {
  const { client } = tx;
  tx.hasEnded = true;
  let broken: Error | undefined;
  await client.query("rollback").catch((error: Error) => {
    broken = error;
  });
  client.release(broken ?? isUseless);
  return broken !== undefined;
}

const PLANNED_EACH_TIME = "; set local plan_cache_mode = auto";
const PLANNED_ONCE = "; set local plan_cache_mode = force_generic_plan";
/** Of a session that has the role already, and no tenant. */
const beginReading = (scope: Scope): string => `begin; ${settingsOf(scope)}`;
const begin = (scope: Scope): string => `begin; set local role bobine_app; ${settingsOf(scope)}`;
