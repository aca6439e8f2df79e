import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin, type BuiltDistributor } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let lumen: BuiltDistributor;
let eclair: BuiltDistributor;
let empty: BuiltDistributor;
let person: { id: number; email: string };
let staff: TestClient;
let admin: TestClient;
let adminUser: { id: number; email: string };

beforeAll(async () => {
  app = await createTestApp();
  await app.inDatabase(async (tx) => {
    lumen = await aDistributor(tx, { name: "Lumen Films Distribution", siren: "000100016" });
    eclair = await aDistributor(tx, { name: "Éclair" });
    empty = await aDistributor(tx, { name: "Vide", siren: "000200022" });
    const first = await aStaffUser(tx, lumen, { email: "premiere@lumen-films.example", first_name: "Anne" });
    const contact = await aStaffUser(tx, lumen, { email: "contact@lumen-films.example", first_name: "" });
    const gone = await aStaffUser(tx, lumen, { email: "partie@lumen-films.example" });
    await tx.run(sql`update app_user set is_onboarding_contact = true where id = ${contact.id}`);
    await tx.run(
      sql`update app_user set disabled_at = now(), is_onboarding_contact = true where id = ${gone.id}`,
    );
    await tx.run(sql`update distributor set onboarding_status = 'bank_connected' where id = ${lumen.id}`);
    await tx.run(sql`update distributor set prefix_vat = '' where id = ${empty.id}`);
    person = first;
    await aStaffUser(tx, eclair, { email: "a@eclair.example", role: "accountant" });
    await aStaffUser(tx, eclair, { email: "b@eclair.example" });
  });
  staff = await app.as(person);
  adminUser = await app.inDatabase(aSuperAdmin);
  admin = await app.as(adminUser);
});
afterAll(() => app.close());

const FORBIDDEN = {
  detail: "Vous n’avez pas les droits nécessaires pour cette action.",
  code: "permission_denied",
};
const REQUIRED = { detail: "Veuillez sélectionner un distributeur.", code: "distributor_required" };

describe("the super admin's lists", () => {
  test.each(["/onboarding/admin/distributors/list/", "/onboarding/admin/distributors/"])(
    "%s is refused to staff and to strangers",
    async (path) => {
      const refused = await staff.get(path);
      expect([refused.status, refused.body]).toEqual([403, FORBIDDEN]);
      expect((await app.anonymous().get(path)).status).toBe(401);
      // Their own distributor in the header changes nothing.
      expect((await staff.get(path, { "x-distributor-id": String(lumen.id) })).status).toBe(403);
    },
  );

  test("the picker's holds every distributor by name, and no more of it", async () => {
    for (const client of [admin, await app.as(adminUser, lumen.id)]) {
      const answer = await client.get("/onboarding/admin/distributors/list/");
      expect([answer.status, answer.body]).toEqual([
        200,
        [
          { id: eclair.id, name: "Éclair" },
          { id: lumen.id, name: "Lumen Films Distribution" },
          { id: empty.id, name: "Vide" },
        ],
      ]);
    }
  });

  test("the picker's names the one that a super admin comes from", async () => {
    const promoted = await app.inDatabase(async (tx) => {
      const user = await aSuperAdmin(tx);
      await tx.run(sql`update app_user set distributor_id = ${eclair.id} where id = ${user.id}`);
      return user;
    });
    const answer = await (await app.as(promoted)).get("/onboarding/admin/distributors/list/");
    expect(answer.body).toEqual([
      { id: eclair.id, name: "Éclair", linked: true },
      { id: lumen.id, name: "Lumen Films Distribution" },
      { id: empty.id, name: "Vide" },
    ]);
    await app.inDatabase((tx) =>
      tx.run(sql`update app_user set distributor_id = null where id = ${promoted.id}`),
    );
  });

  test("the picker's tells prospects from distributors that were validated", async () => {
    const prospect = await app.inDatabase((tx) =>
      aDistributor(tx, { name: "Zut", validation_status: "prospect" }),
    );
    const answer = await admin.get("/onboarding/admin/distributors/list/");
    expect(answer.body).toContainEqual({ id: prospect.id, name: "Zut", prospect: true });
    expect(answer.body).toContainEqual({ id: lumen.id, name: "Lumen Films Distribution" });
    await app.inDatabase((tx) => tx.run(sql`delete from distributor where id = ${prospect.id}`));
  });

  test("the console's holds them with their people, those who left apart", async () => {
    const { status, body } = await admin.get("/onboarding/admin/distributors/");
    expect(status).toBe(200);
    expect(body).toHaveLength(3);
    expect(body[1]).toEqual({
      id: lumen.id,
      name: "Lumen Films Distribution",
      admin_email: "contact@lumen-films.example",
      communication_email: null,
      onboarding_status: "bank_connected",
      onboarding_progress_percentage: 60,
      validation_status: "validated",
      pending_bank_details: null,
      user_count: 2,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      users: [
        {
          id: expect.any(Number),
          user_name: "Rousseau",
          user_email: "contact@lumen-films.example",
          role: "admin",
          is_onboarding_contact: true,
        },
        {
          id: expect.any(Number),
          user_name: "Anne Rousseau",
          user_email: "premiere@lumen-films.example",
          role: "admin",
          is_onboarding_contact: false,
        },
      ],
    });
    expect(body[0]).toMatchObject({ name: "Éclair", admin_email: "b@eclair.example", user_count: 2 });
    expect(body[2]).toMatchObject({
      name: "Vide",
      admin_email: null,
      user_count: 0,
      users: [],
      onboarding_status: "created",
      onboarding_progress_percentage: 0,
    });
  });
});

describe("one's own distributor", () => {
  const PATH = "/onboarding/distributor/profile/";

  test("is the profile of the staff's distributor, whatever the header says", async () => {
    const profile = {
      id: lumen.id,
      name: "Lumen Films Distribution",
      admin_email: "contact@lumen-films.example",
      address: "14 rue des Ormes-Bleus",
      post_code: "75010",
      city: "Paris",
      phone: "01 99 00 14 10",
      siren: "000100016",
      vat_number: "FR39000100016",
      prefix_vat: "FR39",
      iban: "FR7699999000010001234567809",
      secondary_iban: "",
      communication_email: null,
      automation_on: true,
    };
    for (const headers of [
      {},
      { "x-distributor-id": String(eclair.id) },
      { "x-distributor-id": "n'importe quoi" },
    ])
      expect(await staff.get(PATH, headers as Record<string, string>)).toMatchObject({
        status: 200,
        body: profile,
      });
  });

  test("of a super admin is the chosen one", async () => {
    expect((await (await app.as(adminUser, eclair.id)).get(PATH)).body).toMatchObject({
      id: eclair.id,
      name: "Éclair",
    });
    expect((await (await app.as(adminUser, empty.id)).get(PATH)).body).toMatchObject({
      id: empty.id,
      vat_number: "",
      admin_email: null,
    });
  });

  test.each(["", "0", "-1", "abc", "1.5", "1; drop table distributor", "999999", "9999999999999999"])(
    "a super admin who chose %j must choose one",
    async (header) => {
      const answer = await admin.get(PATH, { "x-distributor-id": header });
      expect([answer.status, answer.body]).toEqual([400, REQUIRED]);
    },
  );

  test("a super admin without a chosen one must choose, and no scoped call gives anything", async () => {
    for (const path of [PATH, "/banking/dashboard-stats/", "/audit-logs/"]) {
      const answer = await admin.get(path);
      expect([path, answer.status, answer.body]).toEqual([path, 400, REQUIRED]);
    }
  });

  test("needs a signed-in user", async () => {
    const answer = await app.anonymous().get(PATH, { "x-distributor-id": String(lumen.id) });
    expect([answer.status, answer.body.code]).toEqual([401, "not_authenticated"]);
  });
});
