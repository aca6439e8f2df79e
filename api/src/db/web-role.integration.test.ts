// What the web process may do when something else than the product's own SQL comes through its sessions.
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDistributor } from "../testing/builders.ts";
import { createTestDatabase, type TestDatabase, WEB_LOGIN } from "../testing/database.ts";
import { createPool } from "./pool.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { inTransaction } from "./scope.ts";
import { excessesOf, urlFor } from "./web-role.ts";

let database: TestDatabase;
let web: Client;
let own: number;
let foreign: number;
beforeAll(async () => {
  database = await createTestDatabase();
  const pool = createPool({ url: database.webUrl });
  [own, foreign] = await inTransaction(pool, { kind: "all" }, async (tx) => [
    (await aDistributor(tx)).id,
    (await aDistributor(tx)).id,
  ]);
  await pool.end();
  web = new Client({ connectionString: database.webUrl });
  await web.connect();
});
afterAll(async () => {
  await web.end();
  await database.drop();
});

describe("logged in as the web process", () => {
  test.each([
    ["becoming the owner", "set role postgres"],
    ["becoming the superuser of the embedded database", "set role bobine"],
    ["becoming the session's superuser", "set session authorization bobine"],
    ["switching row-level security off for a table", "alter table invoice disable row level security"],
    ["removing a policy", "drop policy tenant on invoice"],
    ["making a table", "create table public.mine (id bigint)"],
    ["making a function", "create function public.mine() returns int language sql as 'select 1'"],
    ["making a schema", "create schema mine"],
    ["making a table of the queue", "create table pgboss.mine (id bigint)"],
    ["making a role", "create role mine login"],
    ["changing an entry of the audit log", "update audit_log set action_type = action_type"],
    ["removing an entry of the audit log", "delete from audit_log"],
    ["emptying the audit log", "truncate audit_log"],
    ["noting a migration", "insert into schema_migration (number, name, checksum) values (999, 'x', 'x')"],
    ["forgetting a migration", "delete from schema_migration"],
    [
      "leaving SQL for the owner to run",
      "insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'job', 'select 1')",
    ],
    ["changing the version of the queue", "update pgboss.version set version = 1"],
    ["renaming the table of a queue", "update pgboss.queue set table_name = 'x'"],
    ["switching triggers off", "set session_replication_role = replica"],
    ["reading a file of the server", "select pg_read_file('/etc/passwd')"],
    ["running a program of the server", "copy (select 1) to program 'true'"],
  ])("%s fails", async (_case, statement) => {
    await expect(web.query(statement)).rejects.toMatchObject({
      code: expect.stringMatching(/^(42501|42704|22023)$/) as string,
    });
  });

  test("`reset role` gives nobody's rows and no right more", async () => {
    await web.query("set role bobine_app; reset role");
    expect((await web.query("select id from distributor")).rows).toEqual([]);
    await expect(web.query("update audit_log set action_type = action_type")).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("another tenant's rows stay unseen, with row security asked off too", async () => {
    await web.query(`begin; set local app.distributor_id = '${own}'`);
    expect((await web.query("select id from distributor")).rows).toEqual([{ id: String(own) }]);
    const changed = await web.query("update distributor set name = 'x' where id = $1", [foreign]);
    expect(changed.rowCount).toBe(0);
    await web.query("set local row_security = off");
    await expect(web.query("select id from distributor")).rejects.toMatchObject({ code: "42501" });
    await web.query("rollback");
  });

  test("its role is found right, and the owner's is not", async () => {
    const [ofWeb, ofOwner] = [createPool({ url: database.webUrl }), createPool({ url: database.url })];
    expect(await excessesOf(ofWeb)).toEqual({ role: WEB_LOGIN.name, excesses: [] });
    expect((await excessesOf(ofOwner)).excesses).toEqual(
      expect.arrayContaining(["is a superuser", "owns tables", "makes tables"]),
    );
    await Promise.all([ofWeb.end(), ofOwner.end()]);
  });
});

describe("the owner's process", () => {
  test("run again changes nothing, and gives the role a new password when it is asked for one", async () => {
    const name = `web_${Date.now()}`;
    const urls = ["first", "second"].map((password) => urlFor({ name, password }, database.url));
    for (const webUrl of urls) expect(await prepareDatabase({ ownerUrl: database.url, webUrl })).toEqual([]);
    const pools = urls.map((url) => createPool({ url }));
    await expect(pools[0]?.query("select 1")).rejects.toMatchObject({ code: "28P01" });
    expect(await excessesOf(pools[1]!)).toEqual({ role: name, excesses: [] });
    await Promise.all(pools.map((pool) => pool.end()));
    const owner = new Client({ connectionString: database.url });
    await owner.connect();
    await owner.query(`drop role ${name}`);
    await owner.end();
  });

  test("refuses to give the web process its own role", async () => {
    await expect(prepareDatabase({ ownerUrl: database.url, webUrl: database.url })).rejects.toThrow(
      "the same role",
    );
  });
});
