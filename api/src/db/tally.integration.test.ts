import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemSource, writeAudit } from "../http/audit.ts";
import { aCinema, aDistributor, anInvoice, type BuiltDistributor } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { transaction, type Tx } from "./scope.ts";
import { tally } from "./tally.ts";

let app: TestApp;
let own: BuiltDistributor;
let foreign: BuiltDistributor;
beforeAll(async () => {
  app = await createTestApp();
  own = await app.inDatabase(aDistributor);
  foreign = await app.inDatabase(aDistributor);
});
afterAll(() => app.close());

const counted = (
  list: Parameters<typeof tally>[1],
  distributorId: number | null = own.id,
  kinds?: string[],
): Promise<number> => app.inDatabase((tx) => tally(tx, list, distributorId, kinds));

test("invoices are counted by their status, as it moves", async () => {
  const cinema = await app.inDatabase((tx) => aCinema(tx, own));
  const made = await app.inDatabase(async (tx) => [
    await anInvoice(tx, own, cinema),
    await anInvoice(tx, own, cinema),
  ]);
  expect(await counted("invoice")).toBe(2);
  await app.inDatabase((tx) => tx.run(sql`update invoice set in_default = true where id = ${made[0]?.id}`));
  expect(await counted("invoice", own.id, ["default"])).toBe(1);
  expect(await counted("invoice", own.id, ["awaiting_payment", "part_paid"])).toBe(1);
  await app.inDatabase((tx) => tx.run(sql`delete from invoice where id = ${made[0]?.id}`));
  expect(await counted("invoice")).toBe(1);
  expect(await counted("invoice", foreign.id)).toBe(0);
});

test("links of cinemas are counted for each distributor, cinemas for all", async () => {
  const before = await counted("cinema", null);
  const cinema = await app.inDatabase((tx) => aCinema(tx, own));
  const links = await counted("cinema_distributor");
  expect(await counted("cinema", null)).toBe(before + 1);
  expect(await counted("cinema", null, ["active"])).toBe(before + 1);
  await app.inDatabase((tx) => tx.run(sql`update cinema set status = 'closed' where id = ${cinema.id}`));
  expect(await counted("cinema", null, ["closed"])).toBe(1);
  await app.inDatabase((tx) => tx.run(sql`delete from cinema where id = ${cinema.id}`));
  expect(await counted("cinema", null)).toBe(before);
  expect(await counted("cinema_distributor")).toBe(links - 1);
});

test("what is undone is not counted", async () => {
  const before = await counted("audit_log");
  const undone = app.inDatabase(async (tx) => {
    await writeAudit(tx, systemSource(own.id), "other", {});
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(await counted("audit_log")).toBe(before);
});

test("entries written at once are each counted, and the sums stay few", async () => {
  const before = await counted("audit_log");
  const write = (tx: Tx) => writeAudit(tx, systemSource(own.id), "system_action", {});
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 20 }, () => app.inDatabase(write)));
  expect(await counted("audit_log")).toBe(before + 400);
  expect(await counted("audit_log", own.id, ["system_action"])).toBe(400);
  const { rows } = await app.inDatabase((tx) =>
    tx.one<{ rows: number }>(
      sql`select count(*) as rows from list_tally where list = 'audit_log' and distributor_id = ${own.id}`,
    ),
  );
  expect(rows).toBeLessThan(250);
});

test("another distributor's numbers do not show", async () => {
  const seen = await app.inDatabase((tx) => tally(tx, "invoice", own.id, undefined), foreign.id);
  expect(seen).toBe(0);
});

test("a session for reading is nobody's until it is told whose, and never writes", async () => {
  const { readers } = app.services;
  if (!readers) throw new Error("the tests' app has them");
  const { rows } = await readers.query<{ role: string; seen: number }>(
    "select current_user::text as role, (select count(*) from distributor) as seen",
  );
  expect(rows).toEqual([{ role: "bobine_app", seen: 0 }]);
  const scope = { kind: "distributor", distributorId: own.id } as const;
  const seen = await transaction(app.services, scope, (tx) => tx.many(sql`select id from distributor`), {
    onlyReads: true,
  });
  expect(seen).toEqual([{ id: own.id }]);
  await expect(
    transaction(
      app.services,
      scope,
      (tx) => tx.run(sql`update distributor set name = 'x' where id = ${own.id}`),
      { onlyReads: true },
    ),
  ).rejects.toThrow("read-only transaction");
  // The session is whole again for the next one, and forgot whose it was.
  expect((await readers.query("select from distributor")).rowCount).toBe(0);
});

test("of queries that travel together, the one that failed is told, not those that it took along", async () => {
  const slowly = async (work: Promise<unknown>) => {
    try {
      return await work;
    } finally {
      for (let hop = 0; hop < 5; hop += 1) await Promise.resolve();
    }
  };
  const both = transaction(
    app.services,
    { kind: "nobody" },
    (tx) => Promise.all([slowly(tx.many(sql`select 1 / ${0}::integer`)), tx.many(sql`select 1`)]),
    { onlyReads: true },
  );
  await expect(both).rejects.toMatchObject({ code: "22012" });
});

test("a transaction that asks all at once ends with what it asked: what it asks later fails", async () => {
  const scope = { kind: "distributor", distributorId: own.id } as const;
  const manner = { onlyReads: true, inOnePacket: true };
  const all = await transaction(
    app.services,
    scope,
    (tx) => Promise.all([tx.many(sql`select id from distributor`), tx.many(sql`select 1 as one`)]),
    manner,
  );
  expect(all).toEqual([[{ id: own.id }], [{ one: 1 }]]);
  const late = transaction(
    app.services,
    scope,
    async (tx) => {
      await tx.many(sql`select 1`);
      return tx.many(sql`select id from distributor`);
    },
    manner,
  );
  await expect(late).rejects.toThrow("after the end of its transaction");
  // Neither that nor a query that fails leaves a session to somebody else's rows.
  const failed = transaction(app.services, scope, (tx) => tx.many(sql`select 1 / ${0}::integer`), manner);
  await expect(failed).rejects.toMatchObject({ code: "22012" });
  expect((await app.services.readers?.query("select from distributor"))?.rowCount).toBe(0);
});
