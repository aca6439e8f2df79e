// Brings a database to the present schema: the numbered SQL files of api/migrations, each once (OPS-3).
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "pg";
import { givingWay } from "./giving-way.ts";
import { lockSession, SESSION_LOCKS } from "./locks.ts";

/** The project's own migrations. */
export const MIGRATIONS = fileURLToPath(new URL("../../migrations", import.meta.url));

type Migration = {
  number: number;
  name: string;
  /** Null where there is nothing but `live`. */
  sql: string | null;
  checksum: string;
  /** Statements of `NNN-what.live.sql`. */
  live: readonly string[] | null;
};

/** Of a column whose rows are not written for it: a type without a check or a sequence of its own. */
const PLAIN_TYPE =
  "(bigint|integer|smallint|text|boolean|date|timestamptz|uuid|jsonb|bytea|numeric\\(\\d+, ?\\d+\\))";
/** What keeps nobody from writing, but for a moment whatever the table holds, and may be done again after a death half-way. */
const LIVE_STATEMENTS = [
  /^create (unique )?index concurrently if not exists /,
  /^drop index concurrently if exists /,
  /^alter index if exists \w+ rename to \w+$/,
  new RegExp(
    `^alter table \\w+ add column if not exists \\w+ ${PLAIN_TYPE}( not null default ('[^']*'|\\d+|true|false))?$`,
  ),
  /^alter table \w+ drop constraint if exists \w+$/,
  /^alter table \w+ add constraint \w+ (check \(.*\)|foreign key \(\w+\) references \w+ \(\w+\)( on delete (cascade|set null))?) not valid$/,
  /^alter table \w+ validate constraint \w+$/,
];
/** A second change in the same statement. */
const ANOTHER = /;|, *(add|alter|drop|validate) /;
/** Of these, what needs the table for itself for that moment. */
const FOR_A_MOMENT = /^alter table \w+ (add|drop) /;

/**
 * Runs what has not run yet, in order, under a lock: of several nodes that start together one migrates and the others wait. A file
 * `NNN-what.sql` is one transaction; it gives way to whoever uses its tables, and tries again (OPS-13). The statements of a file
 * `NNN-what.live.sql` run one after the other, each by itself, in place of the file of that name where there is one.
 *
 * @param options.beforeCommit told before a transaction ends, within it; of statements that run outside of any, after each
 * @returns the names of the files that ran
 * @throws {Error} when a file that already ran was changed, removed or slipped in between, or when one fails: nothing of a transaction
 *   stays; what statements of a live file have done does, and is done again by the next try
 */
export async function migrate(options: {
  url: string;
  folder?: string;
  log?: (line: string) => void;
  beforeCommit?: (client: Client, name: string) => Promise<void>;
}): Promise<string[]> {
  const { url, folder = MIGRATIONS, log, beforeCommit } = options;
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
      await (migration.live
        ? runLive(client, migration, migration.live, beforeCommit)
        : run(client, migration, beforeCommit));
      log?.(`Migrated the database: ${migration.name} (${Math.round(performance.now() - started)} ms).`);
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Ends the session, and with it the lock.
    await client.end().catch(() => undefined);
  }
}

type Asked = { query(sql: string): Promise<{ rows: unknown[] }> };

async function lastNumber(client: Asked): Promise<number | null> {
  const { rows } = await client.query("select max(number)::int as number from schema_migration");
  return (rows as { number: number | null }[])[0]?.number ?? null;
}

/** True when all migrations of the project have run, and none of a newer version: asked before a node starts. */
export const isMigrated = async (client: Asked, folder: string = MIGRATIONS): Promise<boolean> =>
  (await lastNumber(client)) === (readMigrations(folder).at(-1)?.number ?? null);

/** The number of the last migration of this version: read once, as the files may be the next version's while a node runs. */
export const readLastMigration = (folder: string = MIGRATIONS): number =>
  readMigrations(folder).at(-1)?.number ?? -1;

/** That it has run, or a later one: of a node that runs, which serves on while the next version migrates; part of /readyz. */
export const isMigratedAtLeast = async (client: Asked, last: number): Promise<boolean> =>
  ((await lastNumber(client)) ?? -1) >= last;

/** Changes with each migration. */
export function migrationsHash(): string {
  const hash = createHash("sha256");
  for (const { name, checksum } of readMigrations(MIGRATIONS)) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex");
}

function readMigrations(folder: string): Migration[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  const text = (name: string): string =>
    // A checkout with CRLF line ends is the same migration.
    readFileSync(join(folder, name), "utf8").replaceAll("\r\n", "\n");
  const names = new Set(files.map((name) => name.replace(/\.live\.sql$/, ".sql")));
  const migrations = [...names].toSorted().map((name): Migration => {
    const number = Number(/^(\d{3})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (Number.isNaN(number)) throw new Error(`A migration is named NNN-what.sql: ${name} is not.`);
    const live = name.replace(/\.sql$/, ".live.sql");
    const inUse = files.includes(live) ? text(live) : null;
    const sql = files.includes(name) ? text(name) : null;
    const checksum = createHash("sha256")
      .update(sql ?? inUse ?? "")
      .digest("hex");
    return { number, name, sql, checksum, live: inUse === null ? null : statementsOf(live, inUse) };
  });
  for (const [index, migration] of migrations.entries()) {
    if (migrations[index + 1]?.number === migration.number) {
      throw new Error(`Two migrations have the number of ${migration.name}.`);
    }
  }
  return migrations;
}

function statementsOf(name: string, text: string): string[] {
  const statements = text
    .replaceAll(/^--.*$/gm, "")
    .split(/;\s*(?:\n|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  const other = statements.find(
    (statement) => ANOTHER.test(statement) || !LIVE_STATEMENTS.some((allowed) => allowed.test(statement)),
  );
  if (other !== undefined)
    throw new Error(
      `${name} runs beside requests and outside of a transaction, which this may not: ${other}`,
    );
  return statements;
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

async function run(
  client: Client,
  migration: Migration,
  beforeCommit?: (client: Client, name: string) => Promise<void>,
): Promise<void> {
  const sql = migration.sql ?? "";
  try {
    await givingWay(client, async () => {
      await client.query(sql);
      await record(client, migration);
      await beforeCommit?.(client, migration.name);
    });
  } catch (error) {
    throw failure(migration, error, sql);
  }
}

async function runLive(
  client: Client,
  migration: Migration,
  statements: readonly string[],
  beforeCommit?: (client: Client, name: string) => Promise<void>,
): Promise<void> {
  // What a try that died has half built.
  const { rows } = await client.query<{ name: string }>(
    `select indexrelid::regclass::text as name from pg_index join pg_class on pg_class.oid = indexrelid
     where not indisvalid and relnamespace = 'public'::regnamespace`,
  );
  const all = [...rows.map(({ name }) => `drop index concurrently if exists ${name}`), ...statements];
  for (const statement of all)
    try {
      const ask = async (): Promise<void> => {
        await client.query(statement);
        await beforeCommit?.(client, migration.name);
      };
      await (FOR_A_MOMENT.test(statement) ? givingWay(client, ask) : ask());
    } catch (error) {
      throw failure(migration, error, statement);
    }
  await record(client, migration);
}

const record = (client: Client, { number, name, checksum }: Migration) =>
  client.query("insert into schema_migration (number, name, checksum) values ($1, $2, $3)", [
    number,
    name,
    checksum,
  ]);

const failure = ({ name }: Migration, error: unknown, sql: string): Error =>
  new Error(`The migration ${name} failed: ${placeOf(error, sql)}`, { cause: error });

/** PostgreSQL tells the place of an error as a character number: people want the line. */
function placeOf(error: unknown, sql: string): string {
  const { message, position } = error as { message: string; position?: string };
  if (position === undefined) return message;
  return `${message} (line ${sql.slice(0, Number(position)).split("\n").length})`;
}
