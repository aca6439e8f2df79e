// What the simulated card provider still knows after a restart, over its own API.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cents } from "@bobine/contract/money";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CardPayments, CheckoutOrder } from "../../platform/card-payments/card-payments.ts";
import { stripePayments } from "../../platform/card-payments/stripe-payments.ts";
import { type OpenCardSimulator, openCardSimulator } from "./open-card-simulator.ts";

const ORDER: CheckoutOrder = {
  distributorId: 7,
  planId: 2,
  planName: "Professionnel",
  price: cents(129_00),
  currency: "EUR",
  priceId: null,
  customer: null,
  email: "compta@lumen-films.example",
  successUrl: "http://localhost/subscription/plan?checkout=success",
  cancelUrl: "http://localhost/subscription/plan?checkout=cancel",
  once: "0",
};
let dataDir: string;
let open: OpenCardSimulator & { readonly payments: CardPayments };
const start = async () => {
  const simulated = await openCardSimulator(
    { publicUrl: "http://localhost:3000", dataDir },
    { now: () => new Date("2026-11-30T09:00:00Z") },
  );
  open = { ...simulated, payments: stripePayments(simulated.account) };
};
const restart = async () => {
  await open.server.close();
  await start();
};
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "bobine-card-"));
  await start();
});
afterEach(async () => {
  await open.server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test("an open payment page is open after a restart, and the same order opens no other", async () => {
  const checkout = await open.payments.openCheckout(ORDER);
  await restart();
  expect(await open.payments.checkout(checkout.id)).toEqual(checkout);
  expect((await open.payments.openCheckout(ORDER)).id).toBe(checkout.id);
});

test("what was paid is a subscription after a restart", async () => {
  const { id } = await open.payments.openCheckout(ORDER);
  open.simulator.pay(id);
  await restart();
  const checkout = await open.payments.checkout(id);
  expect(checkout).toMatchObject({ status: "complete", isPaid: true });
  expect(await open.payments.subscription(checkout?.subscriptionId ?? "")).toMatchObject({
    status: "active",
    price: 129_00,
  });
});

test("events that nobody took are told after a restart, signed anew, and those that were taken are not", async () => {
  const { id } = await open.payments.openCheckout(ORDER);
  const heard: string[] = [];
  open.simulator.deliverTo(async (body) => {
    const { type } = JSON.parse(body) as { type: string };
    heard.push(type);
    // The product dies before it has kept them all.
    return type === "customer.subscription.created" ? 200 : 0;
  });
  open.simulator.pay(id);
  await expect.poll(() => heard.length).toBe(3);
  await restart();
  const events: (string | undefined)[] = [];
  open.simulator.deliverTo(async (body, signature) => {
    events.push(
      open.payments.readEvent(Buffer.from(body), signature, new Date("2026-11-30T09:00:00Z"))?.type,
    );
    return 200;
  });
  await expect.poll(() => events).toEqual(["checkout.session.completed", "invoice.paid"]);
  await restart();
  open.simulator.deliverTo(async (body) => {
    events.push(body);
    return 200;
  });
  expect(events).toHaveLength(2);
});

test("no key is in the file", async () => {
  await open.payments.openCheckout(ORDER);
  const { secretKey, webhookSecret } = open.simulator;
  await restart();
  const kept = readFileSync(join(dataDir, "simulators", "card.json"), "utf8");
  expect([kept.includes("cs_test_"), kept.includes(secretKey), kept.includes(webhookSecret)]).toEqual([
    true,
    false,
    false,
  ]);
});
