// What the owner of the database does before the web process may start: schema, roles, queue, and the proof of row-level security.
import { Client } from "pg";
import { prepareQueue } from "./prepare-queue.ts";
import { dropLeftBounds } from "./bounded-table.ts";
import { lockSession, SESSION_LOCKS, tryLockSession } from "./locks.ts";
import { migrate } from "./migrate.ts";
import { createPool } from "./pool.ts";
import { proveRowLevelSecurity } from "./self-test.ts";
import { loginOf, makeWebRole } from "./web-role.ts";

const NO_SUCH_DATABASE = "3D000";

/**
 * Brings a database to this version, with the rights of its owner. Of several that are started together one works and the others wait.
 * @param ownerUrl of the owner of the database; a database that does not exist is made
 * @param webUrl whom the web process logs in as, made when it is not there; null makes none
 * @returns the names of the migrations that ran
 */
export async function prepareDatabase(options: {
  ownerUrl: string;
  webUrl: string | null;
  log?: (line: string) => void;
}): Promise<string[]> {
  const { ownerUrl, webUrl, log } = options;
  const owner = await openSession(ownerUrl);
  try {
    await lockSession(owner, SESSION_LOCKS.preparation);
    const ran = await migrate({ url: ownerUrl, ...(log ? { log } : {}) });
    await owner.query("grant select on schema_migration to bobine_app");
    // Not while its table is being made into parts.
    if (await tryLockSession(owner, SESSION_LOCKS.auditLog)) await dropLeftBounds(owner);
    // Before PostgreSQL 15 everybody may make tables there.
    await owner.query("revoke create on schema public from public");
    if (webUrl !== null) await makeWebRole(owner, ownerUrl, loginOf(webUrl));
    await prepareQueue(ownerUrl, owner);
    const pool = createPool({ url: ownerUrl, applicationName: "bobine migrations", max: 1 });
    await proveRowLevelSecurity(pool).finally(() => pool.end());
    return ran;
  } finally {
    // Ends the session, and with it the lock.
    await owner.end().catch(() => undefined);
  }
}

async function openSession(url: string): Promise<Client> {
  try {
    return await connect(url);
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_DATABASE) throw error;
    await createDatabase(url);
    return await connect(url);
  }
}

async function connect(url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: "bobine migrations",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined); // the query that is under way tells it
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function createDatabase(url: string): Promise<void> {
  const beside = new URL(url);
  const name = decodeURIComponent(beside.pathname.slice(1));
  beside.pathname = "/postgres";
  const client = await connect(beside.href);
  try {
    await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // 42P04, 23505: another process has just made it.
    if (!["42P04", "23505"].includes((error as { code?: string }).code ?? "")) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
