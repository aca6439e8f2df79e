// More calls at once than a node works on (OPS-10), through all that stands before a call.
import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../testing/builders.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test("of three hundred calls at once some are refused as any other refusal is, all others are answered, and so is the next", async () => {
  const person = await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx)));
  const staff = await app.as(person);
  const ask = () => staff.get("/saved-filters/?list=invoices");
  const answers = await Promise.all(Array.from({ length: 300 }, ask));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(answers.length);
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers["retry-after"]]).toEqual([503, "overloaded", "3"]);
    expect(headers["content-security-policy"]).toBeDefined();
  }
  expect((await ask()).status).toBe(200);
});
