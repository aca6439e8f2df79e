import { z } from "zod";
import { subscriptionsPolicy } from "../rules/subscriptions.policy.ts";
import { civilDateSchema } from "../units/civil-date-schema.ts";
import { moneySchema } from "../units/money-schema.ts";
import { detailErrorSchema } from "./errors.contract.ts";
import { defineRoute, idSchema, noBodySchema } from "./route.contract.ts";
import { planSchema, subscriptionSchema } from "./subscriptions.contract.ts";

export const BILL_STATES = ["paid", "open", "void", "uncollectible"] as const;

/** A bill of the card provider to the distributor. */
export const billSchema = z.object({
  /** Empty until the provider has given it one. */
  number: z.string(),
  date: civilDateSchema,
  /** With VAT. */
  amount: moneySchema,
  /** What is still to be paid of it, where a credit has paid a part; absent from servers of before level 1.21. */
  outstanding: moneySchema.optional(),
  currency_code: z.string(),
  state: z.enum(BILL_STATES),
  /** Where it is seen, and paid while it is open; null when the provider gives no page. */
  page_url: z.string().nullable(),
  pdf_url: z.string().nullable(),
});
export type Bill = z.infer<typeof billSchema>;

export const paymentCardSchema = z.object({
  brand: z.string().meta({ example: "visa" }),
  last_digits: z.string(),
  expires_month: z.number().int(),
  expires_year: z.number().int(),
});
export type PaymentCard = z.infer<typeof paymentCardSchema>;

const comingBillSchema = z.object({
  date: civilDateSchema,
  /** What is debited, with VAT: nothing where the difference of a change of plan pays it. */
  amount: moneySchema,
  currency_code: z.string(),
});

/** What is paid for the product, how, and what may be changed about it (SUB-4). */
export const billingSchema = z.object({
  /** Those that one may change to. */
  plans: z.array(planSchema),
  /** Null when nothing is billed any more. */
  next_bill: comingBillSchema.nullable(),
  /**
   * What is billed when the subscription ends with its period, if it is ended: the difference by the day of plans that were changed. Null
   * when nothing is; absent from servers of before it.
   */
  last_bill: comingBillSchema.nullable().optional(),
  card: paymentCardSchema.nullable(),
  /** The newest first, two years at most. */
  bills: z.array(billSchema),
  /** The last subscription of who has none any more; absent from servers of before level 1.19. */
  ended_subscription: z
    .object({
      plan_name: z.string(),
      /** End of the last period that was paid; null when none was. */
      paid_until: civilDateSchema.nullable(),
    })
    .nullable()
    .optional(),
});
export type Billing = z.infer<typeof billingSchema>;
export type PlanOffer = Billing["plans"][number];

/** The card provider is away. */
const AWAY = { 502: detailErrorSchema };
const INVALIDATED = ["/subscriptions/", "/users/"] as const;

export const readBilling = defineRoute({
  method: "GET",
  path: "/subscriptions/billing/",
  summary: "Bills, card and next bill of the distributor, as the card provider tells them now",
  access: subscriptionsPolicy.manage,
  response: billingSchema,
  failures: AWAY,
});
export const changePlan = defineRoute({
  method: "POST",
  path: "/subscriptions/change-plan/",
  invalidates: INVALIDATED,
  summary:
    "Changes to another plan, for the days that are left of the period on; 409 without a subscription, for the same plan, or while a payment was refused",
  access: subscriptionsPolicy.manage,
  body: z.strictObject({ plan_id: idSchema }),
  response: subscriptionSchema,
  failures: AWAY,
});
export const cancelSubscription = defineRoute({
  method: "POST",
  path: "/subscriptions/cancel/",
  invalidates: INVALIDATED,
  summary: "Ends the subscription with the period that is paid. Again: nothing changes. 409 without one",
  access: subscriptionsPolicy.manage,
  body: noBodySchema,
  response: subscriptionSchema,
  failures: AWAY,
});
export const resumeSubscription = defineRoute({
  method: "POST",
  path: "/subscriptions/resume/",
  invalidates: INVALIDATED,
  summary: "Goes on with a subscription that was to end. Again: nothing changes. 409 once it has ended",
  access: subscriptionsPolicy.manage,
  body: noBodySchema,
  response: subscriptionSchema,
  failures: AWAY,
});
export const changePaymentMethod = defineRoute({
  method: "POST",
  path: "/subscriptions/payment-method/",
  summary: "The provider's page where another card is given; 409 for who has never paid",
  access: subscriptionsPolicy.manage,
  body: noBodySchema,
  response: z.object({ page_url: z.url() }),
  failures: AWAY,
});
