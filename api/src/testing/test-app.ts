// The API as tests use it: a database of its own, mail and files in a folder, a clock that one can move, jobs run on demand.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Pool } from "pg";
import { type Logger, pino } from "pino";
import sql from "sql-template-tag";
import { type Config, readConfig } from "../config.ts";
import { inTransaction, type Tx } from "../db/scope.ts";
import type { IdentityCache } from "../http/identity-cache.ts";
import type { Identity } from "../http/identity.ts";
import { hashOf, newSecretToken, signAccessToken } from "../http/session.ts";
import { jobHandlers } from "../job-handlers.ts";
import type { Job, Mail, Services } from "../services.ts";
import type { Simulators } from "../simulators/start-simulators.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { validateAgainstDocument } from "./documented-answers.ts";
import { TEST_SECRET_KEY } from "./secret-key.ts";
import { clientOf, testBrowser, type TestClient } from "./test-client.ts";
import { type TestClock, testClock } from "./test-clock.ts";
import { type MountRoutes, someRoutes, wholeProduct } from "./test-parts.ts";

export type { TestAnswer, TestClient } from "./test-client.ts";
export type { TestClock } from "./test-clock.ts";

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
  /** What is queued and was not run yet, oldest first. */
  queuedJobs(): Promise<Job[]>;
  /** Takes what is queued away. */
  forgetJobs(): Promise<void>;
  /** Runs the queued jobs now, of these names or all, until none is left. */
  drainJobs(...names: Job["name"][]): Promise<void>;
  /** Writes and reads beneath the API, under a distributor's scope or all of them. */
  inDatabase<T>(work: (tx: Tx) => Promise<T>, distributorId?: number): Promise<T>;
  /** Statements of the database's owner, as an operator has them: for what the web process must not be able to do. */
  readonly owner: Pool;
  /** What that owner logs in with. */
  readonly ownerUrl: string;
  /** A signed-in browser; `distributorId` is what a super admin has chosen. */
  as(user: { readonly id: number }, distributorId?: number): Promise<TestClient>;
  /** The headers of such a browser, for requests that no browser sends. */
  bearerOf(user: { readonly id: number }, distributorId?: number): Promise<Record<string, string>>;
  anonymous(): TestClient;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Where the clock stands at first: an instant, or a day at noon. */
  readonly today?: string;
  readonly config?: Partial<Config>;
  /** Folder of a built front end; none otherwise, so that no test depends on what is built. */
  readonly frontRoot?: string;
  readonly database?: TestDatabase;
  readonly log?: Logger;
  /** Remembers nobody unless a test gives one: the news of what it writes take a moment. */
  readonly identities?: IdentityCache<Identity>;
  /**
   * These routes alone, for tests that race or kill what is beneath them: without what stands before all routes (CSRF, limits of
   * rate, compression), without the queue's engine and the providers. It logs in as the database's owner.
   */
  readonly only?: readonly MountRoutes[];
}

const DAY_MS = 86_400_000;

/** The application of a file of integration tests. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
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
  const ground = { database, folder, clock, config, log };
  const parts = options.only ? await someRoutes(ground, options.only) : await wholeProduct(ground, options);
  const { services, app, owner, card, bank, queue } = parts;
  const { pool } = services;
  const whileBroken = validateAgainstDocument(app);
  await app.ready();
  const browser = () => testBrowser(app);
  const sessionOf = async (userId: number): Promise<string> => {
    const now = clock.now().getTime();
    // Of yesterday on the test's own clock, as most sessions are: the database's clock is the machine's, which passes it.
    const [since, expires] = [new Date(now - DAY_MS), new Date(now + 7 * DAY_MS)];
    const { id } = await inTransaction(pool, { kind: "all" }, (tx) =>
      tx.one<{ id: string }>(sql`
        insert into user_session (user_id, refresh_hash, created_at, last_used_at, expires_at, second_factor_at)
        values (${userId}, ${hashOf(newSecretToken())}, ${since}, ${clock.now()}, ${expires}, ${clock.now()})
        returning id`),
    );
    return id;
  };
  const headersOf = async (userId: number, sessionId: string, distributorId: number | undefined) => ({
    authorization: `Bearer ${await signAccessToken(services, userId, sessionId)}`,
    ...(distributorId === undefined ? {} : { "x-distributor-id": String(distributorId) }),
  });
  /** Headers with a token of the present moment: while the clock stands, the same. */
  const bearer = (userId: number, sessionId: string, distributorId: number | undefined) => {
    let signed: { readonly at: number; readonly headers: ReturnType<typeof headersOf> } | undefined;
    return () => {
      const at = clock.now().getTime();
      if (signed?.at !== at) signed = { at, headers: headersOf(userId, sessionId, distributorId) };
      return signed.headers;
    };
  };
  return {
    app,
    services,
    clock,
    mails: parts.mails,
    card,
    bank,
    whileBroken,
    owner,
    ownerUrl: database.url,
    queuedJobs: () => queue.queued(),
    forgetJobs: () => queue.forget(),
    drainJobs: (...names) => {
      const handlers = Object.entries(jobHandlers(services));
      const wanted = handlers.filter(([name]) => names.length === 0 || names.some((each) => each === name));
      return queue.drain(Object.fromEntries(wanted));
    },
    inDatabase: (work, distributorId) =>
      inTransaction(
        pool,
        distributorId === undefined ? { kind: "all" } : { kind: "distributor", distributorId },
        work,
      ),
    as: async (user, distributorId) => {
      const session = await sessionOf(user.id);
      return clientOf(browser(), bearer(user.id, session, distributorId));
    },
    bearerOf: async (user, distributorId) => headersOf(user.id, await sessionOf(user.id), distributorId),
    anonymous: () => clientOf(browser(), async () => ({})),
    async close() {
      await parts.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A small file of the fixtures folder beside a test. */
export const fixture = (base: string, name: string): Buffer =>
  readFileSync(new URL(`./fixtures/${name}`, base));
