// Brings a database to the present schema: the numbered SQL files of api/migrations, each once (OPS-3).
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { lockSession, SESSION_LOCKS } from "./locks.ts";

/** The project's own migrations. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

type Migration = { number: number; name: string; sql: string; checksum: string };

/**
 * Runs what has not run yet, in order, each file in a transaction of its own, under a lock: of several nodes that start
 * together one migrates and the others wait.
 *
 * @returns the names of the files that ran
 * @throws {Error} when a file that already ran was changed, removed or slipped in between, or when one fails (nothing of it stays)
 */
export async function migrate(options: {
  url: string;
  folder?: string;
  log?: (line: string) => void;
}): Promise<string[]> {
  const { url, folder = MIGRATIONS, log } = options;
  const migrations = readMigrations(folder);
  const client = new Client({
    connectionString: url,
    application_name: "bobine migrations",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined); // the query that is under way tells it
  await client.connect();
  try {
    await lockSession(client, SESSION_LOCKS.migration);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      const started = performance.now();
      await run(client, migration);
      log?.(`Migrated the database: ${migration.name} (${Math.round(performance.now() - started)} ms).`);
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Ends the session, and with it the lock.
    await client.end().catch(() => undefined);
  }
}

/** True when all migrations of the project have run: part of /readyz. */
export async function isMigrated(
  client: { query(sql: string): Promise<{ rows: unknown[] }> },
  folder: string = MIGRATIONS,
): Promise<boolean> {
  const { rows } = await client.query("select max(number)::int as number from schema_migration");
  const [row] = rows as { number: number | null }[];
  return row?.number === (readMigrations(folder).at(-1)?.number ?? null);
}

/** Changes with each migration. */
export function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const { name, checksum } of readMigrations(MIGRATIONS)) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex");
}

function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name): Migration => {
      const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
      if (Number.isNaN(number)) throw new Error(`A migration is named NNN-what.sql: ${name} is not.`);
      // A checkout with CRLF line ends is the same migration.
      const sql = readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
      return { number, name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index + 1]?.number === migration.number) {
      throw new Error(`Two migrations have the number of ${migration.name}.`);
    }
  }
  return migrations;
}

async function findPending(client: Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(`
    create table if not exists schema_migration (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`);
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    "select number, name, checksum from schema_migration order by number",
  );
  const known = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const applied of rows) {
    const migration = known.get(applied.number);
    if (migration === undefined) {
      throw new Error(
        `The database has run ${applied.name}, which this version does not have: a newer Bobine has migrated it.`,
      );
    }
    if (migration.checksum !== applied.checksum) {
      throw new Error(
        `${migration.name} was changed after it had run on this database. Put its old text back and write a new file; a database that holds nothing of worth can be made anew.`,
      );
    }
  }
  const done = new Set(rows.map((row) => row.number));
  const last = rows.at(-1)?.number ?? -1;
  const pending = migrations.filter((migration) => !done.has(migration.number));
  const late = pending.find((migration) => migration.number < last);
  if (late !== undefined)
    throw new Error(`${late.name} comes before migrations that have already run: give it the next number.`);
  return pending;
}

async function run(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query("begin");
    await client.query(migration.sql);
    await client.query("insert into schema_migration (number, name, checksum) values ($1, $2, $3)", [
      migration.number,
      migration.name,
      migration.checksum,
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw new Error(`The migration ${migration.name} failed: ${placeOf(error, migration.sql)}`, {
      cause: error,
    });
  }
}

/** PostgreSQL tells the place of an error as a character number: people want the line. */
function placeOf(error: unknown, sql: string): string {
  const { message, position } = error as { message: string; position?: string };
  if (position === undefined) return message;
  return `${message} (line ${sql.slice(0, Number(position)).split("\n").length})`;
}
