// A version is brought to a database while people work (OPS-13): the other half, what the migrations of this version do to large tables, is asked
// where the data of a released version are brought to this one (releases.integration.test.ts).
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { extentOf } from "../../../tooling/extent.mjs";
import { buildPlatform } from "../testing/platform/platform-world.ts";
import { query } from "../testing/temporary-postgres.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { migrate, MIGRATIONS } from "./migrate.ts";
import { largeTables, watchLocks } from "./migration-locks.testing.ts";

let database: TestDatabase;
let owner: Client;
let rowsOf: ReadonlyMap<string, number>;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new Client({ connectionString: database.url });
  await owner.connect();
  await buildPlatform(owner, {
    distributors: 2,
    weeks: 14,
    transactions: 30,
    auditEntries: 30,
    today: "2026-11-30",
  });
  rowsOf = await largeTables(owner);
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bobine-migrations-"));
  for (const name of readdirSync(MIGRATIONS)) copyFileSync(join(MIGRATIONS, name), join(folder, name));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await owner.query("delete from schema_migration where number > 900");
});

const next = (sql: string, end = "sql") => writeFileSync(join(folder, `999-next.${end}`), sql);
async function findings(): Promise<string[]> {
  const watch = watchLocks(rowsOf);
  await migrate({ url: database.url, folder, beforeCommit: watch.beforeCommit });
  return watch.findings;
}
/** Columns, constraints and indexes. */
async function schemaOf(url: string): Promise<string[]> {
  const rows = await query<{ made: string }>(
    url,
    `select attrelid::regclass || ' ' || attnum || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull || ' '
       || coalesce(pg_get_expr(adbin, adrelid), '') as made
     from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
     from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexdef from pg_indexes where schemaname = 'public' order by 1`,
  );
  return rows.map(({ made }) => made);
}
/** Migrates while somebody holds the invoices by a statement, until the migration waits for them and another one reads on behind it. */
async function migratedBehind(statement: string): Promise<string[]> {
  const holder = new Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query(`begin; ${statement}`);
    const done = migrate({ url: database.url, folder });
    const waiting = `select from pg_locks where mode = 'AccessExclusiveLock' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
    // In the queue for the table, whose holder goes on and on.
    expect((await owner.query("select from invoice limit 1")).rowCount).toBe(1);
    await holder.query("commit");
    return await done;
  } finally {
    await holder.end();
  }
}
const stateOf = async (index: string) =>
  (
    await owner.query<{ valid: boolean }>(
      "select indisvalid as valid from pg_index where indexrelid = to_regclass($1)",
      [index],
    )
  ).rows;

describe("a migration that keeps people from writing a large table while it goes through it is found", () => {
  test.each([
    ["an index", "create index too_long on invoice (cinema_name)", "invoice under ShareLock"],
    [
      "a column that is worked out for each row",
      "alter table bank_transaction add column drawn uuid default gen_random_uuid()",
      "bank_transaction under ShareLock, AccessExclusiveLock",
    ],
    [
      "another type",
      "alter table invoice alter column client_account type varchar(400)",
      "invoice under ShareLock, AccessExclusiveLock",
    ],
    [
      "a check of all rows",
      "alter table audit_log add check (distributor_id <> -1)",
      "audit_log under AccessExclusiveLock",
    ],
    [
      "a reference that is looked up for all rows",
      "alter table invoice_line add constraint looked_up foreign key (invoice_id) references invoice (id)",
      "invoice_line under ShareRowExclusiveLock",
    ],
    [
      "all rows written anew",
      "update bank_transaction set label = label || '.'",
      "changes the rows of bank_transaction",
    ],
  ])("%s", async (_, sql, found) => {
    next(sql);
    expect((await findings()).join()).toContain(found);
  });
});

describe("a migration that is short however large the table is, is none", () => {
  test.each([
    ["a column", "alter table invoice add column noted date, add column tone text not null default 'quiet'"],
    [
      "a check of what comes",
      "alter table bank_transaction add constraint fine check (amount <> 0) not valid",
    ],
    ["a table", "create table shelf (id bigint primary key, invoice_id bigint references invoice (id))"],
    ["what a table holds of distributors", "update distributor set name = name"],
  ])("%s", async (_, sql) => {
    next(sql);
    expect(await findings()).toEqual([]);
  });

  test("an index that is built while people write, also when a try before it died half-way", async () => {
    // What a death leaves: an index that nobody uses.
    await owner.query("create index half_built on invoice (cinema_name)");
    await owner.query(
      "update pg_index set indisvalid = false, indisready = false where indexrelid = 'half_built'::regclass",
    );
    next(
      "-- Why.\ncreate index concurrently if not exists half_built on invoice (cinema_name, id);\n",
      "live.sql",
    );
    expect(await findings()).toEqual([]);
    expect(await stateOf("half_built")).toEqual([{ valid: true }]);
    expect(await migrate({ url: database.url, folder })).toEqual([]);
  });
});

test.each([
  "update invoice set client_account = ''",
  "alter table invoice add column if not exists drawn uuid default gen_random_uuid()",
  "alter table invoice add column if not exists looked_up bigint references app_user (id)",
  "alter table invoice add column if not exists counted bigserial",
  "alter table invoice add constraint checked check (id > 0)",
  "alter table invoice add constraint checked check (id > 0), add column drawn uuid default gen_random_uuid(), add constraint fine check (id > 1) not valid",
  "alter table invoice validate constraint invoice_check, add column drawn uuid default gen_random_uuid()",
  "alter table invoice validate constraint invoice_check; update invoice set client_account = ''",
])(
  "what runs beside requests may do nothing else than what is short and can be done again: no %s",
  async (statement) => {
    next(`${statement};\n`, "live.sql");
    await expect(migrate({ url: database.url, folder })).rejects.toThrow(`which this may not: ${statement}`);
  },
);

test("a column with its rules comes while people write, also when a try before it died half-way", async () => {
  const statements = [
    "alter table invoice add column if not exists tint text not null default 'grey'",
    "alter table invoice drop constraint if exists invoice_tint_check",
    "alter table invoice add constraint invoice_tint_check check (tint <> '') not valid",
    "alter table invoice validate constraint invoice_tint_check",
  ];
  for (const statement of statements.slice(0, 3)) await owner.query(statement);
  next(statements.map((statement) => `${statement};\n`).join(""), "live.sql");
  expect(await migratedBehind("update invoice set cinema_name = cinema_name")).toEqual(["999-next.sql"]);
  const { rows } = await owner.query(
    "select convalidated from pg_constraint where conname = 'invoice_tint_check'",
  );
  expect(rows).toEqual([{ convalidated: true }]);
});

test.skipIf(extentOf("releases") === "part")(
  "a file for a database in use makes what the file of its name makes",
  async () => {
    const made = await Promise.all(
      [false, true].map(async (isInUse) => {
        const empty = await createTestDatabase({ empty: true });
        const own = mkdtempSync(join(tmpdir(), "bobine-migrations-"));
        try {
          for (const name of readdirSync(MIGRATIONS))
            if (
              isInUse ||
              !name.endsWith(".live.sql") ||
              !existsSync(join(MIGRATIONS, name.replace(".live", "")))
            )
              copyFileSync(join(MIGRATIONS, name), join(own, name));
          await migrate({ url: empty.url, folder: own });
          return await schemaOf(empty.url);
        } finally {
          rmSync(own, { recursive: true });
          await empty.drop();
        }
      }),
    );
    expect(made[1]).toEqual(made[0]);
  },
  60_000,
);

test("a file for a database in use runs in place of the one of its name, whose checksum stays", async () => {
  next("create index invoice_name on invoice (cinema_name)");
  next("create index concurrently if not exists invoice_name on invoice (cinema_name);\n", "live.sql");
  expect(await findings()).toEqual([]);
  expect(await stateOf("invoice_name")).toEqual([{ valid: true }]);
  // A database that has run the one knows no difference.
  rmSync(join(folder, "999-next.live.sql"));
  expect(await migrate({ url: database.url, folder })).toEqual([]);
});

test("a migration that waits for who reads lets those behind it through, and comes to its end", async () => {
  next("alter table invoice add column waited_for date");
  expect(await migratedBehind("select from invoice limit 1")).toEqual(["999-next.sql"]);
});
