import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureSuperAdmin } from "./super-admin.ts";
import { aDistributor, aStaffUser } from "./testing/builders.ts";
import { createTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const ensure = (superAdminEmail: string | null) =>
  ensureSuperAdmin({ ...app.services, config: { ...app.services.config, superAdminEmail } });
const people = () =>
  app.inDatabase((tx) =>
    tx.many(sql`select email, system_role, disabled_at, first_name from app_user order by id`),
  );

test("the operator's address becomes a super admin who can sign in, once, whatever its case", async () => {
  await ensure(null);
  expect(await people()).toEqual([]);
  await Promise.all([
    ensure("Chef@Bobine.example"),
    ensure("chef@bobine.example"),
    ensure("chef@bobine.example"),
  ]);
  const chef = {
    email: "chef@bobine.example",
    system_role: "super_admin",
    disabled_at: null,
    first_name: "Super",
  };
  expect(await people()).toEqual([chef]);
  await app.anonymous().post("/auth/login/", { email: "chef@bobine.example" });
  await app.drainJobs("mail-link");
  expect(app.mails.map((mail) => mail.to)).toEqual(["chef@bobine.example"]);
});

test("somebody who exists is promoted and enabled, and keeps their name", async () => {
  const person = await app.inDatabase(async (tx) =>
    aStaffUser(tx, await aDistributor(tx), { email: "camille@lumen-films.example", first_name: "Camille" }),
  );
  await app.inDatabase((tx) => tx.run(sql`update app_user set disabled_at = now() where id = ${person.id}`));
  await ensure(person.email);
  expect(await people()).toContainEqual({
    email: person.email,
    system_role: "super_admin",
    disabled_at: null,
    first_name: "Camille",
  });
});
