import { randomBytes } from "node:crypto";
import { z } from "zod";

/** A form as Stripe's clients write it: `line_items[0][price]`. */
export type Form = ReadonlyMap<string, string>;
export interface SimulatorAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** A key had it before: nothing was done. */
  readonly isReplayed?: boolean;
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
  /** Completed by a slow means of payment, whose bank has not said yet. */
  isPending: z.boolean().default(false),
});
export type SimulatedCheckout = z.output<typeof checkoutShape>;

const cardShape = z.object({
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number(),
  exp_year: z.number(),
});

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
  /** The differences by the day of plans that were changed, without VAT, which the next bill has. */
  pending: z.number().default(0),
  /** Whether the invoice of the present period is paid. */
  isPaid: z.boolean().default(true),
  /** What becomes of the next payment. */
  refusesNext: z.boolean().default(false),
  /** The oldest first. */
  bills: z
    .array(
      z.object({
        id: z.string(),
        number: z.string(),
        created: z.number(),
        total: z.number(),
        currency: z.string(),
        isPaid: z.boolean(),
      }),
    )
    .default([]),
  /** The subscription's own, which its checkout gave it: it pays before that of the customer. */
  ownCard: cardShape.nullable().default(null),
  /** The customer's. */
  card: cardShape.nullable().default({ brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 }),
  /** When it was given, in seconds. */
  cardGiven: z.number().default(0),
});
export type SimulatedSubscription = z.output<typeof subscriptionShape>;

export type SimulatedBill = SimulatedSubscription["bills"][number];

const priceShape = z.object({
  id: z.string(),
  unit_amount: z.number(),
  currency: z.string(),
  planName: z.string(),
});
/** A price that was made by its API. */
export type SimulatedPrice = z.output<typeof priceShape>;

/** A page where a customer gives another card. */
const cardPageShape = z.object({
  id: z.string(),
  customer: z.string(),
  returnUrl: z.string(),
  /** Where it leads once a card is given. */
  givenUrl: z.string().optional(),
});
export type SimulatedCardPage = z.output<typeof cardPageShape>;

const answerShape = z.object({ status: z.number(), body: z.record(z.string(), z.unknown()) });
/** All that the simulator remembers after a restart; its keys are made again. */
export const cardSimulatorShape = z.object({
  checkouts: z.array(checkoutShape),
  subscriptions: z.array(subscriptionShape),
  // Of files before this version: none.
  prices: z.array(priceShape).default([]),
  card_pages: z.array(cardPageShape).default([]),
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
  payment_status: checkout.status === "complete" && !checkout.isPending ? "paid" : "unpaid",
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
    data: [
      {
        id: `si_of_${subscription.id}`,
        quantity: 1,
        current_period_end: subscription.periodEnd,
        price: subscription.price,
      },
    ],
  },
});

/** French VAT on what is sold without it. */
const VAT_RATE = 0.2;
export const withVat = (amount: number): number => Math.round(amount * (1 + VAT_RATE));

/** @param pageUrl where its pages are */
export const billJson = (
  bill: SimulatedBill,
  pageUrl: (path: string) => string,
): Record<string, unknown> => ({
  id: bill.id,
  object: "invoice",
  number: bill.number,
  created: bill.created,
  total: bill.total,
  amount_remaining: bill.isPaid ? 0 : bill.total,
  currency: bill.currency,
  status: bill.isPaid ? "paid" : "open",
  hosted_invoice_url: pageUrl(`facture/${bill.id}`),
  invoice_pdf: pageUrl(`facture/${bill.id}/pdf`),
});

/** What the provider calls a subscription's own card, also once it is the customer's. */
export const ownMethodId = ({ id }: Pick<SimulatedSubscription, "id">): string => `pm_of_${id}`;

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
