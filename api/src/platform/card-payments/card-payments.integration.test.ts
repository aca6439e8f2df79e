// The adapter and the simulator over real HTTP, and the payment page in the product.
import { cents } from "@bobine/contract/money";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import type { CheckoutOrder } from "./card-payments.ts";
import { PaymentsUnavailable } from "./card-payments.ts";
import { createCardSimulator } from "../../simulators/card/card-simulator.ts";
import { type CardSimulatorServer, serveCardSimulator } from "../../simulators/card/card-simulator-server.ts";
import { stripePayments } from "./stripe-payments.ts";

const simulator = createCardSimulator({
  now: () => new Date(),
  pageUrl: (id) => `http://localhost/pages/${id}`,
  prices: new Map([["price_known", { unit_amount: 9900, currency: "eur" }]]),
});
let server: CardSimulatorServer;
beforeAll(async () => {
  server = await serveCardSimulator(simulator);
});
afterEach(() => {
  server.trouble = undefined;
});
afterAll(() => server.close());

const adapter = (secretKey = simulator.secretKey) =>
  stripePayments(
    { apiUrl: server.url, secretKey, webhookSecret: simulator.webhookSecret },
    { timeoutMs: 300 },
  );
const anOrder = (changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  distributorId: 7,
  planId: 2,
  planName: "Professionnel",
  price: cents(12_900),
  currency: "EUR",
  priceId: null,
  customer: null,
  email: "compta@lumen-films.example",
  successUrl: "http://localhost/subscription/plan?checkout=success&session_id={CHECKOUT_SESSION_ID}",
  cancelUrl: "http://localhost/subscription/plan?checkout=cancel",
  once: "0",
  ...changes,
});

describe("a checkout", () => {
  test("is opened with what was ordered, and paid", async () => {
    const checkout = await adapter().openCheckout(anOrder());
    expect(checkout).toMatchObject({
      status: "open",
      url: `http://localhost/pages/${checkout.id}`,
      isPaid: false,
      reference: "7",
      subscriptionId: null,
    });
    expect(simulator.find(checkout.id)).toMatchObject({
      amount: 12_900,
      currency: "eur",
      planName: "Bobine Professionnel",
      metadata: { plan_id: "2" },
    });
    expect(simulator.pay(checkout.id)).toBe(
      `http://localhost/subscription/plan?checkout=success&session_id=${checkout.id}`,
    );
    const paid = await adapter().checkout(checkout.id);
    expect(paid).toMatchObject({ status: "complete", isPaid: true, url: null });
    expect(await adapter().subscription(paid?.subscriptionId ?? "")).toMatchObject({
      status: "active",
      price: 12_900,
      currency: "EUR",
      quantity: 1,
    });
  });

  test("takes the provider's own price", async () => {
    const { id } = await adapter().openCheckout(anOrder({ priceId: "price_known" }));
    expect(simulator.find(id)).toMatchObject({ amount: 9900, priceId: "price_known" });
    await expect(adapter().openCheckout(anOrder({ priceId: "price_gone" }))).rejects.toBeInstanceOf(
      PaymentsUnavailable,
    );
  });

  test("is one for two orders that are alike, another for any other", async () => {
    const first = await adapter().openCheckout(anOrder({ distributorId: 8 }));
    expect((await adapter().openCheckout(anOrder({ distributorId: 8 }))).id).toBe(first.id);
    for (const other of [{ once: "1" }, { price: cents(1) }, { distributorId: 9 }, { planId: 3 }])
      expect((await adapter().openCheckout(anOrder({ distributorId: 8, ...other }))).id).not.toBe(first.id);
  });

  test("keeps the customer that the provider knows, and makes another of one that it does not", async () => {
    const { id } = await adapter().openCheckout(anOrder({ distributorId: 21 }));
    simulator.pay(id);
    const known = simulator.find(id)?.customer ?? "";
    const again = await adapter().openCheckout(anOrder({ distributorId: 21, once: "1", customer: known }));
    expect(simulator.find(again.id)?.customer).toBe(known);
    const other = await adapter().openCheckout(
      anOrder({ distributorId: 21, once: "2", customer: "cus_gone" }),
    );
    expect(simulator.find(other.id)?.customer).not.toBe("cus_gone");
  });

  test("is closed once, and what is not there is nothing", async () => {
    const { id } = await adapter().openCheckout(anOrder({ once: "closed" }));
    await adapter().expireCheckout(id);
    await adapter().expireCheckout(id);
    await adapter().expireCheckout("cs_gone");
    expect(await adapter().checkout(id)).toMatchObject({ status: "expired" });
    expect(await adapter().checkout("cs_gone")).toBeUndefined();
    expect(await adapter().subscription("sub_gone")).toBeUndefined();
  });
});

describe("a provider in trouble", () => {
  test.each(["down", "error 500", "no answer", "no json"] as const)(
    "%s is told as one error",
    async (trouble) => {
      server.trouble = trouble;
      for (const ask of [
        () => adapter().openCheckout(anOrder({ once: trouble })),
        () => adapter().checkout("cs_1"),
        () => adapter().subscription("sub_1"),
        () => adapter().expireCheckout("cs_1"),
      ]) {
        await expect(ask()).rejects.toBeInstanceOf(PaymentsUnavailable);
      }
    },
  );

  test("keeps its failures under their keys: a call gets through once it is back, once, as often as it failed", async () => {
    const order = anOrder({ once: "kept failure" });
    server.trouble = "error 500";
    for (let times = 0; times < 3; times += 1)
      await expect(adapter().openCheckout(order)).rejects.toBeInstanceOf(PaymentsUnavailable);
    server.trouble = undefined;
    const [one, other] = await Promise.all([adapter().openCheckout(order), adapter().openCheckout(order)]);
    expect(other.id).toBe(one.id);
    expect((await adapter().openCheckout(order)).id).toBe(one.id);
  });

  test("a call that failed is tried once more", async () => {
    server.trouble = "error 500";
    const before = server.calls.length;
    await expect(adapter().subscription("sub_1")).rejects.toBeInstanceOf(PaymentsUnavailable);
    expect(server.calls.length - before).toBe(2);
  });

  test("a wrong key is one too", async () => {
    await expect(adapter("sk_test_wrong").subscription("sub_1")).rejects.toBeInstanceOf(PaymentsUnavailable);
  });
});

test("events are sent again until they are taken", async () => {
  const own = createCardSimulator({ now: () => new Date(), pageUrl: (id) => id });
  const taken: string[] = [];
  const answers = [500, 0, 200];
  own.deliverTo(async (body) => {
    taken.push(body);
    const status = answers.shift() ?? 200;
    if (status === 0) throw new Error("not reached");
    return status;
  });
  const form = new Map([
    ["mode", "subscription"],
    ["line_items[0][price_data][unit_amount]", "4900"],
    ["success_url", "http://localhost/"],
  ]);
  const { body } = own.answer({
    method: "POST",
    path: "/v1/checkout/sessions",
    form,
    authorization: `Bearer ${own.secretKey}`,
    idempotencyKey: undefined,
  });
  own.pay(String(body["id"]));
  await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(5);
  expect(new Set(taken)).toEqual(new Set(own.events));
  await own.close();
});

describe("the payment page", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
  });
  afterAll(() => app.close());

  const press = async (id: string, button: string) =>
    app.app.inject({
      method: "POST",
      url: `/simulateur/carte/${id}/${button}`,
      payload: "",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "null" },
    });
  const opened = async (): Promise<string> =>
    (
      await app.services.payments.openCheckout(
        anOrder({ once: String(Math.random()), planName: "<b>Plan</b>" }),
      )
    ).id;

  test("shows what is paid, escaped and without a script, under the product's own policy", async () => {
    const page = await app.app.inject({ url: `/simulateur/carte/${await opened()}` });
    expect([page.statusCode, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.payload).toContain("Bobine &lt;b&gt;Plan&lt;/b&gt;");
    expect(page.payload).toContain("129,00\u00a0€");
    for (const button of ["Payer", "Refuser", "Annuler"])
      expect(page.payload).toContain(`>${button}</button>`);
    expect(page.payload).not.toMatch(/<script| on\w+=/i);
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'");
  });

  test("pays and goes back to the product", async () => {
    const id = await opened();
    const answer = await press(id, "payer");
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      `http://localhost/subscription/plan?checkout=success&session_id=${id}`,
    ]);
    // A second click, or the way back and the button again: paid once, and told as paid.
    const paidOnce = app.card?.simulator.subscriptions.size;
    expect((await press(id, "payer")).headers.location).toBe(answer.headers.location);
    expect(app.card?.simulator.subscriptions.size).toBe(paidOnce);
    const over = await app.app.inject({ url: `/simulateur/carte/${id}` });
    expect(over.statusCode).toBe(410);
    expect(over.payload).toContain("checkout=success");
    expect(over.payload).not.toContain("checkout=cancel");
    expect((await press(id, "annuler")).statusCode).toBe(410);
  });

  test("refuses the card and stays open", async () => {
    const id = await opened();
    const answer = await press(id, "refuser");
    expect(answer.statusCode).toBe(200);
    expect(answer.payload).toContain("Paiement refusé\u00a0: la banque n’a pas accepté cette carte.");
    expect(app.card?.simulator.find(id)?.status).toBe("open");
  });

  test("is left without paying", async () => {
    const id = await opened();
    expect((await press(id, "annuler")).headers.location).toBe(
      "http://localhost/subscription/plan?checkout=cancel",
    );
    expect(app.card?.simulator.find(id)?.status).toBe("open");
  });

  test.each(["cs_test_unknown", "..", "%00", "<script>"])("of %s is not there", async (id) => {
    const page = await app.app.inject({ url: `/simulateur/carte/${encodeURIComponent(id)}` });
    expect(page.payload).not.toContain("<script>");
    expect((await press(encodeURIComponent(id), "payer")).statusCode).toBe(404);
  });

  test("is there only for the simulator", async () => {
    const withKeys = await createTestApp({
      config: {
        stripe: {
          apiUrl: server.url,
          secretKey: simulator.secretKey,
          webhookSecret: simulator.webhookSecret,
        },
      },
    });
    const answer = await withKeys.app.inject({ method: "POST", url: "/simulateur/carte/cs_1/payer" });
    expect([withKeys.card, answer.statusCode]).toEqual([undefined, 404]);
    await withKeys.close();
  });
});
