import { afterAll, beforeAll, expect, test } from "vitest";
import { aCinema, aDistributor, aStaffUser, aSuperAdmin, LUMEN } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { declaration, reportOf } from "../box-office/report.testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("a prospect that names a shared cinema in its report reads nothing of it by any call, before and after a refusal", async () => {
  const { prospect, person, shared, admin } = await app.inDatabase(async (tx) => {
    const built = await aDistributor(tx, { ...LUMEN, validation_status: "prospect" });
    const other = await aDistributor(tx);
    return {
      prospect: built,
      person: await aStaffUser(tx, built),
      shared: await aCinema(tx, other, {
        name: "Palais Secret",
        city: "Arras",
        cnc_authorization: "91023",
        screens: ["910231"],
        default_accounting_code: "411SECRET",
      }),
      admin: await aSuperAdmin(tx),
    };
  });
  const staff = await app.as(person);
  const imported = await staff.upload(
    "/box-office/upload-cnc-xml/",
    "xml_file",
    "rapport.xml",
    reportOf([declaration()]),
    "text/xml",
  );
  expect(imported.body.preliminary_stats).toMatchObject({ imported: 1, unknown_cinemas: 1 });

  const readAll = async () => {
    const id = shared.id;
    const answers = [];
    for (const path of [
      "/cinemas/",
      "/cinemas/?page=1",
      "/cinemas/?page=1&search=palais",
      `/cinemas/?distributors__id=${prospect.id}`,
      `/cinemas/distributors/${prospect.id}/linked-cinemas/`,
      "/cinemas/screens/",
      `/cinemas/screens/?cinema=${id}`,
      "/search/?q=palais",
      `/banking/unpaid-invoices/?cinema=${id}`,
      "/banking/dashboard-stats/",
      "/audit-logs/",
      `/cinemas/${id}/`,
      `/cinemas/${id}/linked-distributors/`,
      `/cinemas/${id}/distributor-settings/`,
      `/cinemas/${id}/distributor-settings/?distributor=${prospect.id}`,
    ])
      answers.push({ path, ...(await staff.get(path)) });
    return answers;
  };
  const check = async () => {
    for (const { path, status, text } of await readAll()) {
      expect([path, /Palais Secret|Arras|411SECRET|facturation@cinema/.test(text)]).toEqual([path, false]);
      if (new RegExp(`^/cinemas/${shared.id}/`).test(path)) expect([path, status]).toEqual([path, 404]);
    }
  };
  await check();
  const console = await app.as(admin);
  const [row] = (await console.get("/onboarding/admin/prospects/")).body;
  const decision = { decision: "refuse", reason: "Société inconnue", version: row.version };
  expect((await console.post(`/onboarding/admin/prospects/${prospect.id}/decision/`, decision)).status).toBe(
    200,
  );
  await check();
});
