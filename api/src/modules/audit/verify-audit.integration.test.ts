import { randomUUID } from "node:crypto";
import { appendFileSync, copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { proveRowLevelSecurity } from "../../db/self-test.ts";
import { migrate, MIGRATIONS } from "../../db/migrate.ts";
import { createPool } from "../../db/pool.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import { aDistributor, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/database.ts";
import { appendCheckpoint, CheckpointProblem, lastCheckpoint } from "./checkpoints.ts";
import { type ChainEnd, verifyAudit } from "./verify-audit.ts";

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url });
  [lumen, boreal] = await everywhere(async (tx) => [await aDistributor(tx), await aDistributor(tx)] as const);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const everywhere = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(pool, { kind: "all" }, work);
const verify = (known: readonly ChainEnd[] = []) => everywhere((tx) => verifyAudit(tx, known));
const write = (count: number, ...distributors: (number | null)[]) =>
  everywhere(async (tx) => {
    for (let n = 0; n < count; n += 1)
      for (const id of distributors)
        await writeAudit(tx, systemSource(id), "other", { message: `entry ${n}` });
  });
/** What the owner of the database can do, and no request: past the triggers. */
const tamper = async (...statements: string[]): Promise<void> => {
  await pool.query(
    ["begin", "set local session_replication_role = replica", ...statements, "commit"].join(";"),
  );
};
const idsOf = async (distributor: number): Promise<number[]> =>
  (
    await pool.query<{ id: number }>("select id from audit_log where distributor_id = $1 order by id", [
      distributor,
    ])
  ).rows.map(({ id }) => id);

describe("the chains of the audit log", () => {
  test("hold over entries of single transactions, of many at once, and of several distributors", async () => {
    await write(3, lumen.id, boreal.id, null);
    await everywhere((tx) =>
      tx.run(sql`insert into audit_log (distributor_id, action_type, action_details)
        select case when n % 2 = 0 then ${lumen.id}::bigint else ${boreal.id}::bigint end, 'system_action', jsonb_build_object('row_count', n)
        from generate_series(1, 500) n`),
    );
    await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 === 0 ? write(2, lumen.id, null, boreal.id) : write(2, boreal.id, lumen.id, null),
      ),
    );
    const report = await verify();
    expect(report).toMatchObject({ findings: [], further: 0, entries: 9 + 500 + 144, archived: 0 });
    expect(report.ends.map(({ number }) => number)).toEqual([3 + 48, 3 + 250 + 48, 3 + 250 + 48]);
  });

  test("do not hold what was rolled back", async () => {
    const before = await verify();
    await expect(
      everywhere(async (tx) => {
        await writeAudit(tx, systemSource(lumen.id), "other", { message: "never" });
        throw new Error("no");
      }),
    ).rejects.toThrow("no");
    await everywhere(async (tx) => {
      await tx.client.query("savepoint s");
      await writeAudit(tx, systemSource(lumen.id), "other", { message: "never" });
      await tx.client.query("rollback to savepoint s");
    });
    expect(await verify()).toEqual(before);
  });

  test("are written by nobody but their triggers, and a distributor sees its own alone", async () => {
    await expect(proveRowLevelSecurity(pool)).resolves.toBeUndefined();
    const asLumen = <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(pool, { kind: "distributor", distributorId: lumen.id }, work);
    expect(await asLumen((tx) => tx.many(sql`select distinct chain from audit_chain`))).toEqual([
      { chain: lumen.id },
    ]);
    for (const statement of [
      sql`insert into audit_chain values (${lumen.id}, 1000, 1000, '', '')`,
      sql`update audit_chain_head set last_number = 0`,
      sql`delete from audit_chain`,
      sql`insert into audit_chain_pending (chain, entries, digests) values (${lumen.id}, '{1}', '{x}')`,
      sql`select from audit_chain_pending`,
      sql`select chain_audit_entries()`,
    ])
      await expect(asLumen((tx) => tx.run(statement))).rejects.toMatchObject({ code: "42501" });
    await expect(pool.query("delete from audit_chain")).rejects.toThrow("only grows");
  });

  test("leave the scope of their transaction as it was", async () => {
    const seen = await inTransaction(pool, { kind: "distributor", distributorId: lumen.id }, async (tx) => {
      await writeAudit(tx, systemSource(lumen.id), "other", {});
      await tx.client.query("set constraints all immediate");
      return await tx.many(sql`select id from distributor`);
    });
    expect(seen).toEqual([{ id: lumen.id }]);
    expect(await verify()).toMatchObject({ findings: [] });
  });
});

describe("what was done to the log behind its triggers is found", () => {
  // Each in a database of its own: what one breaks would hide what the next one does.
  let ids: number[];
  let here: BuiltDistributor;
  beforeEach(async () => {
    await pool.end();
    await database.drop();
    database = await createTestDatabase();
    pool = createPool({ url: database.url });
    here = await everywhere((tx) => aDistributor(tx));
    await write(6, here.id, null);
    ids = await idsOf(here.id);
  });
  const found = async (known: readonly ChainEnd[] = []) =>
    (await verify(known)).findings.map(({ rule, distributor_id, entry_id }) => [
      rule,
      distributor_id,
      entry_id,
    ]);

  test.each([
    ["details", 'action_details = \'{"message": "nothing happened"}\''],
    ["actor", "actor_id = 1"],
    ["time", "created_at = created_at - interval '1 microsecond'"],
    ["type", "action_type = 'system_action'"],
    ["request", "request_id = 'x'"],
    ["build", "ui_build = 'x'"],
    ["owner", "distributor_id = null"],
  ])("a changed entry: %s", async (_what, change) => {
    await tamper(`update audit_log set ${change} where id = ${ids[2]}`);
    expect(await found()).toEqual([["changed", here.id, ids[2]]]);
  });

  test("a removed entry, in the middle and at the end", async () => {
    await tamper(`delete from audit_log where id in (${ids[2]}, ${ids[5]})`);
    expect(await found()).toEqual([
      ["removed", here.id, ids[2]],
      ["removed", here.id, ids[5]],
    ]);
  });

  test("a removed entry whose link is removed with it, in the middle and at the end", async () => {
    for (const id of [ids[2], ids[5]])
      await tamper(
        `delete from audit_log where id = ${id}`,
        `delete from audit_chain where entry_id = ${id}`,
      );
    expect(await found()).toEqual([
      ["removed", here.id, ids[3]],
      ["removed", here.id, null],
    ]);
  });

  test("a removed entry after which the links were numbered anew", async () => {
    await tamper(
      `delete from audit_log where id = ${ids[2]}`,
      `delete from audit_chain where entry_id = ${ids[2]}`,
      `update audit_chain set number = number - 1 where chain = ${here.id} and number > 3`,
      `update audit_chain_head set last_number = 5 where chain = ${here.id}`,
    );
    expect(await found()).toEqual([["broken", here.id, ids[3]]]);
  });

  test("two entries that changed places", async () => {
    await tamper(
      `update audit_log a set action_details = b.action_details, created_at = b.created_at from audit_log b
       where (a.id, b.id) in ((${ids[1]}, ${ids[4]}), (${ids[4]}, ${ids[1]}))`,
    );
    expect(await found()).toEqual([
      ["reordered", here.id, ids[1]],
      ["reordered", here.id, ids[4]],
    ]);
  });

  test("two links that changed places", async () => {
    await tamper(
      `update audit_chain set number = 999 where entry_id = ${ids[1]}`,
      `update audit_chain set number = 2 where entry_id = ${ids[2]}`,
      `update audit_chain set number = 3 where entry_id = ${ids[1]}`,
    );
    expect((await found()).map(([rule]) => rule)).toEqual(["broken", "broken", "broken"]);
  });

  test("a forged entry, without a link and with one", async () => {
    await tamper(`insert into audit_log (distributor_id, action_type) values (${here.id}, 'other')`);
    const forged = (await idsOf(here.id)).at(-1);
    expect(await found()).toEqual([["added", here.id, forged]]);
    await tamper(`insert into audit_chain values (${here.id}, 7, ${forged}, '\\x00', '\\x00')`);
    expect((await found()).map(([rule]) => rule)).toEqual(["broken", "changed", "broken"]);
  });

  test("a fork: two links of one number", async () => {
    await tamper(
      "alter table audit_chain drop constraint audit_chain_pkey",
      `update audit_chain set number = 3 where entry_id = ${ids[3]}`,
    );
    expect((await verify()).findings[0]).toMatchObject({
      rule: "broken",
      message: "the chain forks at its link 3",
    });
  });

  test("an end that was taken back, or away", async () => {
    await tamper(`update audit_chain_head set last_number = 5 where chain = ${here.id}`);
    expect(await found()).toEqual([["broken", here.id, null]]);
    await tamper(`delete from audit_chain_head where chain = ${here.id}`);
    expect(await found()).toEqual([["broken", here.id, null]]);
  });

  test("a guard that was switched off", async () => {
    await pool.query("alter table audit_log disable trigger audit_entry_to_chain");
    expect((await verify()).findings).toMatchObject([
      { rule: "guard_missing", message: "the trigger audit_entry_to_chain is missing or disabled" },
    ]);
  });

  test("a whole chain made anew, or cut short with its end: by what was written down before, and by nothing else", async () => {
    const { ends } = await verify();
    await write(1, here.id);
    expect(await found(ends)).toEqual([]);
    const cut = (from: number) =>
      tamper(
        `delete from audit_log where id in (select entry_id from audit_chain where chain = ${here.id} and number > ${from})`,
        `delete from audit_chain where chain = ${here.id} and number > ${from}`,
        `update audit_chain_head set last_number = ${from}, last_hash = (select hash from audit_chain where chain = ${here.id} and number = ${from})
         where chain = ${here.id}`,
      );
    await cut(6);
    expect(await found(ends)).toEqual([]);
    await cut(4);
    expect(await found()).toEqual([]);
    expect(await found(ends)).toEqual([["rewritten", here.id, null]]);
    await write(4, here.id);
    expect(await found(ends)).toEqual([["rewritten", here.id, null]]);
  });

  test("no more findings are kept than can be read, and the others are counted", async () => {
    await everywhere((tx) =>
      tx.run(
        sql`insert into audit_log (distributor_id, action_type) select ${here.id}, 'other' from generate_series(1, 1200)`,
      ),
    );
    await tamper("update audit_log set request_id = 'x'");
    expect(await verify()).toMatchObject({ further: 212, entries: 1212 });
  });
});

test("a checkpoint is read back, and one that was changed is refused", async () => {
  const file = join(tmpdir(), `checkpoints-${randomUUID()}`);
  const end = (number: number): ChainEnd => ({ chain: 7, number, hash: "ab".repeat(32) });
  try {
    expect(lastCheckpoint(file, "secret")).toEqual([]);
    appendCheckpoint(file, "secret", new Date(0), [end(1)]);
    appendCheckpoint(file, "secret", new Date(1), [end(2), { ...end(3), chain: 0 }]);
    expect(lastCheckpoint(file, "secret")).toEqual([{ ...end(3), chain: 0 }, end(2)]);
    expect(() => lastCheckpoint(file, "another")).toThrow(CheckpointProblem);
    appendFileSync(file, readFileSync(file, "utf8").replaceAll("[2,", "[1,"));
    expect(() => lastCheckpoint(file, "secret")).toThrow(CheckpointProblem);
  } finally {
    rmSync(file, { force: true });
  }
});

test("entries from before the chains are chained by the migration", async () => {
  const older = mkdtempSync(join(tmpdir(), "older-migrations-"));
  const empty = await createTestDatabase({ empty: true });
  const old = createPool({ url: empty.url });
  try {
    for (const name of readdirSync(MIGRATIONS).filter((one) => one < "081"))
      copyFileSync(join(MIGRATIONS, name), join(older, name));
    await migrate({ url: empty.url, folder: older });
    const id = await inTransaction(old, { kind: "all" }, async (tx) => {
      const made = await aDistributor(tx);
      await tx.run(sql`insert into audit_log (distributor_id, action_type, action_details)
        select case when n % 3 > 0 then ${made.id}::bigint end, 'other', jsonb_build_object('row_count', n) from generate_series(1, 300) n`);
      return made.id;
    });
    await migrate({ url: empty.url });
    await inTransaction(old, { kind: "all" }, (tx) => writeAudit(tx, systemSource(id), "other", {}));
    const report = await inTransaction(old, { kind: "all" }, (tx) => verifyAudit(tx));
    expect(report).toMatchObject({ findings: [], entries: 301 });
    expect(report.ends.map(({ number }) => number)).toEqual([100, 201]);
  } finally {
    await old.end();
    await empty.drop();
    rmSync(older, { recursive: true, force: true });
  }
});
