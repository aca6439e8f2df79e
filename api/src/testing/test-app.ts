// The API as tests use it: a database of its own, mail and files in a folder, a clock that one can move, jobs run on demand.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CivilDate } from "@bobine/contract/civil-date";
import { civilDateInParis } from "@bobine/contract/civil-date";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { type Logger, pino } from "pino";
import { buildApp } from "../app.ts";
import { type Config, readConfig } from "../config.ts";
import { watchLockOrder } from "../db/lock-order.testing.ts";
import { createPool } from "../db/pool.ts";
import { inTransaction, type Tx } from "../db/scope.ts";
import { must } from "../domain/must.ts";
import type { IdentityCache } from "../http/identity-cache.ts";
import { hashOf, newSecretToken, signAccessToken } from "../http/session.ts";
import type { Identity } from "../http/identity.ts";
import { jobHandlers } from "../job-handlers.ts";
import { measuresOf } from "../modules/operations/read-measures.ts";
import { simulatedHistory } from "../simulators/bank/simulated-history.ts";
import { bridgeAggregator } from "../platform/bank-aggregator/bridge-aggregator.ts";
import { stripePayments } from "../platform/card-payments/stripe-payments.ts";
import { openFileStore } from "../platform/files/open-file-store.ts";
import { type Jobs, startJobs } from "../platform/jobs.ts";
import { createMetrics } from "../platform/metrics.ts";
import type { Job, Mail, Services } from "../services.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { missingKeysOf, type Simulators, startSimulators } from "../simulators/start-simulators.ts";
import { validateAgainstDocument } from "./documented-answers.ts";
import sql from "sql-template-tag";
import { TEST_SECRET_KEY } from "./secret-key.ts";

export interface TestClock {
  now(): Date;
  today(): CivilDate;
  /** An ISO instant, or a civil date (noon in Paris). */
  set(to: string): void;
  advance(milliseconds: number): void;
}

/** The answer of a call, its JSON parsed. */
export interface TestAnswer {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely; the contract is checked by the app
  readonly body: any;
  readonly text: string;
  readonly bytes: Buffer;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

/** A browser: it keeps its cookies, sends the CSRF token and, when signed in, the bearer. */
export interface TestClient {
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>;
  delete(path: string, headers?: Record<string, string>): Promise<TestAnswer>;
  upload(
    path: string,
    field: string,
    fileName: string,
    content: string | Uint8Array,
    type?: string,
  ): Promise<TestAnswer>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly clock: TestClock;
  readonly mails: Mail[];
  /** The simulated card provider; its events go nowhere until a test says where. */
  readonly card: Simulators["card"];
  /** The simulated bank aggregator; its events go nowhere until a test says where. */
  readonly bank: Simulators["bank"];
  /** Lets answers be 500 while `work` runs: all others are held to the OpenAPI document, which promises none. */
  whileBroken<T>(work: () => Promise<T>): Promise<T>;
  /** Runs the queued jobs now, of these names or all, until none is left. */
  drainJobs(...names: Job["name"][]): Promise<void>;
  /** Writes and reads beneath the API, under a distributor's scope or all of them. */
  inDatabase<T>(work: (tx: Tx) => Promise<T>, distributorId?: number): Promise<T>;
  /** Statements of the database's owner, as an operator has them: for what the web process must not be able to do. */
  readonly owner: Pool;
  /** A signed-in browser; `distributorId` is what a super admin has chosen. */
  as(user: { readonly id: number }, distributorId?: number): Promise<TestClient>;
  /** The headers of such a browser, for requests that no browser sends. */
  bearerOf(user: { readonly id: number }, distributorId?: number): Promise<Record<string, string>>;
  anonymous(): TestClient;
  close(): Promise<void>;
}

const API = "/api/v1";

/**
 * @param options.today where the clock stands at first
 * @param options.identities remembers nobody unless a test gives one: the news of what it writes take a moment
 * @param options.frontRoot folder of a built front end; none otherwise, so that no test depends on what is built
 */
export async function createTestApp(
  options: {
    today?: string;
    config?: Partial<Config>;
    frontRoot?: string;
    database?: TestDatabase;
    log?: Logger;
    identities?: IdentityCache<Identity>;
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const folder = mkdtempSync(join(tmpdir(), "bobine-test-"));
  const clock = testClock(options.today ?? "2026-11-30");
  const config: Config = {
    ...readConfig(
      { DATA_DIR: folder, LOG_LEVEL: "silent", NODE_ENV: "test", DEMO: "0" },
      () => TEST_SECRET_KEY,
    ),
    ...options.config,
  };
  const log = options.log ?? pino({ level: process.env["TEST_LOG_LEVEL"] ?? "silent" });
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
    ...(simulators.bank || simulators.card ? { simulatorPages: simulators.pagesUrl } : {}),
    files: openFileStore(config),
    mailer: {
      send: async (mail) => {
        mails.push(mail);
      },
    },
    clock,
    log,
    metrics,
  };
  const app = await buildApp(services, async () => true, options.frontRoot ?? join(folder, "front"));
  const whileBroken = validateAgainstDocument(app);
  await app.ready();
  const browser = () => testBrowser(app);
  const sessionOf = async (userId: number): Promise<string> => {
    const expires = new Date(clock.now().getTime() + 7 * 86_400_000);
    const { id } = await inTransaction(pool, { kind: "all" }, (tx) =>
      tx.one<{ id: string }>(sql`
        insert into user_session (user_id, refresh_hash, expires_at) values (${userId}, ${hashOf(newSecretToken())}, ${expires})
        returning id`),
    );
    return id;
  };
  const headersOf = async (userId: number, sessionId: string, distributorId: number | undefined) => ({
    authorization: `Bearer ${await signAccessToken(services, userId, sessionId)}`,
    ...(distributorId === undefined ? {} : { "x-distributor-id": String(distributorId) }),
  });
  return {
    app,
    services,
    clock,
    mails,
    card: simulators.card,
    bank: simulators.bank,
    whileBroken,
    owner,
    drainJobs: (...names) => {
      const handlers = Object.entries(jobHandlers(services));
      const wanted = handlers.filter(([name]) => names.length === 0 || names.some((each) => each === name));
      return jobs.drain(Object.fromEntries(wanted));
    },
    inDatabase: (work, distributorId) =>
      inTransaction(
        pool,
        distributorId === undefined ? { kind: "all" } : { kind: "distributor", distributorId },
        work,
      ),
    as: async (user, distributorId) => {
      const session = await sessionOf(user.id);
      return clientOf(browser(), async () => headersOf(user.id, session, distributorId));
    },
    bearerOf: async (user, distributorId) => headersOf(user.id, await sessionOf(user.id), distributorId),
    anonymous: () => clientOf(browser(), async () => ({})),
    async close() {
      await app.close();
      await simulators.close();
      await jobs.stop();
      await Promise.all([pool.end(), readers.end(), owner.end()]);
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function testClock(start: string): TestClock {
  let now: Date;
  const set = (to: string): void => {
    now = new Date(to.length === 10 ? `${to}T11:00:00Z` : to);
  };
  set(start);
  return {
    now: () => new Date(now),
    today: () => civilDateInParis(now),
    set,
    advance: (milliseconds) => {
      now = new Date(now.getTime() + milliseconds);
    },
  };
}

type Send = (options: {
  method: string;
  path: string;
  payload?: string | Buffer;
  headers: Record<string, string>;
}) => Promise<TestAnswer>;

function testBrowser(app: FastifyInstance): Send {
  const cookies = new Map<string, string>();
  const send: Send = async ({ method, path, payload, headers }) => {
    const answer = await app.inject({
      method: method as "GET",
      url: path.startsWith("/api/") || !path.startsWith("/") ? path : API + path,
      headers,
      cookies: Object.fromEntries(cookies),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const cookie of answer.cookies) cookies.set(cookie.name, cookie.value);
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.payload,
      bytes: answer.rawPayload,
      body: /json/.test(String(answer.headers["content-type"])) ? answer.json() : undefined,
    };
  };
  return async (options) => {
    if (options.method === "GET") return send(options);
    if (!cookies.has("csrftoken")) await send({ method: "GET", path: "/auth/csrf-token/", headers: {} });
    return send({
      ...options,
      headers: { "x-csrftoken": cookies.get("csrftoken") ?? "", ...options.headers },
    });
  };
}

function clientOf(send: Send, signed: () => Promise<Record<string, string>>): TestClient {
  const json = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    send({
      method,
      path,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      headers: {
        ...(await signed()),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
    });
  return {
    get: (path, headers) => json("GET", path, undefined, headers),
    post: (path, body, headers) => json("POST", path, body, headers),
    put: (path, body, headers) => json("PUT", path, body, headers),
    patch: (path, body, headers) => json("PATCH", path, body, headers),
    delete: (path, headers) => json("DELETE", path, undefined, headers),
    async upload(path, field, fileName, content, type = "application/octet-stream") {
      const boundary = "----bobine-test-boundary";
      const payload = Buffer.concat([
        Buffer.from(
          `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
        ),
        Buffer.from(content as Uint8Array),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]);
      return send({
        method: "POST",
        path,
        payload,
        headers: { ...(await signed()), "content-type": `multipart/form-data; boundary=${boundary}` },
      });
    },
  };
}

/** A small file of the fixtures folder beside a test. */
export const fixture = (base: string, name: string): Buffer =>
  readFileSync(new URL(`./fixtures/${name}`, base));
