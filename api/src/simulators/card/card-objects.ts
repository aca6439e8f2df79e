import { randomBytes } from "node:crypto";
import { z } from "zod";

/** A form as Stripe's clients write it: `line_items[0][price]`. */
export type Form = ReadonlyMap<string, string>;
export interface SimulatorAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

const checkoutShape = z.object({
  id: z.string(),
  status: z.enum(["open", "complete", "expired"]),
  createdAt: z.number(),
  expiresAt: z.number(),
  planName: z.string(),
  amount: z.number(),
  currency: z.string(),
  priceId: z.string(),
  customer: z.string(),
  reference: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  successUrl: z.string(),
  cancelUrl: z.string(),
  subscription: z.string().nullable(),
});
export type SimulatedCheckout = z.output<typeof checkoutShape>;

const subscriptionShape = z.object({
  id: z.string(),
  customer: z.string(),
  status: z.string(),
  created: z.number(),
  price: z.object({ id: z.string(), unit_amount: z.number(), currency: z.string() }),
  periodEnd: z.number(),
  cancelAtPeriodEnd: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  // Of files before this version: nothing.
  planName: z.string().default("Abonnement Bobine"),
  /** Whether the invoice of the present period is paid. */
  isPaid: z.boolean().default(true),
  /** What becomes of the next payment. */
  refusesNext: z.boolean().default(false),
});
export type SimulatedSubscription = z.output<typeof subscriptionShape>;

const answerShape = z.object({ status: z.number(), body: z.record(z.string(), z.unknown()) });
/** All that the simulator remembers after a restart; its keys are made again. */
export const cardSimulatorShape = z.object({
  checkouts: z.array(checkoutShape),
  subscriptions: z.array(subscriptionShape),
  answers_by_key: z.array(z.tuple([z.string(), z.object({ request: z.string(), answer: answerShape })])),
  /** Events that the product has not taken yet. */
  untold: z.array(z.string()),
});
export type StoredCardSimulator = z.output<typeof cardSimulatorShape>;

/** Where the browser goes once it is paid. */
export const successAddress = ({ id, successUrl }: SimulatedCheckout): string =>
  successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);

export const newId = (prefix: string): string => `${prefix}_${randomBytes(18).toString("hex")}`;
export const failure = (status: number, message: string, code?: string, param?: string): SimulatorAnswer => ({
  status,
  body: {
    error: {
      type: "invalid_request_error",
      message,
      ...(code ? { code } : {}),
      ...(param ? { param } : {}),
    },
  },
});

/** @param pageUrl where its payment page is */
export const checkoutJson = (
  checkout: SimulatedCheckout,
  pageUrl: (checkoutId: string) => string,
): Record<string, unknown> => ({
  id: checkout.id,
  object: "checkout.session",
  mode: "subscription",
  status: checkout.status,
  payment_status: checkout.status === "complete" ? "paid" : "unpaid",
  url: checkout.status === "open" ? pageUrl(checkout.id) : null,
  created: checkout.createdAt,
  expires_at: checkout.expiresAt,
  client_reference_id: checkout.reference,
  customer: checkout.status === "complete" ? checkout.customer : null,
  subscription: checkout.subscription,
  metadata: checkout.metadata,
});

export const subscriptionJson = (subscription: SimulatedSubscription): Record<string, unknown> => ({
  id: subscription.id,
  object: "subscription",
  customer: subscription.customer,
  status: subscription.status,
  created: subscription.created,
  cancel_at_period_end: subscription.cancelAtPeriodEnd,
  metadata: subscription.metadata,
  items: {
    object: "list",
    data: [{ quantity: 1, current_period_end: subscription.periodEnd, price: subscription.price }],
  },
});

export const latestInvoice = (subscription: SimulatedSubscription) => ({
  id: `in_of_${subscription.id}`,
  object: "invoice",
  status: subscription.isPaid ? "paid" : "open",
});

export const invoiceJson = (subscription: SimulatedSubscription): Record<string, unknown> => ({
  ...latestInvoice(subscription),
  customer: subscription.customer,
  parent: {
    type: "subscription_details",
    subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
  },
});
