// PostgreSQL keeps no NUL and no half of a character in a text: it is refused with the field that holds it, before anything is
// asked of the database.
import { z } from "zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FIELD_MESSAGES } from "@bobine/contract/field-messages";
import { aDistributor, aStaffUser, aSuperAdmin } from "../testing/builders.ts";
import { contractRoutes } from "../../level/contract-routes.ts";
import { readFields } from "./field-errors.ts";
import { inputSchema } from "../testing/schema-arbitrary.ts";
import { createTestApp, type TestApp, type TestClient } from "../testing/test-app.ts";

/** Each call whose query takes a free text, and the names of those texts. */
const searched = (await contractRoutes()).flatMap((route) => {
  const fields = Object.entries(
    (route.query ? inputSchema(route.query)["properties"] : {}) as Record<string, Record<string, unknown>>,
  );
  const texts = fields.flatMap(([name, schema]) =>
    schema["type"] === "string" && !["const", "enum", "pattern", "format"].some((word) => word in schema)
      ? [name]
      : [],
  );
  return route.access === "public" || texts.length === 0 ? [] : [{ route, texts }];
});

let app: TestApp;
let staff: TestClient;
let admin: TestClient;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
  admin = await app.as(await app.inDatabase(aSuperAdmin));
});
afterAll(() => app.close());

test("some calls take a free text in their address", () => expect(searched.length).toBeGreaterThan(5));

test.each(searched.map(({ route, texts }) => [route.path, route, texts] as const))(
  "a NUL in the address of %s is refused, each time",
  async (_path, route, texts) => {
    const client = route.access === "super-admin" ? admin : staff;
    for (const name of texts) {
      for (const text of ["%00", "caf%C3%A9%00"]) {
        const answer = await client.get(`${route.path.replace(":id", "1")}?${name}=${text}`);
        expect([answer.status, Object.keys(answer.body)]).toEqual([400, [name]]);
      }
    }
  },
);

test("a NUL is refused wherever it stands in a body", async () => {
  const answer = await staff.post("/banking/accounts/", { number: "000101", label: "Comp\0te" });
  expect([answer.status, answer.body]).toEqual([400, { label: [FIELD_MESSAGES.unstorable] }]);
  // What stands on one line has no such character anyway: its own sentence wins.
  const line = await staff.patch("/auth/user/", { job_role: "Comp\0table" });
  expect([line.status, line.body]).toEqual([400, { job_role: [FIELD_MESSAGES.format] }]);
  expect(
    readFields(z.object({ lines: z.array(z.object({ label: z.string() })) }), { lines: [{ label: "\0" }] }),
  ).toEqual({
    wrong: { lines: [FIELD_MESSAGES.unstorable] },
  });
});

test.each(["\ud800", "Compta\udc00ble"])(
  "half a character is refused, and not kept as « � »",
  async (text) => {
    const answer = await staff.patch("/auth/user/", { job_role: text });
    expect([answer.status, answer.body]).toEqual([400, { job_role: [FIELD_MESSAGES.unstorable] }]);
    const account = await staff.post("/banking/accounts/", { number: "000101", label: text });
    expect([account.status, account.body]).toEqual([400, { label: [FIELD_MESSAGES.unstorable] }]);
    const whole = await staff.patch("/auth/user/", { job_role: "Comptable 🎬" });
    expect([whole.status, whole.body["job_role"]]).toEqual([200, "Comptable 🎬"]);
  },
);

test("a NUL in the path names nothing", async () => {
  expect((await staff.get("/invoices/invoices/%00/")).status).toBe(404);
});
