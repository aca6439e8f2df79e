import { planSchema, subscriptionSchema } from "../calls/subscriptions.contract.ts";
import { civilDate } from "../units/civil-date.ts";
import { builderOf } from "./builder.testing.ts";

export const aPlan = builderOf(planSchema, {
  id: 4,
  name: "Studio",
  description: "Jusqu’à 200 cinémas",
  price: "149.00",
  currency_symbol: "€",
  unit: "/ mois HT",
});

/** One that runs. */
export const aSubscription = builderOf(subscriptionSchema, {
  plan: aPlan(),
  created_at: "2026-11-01T08:00:00.000Z",
  expiry_date: civilDate("2026-12-01"),
});
