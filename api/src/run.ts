import { fileURLToPath } from "node:url";
import type { Logger } from "pino";
import { buildApp } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { openDataDir, readOrMakeSecret } from "./data-dir.ts";
import { isMigratedAtLeast, readLastMigration } from "./db/migrate.ts";
import { openDatabase } from "./db/open-database.ts";
import { createPool } from "./db/pool.ts";
import { type OwnerUrls, runApart } from "./db/run-apart.ts";
import { Replica } from "./db/replica.ts";
import { watchSilence } from "./db/watch-silence.ts";
import { DEMO_ACCOUNTANT, loadDemoData } from "./demo/load-demo-data.ts";
import { refuseDemoInPublic } from "./demo/refuse-demo.ts";
import { statementPlaces } from "./http/statement-places.ts";
import { IdentityCache } from "./http/identity-cache.ts";
import { type Drain, drainOf } from "./http/drain.ts";
import type { Identity } from "./http/identity.ts";
import { jobHandlers } from "./job-handlers.ts";
import { measuresOf } from "./modules/operations/read-measures.ts";
import { cardDeskPath } from "./simulators/card/card-desk.routes.ts";
import { deskKeyOf, deskPath } from "./simulators/bank/bank-desk.routes.ts";
import { bridgeAggregator } from "./platform/bank-aggregator/bridge-aggregator.ts";
import { paceOfAllNodes } from "./platform/bank-aggregator/call-pace.ts";
import { stripePayments } from "./platform/card-payments/stripe-payments.ts";
import { describeProblem } from "./operator-problem.ts";
import { systemClock } from "./platform/clock.ts";
import { openFileStore } from "./platform/files/open-file-store.ts";
import { listenForIdentityNews } from "./platform/identity-news.ts";
import { startJobs } from "./platform/jobs.ts";
import { createLogger } from "./platform/logger.ts";
import { createMailer } from "./platform/mailer.ts";
import { requestSessions } from "./platform/statements-at-once.ts";
import { createMetrics, type Metrics } from "./platform/metrics.ts";
import type { Services } from "./services.ts";
import { type SimulatorProcess, startSimulatorProcess } from "./simulators/simulator-process.ts";
import { missingKeysOf } from "./simulators/start-simulators.ts";
import { ensureSuperAdmin } from "./super-admin.ts";

/** Requests under way at the end may take this long. */
const DRAIN_LIMIT_MS = 30_000;
/** What is still open then is cut. */
const CLOSE_LIMIT_MS = 2_000;
const OPS = fileURLToPath(new URL("./cli/ops.ts", import.meta.url));
const LINK = /https?:\/\/\S+\/auth\/verify\?token=\S+/;

/** Starts the product, prints one line when it is ready, and ends it in order on SIGTERM or SIGINT. */
export async function run(): Promise<void> {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    // Last opened, first closed; one that fails does not keep the others open.
    for (let next = closers.pop(); next; next = closers.pop())
      await next().catch((error: unknown) => console.error(error));
  };
  let ending: Promise<void> | undefined;
  const end = (): void => {
    ending ??= close().then(() => process.exit(0));
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
  process.on("SIGHUP", end);
  try {
    await start(closers);
  } catch (error) {
    if (ending) return;
    console.error(describeProblem(error));
    await close();
    process.exit(1);
  }
}

async function start(closers: (() => Promise<void>)[]): Promise<void> {
  const config = readConfig(process.env, (dataDir) => readOrMakeSecret(dataDir, "secret-key"));
  openDataDir(config.dataDir);
  const lastMigration = readLastMigration();
  const log = createLogger(config.logLevel);

  const database = await openDatabase(config, {
    info: (line) => log.info(line),
    warn: (line) => log.warn(line),
    error: (line) => log.error(line),
  });
  closers.push(() => database.stop());
  const { url, poolUrl, owner } = database;
  const onError = (error: Error): void => log.warn({ err: error }, "a database session ended");
  const pool = createPool({
    url: poolUrl ?? url,
    throughPooler: poolUrl !== undefined,
    onlyPrimary: true,
    max: requestSessions(config.statementsAtOnce),
    onError,
  });
  closers.push(() => pool.end());
  await refuseDemoInPublic(config, pool);
  const missing = missingKeysOf(config);
  // Started beside what follows; it ends before the database does, and before it the requests that ask something of it.
  const simulating = startSimulated(missing, config, url, log);
  // Whether it started is asked below.
  simulating.catch(() => undefined);
  closers.push(async () => (await simulating)?.close());
  // Their sessions hold a role and plans, which those of a pooler do not.
  const readers =
    poolUrl === undefined
      ? createPool({ url, applicationName: "bobine lists", forReading: true, onlyPrimary: true, onError })
      : undefined;
  closers.push(async () => readers?.end());
  const metrics = createMetrics();
  const replica = config.databaseRead ? openReplica(config.databaseRead, url, metrics, onError) : undefined;
  closers.push(async () => replica?.end());
  closers.push(
    watchSilence(readers ? [pool, readers] : [pool], poolUrl === undefined ? [url] : [poolUrl, url]),
  );
  const identities = new IdentityCache<Identity>();
  closers.push(
    listenForIdentityNews(url, identities, (error) => log.warn({ err: error }, "no news of identities")),
  );

  metrics.watchPool("requests", pool);
  if (readers) metrics.watchPool("lists", readers);
  metrics.measureBy(measuresOf(pool));
  const jobs = await startJobs({ url: poolUrl ?? url, pool, log, metrics });
  closers.push(() => jobs.stop());
  const simulators = await simulating;
  const stripe = config.stripe ?? simulators?.stripe;
  const bridge = config.bridge ?? simulators?.bridge;
  if (!stripe || !bridge) throw new Error("neither keys nor a simulator of a provider");
  const services: Services = {
    config,
    pool,
    ...(readers ? { readers } : {}),
    ...(replica ? { replica } : {}),
    identities,
    jobs,
    jobControls: jobs,
    payments: stripePayments(stripe),
    bank: bridgeAggregator({
      ...bridge,
      // The simulator is asked by this node alone.
      ...(config.bridge ? { pace: paceOfAllNodes(pool, config.secretKey) } : {}),
      now: () => systemClock.now(),
    }),
    statements: statementPlaces(config.statementsAtOnce),
    ...(simulators ? { simulatorPages: simulators.pagesUrl } : {}),
    files: openFileStore(config),
    ...(owner ? { asOperator: operatorOf(owner, config, log, closers) } : {}),
    mailer: createMailer(config, (mail) => {
      const link = LINK.exec(mail.text)?.[0];
      // Apart from the lines of the log, in which it drowned.
      if (link) console.log(`\n  Sign-in link for ${mail.to}:\n  ${link}\n`);
    }),
    clock: systemClock,
    log,
    metrics,
  };
  await ensureSuperAdmin(services);
  if (config.demo) await loadDemoData(services, (line) => console.log(line));

  let leaving: Drain | undefined;
  const app = await buildApp(services, async () => {
    if (leaving?.isDraining()) return false;
    await pool.query("select 1");
    // Thrown, so that the log says why a node that reaches its database takes no requests.
    if (!(await isMigratedAtLeast(pool, lastMigration)))
      throw new Error("the database lacks migrations of this version");
    if (!(await jobs.isReady())) throw new Error("the database lacks queues of this version");
    return true;
  });
  const drain = drainOf(app.server, { noticeMs: config.drainSeconds * 1000, limitMs: DRAIN_LIMIT_MS });
  leaving = drain;
  closers.push(async () => {
    await drain.drain();
    await Promise.race([app.close(), new Promise((done) => setTimeout(done, CLOSE_LIMIT_MS).unref())]);
  });
  await jobs.work(jobHandlers(services));
  await app.listen({ port: config.port, host: config.host });
  const address = app.server.address();
  if (address !== null && typeof address === "object") simulators?.deliverTo(address);
  console.log(`Bobine is ready: ${config.publicUrl}`);
  if (missing.bank)
    console.log(`Simulated banks: ${config.publicUrl}${deskPath(deskKeyOf(config.secretKey))}`);
  if (missing.card) console.log(`Simulated cards: ${config.publicUrl}${cardDeskPath(config.secretKey)}`);
  if (config.demo) {
    const admin = config.superAdminEmail === null ? "" : `, or as the super admin ${config.superAdminEmail}`;
    console.log(`Sign in as ${DEMO_ACCOUNTANT}${admin}.`);
  }
}

/** What it does ends with this process: all of it may be done again. */
function operatorOf(
  owner: OwnerUrls,
  { secretKey }: Config,
  log: Logger,
  closers: (() => Promise<void>)[],
): NonNullable<Services["asOperator"]> {
  const ending = new AbortController();
  closers.push(async () => ending.abort());
  return (args, signal) =>
    runApart([OPS, ...args], owner, {
      log: (line) => log.info(line),
      // It may have been made here, beside the embedded database.
      env: { SECRET_KEY: secretKey },
      signal: AbortSignal.any([signal, ending.signal]),
    });
}

/** Not there, it is asked again until it is; meanwhile all is read where it is written. */
function openReplica(
  { url, maxLagMs }: { readonly url: string; readonly maxLagMs: number },
  primaryUrl: string,
  metrics: Metrics,
  onError: (error: Error) => void,
): Replica {
  const replica = new Replica({
    url,
    primaryUrl,
    maxLagMs,
    onError,
    onRead: (from) => metrics.listRead(from),
  });
  metrics.watchPool("replica", replica.pool);
  metrics.watchReplica(() => replica.behindMs() / 1000);
  return replica;
}

/** What stands in for providers of which the installation has no keys, as a process of its own; nothing when it has all. */
async function startSimulated(
  missing: ReturnType<typeof missingKeysOf>,
  { publicUrl, dataDir, secretKey, logLevel, demo }: Config,
  databaseUrl: string,
  log: Logger,
): Promise<SimulatorProcess | undefined> {
  if (!missing.bank && !missing.card) return undefined;
  if (!demo && missing.card) log.warn("no keys of Stripe: payments by card are simulated, nobody is charged");
  if (!demo && missing.bank) log.warn("no keys of Bridge: banks are simulated, no real account is read");
  return await startSimulatorProcess(
    { missing, config: { publicUrl, dataDir, secretKey, logLevel }, databaseUrl },
    (how) => log.error(how, "the simulators ended: banks and cards do not answer until the next start"),
  );
}
