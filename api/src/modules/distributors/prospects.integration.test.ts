import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { frenchVatKey } from "@bobine/contract/business-numbers";
import { aDistributor, aStaffUser, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());

test("a distributor that a super admin makes is validated; a row that says nothing is a prospect's", async () => {
  const made = await admin.post("/onboarding/admin/distributors/", {
    name: "Passeur Films",
    address: "14 rue des Ormes-Bleus",
    post_code: "75010",
    city: "Paris",
    phone: "01 99 00 14 10",
    iban: "FR7699999000010001234567809",
  });
  expect([made.status, made.body.validation_status]).toEqual([201, "validated"]);
  const row = await app.inDatabase((tx) =>
    tx.one<{ validation_status: string }>(
      sql`insert into distributor (name) values ('Sans statut') returning validation_status`,
    ),
  );
  expect(row.validation_status).toBe("prospect");
});

test("prospects may name one SIREN, also that of a validated distributor; it is reserved for nobody", async () => {
  const siren = "732829320";
  const others = await app.inDatabase(async (tx) => [
    await aDistributor(tx, { siren }),
    await aDistributor(tx, { siren, validation_status: "prospect" }),
    await aDistributor(tx, { siren, validation_status: "refused" }),
  ]);
  const staff = await app.as(
    await app.inDatabase(async (tx) =>
      aStaffUser(tx, await aDistributor(tx, { validation_status: "prospect" })),
    ),
  );
  const answer = await staff.patch("/onboarding/distributor/profile/", {
    siren,
    prefix_vat: `FR${frenchVatKey(siren)}`,
  });
  expect([answer.status, answer.body.siren, answer.body.validation_status]).toEqual([200, siren, "prospect"]);
  expect(new Set(others.map((other) => other.id)).size).toBe(3);
});
