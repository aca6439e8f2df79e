// The application of a test and what it stands on: the whole product, or some of its routes.
import { join } from "node:path";
import fastifyMultipart from "@fastify/multipart";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import type { Pool } from "pg";
import type { Logger } from "pino";
import sql from "sql-template-tag";
import { buildApp } from "../app.ts";
import type { Config } from "../config.ts";
import { watchLockOrder } from "../db/lock-order.testing.ts";
import { createPool } from "../db/pool.ts";
import { must } from "../domain/must.ts";
import { concurrencyLimiter } from "../http/concurrency-limiter.ts";
import { type StatementPlaces, statementPlaces } from "../http/statement-places.ts";
import { installErrorHandler } from "../http/error-handler.ts";
import type { IdentityCache } from "../http/identity-cache.ts";
import type { Identity } from "../http/identity.ts";
import { measuresOf } from "../modules/operations/read-measures.ts";
import { bridgeAggregator } from "../platform/bank-aggregator/bridge-aggregator.ts";
import { noBank } from "../platform/bank-aggregator/no-bank.testing.ts";
import { noPayments } from "../platform/card-payments/no-payments.testing.ts";
import { stripePayments } from "../platform/card-payments/stripe-payments.ts";
import { openFileStore } from "../platform/files/open-file-store.ts";
import { QUEUE_SCHEMA } from "../db/job-queues.ts";
import { type Jobs, startJobs } from "../platform/jobs.ts";
import { createMetrics } from "../platform/metrics.ts";
import type { Job, Mail, Services } from "../services.ts";
import { simulatedHistory } from "../simulators/bank/simulated-history.ts";
import { missingKeysOf, type Simulators, startSimulators } from "../simulators/start-simulators.ts";
import type { TestDatabase } from "./database.ts";
import type { TestClock } from "./test-clock.ts";

export type MountRoutes = (app: FastifyInstance, services: Services) => unknown;

/** What the whole product and some of its routes have each in its way. */
export interface Parts {
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly owner: Pool;
  readonly card: Simulators["card"];
  readonly bank: Simulators["bank"];
  readonly mails: Mail[];
  readonly queue: TestQueue;
  close(): Promise<void>;
}

interface TestQueue {
  queued(): Promise<Job[]>;
  forget(): Promise<void>;
  drain: Jobs["drain"];
}

/** What both begin with. */
export interface Ground {
  readonly database: TestDatabase;
  readonly folder: string;
  readonly clock: TestClock;
  readonly config: Config;
  readonly log: Logger;
}

interface WholeOptions {
  readonly frontRoot?: string;
  readonly identities?: IdentityCache<Identity>;
}

export async function wholeProduct(ground: Ground, options: WholeOptions): Promise<Parts> {
  const { database, folder, clock, config, log } = ground;
  const pool = createPool({ url: database.webUrl, max: 25 });
  watchLockOrder(pool);
  const readers = createPool({ url: database.webUrl, forReading: true });
  const owner = createPool({ url: database.url, max: 3 });
  const metrics = createMetrics();
  metrics.watchPool("requests", pool);
  metrics.watchPool("lists", readers);
  metrics.measureBy(measuresOf(pool));
  const jobs: Jobs = await startJobs({ url: database.webUrl, pool, log, metrics });
  const mails: Mail[] = [];
  const simulators = await startSimulators(missingKeysOf(config), config, clock, {
    accountOf: simulatedHistory({ pool, clock }),
  });
  const bridge = must(config.bridge ?? simulators.bridge, "keys of the aggregator");
  const services: Services = {
    config,
    pool,
    readers,
    ...(options.identities ? { identities: options.identities } : {}),
    jobs,
    jobControls: jobs,
    payments: stripePayments(must(config.stripe ?? simulators.stripe, "keys of the card provider")),
    bank: bridgeAggregator({
      ...bridge,
      now: () => clock.now(),
      sleep: () => Promise.resolve(),
      timeoutMs: 1_000,
    }),
    statements: statementPlaces(config.statementsAtOnce),
    ...(simulators.bank || simulators.card ? { simulatorPages: simulators.pagesUrl } : {}),
    files: openFileStore(config),
    mailer: collecting(mails),
    clock,
    log,
    metrics,
  };
  const app = await buildApp(services, async () => true, options.frontRoot ?? join(folder, "front"));
  return {
    services,
    app,
    owner,
    mails,
    card: simulators.card,
    bank: simulators.bank,
    queue: {
      queued: async () =>
        (
          await owner.query<Job>(
            `select name, data from ${QUEUE_SCHEMA}.job where state < 'active' order by created_on, id`,
          )
        ).rows,
      forget: async () => void (await owner.query(`delete from ${QUEUE_SCHEMA}.job where state < 'active'`)),
      drain: (handlers) => jobs.drain(handlers),
    },
    async close() {
      await app.close();
      await simulators.close();
      await jobs.stop();
      await Promise.all([pool.end(), readers.end(), owner.end()]);
    },
  };
}

/** Where two imports of one distributor meet, as they do on two nodes: a node of its own lets one wait for the other. */
function placesOfTwoNodes(): StatementPlaces {
  const places = concurrencyLimiter(2);
  return {
    forReading: (_distributorId, work, signal) => places.run(work, signal),
    forImport: (_distributorId, work, signal) => places.run(work, signal),
  };
}

export async function someRoutes(ground: Ground, mounts: readonly MountRoutes[]): Promise<Parts> {
  const { database, clock, config, log } = ground;
  const pool = createPool({ url: database.url, max: 30 });
  const queue = await queueInTable(pool);
  const mails: Mail[] = [];
  const services: Services = {
    config,
    pool,
    jobs: queue,
    payments: noPayments,
    bank: noBank,
    statements: placesOfTwoNodes(),
    files: openFileStore(config),
    mailer: collecting(mails),
    clock,
    log,
  };
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: true,
  });
  installErrorHandler(app);
  await app.register(fastifyMultipart, {
    limits: { files: 1, fields: 5, parts: 6, headerPairs: 100 },
    throwFileSizeLimit: false,
  });
  for (const mount of mounts) await mount(app, services);
  return {
    services,
    app,
    owner: pool,
    mails,
    card: undefined,
    bank: undefined,
    queue,
    async close() {
      await app.close();
      await pool.end();
    },
  };
}

/** A queue that is a table: what a transaction queues is gone when it is rolled back. */
async function queueInTable(pool: Pool): Promise<TestQueue & Services["jobs"]> {
  await pool.query(
    "create table test_job (id bigserial, job jsonb); grant all on test_job, test_job_id_seq to bobine_app",
  );
  const queued = async () =>
    (await pool.query<{ job: Job }>("select job from test_job order by id")).rows.map(({ job }) => job);
  const forget = async () => void (await pool.query("truncate test_job"));
  return {
    enqueue: async (tx, job) =>
      void (await tx.run(sql`insert into test_job (job) values (${JSON.stringify(job)})`)),
    queued,
    forget,
    drain: async (handlers) => {
      const take = async () =>
        (
          await pool.query<{ job: Job }>(
            "with taken as (delete from test_job where job ->> 'name' = any ($1) returning id, job) select job from taken order by id",
            [Object.keys(handlers)],
          )
        ).rows;
      for (let jobs = await take(); jobs.length > 0; jobs = await take())
        for (const { job } of jobs)
          await handlers[job.name]?.(job.data as never, new AbortController().signal);
    },
  };
}

const collecting = (mails: Mail[]): Services["mailer"] => ({
  send: async (mail) => {
    mails.push(mail);
  },
});
