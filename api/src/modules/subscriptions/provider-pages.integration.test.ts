import { afterAll, beforeAll, expect, test } from "vitest";
import { aDistributor, aStaffUser } from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";
import { planNamed } from "./subscription-app.testing.ts";

// The simulators answer with pages of the product's own origin, which this installation does not allow.
let app: TestApp;
let client: TestClient;
beforeAll(async () => {
  app = await createTestApp({
    config: {
      providerPages: { card: ["https://checkout.stripe.com"], bank: ["https://connect.bridgeapi.io"] },
    },
  });
  client = await app.as(await app.inDatabase(async (tx) => aStaffUser(tx, await aDistributor(tx))));
});
afterAll(() => app.close());

test("a checkout on a page that is not the card provider's is given to no browser", async () => {
  for (let time = 0; time < 2; time += 1) {
    const answer = await client.post("/subscriptions/subscribe", {
      plan_id: await planNamed(app, "Essentiel"),
    });
    expect([answer.status, answer.body.code]).toEqual([502, "payment_unavailable"]);
    expect(answer.text).not.toContain("http");
  }
});

test("a session on a page that is not the bank aggregator's is given to no browser", async () => {
  const answer = await client.post("/banking/start-bridge-connection/");
  expect([answer.status, answer.body.code]).toEqual([400, "bank_unavailable"]);
  expect(answer.text).not.toContain("http");
});
