// What benchmarks of a running server share: processes that end with the run, and somebody who is signed in.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Pool } from "pg";
import sql from "sql-template-tag";
import { freePort } from "../../tooling/free-port.mjs";
import { inTransaction } from "../src/db/scope.ts";
import { hashOf, newSecretToken, signAccessToken } from "../src/http/session.ts";
import { systemClock } from "../src/platform/clock.ts";
import type { Services } from "../src/services.ts";
import { urlFor, WEB_ROLE } from "../src/db/web-role.ts";

const ROOT = resolve(import.meta.dirname, "..");
const SECRET_KEY = randomBytes(32).toString("base64url");
const READY_TRIES = 600;

const closers: (() => Promise<unknown>)[] = [];

/** What must be ended with the run; the last opened ends first. */
export const atEnd = (close: () => Promise<unknown>): void => void closers.push(close);

export async function endAll(): Promise<void> {
  for (let next = closers.pop(); next; next = closers.pop()) await next();
}

for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)));

const processes = new Map<string, number>();
/** The process that answers at an origin of `startServer`. */
export const processAt = (origin: string): number => processes.get(origin) ?? Number.NaN;

/**
 * Starts a TypeScript file of the API in a process of its own, until the end of the run.
 * @param file relative to the api's folder
 * @param path answers as soon as it is ready, with whatever status below 500
 * @returns its origin
 */
export async function startServer(file: string, path: string, env: Record<string, string>): Promise<string> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(ROOT, file)], {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  atEnd(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const origin = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < READY_TRIES; tries += 1) {
    const answer = await fetch(origin + path).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer && answer.status < 500) {
      processes.set(origin, child.pid ?? Number.NaN);
      return origin;
    }
    await wait(100);
  }
  throw new Error(`${file} does not answer`);
}

/** The product on a database of its own, without demo data. */
export const startProduct = (url: string, dataDir: string): Promise<string> =>
  startServer("src/server.ts", "/readyz", {
    DATABASE_OWNER_URL: url,
    DATABASE_URL: urlFor({ name: WEB_ROLE, password: SECRET_KEY }, url),
    DATA_DIR: dataDir,
    SECRET_KEY,
    DEMO: "0",
  });

/** @returns what gives a fresh token of one session of `startProduct`'s: a token lives five minutes */
export async function tokensFor(pool: Pool, userId: number): Promise<() => Promise<string>> {
  const session = await inTransaction(pool, { kind: "all" }, (tx) =>
    tx.one<{ id: string }>(sql`
      insert into user_session (user_id, refresh_hash, expires_at)
      values (${userId}, ${hashOf(newSecretToken())}, ${new Date(Date.now() + 86_400_000)}) returning id`),
  );
  // What signing needs of the services.
  const services = { config: { secretKey: SECRET_KEY }, clock: systemClock } as unknown as Services;
  return () => signAccessToken(services, userId, session.id);
}
