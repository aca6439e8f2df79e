import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inTransaction } from "../../db/scope.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let boreal: BuiltDistributor;
let person: { id: number; email: string };
let adminUser: { id: number; email: string };
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx);
    boreal = await aDistributor(tx);
    person = await aStaffUser(tx, lumen, { first_name: "Camille" });
    adminUser = await aSuperAdmin(tx);
    const by = (actorId: number | null, distributorId: number | null) => ({
      ...systemSource(distributorId),
      actorId,
      requestId: "demande",
      uiBuild: "mfe-finance@abc",
    });
    for (let n = 1; n <= 42; n += 1)
      await writeAudit(tx, by(person.id, lumen.id), n % 2 === 0 ? "other" : "created_invoice", {
        row_count: n,
      });
    await writeAudit(tx, by(adminUser.id, lumen.id), "updated_cinema", {
      row_count: 43,
      cinema_name: "<b>Rex</b>",
    });
    await writeAudit(tx, by(null, lumen.id), "system_action", { row_count: 44 });
    await writeAudit(tx, by(null, boreal.id), "system_action", { row_count: 45 });
    await writeAudit(tx, by(adminUser.id, null), "updated_user", { row_count: 46 });
  });
  staff = await app.as(person);
});
afterAll(() => app.close());

const numbersOf = (body: { results: { action_details: { row_count: number } }[] }) =>
  body.results.map((entry) => entry.action_details.row_count);
const down = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((from - to) / step) + 1 }, (_, index) => from - index * step);

describe("the audit log", () => {
  test("is narrowed by the days of Paris, both within, with its count and its file (UI-24)", async () => {
    const reader = await app.inDatabase(async (tx) => {
      const distributor = await aDistributor(tx);
      const user = await aStaffUser(tx, distributor);
      for (const [row_count, at] of [
        [1, "2026-10-31T22:59:59Z"],
        [2, "2026-10-31T23:00:00Z"],
        [3, "2026-11-30T22:59:59Z"],
        [4, "2026-11-30T23:00:00Z"],
      ] as const)
        await tx.run(sql`
          insert into audit_log (distributor_id, created_at, action_type, action_details)
          values (${distributor.id}, ${at}, 'other', ${JSON.stringify({ row_count })})`);
      return user;
    });
    const other = await app.as(reader);
    const november = await other.get("/audit-logs/?from=2026-11-01&to=2026-11-30");
    expect(november.body.count).toBe(2);
    expect(numbersOf(november.body)).toEqual([3, 2]);
    expect(numbersOf((await other.get("/audit-logs/?to=2026-10-31&action_type=other")).body)).toEqual([1]);
    const file = await other.get("/exports/lists/audit-logs/?from=2026-12-01");
    expect(file.text.trim().split("\r\n")).toHaveLength(2);
  });

  test("calls in its file what was done by the same words as the screen (TXT-4)", async () => {
    const reader = await app.inDatabase(async (tx) => {
      const distributor = await aDistributor(tx);
      const user = await aStaffUser(tx, distributor);
      for (const details of [
        { event: "Action attribuée" },
        { user_action_id: 7, new_status: "REJECTED", previous_status: "PENDING" },
      ])
        await tx.run(sql`
          insert into audit_log (distributor_id, action_type, action_details)
          values (${distributor.id}, 'other', ${JSON.stringify(details)})`);
      return user;
    });
    const { text } = await (await app.as(reader)).get("/exports/lists/audit-logs/");
    const names = text
      .trim()
      .split("\r\n")
      .map((line) => line.split(";")[2]);
    expect(names).toEqual(["Action", "Action rejetée", "Action attribuée"]);
  });

  test("is answered newest first, twenty a page, with the addresses of the neighbours", async () => {
    const first = await staff.get("/audit-logs/");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ count: 44, previous: null, next: "/api/v1/audit-logs/?page=2" });
    expect(numbersOf(first.body)).toEqual(down(44, 25));
    const second = await staff.get(first.body.next);
    expect(numbersOf(second.body)).toEqual(down(24, 5));
    expect(second.body.previous).toBe("/api/v1/audit-logs/?page=1");
    const third = await staff.get(second.body.next);
    expect(numbersOf(third.body)).toEqual(down(4, 1));
    expect(third.body.next).toBeNull();
    expect((await staff.get("/audit-logs/?page=9")).body).toMatchObject({
      count: 44,
      results: [],
      next: null,
    });
  });

  test("names who did it, a person, a super admin who belongs to no distributor, or the system, with the builds of their screen (FED-10)", async () => {
    const { body } = await staff.get("/audit-logs/");
    const [system, admin, own] = body.results;
    expect(system).toEqual({
      id: expect.any(Number),
      created_at: expect.stringMatching(/Z$/),
      actor: null,
      action_type: "system_action",
      action_details: { row_count: 44 },
      ui_build: "mfe-finance@abc",
    });
    expect(admin).toMatchObject({
      actor: { first_name: "Alex", last_name: "Admin", email: adminUser.email },
      action_details: { cinema_name: "<b>Rex</b>" },
    });
    expect(own.actor).toEqual({ first_name: "Camille", last_name: "Rousseau", email: person.email });
  });

  test("may be filtered by type, with pages of its own", async () => {
    const first = await staff.get("/audit-logs/?action_type=created_invoice");
    expect(first.body).toMatchObject({
      count: 21,
      next: "/api/v1/audit-logs/?action_type=created_invoice&page=2",
    });
    expect(numbersOf(first.body)).toEqual(down(41, 3, 2));
    expect(numbersOf((await staff.get(first.body.next)).body)).toEqual([1]);
    expect((await staff.get("/audit-logs/?action_type=sent_email")).body).toMatchObject({
      count: 0,
      results: [],
    });
  });

  test.each([
    "page=0",
    "page=x",
    "action_type=unknown",
    "action_type=constructor",
    "action_type=other&action_type=other",
  ])("?%s is a bad request that names the field", async (query) => {
    const answer = await staff.get(`/audit-logs/?${query}`);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([query.split("=")[0]]);
  });
});

describe("who sees it", () => {
  test("staff see their own distributor's, whatever the header says", async () => {
    const other = await app.as(await app.inDatabase((tx) => aStaffUser(tx, boreal)), lumen.id);
    const { body } = await other.get("/audit-logs/");
    expect([body.count, numbersOf(body)]).toEqual([1, [45]]);
  });

  test("a super admin sees the chosen distributor's and must choose one", async () => {
    expect(numbersOf((await (await app.as(adminUser, boreal.id)).get("/audit-logs/")).body)).toEqual([45]);
    expect((await (await app.as(adminUser)).get("/audit-logs/")).body.code).toBe("distributor_required");
  });

  test("strangers sign in", async () => {
    expect((await app.anonymous().get("/audit-logs/")).status).toBe(401);
  });
});

describe("what is written", () => {
  test("only grows: no one changes, removes or empties it, not even the owner of the database", async () => {
    const attempts = [
      "update audit_log set action_type = 'other'",
      "delete from audit_log",
      "truncate audit_log",
      "truncate audit_log cascade",
    ];
    for (const attempt of attempts) {
      await expect(app.owner.query(attempt)).rejects.toThrow("the audit log only grows");
      await expect(app.inDatabase((tx) => tx.client.query(attempt))).rejects.toMatchObject({ code: "42501" });
    }
    expect((await staff.get("/audit-logs/")).body.count).toBe(44);
  });

  test("is undone with the change that it tells", async () => {
    await expect(
      inTransaction(app.services.pool, { kind: "distributor", distributorId: lumen.id }, async (tx) => {
        await writeAudit(tx, systemSource(lumen.id), "other", { row_count: 0 });
        throw new Error("the change failed");
      }),
    ).rejects.toThrow("the change failed");
    expect((await staff.get("/audit-logs/")).body.count).toBe(44);
  });

  test("is of the distributor in whose scope it happens", async () => {
    await expect(
      app.inDatabase((tx) => writeAudit(tx, systemSource(boreal.id), "other", {}), lumen.id),
    ).rejects.toMatchObject({ code: "42501" });
  });

  test("tells the request and the build of the screen, its length held", async () => {
    const newcomer = await app.inDatabase((tx) => aStaffUser(tx, boreal));
    const client = await app.as(newcomer);
    const answer = await client.patch(
      "/auth/user/",
      { job_role: "Comptable" },
      { "x-front-build": `b${"x".repeat(300)}` },
    );
    const kept = await app.inDatabase((tx) =>
      tx.one<{ request_id: string; ui_build: string }>(
        sql`select request_id, ui_build from audit_log where actor_id = ${newcomer.id}`,
      ),
    );
    expect(kept).toEqual({ request_id: answer.headers["x-request-id"], ui_build: `b${"x".repeat(199)}` });
  });

  test("the name of an actor is no way to read people: only that of one's own entries shows", async () => {
    const entry = (distributorId: number) =>
      app.inDatabase(async (tx) => {
        await writeAudit(tx, { ...systemSource(distributorId), actorId: adminUser.id }, "other", {});
        return await tx.one<{ id: number }>(sql`select max(id) as id from audit_log`);
      });
    const [own, foreign] = [await entry(lumen.id), await entry(boreal.id)];
    const nameOf = (id: number) =>
      app.inDatabase((tx) => tx.many<object>(sql`select * from audit_actor_names(${[id]})`), lumen.id);
    const [seen] = await nameOf(own.id);
    expect(Object.keys(seen ?? {})).toEqual(["entry_id", "first_name", "last_name", "email"]);
    expect(await nameOf(foreign.id)).toEqual([]);
    const stillScoped = await app.inDatabase(async (tx) => {
      await tx.many(sql`select * from audit_actor_names(${[own.id]})`);
      return await tx.many(sql`select from distributor`);
    }, lumen.id);
    expect(stillScoped).toHaveLength(1);
    const people = await app.inDatabase(
      (tx) => tx.many(sql`select id from app_user where system_role = 'super_admin'`),
      lumen.id,
    );
    expect(people).toEqual([]);
  });
});
