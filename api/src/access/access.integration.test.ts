// Every call of the contract, by everyone who may not make it: a call that is added is tried here by itself.
import { servesDistributor } from "@bobine/contract/policy/people";
import type { RouteContract } from "@bobine/contract/route";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aDistributor, aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { contractRoutes } from "../../level/contract-routes.ts";
import { createTestApp, type TestAnswer, type TestApp, type TestClient } from "../testing/test-app.ts";

const routes = await contractRoutes();

const isChange = (route: RouteContract) => route.method !== "GET";
const named = (some: RouteContract[]) =>
  some.map((route) => [`${route.method} ${route.path}`, route] as const);
const addressOf = ({ path }: RouteContract, id: string): string =>
  path
    .replace(":kind", "cnc")
    .replace(":remote", "mfe-planning")
    .replace(":composition", "0123456789abcdef")
    .replace(":build", "0123456789ab")
    .replace(":id", id);
const call = (client: TestClient, route: RouteContract, id = "999999"): Promise<TestAnswer> => {
  const path = addressOf(route, id);
  const verb = route.method.toLowerCase() as "get" | "post" | "put" | "patch" | "delete";
  return verb === "get" || verb === "delete" ? client[verb](path) : client[verb](path, {});
};

let app: TestApp;
let staff: TestClient;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());

test("every call of the contract is found, and each address once", () => {
  expect(routes.length).toBeGreaterThan(25);
  const addresses = routes.map((route) => `${route.method} ${route.path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

describe("without signing in", () => {
  test.each(named(routes.filter((route) => route.access !== "public")))(
    "%s is refused",
    async (_name, route) => {
      const answer = await call(app.anonymous(), route);
      expect([answer.status, answer.body]).toEqual([
        401,
        { detail: "Votre session a expiré. Veuillez vous reconnecter.", code: "not_authenticated" },
      ]);
    },
  );

  test.each(named(routes.filter((route) => route.access === "public")))(
    "%s is answered",
    async (_name, route) => {
      const answer = await call(app.anonymous(), route);
      // Without a signature, an event is nobody's.
      expect(route.signed ? [400, 401] : [200, 303, 400]).toContain(answer.status);
    },
  );
});

describe("without the CSRF token", () => {
  test.each(named(routes.filter((route) => isChange(route) && !route.signed)))(
    "%s is refused",
    async (_name, route) => {
      const answer = await app.app.inject({
        method: route.method,
        url: `/api/v1${addressOf(route, "1")}`,
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, "csrf_failed"]);
    },
  );
});

test.each(named(routes.filter((route) => route.access === "super-admin")))(
  "%s is refused to staff",
  async (_name, route) => {
    const answer = await call(staff, route);
    expect([answer.status, answer.body.code]).toEqual([403, "permission_denied"]);
  },
);

test.each(named(routes.filter((route) => servesDistributor(route.access))))(
  "%s makes a super admin choose a distributor",
  async (_name, route) => {
    const answer = await call(admin, route);
    expect([answer.status, answer.body.code]).toEqual([400, "distributor_required"]);
  },
);

describe("an id that is no id, or nobody's, does not exist", () => {
  const withId = routes.filter((route) => route.path.includes(":id"));
  test.each(named(withId))("%s", async (_name, route) => {
    // People are their managers' alone, whoever they are.
    const isManagers = route.access === "super-admin" || route.path.startsWith("/users/");
    const client = isManagers ? admin : staff;
    for (const id of ["abc", "0", "-1", "1.5", "1e3", "9".repeat(30), "%00"])
      expect([id, (await call(client, route, id)).status]).toEqual([id, 404]);
    // An unknown one is told after what is wrong with the rest of the request.
    expect(isChange(route) ? [400, 404] : [404]).toContain((await call(client, route)).status);
  });
});

test("staff without a first name or a company get no data until their profile is complete", async () => {
  const newcomer = await app.as(
    await app.inDatabase(async (tx) =>
      aStaffUser(tx, await aDistributor(tx), { first_name: " ", company: "" }),
    ),
  );
  const refused = {
    status: 403,
    body: { code: "profile_incomplete", detail: "Complétez votre profil pour accéder à l’application." },
  };
  expect(await newcomer.get("/invoices/invoices/?page=1")).toMatchObject(refused);
  expect((await newcomer.get("/onboarding/distributor/profile/")).status).toBe(200);
  expect((await newcomer.patch("/auth/user/", { first_name: "Zoé" })).status).toBe(200);
  expect(await newcomer.get("/exports/export-csv/")).toMatchObject(refused);
  expect((await newcomer.patch("/auth/user/", { company: "Éclair" })).status).toBe(200);
  expect((await newcomer.get("/invoices/invoices/?page=1")).status).toBe(200);
});
