import { billingSchema, billSchema } from "../calls/billing.contract.ts";
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
  people_max: 1,
});

/** One that runs. */
export const aSubscription = builderOf(subscriptionSchema, {
  plan: aPlan(),
  created_at: "2026-11-01T08:00:00.000Z",
  expiry_date: civilDate("2026-12-01"),
});

export const aBill = builderOf(billSchema, {
  number: "BOB-0001",
  date: civilDate("2026-11-01"),
  amount: "178.80",
  outstanding: "0.00",
  currency_code: "EUR",
  state: "paid",
  page_url: "https://pay.example/facture/1",
  pdf_url: "https://pay.example/facture/1/pdf",
});

/** Of who pays and has paid once. */
export const aBilling = builderOf(billingSchema, {
  plans: [aPlan()],
  next_bill: { date: civilDate("2026-12-01"), amount: "178.80", currency_code: "EUR" },
  card: { brand: "visa", last_digits: "4242", expires_month: 12, expires_year: 2030 },
  bills: [aBill()],
});
