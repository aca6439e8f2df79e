// A standby of the database that lists may be read from (OPS-11): how far it is, and whether it may be asked now.
import type { Pool, PoolClient, QueryResult, QueryResultRow } from "pg";
import { createPool } from "./pool.ts";
import { watchSilence } from "./watch-silence.ts";

/** How far the log of the database was written (`pg_lsn`). It only grows, on every server of a cluster. */
export type Position = bigint;

export const NO_POSITION: Position = 0n;
/** Beyond all: what asks for it is read from the primary. */
export const LAST_POSITION: Position = 2n ** 64n - 1n;

/** @param text `16/B374D848` */
export function positionIn(text: string): Position | undefined {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/i.exec(text) ?? [];
  return high === undefined ? undefined : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export const positionText = (position: Position): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffff_ffffn).toString(16)}`.toUpperCase();

/** Why a list was read where it was. */
export type ReadFrom = "replica" | "away" | "busy" | "behind" | "before-own-change";

/** A transaction that has begun on the replica. */
export interface ReplicaSession {
  readonly client: PoolClient;
  /** At least so far is what it reads. */
  readonly position: Position;
  /** What it reads was all that there was, so long ago or less. */
  readonly behindMs: number;
}

export interface ReplicaOptions {
  /** Of the standby, or of what balances several. */
  readonly url: string;
  /** Of the database itself, past any pooler. */
  readonly primaryUrl: string;
  readonly maxLagMs: number;
  readonly onError?: (error: Error) => void;
  readonly onRead?: (from: ReadFrom) => void;
}

/** How often is looked where both are; half of what one waits for the replica. */
const PROBE_MS = 500;
/** Who does not answer within this is away. */
const ANSWER_MS = 1_000;
const MOST_WRITERS = 10_000;

// What is committed asynchronously is seen before it is on the disk.
const WRITTEN = `select (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
  else pg_current_wal_flush_lsn() end)::text as position`;
// Of one that was promoted it is null: its log goes its own way.
const REPLAYED = "select (case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end)::text as position";

/** Who one is there, in which database of which cluster: the same on a standby. */
export const WHO = `select session_user || '@' || current_database() || '@' || (select system_identifier from pg_control_system()) || '@'
  || (select oid from pg_database where datname = current_database()) as who`;

/**
 * How old what it reads may be is proved without anybody's clock but this process's: it asks the primary how far it is, and
 * remembers when. A replica that has come as far as the primary was at an instant has all of that instant, whoever is connected to whom.
 */
export class Replica {
  readonly pool: Pool;
  readonly maxLagMs: number;
  readonly #primary: Pool;
  /** Of what a list has still to read once it was let in. */
  readonly #endWatch: () => Promise<void>;
  readonly #options: ReplicaOptions;
  /** Where the primary was at an instant of `performance.now()`, oldest first. */
  #known: { readonly at: number; readonly position: Position }[] = [];
  readonly #writers = new Map<number, { readonly at: number; readonly position: Position }>();
  /** Until it has answered, and after it has not. */
  #isAway = true;
  #behindMs = Number.NaN;
  #next: Promise<Position> | undefined;
  #asking: Promise<Position> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasEnded = false;

  constructor(options: ReplicaOptions) {
    const { url, primaryUrl, maxLagMs, onError } = options;
    this.#options = options;
    this.maxLagMs = maxLagMs;
    this.pool = createPool({
      url,
      applicationName: "bobine replica",
      forReading: true,
      connectTimeoutMs: ANSWER_MS,
      ...(onError ? { onError } : {}),
    });
    this.#endWatch = watchSilence([this.pool], [url]);
    this.#primary = createPool({
      url: primaryUrl,
      applicationName: "bobine positions",
      max: 1,
      onlyPrimary: true,
      connectTimeoutMs: ANSWER_MS,
    });
    void this.#probe();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#endWatch(), this.pool.end(), this.#primary.end()]);
  }

  /** Milliseconds that it was behind when it was last looked at, at most; not a number while it is away. */
  behindMs(): number {
    return this.#isAway ? Number.NaN : this.#behindMs;
  }

  /** How far the primary is, asked no earlier than now: all that anybody was told before is within. Who ask meanwhile share an answer. */
  position(): Promise<Position> {
    this.#next ??= (async () => {
      await this.#asking?.catch(() => undefined);
      this.#asking = this.#next;
      this.#next = undefined;
      return await this.#ask();
    })();
    return this.#next;
  }

  /** A change of the distributor's is answered: its people's lists on this node have it from now on. */
  noteChange(distributorId: number, position: Position): void {
    this.#writers.delete(distributorId);
    this.#writers.set(distributorId, { at: performance.now(), position });
    for (const oldest of this.#writers.keys()) {
      if (this.#writers.size <= MOST_WRITERS) break;
      this.#writers.delete(oldest);
    }
  }

  /** @returns how far a list of the distributor's must have come for what was changed here; what is older than the lag it has */
  changedAt(distributorId: number): Position {
    const change = this.#writers.get(distributorId);
    return change && performance.now() - change.at <= this.maxLagMs ? change.position : NO_POSITION;
  }

  /**
   * Begins a transaction where it may be read.
   * @param beginning the SQL that begins it
   * @param atLeast what its reader has seen or changed already
   * @param isSnapshot nothing may be read in it before its snapshot is asked for: how far the server is, is asked first. A session has one server.
   * @returns undefined when the primary is to be asked
   */
  async begin(beginning: string, atLeast: Position, isSnapshot = false): Promise<ReplicaSession | undefined> {
    const { onRead } = this.#options;
    if (this.#isAway) {
      onRead?.("away");
      return undefined;
    }
    const isBusy = (): boolean => this.pool.idleCount === 0 && this.pool.totalCount >= this.pool.options.max;
    if (isBusy()) {
      onRead?.("busy");
      return undefined;
    }
    let client: PoolClient | undefined;
    try {
      client = await this.pool.connect();
      const position = await this.#replayed(client, isSnapshot ? REPLAYED : `${beginning}; ${REPLAYED}`);
      // Later than that, a snapshot holds no less.
      if (isSnapshot) await inTime(client.query(beginning));
      const behindMs = this.#behindAt(position);
      if (position >= atLeast && behindMs <= this.maxLagMs) {
        onRead?.("replica");
        return { client, position, behindMs };
      }
      onRead?.(position < atLeast ? "before-own-change" : "behind");
      await client.query("rollback");
      client.release();
    } catch (error) {
      client?.release(error as Error);
      if (client || !isBusy()) this.lose(error as Error);
      onRead?.(this.#isAway ? "away" : "busy");
    }
    return undefined;
  }

  /** It did not answer: nobody asks it before it does. */
  lose(error: Error): void {
    if (!this.#isAway && !this.#hasEnded) this.#options.onError?.(error);
    this.#isAway = true;
  }

  async #ask(): Promise<Position> {
    const at = performance.now();
    const written = await this.#askPrimary<{ position: string }>(WRITTEN);
    const position = positionIn(written?.position ?? "");
    if (position === undefined) throw new Error("the primary did not say how far it is");
    this.#known.push({ at, position });
    const first = this.#known.findIndex((one) => at - one.at <= this.maxLagMs);
    this.#known = this.#known.slice(first);
    return position;
  }

  /** Each answer to a signed-in person waits for it: a session that is silent is ended, the next one asks by another. */
  async #askPrimary<Row extends QueryResultRow>(text: string): Promise<Row | undefined> {
    const client = await this.#primary.connect();
    try {
      const { rows } = await inTime(client.query<Row>(text), "primary");
      client.release();
      return rows[0];
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** One that has come back may be one that was set up anew. */
  async #refuseAnother(client: PoolClient): Promise<void> {
    const [there, here] = await Promise.all([
      inTime(client.query<{ who: string }>(WHO)),
      this.#askPrimary<{ who: string }>(WHO),
    ]);
    if (there.rows[0]?.who !== here?.who) throw new Error("it is no replica of this database");
  }

  #behindAt(position: Position): number {
    const newest = this.#known.findLast((one) => one.position <= position);
    return newest ? performance.now() - newest.at : Number.POSITIVE_INFINITY;
  }

  async #replayed(client: PoolClient, text: string): Promise<Position> {
    const answers = (await inTime(client.query(text))) as unknown as QueryResult | QueryResult[];
    const last = Array.isArray(answers) ? answers.at(-1) : answers;
    const position = positionIn(String((last?.rows[0] as { position?: string } | undefined)?.position));
    if (position === undefined) throw new Error("it is no standby (any more)");
    return position;
  }

  async #probe(): Promise<void> {
    await this.position().catch(() => undefined);
    let client: PoolClient | undefined;
    try {
      client = await this.pool.connect();
      if (this.#isAway) await this.#refuseAnother(client);
      this.#behindMs = this.#behindAt(await this.#replayed(client, REPLAYED));
      client.release();
      this.#isAway = false;
    } catch (error) {
      client?.release(error as Error);
      // With all its sessions at work it is not away.
      if (client || this.pool.totalCount < this.pool.options.max) this.lose(error as Error);
    }
    if (!this.#hasEnded) this.#timer = setTimeout(() => void this.#probe(), PROBE_MS).unref();
  }
}

function inTime<T>(work: Promise<T>, who: "replica" | "primary" = "replica"): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const limit = setTimeout(() => reject(new Error(`the ${who} does not answer`)), ANSWER_MS);
  work.then(resolve, reject).finally(() => clearTimeout(limit));
  return promise;
}
