import { cents } from "@bobine/contract/money";
import { describe, expect, test } from "vitest";
import type { ProviderSubscription } from "../../platform/card-payments/card-payments.ts";
import { changeInWords, subscriptionNow, subscriptionOfCheckout } from "./read-subscription.ts";
import type { SubscriptionState } from "./subscriptions.repository.ts";

const provided = (changes: Partial<ProviderSubscription> = {}): ProviderSubscription => ({
  id: "sub_1",
  customerId: "cus_1",
  status: "active",
  priceId: "price_1",
  price: cents(12_900),
  currency: "EUR",
  quantity: 1,
  periodEnd: new Date("2026-12-20T23:30:00Z"),
  isPeriodPaid: true,
  cancelAtPeriodEnd: false,
  createdAt: new Date("2026-11-20T11:00:00Z"),
  ...changes,
});
const STATE: SubscriptionState = {
  plan_id: 2,
  provider_price_id: "price_1",
  price: "129.00",
  status: "active",
  // 23:30 in UTC is the next day in Paris.
  expiry_date: "2026-12-21" as SubscriptionState["expiry_date"],
  cancel_at_period_end: false,
};

describe("a paid checkout subscribes to what was ordered, and to nothing else", () => {
  const byAmount = { plan_id: 2, price: "129.00", currency_code: "EUR", provider_price_id: null };
  const byPrice = { ...byAmount, provider_price_id: "price_1" };
  test.each<
    [string, typeof byAmount | typeof byPrice, Partial<ProviderSubscription>, SubscriptionState | string]
  >([
    ["the amount that was sent", byAmount, {}, STATE],
    ["a cent less", byAmount, { price: cents(12_899) }, "not what was ordered"],
    ["no amount", byAmount, { price: null }, "not what was ordered"],
    ["another currency", byAmount, { currency: "USD" }, "not what was ordered"],
    ["twice", byAmount, { quantity: 2 }, "not what was ordered"],
    ["none", byAmount, { quantity: 0 }, "not what was ordered"],
    ["the provider's price", byPrice, { price: cents(10_000) }, { ...STATE, price: "100.00" }],
    ["another of the provider's prices", byPrice, { priceId: "price_2" }, "not what was ordered"],
    ["a period that is not told", byAmount, { periodEnd: null }, { ...STATE, expiry_date: null }],
    ["one that ended meanwhile", byAmount, { status: "canceled" }, { ...STATE, status: "canceled" }],
  ])("%s", (_what, checkout, changes, expected) => {
    expect(subscriptionOfCheckout(checkout, provided(changes))).toEqual(expected);
  });
});

describe("a known subscription takes every end, and a right only for a plan of ours", () => {
  const kept = {
    plan_id: 2,
    customer_id: "cus_1",
    provider_price_id: "price_1",
    price: "129.00",
    expiry_date: "2026-11-20" as SubscriptionState["expiry_date"],
  };
  const unpaid = { isPeriodPaid: false };
  const PAID_BEFORE = { ...STATE, expiry_date: kept.expiry_date };
  const other = { priceId: "price_9", price: cents(1) };
  test.each<[string, Partial<ProviderSubscription>, number | undefined, SubscriptionState | string]>([
    ["the same", {}, undefined, STATE],
    ["a period whose invoice is not paid yet", unpaid, undefined, PAID_BEFORE],
    ["a refused card", { ...unpaid, status: "past_due" }, undefined, { ...PAID_BEFORE, status: "past_due" }],
    ["a trial", { status: "trialing" }, undefined, { ...STATE, status: "trialing" }],
    ["unpaid", { status: "unpaid" }, undefined, { ...STATE, status: "unpaid" }],
    ["an end", { status: "canceled" }, undefined, { ...STATE, status: "canceled" }],
    [
      "an end at an unknown price",
      { ...other, status: "canceled" },
      undefined,
      { ...STATE, status: "canceled" },
    ],
    ["an unknown price", other, undefined, "a price that is no plan"],
    ["another plan's price", other, 3, { ...STATE, plan_id: 3, provider_price_id: "price_9", price: "0.01" }],
    ["another customer", { customerId: "cus_2" }, undefined, "another customer"],
    ["another customer's end", { customerId: "cus_2", status: "canceled" }, undefined, "another customer"],
    ["twice", { quantity: 2 }, undefined, "not what was ordered"],
    [
      "an end that is asked for",
      { cancelAtPeriodEnd: true },
      undefined,
      { ...STATE, cancel_at_period_end: true },
    ],
  ])("%s", (_what, changes, planOfPrice, expected) => {
    expect(subscriptionNow(kept, provided(changes), planOfPrice)).toEqual(expected);
  });
});

test.each<[Partial<SubscriptionState> | undefined, Partial<SubscriptionState>, string]>([
  [undefined, {}, "Abonnement souscrit"],
  [{}, { status: "past_due" }, "Paiement de l’abonnement refusé"],
  [{ status: "past_due" }, {}, "Abonnement actif"],
  [{}, { status: "canceled", plan_id: 3 }, "Abonnement résilié"],
  [{}, { plan_id: 3 }, "Formule modifiée"],
  [{}, { cancel_at_period_end: true }, "Résiliation demandée pour la fin de la période"],
  [{ cancel_at_period_end: true }, {}, "Résiliation annulée"],
  [{ expiry_date: null }, {}, "Abonnement renouvelé"],
])("from %o to %o is told as %s", (before, after, words) => {
  expect(changeInWords(before && { ...STATE, ...before }, { ...STATE, ...after })).toBe(words);
});
