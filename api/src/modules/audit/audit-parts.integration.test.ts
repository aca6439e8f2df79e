// OPS-15: a large audit log becomes parts by itself, beside those who write, and loses the parts of which all is archived.
import type { ClientBase } from "pg";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditCommand } from "../../cli/audit-commands.ts";
import { prepareDatabase } from "../../db/prepare-database.ts";
import { proveRowLevelSecurity } from "../../db/self-test.ts";
import { writeAudit } from "../../http/audit.ts";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { passNight } from "./archives.testing.ts";
import { maintainAuditParts } from "./audit-parts.ts";
import { verifyAudit } from "./verify-audit.ts";

const ENTRIES = 45;
const OLD = "2023-05-01T10:00:00Z";
const SIZES = { from: ENTRIES, size: 100, ahead: 2 };

let app: TestApp;
let owner: ClientBase & { release: () => void };
let lumen: BuiltDistributor;
let other: BuiltDistributor;
let staff: TestClient;
let strangers: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  owner = await app.owner.connect();
  const people = await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    other = await aDistributor(tx);
    return [await aStaffUser(tx, lumen), await aStaffUser(tx, other)] as const;
  });
  staff = await app.as(people[0]);
  strangers = await app.as(people[1]);
  await write(ENTRIES, OLD);
  before = await pages();
  surroundings = await surroundingsOf();
});
afterAll(async () => {
  owner.release();
  await app.close();
});

let before: unknown[];
let surroundings: unknown;
const write = (count: number, at?: string) =>
  app.inDatabase(async (tx) => {
    for (let n = 0; n < count; n += 1) {
      const type = n % 3 === 0 ? "sent_email" : "system_action";
      if (at === undefined)
        await writeAudit(tx, { distributorId: lumen.id, actorId: null, requestId: "r", uiBuild: "" }, type, {
          message: `entry ${n}`,
          invoice_id: 7,
        });
      else
        await tx.run(sql`
          insert into audit_log (distributor_id, action_type, action_details, created_at)
          values (${lumen.id}, ${type}, ${JSON.stringify({ message: `entry ${n}`, invoice_id: 7 })}, ${at})`);
    }
  });
const list = async (query = "") => (await staff.get(`/audit-logs/${query}`)).body;
const pages = async () => [await list(), await list("?page=2"), await list("?action_type=sent_email")];
const partsOf = async (): Promise<string[]> =>
  (
    await app.owner.query<{ part: string }>(
      `select c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) as part from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'audit_log'::regclass order by i.inhrelid`,
    )
  ).rows.map(({ part }) => part.replace("FOR VALUES ", ""));
/** All that a table has beside its columns. */
const surroundingsOf = async (): Promise<unknown> =>
  (
    await app.owner.query(`
      select * from (
        select 'policy' as kind, polname::text as name, pg_get_expr(polqual, polrelid) || pg_get_expr(polwithcheck, polrelid) as what
        from pg_policy where polrelid = 'audit_log'::regclass
        union all select 'security', relrowsecurity::text, relforcerowsecurity::text from pg_class where oid = 'audit_log'::regclass
        union all select 'trigger', tgname, pg_get_triggerdef(oid) from pg_trigger where tgrelid = 'audit_log'::regclass and not tgisinternal
        union all select 'constraint', conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'audit_log'::regclass and contype <> 'n'
        union all select 'index', indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), 'ON ONLY', 'ON') from pg_index where indrelid = 'audit_log'::regclass
        union all select 'right', grantee || privilege_type, is_grantable from information_schema.role_table_grants where table_name = 'audit_log' and grantee <> grantor
        union all select 'column', column_name, concat_ws(' ', data_type, is_nullable, column_default, is_identity, identity_generation, is_generated, generation_expression)
        from information_schema.columns where table_name = 'audit_log' and table_schema = 'public') s
      order by 1, 2`)
  ).rows;

test("a table that is not large stays one", async () => {
  await app.owner.query("analyze audit_log");
  expect(await maintainAuditParts(owner, { ...SIZES, from: ENTRIES + 1 })).toEqual([]);
  expect(await partsOf()).toEqual([]);
});

/** Tables that PostgreSQL read, or did not, while it held the whole log. */
async function heardOf(work: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const listen = ({ message = "" }: { message?: string | undefined }) => void heard.push(message);
  owner.on("notice", listen);
  await owner.query("set client_min_messages = debug1");
  await work();
  await owner.query("reset client_min_messages");
  owner.off("notice", listen);
  return heard.filter((message) => /is implied by existing constraints|^verifying table/.test(message));
}

test("a large one becomes the first part, and parts for what comes stand ready", async () => {
  let said: string[] = [];
  const heard = await heardOf(async () => (said = await maintainAuditParts(owner, SIZES)));
  expect(said).toEqual([
    "The audit log is a table in parts of 100 entries now.",
    "The audit log has parts for 300 entries more.",
  ]);
  expect(heard).toEqual([
    'verifying table "audit_log"',
    'partition constraint for table "entries_before" is implied by existing constraints',
  ]);
  expect(await partsOf()).toEqual([
    "entries_before FROM (MINVALUE) TO ('145')",
    "entries_from_145 FROM ('145') TO ('245')",
    "entries_from_245 FROM ('245') TO ('345')",
    "entries_from_345 FROM ('345') TO (MAXVALUE)",
  ]);
  expect(await maintainAuditParts(owner, SIZES)).toEqual([]);
});

test("all that the table has beside its rows, it has: rights, policy, triggers, keys, indexes under their names", async () => {
  expect(await surroundingsOf()).toEqual(surroundings);
});

test("all lists and counts are as they were", async () => {
  expect(before).toMatchObject([{ count: ENTRIES }, { count: ENTRIES }, { count: ENTRIES / 3 }]);
  expect(await pages()).toEqual(before);
});

test("new entries come after the old ones, first in the list, and are counted", async () => {
  await write(1, OLD);
  const { count, results } = await list();
  expect([count, results.length]).toEqual([ENTRIES + 1, 20]);
  expect(results[0].id).toBe(results[1].id + 1);
});

test("a page reads the newest parts, and stops there", async () => {
  await write(100, OLD);
  const plan = await app.inDatabase(async (tx) => {
    await tx.client.query("set local enable_seqscan = off");
    const rows = await tx.many<{ "QUERY PLAN": string }>(
      sql`explain (analyze, costs off) select * from audit_log where distributor_id = ${lumen.id} order by id desc limit 1`,
    );
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  }, lumen.id);
  expect(plan).toMatch(/entries_before.*never executed/);
});

test("the chains go on through all parts", async () => {
  expect(await app.inDatabase((tx) => verifyAudit(tx))).toMatchObject({
    findings: [],
    entries: ENTRIES + 101,
  });
});

test("the start-up proof of row-level security holds, and others see nothing", async () => {
  await expect(proveRowLevelSecurity(app.owner)).resolves.toBeUndefined();
  expect((await strangers.get("/audit-logs/")).body.count).toBe(0);
  for (const part of ["entries_before", "entries_from_145"])
    await expect(
      app.inDatabase((tx) => tx.many(sql([`select from audit_log_parts.${part}`])), other.id),
    ).rejects.toThrow("permission denied");
});

test.each(["update audit_log set request_id = 'x'", "delete from audit_log", "truncate audit_log"])(
  "it only grows: %s",
  async (change) => {
    await expect(app.owner.query(change)).rejects.toThrow("only grows");
    for (const part of ["entries_before", "entries_from_145"])
      await expect(app.owner.query(change.replace("audit_log", `audit_log_parts.${part}`))).rejects.toThrow(
        "only grows",
      );
  },
);

test("the next parts are made before the last bounded one is written, while people write", async () => {
  let isDone = false;
  const writing = (async () => {
    while (!isDone) await write(1);
  })();
  const said = await maintainAuditParts(owner, SIZES);
  isDone = true;
  await writing;
  expect(said).toEqual([expect.stringMatching(/parts for \d+ entries more/)]);
  expect(await partsOf()).toEqual([
    "entries_before FROM (MINVALUE) TO ('145')",
    "entries_from_145 FROM ('145') TO ('245')",
    "entries_from_245 FROM ('245') TO ('345')",
    "entries_from_345 FROM ('345') TO ('445')",
    "entries_from_445 FROM ('445') TO (MAXVALUE)",
  ]);
});

test("nobody made any for long: the part without an end has taken all, gets one, and nothing was refused", async () => {
  await write(400, OLD);
  const written = await list();
  const last: number = written.results[0].id;
  expect(last).toBeGreaterThan(445);
  expect(await heardOf(() => maintainAuditParts(owner, SIZES))).toEqual([
    'verifying table "entries_from_445"',
    'partition constraint for table "entries_from_445" is implied by existing constraints',
  ]);
  expect((await partsOf()).slice(-4)).toEqual([
    `entries_from_445 FROM ('445') TO ('${last + 100}')`,
    `entries_from_${last + 100} FROM ('${last + 100}') TO ('${last + 200}')`,
    `entries_from_${last + 200} FROM ('${last + 200}') TO ('${last + 300}')`,
    `entries_from_${last + 300} FROM ('${last + 300}') TO (MAXVALUE)`,
  ]);
  expect(await list()).toEqual(written);
  expect(await surroundingsOf()).toEqual(surroundings);
});

test("whoever dies half-way leaves nobody held to an end for long: the next start looks, and so does the next night", async () => {
  const leave = () =>
    app.owner.query(
      "alter table audit_log_parts.entries_before add constraint ends_before check (id < 145) not valid",
    );
  const left = async () =>
    (await app.owner.query("select from pg_constraint where conname = 'ends_before'")).rowCount;
  await leave();
  await prepareDatabase({ ownerUrl: app.ownerUrl, webUrl: null });
  expect(await left()).toBe(0);
  await leave();
  await maintainAuditParts(owner, SIZES);
  expect(await left()).toBe(0);
});

test("a part that holds anything stays; one of which all is archived goes with its place on the disk", async () => {
  const said: string[] = [];
  const operator = {
    files: app.services.files,
    today: app.clock.today(),
    partSizes: SIZES,
    say: (line: string) => void said.push(line),
  };
  const { count } = await list();
  await auditCommand(app.owner, ["keep", "1"], operator);
  await auditCommand(app.owner, ["archive"], operator);
  const before = await partsOf();
  await passNight(app.owner);
  await auditCommand(app.owner, ["archive"], operator);
  // In the second part somebody wrote today, while it was made.
  expect(said).toContain("audit_log_parts.entries_before was archived, and is dropped.");
  expect(before[0]).toMatch(/^entries_before /);
  expect(await partsOf()).toEqual(before.slice(1));
  const left = await list();
  const { rows } = await app.owner.query(
    `select count(*)::int as count from audit_log where distributor_id = ${lumen.id}`,
  );
  expect([rows, left.count < count]).toEqual([[{ count: left.count }], true]);
  expect(await app.inDatabase((tx) => verifyAudit(tx))).toMatchObject({ findings: [] });
  await write(1);
  expect((await list()).results[0].action_details).toEqual({ message: "entry 0", invoice_id: 7 });
});

test("a later migration changes it as one table", async () => {
  const { count } = await list();
  await app.owner.query("alter table audit_log add column note text not null default ''");
  await write(1);
  expect((await list()).count).toBe(count + 1);
});
