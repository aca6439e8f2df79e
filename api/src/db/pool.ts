// The connections of the API to PostgreSQL, and how its values become JavaScript's.
import type { EventEmitter } from "node:events";
import { Client, type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from "pg";

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const TIMESTAMPTZ_ARRAY = 1185;

/** A session that waits longer than this for a lock, or idles in a transaction, is a bug or an attack. */
const LOCK_TIMEOUT_MS = 15_000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

/** After that TCP asks a quiet session's other end whether it is still there: by itself it would after two hours. */
export const QUIET_MS = 10_000;

/** How each session plans. */
const PLANNING = {
  // What a page of the disk costs that does not follow the one before: PostgreSQL's own 4 is that of a disk which turns, where it rather reads a table whole.
  random_page_cost: "1.1",
  // Counts on its end, once one side has no more rows: row-level security takes the other's rows away, and it reads on to the end of the table.
  enable_mergejoin: "off",
} as const;

const planning = (said: (name: string, value: string) => string): string =>
  Object.entries(PLANNING)
    .map(([name, value]) => said(name, value))
    .join("");

/** Should a transaction fail to begin, what follows it on the wire still sees nothing and changes nothing. */
const READING_OPTIONS =
  " -c role=bobine_app -c default_transaction_read_only=on -c plan_cache_mode=force_generic_plan";

/**
 * Opens a pool. `bigint` is read as a number (and throws beyond 2^53), `date` as "YYYY-MM-DD", `timestamptz` as an ISO
 * string in UTC, `numeric` as a string: so `sum()` of a bigint must be cast back to bigint.
 *
 * @param options.max sessions at most
 * @param options.statementTimeoutMs longest statement; a job that needs more says `set local statement_timeout`
 * @param options.forReading for work that only reads (`transaction` of scope.ts): queries go out without waiting for the answers before them, so each
 *   session is the request role's from its start, with no tenant, and cannot write; plans are made once for all values
 * @param options.throughPooler the address is that of a pooler in transaction mode (OPS-6): sessions are lent for a transaction, so that nothing is
 *   set on one, and no statement is prepared on one; each transaction says its settings itself (`settingsThroughPooler`)
 * @param options.connectTimeoutMs how long is waited for a session
 * @param options.onlyPrimary refuses sessions of a standby, as libpq's target_session_attrs=read-write: after a failover an address may lead
 *   to one for a while, and a session that it once has would stay
 * @param options.onError told when an idle session dies (a restart of the database); the pool replaces it by itself
 */
export function createPool(options: {
  url: string;
  applicationName?: string;
  max?: number;
  statementTimeoutMs?: number;
  forReading?: boolean;
  throughPooler?: boolean;
  connectTimeoutMs?: number;
  onlyPrimary?: boolean;
  onError?: (error: Error) => void;
}): Pool {
  const { url, applicationName = "bobine", max = 10, statementTimeoutMs = 30_000, onError } = options;
  const { forReading = false, throughPooler = false, connectTimeoutMs = 10_000 } = options;
  const config: PoolConfig & { pipeline: boolean } = {
    pipeline: forReading,
    connectionString: url,
    application_name: applicationName,
    max,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: QUIET_MS,
    types: { getTypeParser },
    ...(options.onlyPrimary ? PRIMARY_ONLY : {}),
    ...(throughPooler
      ? { Client: UnpreparedClient }
      : {
          statement_timeout: statementTimeoutMs,
          lock_timeout: LOCK_TIMEOUT_MS,
          idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
          // Civil dates are arguments (Paris); what the server computes by itself does not depend on its machine.
          options: `-c TimeZone=UTC${planning((name, value) => ` -c ${name}=${value}`)}${forReading ? READING_OPTIONS : ""}`,
        }),
  };
  const pool = new Pool(config);
  if (throughPooler)
    settings.set(
      pool,
      `; set local statement_timeout = ${statementTimeoutMs}; set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}; set local timezone = 'UTC'${planning((name, value) => `; set local ${name} = ${value}`)}`,
    );
  pool.on("error", (error) => onError?.(error));
  // Without a listener of its own, a client that is checked out when the database restarts kills the process (SEC-13).
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const settings = new WeakMap<Pool, string>();

/** What a transaction sets for itself where its session is a pooler's, as SQL behind its BEGIN; nothing where the session has it. */
export const settingsThroughPooler = (pool: Pool): string => settings.get(pool) ?? "";

/** The server cannot write (now): it is a standby, or was the primary until a moment ago. */
export class OnStandby extends Error {
  override readonly name = "OnStandby";
  /** PostgreSQL's own for « not now », so that people are told to come back. */
  readonly code = "57P03";
  constructor() {
    super("the server is a standby, which cannot write");
  }
}

/** Hears what PostgreSQL (from 14 on) says by itself when a session begins, and when its server is promoted. */
class TellingClient extends Client {
  isOnStandby = false;

  constructor(config?: ClientConfig) {
    super(config);
    const { connection } = this as unknown as { connection: EventEmitter };
    connection.on("parameterStatus", (told: { parameterName: string; parameterValue: string }) => {
      if (told.parameterName === "in_hot_standby") this.isOnStandby = told.parameterValue === "on";
    });
  }
}

/** Settings of a pool that takes no session of a standby. */
export const PRIMARY_ONLY = {
  Client: TellingClient,
  verify: (client: PoolClient, done: (error?: Error) => void): void =>
    done((client as unknown as Partial<TellingClient>).isOnStandby ? new OnStandby() : undefined),
};

/** Leaves a statement without its name (`prepared.ts`): the next transaction may have another session of the pooler's. */
class UnpreparedClient extends TellingClient {
  override query(query: unknown, ...rest: unknown[]): never {
    const isNamed = typeof query === "object" && query !== null && "name" in query && !("submit" in query);
    // The driver has a dozen shapes of this call, all with the query first.
    return super.query(
      (isNamed ? { ...query, ...textOf(query), name: undefined } : query) as string,
      ...(rest as []),
    ) as never;
  }
}

/** Those of `sql-template-tag` are worked out by getters, which a copy would lose. */
const textOf = (query: object): { text: unknown; values: unknown } => ({
  text: (query as { text?: unknown }).text,
  values: (query as { values?: unknown }).values,
});

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, safeInteger],
  [DATE, (text) => text],
  [TIMESTAMPTZ, isoInstant],
  [INT8_ARRAY, arrayOf(safeInteger)],
  [DATE_ARRAY, arrayOf((text) => text)],
  [TIMESTAMPTZ_ARRAY, arrayOf(isoInstant)],
]);

/** The shape that pg asks for; only text values reach it, binary results are never requested. */
function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  const own = format === "binary" ? undefined : parsers.get(oid);
  return own ?? (types.getTypeParser(oid, format as "text") as (value: string) => unknown);
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of range: ${text}`);
  return value;
}

/** As sessions in UTC write it, to the microsecond. */
const UTC_INSTANT = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** What is below a millisecond is left out. */
function isoInstant(text: string): string {
  const [, day, time, fraction = ""] = UTC_INSTANT.exec(text) ?? [];
  if (day !== undefined) return `${day}T${time}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  // 'infinity' has no ISO form.
  const parsed = types.getTypeParser(TIMESTAMPTZ, "text")(text) as Date | number;
  return parsed instanceof Date ? parsed.toISOString() : text;
}

function arrayOf(parse: (text: string) => unknown): (text: string) => unknown {
  const parseAll = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(parseAll);
    return typeof value === "string" ? parse(value) : null;
  };
  return (text) => parseAll(getTypeParser(TEXT_ARRAY)(text));
}
