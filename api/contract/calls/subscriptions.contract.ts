import { z } from "zod";
import { civilDateSchema, instantSchema } from "../units/civil-date-schema.ts";
import { detailErrorSchema } from "./errors.contract.ts";
import { moneySchema } from "../units/money-schema.ts";
import { defineRoute, idSchema } from "./route.contract.ts";
import { subscriptionsPolicy } from "../rules/subscriptions.policy.ts";

export const planSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string(),
  /** Without VAT, for one `unit`. */
  price: moneySchema,
  currency_symbol: z.string(),
  unit: z.string(),
  /** How many people it comprises (SUB-3); null is any number. */
  people_max: z.number().int().nullable(),
});
export type Plan = z.infer<typeof planSchema>;

export const subscriptionSchema = z.object({
  plan: planSchema,
  created_at: instantSchema,
  /** End of the period that is paid; null until the provider has told it. */
  expiry_date: civilDateSchema.nullable(),
  /** The last payment was refused; the provider tries again. */
  is_payment_refused: z.boolean(),
  /** It was cancelled, and runs until `expiry_date`. */
  is_cancelled: z.boolean(),
});
export type Subscription = z.infer<typeof subscriptionSchema>;

export const listPlans = defineRoute({
  method: "GET",
  path: "/subscriptions/plans",
  summary: "Plans that are offered",
  access: subscriptionsPolicy.readPlans,
  response: z.array(planSchema),
});

export const subscribe = defineRoute({
  method: "POST",
  path: "/subscriptions/subscribe",
  invalidates: ["/subscriptions/get-distributor-subscription"],
  summary:
    "Opens the checkout of a plan for the distributor of the session; only the provider's webhook subscribes it",
  access: subscriptionsPolicy.subscribe,
  idempotent: "by-itself",
  // The page sends 1 as the user. It is read by nobody (SUB-2).
  body: z.strictObject({ distributor_user_id: z.number().optional(), plan_id: idSchema }),
  response: z.object({ checkout_url: z.url() }),
  /** The card provider is away. */
  failures: { 502: detailErrorSchema },
});

export const getSubscription = defineRoute({
  method: "GET",
  path: "/subscriptions/get-distributor-subscription",
  summary: "The subscription of the distributor",
  access: subscriptionsPolicy.readOwn,
  response: subscriptionSchema,
  orNothing: true,
});

export const paymentWebhook = defineRoute({
  method: "POST",
  path: "/subscriptions/webhook",
  summary: "What the card provider tells; header `Stripe-Signature` over the raw body",
  access: subscriptionsPolicy.receivePayments,
  signed: "by-provider",
  response: z.object({ received: z.literal(true) }),
});
