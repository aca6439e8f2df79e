import type { FastifyBaseLogger } from "fastify";
import { PgBoss } from "pg-boss";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { PRIMARY_ONLY } from "../db/pool.ts";
import type { Tx } from "../db/scope.ts";
import type { Job, JobControls, JobQueue } from "../services.ts";
import { cancelRequests, requestCancel, withdrawCancel } from "./cancel-requests.ts";
import {
  FORMER_NAMES,
  JOB_NAMES,
  LOOK_SECONDS,
  QUEUE_SCHEMA,
  SCHEDULED,
  SIDE_BY_SIDE,
} from "../db/job-queues.ts";
import type { JobOutcome, Metrics } from "./metrics.ts";

const POLL_SECONDS = 0.5;
/** For what the clock asks for, once a minute at most: nobody waits for it. */
const ROUND_POLL_SECONDS = 2;
const STOP_LIMIT_MS = 30_000;
/** The queue's own words are short; a database that answers none of them in that time is away, and asked again (OPS-14). */
const QUERY_LIMIT = { query_timeout: 30_000 };
/**
 * What runs a job. It may run twice (a node can die after the work and before the word), so it must not matter.
 * Its signal is aborted when somebody cancels it or its time is up: between two units of its work it looks
 * (`signal.throwIfAborted()`), never between something that has left the house and the note of it.
 */
export type JobHandlers = {
  readonly [N in Job["name"]]: (
    data: Extract<Job, { name: N }>["data"],
    signal: AbortSignal,
  ) => Promise<void>;
};

export interface Jobs extends JobQueue, JobControls {
  /** Runs the jobs of these names from now on. */
  work(handlers: Partial<JobHandlers>): Promise<void>;
  /**
   * Runs what is queued now under these names, here, and comes back when nothing is left: for tests and for the demo data.
   * @throws what a job throws; it is then left for another try
   */
  drain(handlers: Partial<JobHandlers>): Promise<void>;
  isReady(): Promise<boolean>;
  /** Lets running jobs end; what is queued stays. */
  stop(): Promise<void>;
}

/** What a transaction says to pg-boss: its own connection, in the role that may write the queue. */
const throughTransaction = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const result = await tx.client.query(text, values ?? []);
    return { rows: result.rows as unknown[], rowCount: result.rowCount ?? 0 };
  },
});

/** For an operator's command, which runs no job and leaves it to the nodes: all that it says, it says in the transaction. */
export const sendingQueue: JobQueue = {
  enqueue: async (tx, job) => {
    const db = throughTransaction(tx);
    const boss = new PgBoss({ db, schema: QUEUE_SCHEMA, migrate: false, supervise: false, schedule: false });
    await boss.start();
    try {
      await boss.send(job.name, job.data, { db });
    } finally {
      await boss.stop({ graceful: false });
    }
  },
};

/**
 * Jobs in PostgreSQL (pg-boss): claimed with SKIP LOCKED by any node, tried again with growing delays, and kept for
 * ninety days when they fail for good.
 * @param pool for the requests to cancel; pg-boss has connections of its own
 */
export async function startJobs(place: {
  url: string;
  pool: Pool;
  log: FastifyBaseLogger;
  metrics?: Metrics;
}): Promise<Jobs> {
  const { url, pool, log, metrics } = place;
  const boss = new PgBoss({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    application_name: "bobine jobs",
    max: 4,
    // Both are handed to its pool.
    ...PRIMARY_ONLY,
    ...QUERY_LIMIT,
    // The owner's process makes and changes tables (prepare-queue.ts).
    migrate: false,
    createSchema: false,
    reindex: false,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
  });
  boss.on("error", (error) => log.error({ err: error }, "the job queue had an error"));
  await boss.start();
  const requests = cancelRequests(pool, (error) =>
    log.warn({ err: error }, "nobody could be asked whether a running job is to stop"),
  );
  const run = jobRunner({ boss, requests, log, metrics });
  const workers = new Map<Job["name"], string>();
  const handled = (handlers: Partial<JobHandlers>) =>
    JOB_NAMES.filter((name) => handlers[name] !== undefined);
  /** With the queues of former names that the version before has left. */
  const queuesOf = async (handlers: Partial<JobHandlers>): Promise<[queue: string, name: Job["name"]][]> => {
    const left = new Set((await boss.getQueues([...FORMER_NAMES.keys()])).map((queue) => queue.name));
    return [
      ...handled(handlers).map((name): [string, Job["name"]] => [name, name]),
      ...[...FORMER_NAMES].filter(([former, name]) => left.has(former) && handlers[name] !== undefined),
    ];
  };
  return {
    enqueue: async (tx, job) => {
      await boss.send(job.name, job.data, { db: throughTransaction(tx) });
    },
    runAgain: async (tx, { name, id }) => {
      await withdrawCancel(tx, id);
      const db = throughTransaction(tx);
      await boss.retry(name, id, { db });
      await boss.resume(name, id, { db });
      await tx.run(sql`update pgboss.job set start_after = now() where name = ${name} and id = ${id}`);
    },
    cancel: async (tx, { name, id }) => {
      await boss.cancel(name, id, { db: throughTransaction(tx) });
    },
    requestCancel: (tx, { id }) => requestCancel(tx, id),
    work: async (handlers) => {
      for (const [name, cron] of SCHEDULED)
        if (handlers[name]) await boss.schedule(name, cron, {}, { tz: "Europe/Paris" });
      for (const [queue, name] of await queuesOf(handlers)) {
        const ways = {
          pollingIntervalSeconds: SCHEDULED.has(name) ? ROUND_POLL_SECONDS : POLL_SECONDS,
          batchSize: 1,
          localConcurrency: SIDE_BY_SIDE.get(name) ?? 1,
          includeMetadata: true,
        } as const;
        const worker = await boss.work(queue, ways, async ([job]) => {
          if (!job) return;
          await run(handlers, name, queue, job).catch((error: unknown) => {
            const isLast = job.retryCount >= job.retryLimit;
            const what = isLast ? "a job failed for good" : "a job failed and will be tried again";
            log.error({ err: error, job: name, job_id: job.id }, what);
            throw error;
          });
        });
        if (queue === name) workers.set(name, worker);
      }
    },
    wake: (name) => {
      const worker = workers.get(name);
      if (worker !== undefined) boss.notifyWorker(worker);
    },
    drain: async (handlers) => {
      for (const name of handled(handlers))
        await drainQueue(boss, name, (job) => run(handlers, name, name, job));
    },
    isReady: async () => (await boss.getQueues([...JOB_NAMES])).length === JOB_NAMES.length,
    stop: async () => {
      await boss.stop({ graceful: true, timeout: STOP_LIMIT_MS });
    },
  };
}

interface StartedJob {
  readonly id: string;
  readonly data: unknown;
  readonly signal?: AbortSignal;
}

/** Runs one job, measures it, and ends it as what it came to. */
const jobRunner =
  (place: {
    boss: PgBoss;
    requests: ReturnType<typeof cancelRequests>;
    log: FastifyBaseLogger;
    metrics: Metrics | undefined;
  }) =>
  async (
    handlers: Partial<JobHandlers>,
    name: Job["name"],
    queue: string,
    job: StartedJob,
  ): Promise<void> => {
    const { boss, requests, log, metrics } = place;
    // Each name was enqueued with its own data.
    const handler = handlers[name] as ((data: unknown, signal: AbortSignal) => Promise<void>) | undefined;
    const start = performance.now();
    const measure = (outcome: JobOutcome) => metrics?.job(name, outcome, (performance.now() - start) / 1000);
    try {
      const outcome = await requests.watch(job.id, job.signal, async (signal) => handler?.(job.data, signal));
      // The queue leaves a job as it is that is not active any more when its worker says that it is done.
      if (outcome === "cancelled") {
        await boss.cancel(queue, job.id);
        log.info({ job: name, job_id: job.id }, "a running job was cancelled");
      }
      measure(outcome);
    } catch (error) {
      measure("failed");
      throw error;
    }
    // A request that is left does nothing to a job that has ended, and goes when the job is run again.
    await requests
      .forget(job.id)
      .catch((error: unknown) => log.warn({ err: error, job_id: job.id }, "a request to cancel was kept"));
  };

/** Runs what is queued now, one job after the other. @throws what a job throws */
async function drainQueue(
  boss: PgBoss,
  name: Job["name"],
  run: (job: StartedJob) => Promise<void>,
): Promise<void> {
  for (let [job] = await boss.fetch(name); job; [job] = await boss.fetch(name)) {
    const { id } = job;
    const alive = setInterval(() => void boss.touch(name, id).catch(() => undefined), LOOK_SECONDS * 1000);
    try {
      await run(job);
    } catch (error) {
      // Otherwise it would count as running until it expires.
      await boss.fail(name, job.id, error instanceof Error ? error : { message: String(error) });
      throw error;
    } finally {
      clearInterval(alive);
    }
    await boss.complete(name, job.id);
  }
}
