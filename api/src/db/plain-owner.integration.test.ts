import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { urlOfDatabase } from "../testing/temporary-postgres.ts";
import { verifyAudit } from "../modules/audit/verify-audit.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { createPool } from "./pool.ts";
import { proveRowLevelSecurity } from "./self-test.ts";
import { excessesOf, urlFor } from "./web-role.ts";

// A hosted PostgreSQL gives a user who owns its database and may make roles, and is no superuser: the policies hold for it too.
const owner = `owner_${randomBytes(4).toString("hex")}`;
const web = `web_${randomBytes(4).toString("hex")}`;
const database = `bobine_owned_${randomBytes(4).toString("hex")}`;
const server = new Client({ connectionString: inject("postgres").url });
const ownedUrl = (): string => {
  const url = new URL(urlOfDatabase(inject("postgres").url, database));
  url.username = owner;
  url.password = owner;
  return url.href;
};

let app: TestApp;
beforeAll(async () => {
  await server.connect();
  await server.query(`create role ${owner} login createrole password '${owner}'`);
  // The role of requests was made by the superuser of the other tests; on a server of its own, the owner makes it.
  await server.query(`grant bobine_app to ${owner} with admin option`);
  await server.query(`create database ${database} owner ${owner} template template0`);
  const webUrl = urlFor({ name: web, password: web }, ownedUrl());
  await prepareDatabase({ ownerUrl: ownedUrl(), webUrl });
  app = await createTestApp({ database: { url: ownedUrl(), webUrl, drop: async () => undefined } });
});
afterAll(async () => {
  await app.close();
  await server.query(`drop database ${database} with (force)`);
  await server.query(`drop role ${web}`);
  await server.query(`drop role ${owner}`);
  await server.end();
});

test("a database whose owner is no superuser is migrated and proves its row-level security", async () => {
  const pool = createPool({ url: ownedUrl() });
  await expect(proveRowLevelSecurity(pool)).resolves.toBeUndefined();
  expect(await excessesOf(app.services.pool)).toEqual({ role: web, excesses: [] });
  expect((await excessesOf(pool)).excesses).toContain("owns the database");
  await pool.end();
});

test("in it a person signs in, sees her own data, and who made each entry of the log", async () => {
  const { lumen, staff, admin } = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    await aDistributor(tx);
    return { lumen: distributor, staff: await aStaffUser(tx, distributor), admin: await aSuperAdmin(tx) };
  });
  const client = await app.as(staff);
  expect(await client.get("/auth/user/")).toMatchObject({ status: 200, body: { email: staff.email } });
  const chosen = await app.as(admin, lumen.id);
  expect((await chosen.get("/invoices/invoices/?page=1")).status).toBe(200);
  await client.patch("/auth/user/", { job_role: "Comptable" });
  expect((await client.get("/audit-logs/")).body).toMatchObject({
    results: [{ actor: { email: staff.email } }],
  });
  expect(await app.inDatabase((tx) => verifyAudit(tx))).toMatchObject({ findings: [], entries: 1 });
});

test("in it a job is queued and runs", async () => {
  const lumen = await app.inDatabase((tx) => aDistributor(tx));
  await app.inDatabase(
    (tx) => app.services.jobs.enqueue(tx, { name: "issue-invoices", data: { distributor_id: lumen.id } }),
    lumen.id,
  );
  await app.drainJobs();
  const left = await app.owner.query("select from pgboss.job where state < 'completed'");
  expect(left.rowCount).toBe(0);
});
