// The steps that docs/operations.md gives for an audit log that has outgrown one table, on a database with entries in it.
import { readFileSync } from "node:fs";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proveRowLevelSecurity } from "../../db/self-test.ts";
import { writeAudit } from "../../http/audit.ts";
import { aDistributor, aStaffUser, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { verifyAudit } from "./verify-audit.ts";

const ENTRIES = 45;
const script = (name: string): string =>
  readFileSync(new URL(`../../../../deploy/postgres/${name}`, import.meta.url), "utf8");

let app: TestApp;
let lumen: BuiltDistributor;
let other: BuiltDistributor;
let staff: TestClient;
let strangers: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  const people = await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    other = await aDistributor(tx);
    return [await aStaffUser(tx, lumen), await aStaffUser(tx, other)] as const;
  });
  staff = await app.as(people[0]);
  strangers = await app.as(people[1]);
  await write(ENTRIES);
  before = await pages();
  await app.owner.query(script("partition-audit-log.sql"));
});
afterAll(() => app.close());

let before: unknown[];
const write = (count: number, distributor = lumen) =>
  app.inDatabase(async (tx) => {
    for (let n = 0; n < count; n += 1)
      await writeAudit(
        tx,
        { distributorId: distributor.id, actorId: null, requestId: "r", uiBuild: "" },
        n % 3 === 0 ? "sent_email" : "system_action",
        { message: `entry ${n}`, invoice_id: 7 },
      );
  });
const list = async (query = "") => (await staff.get(`/audit-logs/${query}`)).body;
const pages = async () => [await list(), await list("?page=2"), await list("?action_type=sent_email")];

test("all lists and counts are as they were", async () => {
  expect(before).toMatchObject([{ count: ENTRIES }, { count: ENTRIES }, { count: ENTRIES / 3 }]);
  expect(await pages()).toEqual(before);
});

test("new entries come after the old ones, first in the list, and are counted", async () => {
  await write(1);
  const { count, results } = await list();
  expect([count, results.length]).toEqual([ENTRIES + 1, 20]);
  expect(results[0].id).toBeGreaterThan(results[1].id);
  const { rows } = await app.owner.query("select count(*)::int as count from audit_log_parts.entries_before");
  expect(rows).toEqual([{ count: ENTRIES }]);
});

test("a page reads the newest part, and stops there", async () => {
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
  expect(await app.inDatabase((tx) => verifyAudit(tx))).toMatchObject({ findings: [], entries: ENTRIES + 1 });
});

test("the start-up proof of row-level security holds, and others see nothing", async () => {
  await expect(proveRowLevelSecurity(app.owner)).resolves.toBeUndefined();
  expect((await strangers.get("/audit-logs/")).body.count).toBe(0);
  await expect(
    app.inDatabase((tx) => tx.many(sql`select from audit_log_parts.entries_before`), other.id),
  ).rejects.toThrow("permission denied");
});

test.each(["update audit_log set request_id = 'x'", "delete from audit_log", "truncate audit_log"])(
  "it only grows: %s",
  async (change) => {
    await expect(app.owner.query(change)).rejects.toThrow("only grows");
    for (const part of ["entries_before", `entries_from_${ENTRIES + 1}`])
      await expect(app.owner.query(change.replace("audit_log", `audit_log_parts.${part}`))).rejects.toThrow(
        "only grows",
      );
  },
);

test("a later migration changes it as one table", async () => {
  await app.owner.query("alter table audit_log add column note text not null default ''");
  await write(1);
  expect((await list()).count).toBe(ENTRIES + 2);
});

test("a part that is taken out is seen no more, is not counted, and is kept", async () => {
  const detach = script("detach-audit-log-part.sql").replaceAll(':"part"', "entries_before");
  await app.owner.query(detach);
  const { count, results } = await list();
  expect([count, results.length]).toEqual([2, 2]);
  expect((await list("?action_type=sent_email")).count).toBe(2);
  const { rows } = await app.owner.query("select count(*)::int as count from audit_log_parts.entries_before");
  expect(rows).toEqual([{ count: ENTRIES }]);
});

test("the chains hold without it, and what was not taken out with it is missed", async () => {
  const verify = () => app.inDatabase((tx) => verifyAudit(tx));
  const { rows } = await app.owner.query(
    "select count(*)::int as links from audit_chain where entry_id <= (select max(id) from audit_log_parts.entries_before)",
  );
  expect(await verify()).toMatchObject({ findings: [], entries: 3, archived: rows[0].links });
  await app.owner.query(
    "begin; set local session_replication_role = replica; delete from audit_log where distributor_id is not null; commit",
  );
  expect((await verify()).findings.map(({ rule }) => rule)).toEqual(["removed", "removed"]);
});
