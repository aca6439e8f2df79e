import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Pool } from "pg";
import type { ReadFrom } from "../db/replica.ts";

/** Seconds; a list answers in some hundredths, an import may take tens of seconds. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 900];

export type JobOutcome = "done" | "failed" | "cancelled";

/** What the database counts for all nodes at once. */
export interface Measures {
  readonly jobs: readonly { readonly name: string; readonly state: string; readonly count: number }[];
  /** Seconds that the longest waiting job could already have run. */
  readonly oldest_job_seconds: number;
  readonly mails: readonly { readonly kind: string; readonly state: string; readonly count: number }[];
  readonly imports: readonly { readonly kind: string; readonly count: number }[];
  /** Of the last ninety days, of all distributors. */
  readonly lettering: { readonly automatic: number; readonly reverted: number };
}

/** What this process tells of itself in Prometheus' format. No label holds anything of a person or a distributor. */
export interface Metrics {
  /** @param route as it is mounted, not as it was asked for: few, and without ids */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  job(name: string, outcome: JobOutcome, seconds: number): void;
  /** @param remote one of the known names, or « other » */
  remoteFailure(remote: string, kind: string): void;
  /** Letters of one distributor's accounts contradicted one another, and an export has put them right. */
  lettersRepaired(): void;
  /** Where a list or an export was read that may be read from a replica. */
  listRead(from: ReadFrom): void;
  /** @param behind seconds; not a number while there is none to be asked */
  watchReplica(behind: () => number): void;
  /** Tells the use of a pool of database sessions. */
  watchPool(name: string, pool: Pool): void;
  /** @param measure asked at each reading; one that fails leaves its part out and the rest as it is */
  measureBy(measure: () => Promise<Measures>): void;
  readonly contentType: string;
  read(): Promise<string>;
}

/** A process has one event loop and one heap: they are watched once, however many apps it has had. */
let ofProcess: Registry | undefined;

function registryOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** A registry of its own for each app, so that tests do not count for each other. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const watched = registryOfProcess();
  const registers = [registry];
  const requests = new Histogram({
    name: "bobine_http_request_seconds",
    help: "Time until a request was answered, by route",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const runs = new Histogram({
    name: "bobine_job_run_seconds",
    help: "Time that a job of this node ran",
    labelNames: ["job", "outcome"],
    buckets: JOB_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: "bobine_remote_failures_total",
    help: "Remotes that browsers could not load or show",
    labelNames: ["remote", "kind"],
    registers,
  });
  const repairs = new Counter({
    name: "bobine_letters_mended_total",
    help: "Exports that found letters which contradicted one another, and put them right",
    registers,
  });
  const listReads = new Counter({
    name: "bobine_list_reads_total",
    help: "Lists, their files and exports by where they were read: the replica, or the primary and why",
    labelNames: ["from"],
    registers,
  });
  const pools = new Map<string, Pool>();
  new Gauge({
    name: "bobine_database_sessions",
    help: "Sessions of this node with the database, and requests that wait for one",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [name, pool] of pools) {
        this.set({ pool: name, state: "busy" }, pool.totalCount - pool.idleCount);
        this.set({ pool: name, state: "idle" }, pool.idleCount);
        this.set({ pool: name, state: "waiting" }, pool.waitingCount);
        this.set({ pool: name, state: "allowed" }, pool.options.max);
      }
    },
  });
  const gauges = sharedGauges(registry);
  let measure: (() => Promise<Measures>) | undefined;
  return {
    request: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    job: (job, outcome, seconds) => runs.observe({ job, outcome }, seconds),
    remoteFailure: (remote, kind) => failures.inc({ remote, kind }),
    lettersRepaired: () => repairs.inc(),
    listRead: (from) => listReads.inc({ from }),
    watchReplica: (behind) => {
      new Gauge({
        name: "bobine_replica_behind_seconds",
        help: "How far behind the replica was when it was last looked at, at most; NaN while it is away",
        registers,
        collect() {
          this.set(behind());
        },
      });
    },
    watchPool: (name, pool) => {
      pools.set(name, pool);
    },
    measureBy: (by) => {
      measure = by;
    },
    contentType: registry.contentType,
    read: async () => {
      gauges.show(await measure?.().catch(() => undefined));
      return (await Promise.all([watched.metrics(), registry.metrics()])).join("");
    },
  };
}

/** The same on every node: whoever reads several takes one of them, or the highest. */
function sharedGauges(registry: Registry) {
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const measured = gauge(
    "bobine_shared_measures_ok",
    "1 when the database could be asked for what all nodes share",
    [],
  );
  const jobs = gauge("bobine_jobs", "Jobs by state, of all nodes", ["job", "state"]);
  const oldest = gauge("bobine_oldest_job_seconds", "How long the longest waiting job could have run", []);
  const mails = gauge("bobine_mails", "Mails to cinemas by state", ["kind", "state"]);
  const imports = gauge("bobine_imports", "Files that were imported", ["kind"]);
  const letterings = gauge("bobine_letterings_90_days", "Letterings that the engine made alone", ["outcome"]);
  const precision = gauge("bobine_lettering_precision", "Share of them that nobody took back", []);
  return {
    show(measures: Measures | undefined): void {
      measured.set(measures ? 1 : 0);
      for (const each of [jobs, oldest, mails, imports, letterings, precision]) each.reset();
      if (!measures) return;
      for (const { name, state, count } of measures.jobs) jobs.set({ job: name, state }, count);
      oldest.set(measures.oldest_job_seconds);
      for (const { kind, state, count } of measures.mails) mails.set({ kind, state }, count);
      for (const { kind, count } of measures.imports) imports.set({ kind }, count);
      const { automatic, reverted } = measures.lettering;
      letterings.set({ outcome: "kept" }, automatic - reverted);
      letterings.set({ outcome: "reverted" }, reverted);
      // Nothing lettered is not precise, and not imprecise either.
      precision.set(automatic === 0 ? Number.NaN : (automatic - reverted) / automatic);
    },
  };
}
