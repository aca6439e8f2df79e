import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../testing/database.ts";
import { isMigrated, isMigratedAtLeast, migrate, readLastMigration } from "./migrate.ts";
import { createPool } from "./pool.ts";

let database: TestDatabase;
let pool: Pool;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  pool = createPool({ url: database.url });
  folder = mkdtempSync(join(tmpdir(), "bobine-migrations-"));
  write("001-films.sql", "create table film (id bigint);\ninsert into film values (1);");
  write("002-titles.sql", "alter table film add title text;");
});
afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const write = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
const run = () => migrate({ url: database.url, folder });
const films = async () => (await pool.query("select * from film")).rows;

describe("migrations", () => {
  it("run once each, in the order of their numbers", async () => {
    expect(await run()).toEqual(["001-films.sql", "002-titles.sql"]);
    expect(await run()).toEqual([]);
    write("003-more.sql", "insert into film values (2, 'Zèbre');");
    expect(await isMigrated(pool, folder)).toBe(false);
    expect(await run()).toEqual(["003-more.sql"]);
    expect(await isMigrated(pool, folder)).toBe(true);
    expect(await films()).toEqual([
      { id: 1, title: null },
      { id: 2, title: "Zèbre" },
    ]);
  });

  it("run once when several nodes start together", async () => {
    const ran = await Promise.all([run(), run(), run(), run()]);
    expect(ran.flat()).toEqual(["001-films.sql", "002-titles.sql"]);
    expect(await films()).toHaveLength(1);
  });

  it("leave nothing of a file that fails, and tell its line", async () => {
    write("003-broken.sql", "insert into film values (3, 'x');\nselect nothing_such;");
    await expect(run()).rejects.toThrow(/003-broken\.sql failed: .*nothing_such.* \(line 2\)/);
    expect(await films()).toHaveLength(1);
    write("003-broken.sql", "insert into film values (3, 'x');");
    expect(await run()).toEqual(["003-broken.sql"]);
  });

  it("refuse a file that was changed after it ran", async () => {
    await run();
    write("001-films.sql", "create table film (id integer);");
    await expect(run()).rejects.toThrow("001-films.sql was changed after it had run");
  });

  it("do not mind a checkout with CRLF line ends", async () => {
    await run();
    write("001-films.sql", "create table film (id bigint);\r\ninsert into film values (1);");
    expect(await run()).toEqual([]);
  });

  it("refuse a database that a newer version has migrated", async () => {
    await run();
    rmSync(join(folder, "002-titles.sql"));
    await expect(run()).rejects.toThrow("002-titles.sql, which this version does not have");
  });

  it("leave a node that runs ready while the next version has migrated, and let none of the version before start", async () => {
    write("003-more.sql", "select 1;");
    expect(await run()).toHaveLength(3);
    rmSync(join(folder, "003-more.sql"));
    expect([
      await isMigratedAtLeast(pool, readLastMigration(folder)),
      await isMigrated(pool, folder),
    ]).toEqual([true, false]);
    write("003-more.sql", "select 1;");
    write("004-later.sql", "select 1;");
    expect(await isMigratedAtLeast(pool, readLastMigration(folder))).toBe(false);
  });

  it("leave a node that runs ready while the files of the next version lie where its own did (OPS-13)", async () => {
    await run();
    const last = readLastMigration(folder);
    write("003-more.sql", "select 1;");
    expect([await isMigratedAtLeast(pool, last), await isMigrated(pool, folder)]).toEqual([true, false]);
  });

  it("refuse a number that slips in before what has run", async () => {
    rmSync(join(folder, "001-films.sql"));
    write("002-titles.sql", "create table film (id bigint);");
    await run();
    write("001-late.sql", "select 1;");
    await expect(run()).rejects.toThrow("001-late.sql comes before");
  });

  it.each([
    ["1-short.sql", "NNN-what.sql"],
    ["002-other.sql", "Two migrations"],
  ])("refuse the name %s", async (name, message) => {
    write(name, "select 1;");
    await expect(run()).rejects.toThrow(message);
  });

  it("of the project make a database whose requests cannot bypass row-level security", async () => {
    const copy = await createTestDatabase();
    const other = createPool({ url: copy.url });
    try {
      expect(await isMigrated(other)).toBe(true);
      const { rows } = await other.query(
        "select rolsuper, rolbypassrls from pg_roles where rolname = 'bobine_app'",
      );
      expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false }]);
    } finally {
      await other.end();
      await copy.drop();
    }
  });
});
