import { createHash } from "node:crypto";
import Stripe from "stripe";
import type { z } from "zod";
import { type CardPayments, type CheckoutOrder, PaymentsUnavailable } from "./card-payments.ts";
import {
  billsShape,
  cardShape,
  checkoutShape,
  idShape,
  itemShape,
  nextBillShape,
  ownMethodShape,
  pageShape,
  readEventShape,
  subscriptionShape,
} from "./stripe-shapes.ts";

/** Pinned: what the shapes were read from. Its type is that of the installed library, so an upgrade asks here. */
const API_VERSION = "2026-10-28.endive";
const TIMEOUT_MS = 6000;
const RETRIES = 1;
/** As many failures as may be kept of one call before it is refused for the rest of the day. */
const KEPT_FAILURES = 10;
/** Two years of months. */
const BILLS = 24;
/** SUB-1 */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export interface StripeAccount {
  /** Without a path. */
  readonly apiUrl: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
}

/**
 * Card payments through Stripe's own library (SUB-1).
 * @param limits for tests
 */
export function stripePayments(
  account: StripeAccount,
  limits: { readonly timeoutMs?: number } = {},
): CardPayments {
  const address = new URL(account.apiUrl);
  const isHttps = address.protocol === "https:";
  const stripe = new Stripe(account.secretKey, {
    apiVersion: API_VERSION,
    host: address.hostname,
    port: address.port === "" ? (isHttps ? 443 : 80) : Number(address.port),
    protocol: isHttps ? "https" : "http",
    timeout: limits.timeoutMs ?? TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
  const create = async (order: CheckoutOrder): Promise<unknown> => {
    const params = checkoutParams(order);
    const key = keyOf(`checkout-${order.distributorId}-${order.planId}`, [order.once, params]);
    return await once(key, (options) => stripe.checkout.sessions.create(params, options));
  };
  return {
    openCheckout: (order) =>
      request(checkoutShape, () =>
        create(order).catch((error: unknown) => {
          // Deleted there since, or of another account: whoever pays becomes a customer again.
          if (order.customer === null || !isUnknownCustomer(error)) throw error;
          return create({ ...order, customer: null });
        }),
      ),
    checkout: (id) => requestOrMissing(checkoutShape, () => stripe.checkout.sessions.retrieve(id)),
    expireCheckout: (id) =>
      requestOrMissing(checkoutShape, () =>
        stripe.checkout.sessions.expire(id).catch((error: unknown) => {
          // Refused as it is open no more, paid perhaps this moment, or as it was never there.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
          return stripe.checkout.sessions.retrieve(id);
        }),
      ),
    subscription: (id) =>
      requestOrMissing(subscriptionShape, () =>
        stripe.subscriptions.retrieve(id, { expand: ["latest_invoice"] }),
      ),
    makePrice: async ({ planId, planName, price, currency }) => {
      const params = {
        currency: currency.toLowerCase(),
        unit_amount: price,
        recurring: { interval: "month" },
        tax_behavior: "exclusive",
        product_data: { name: `Bobine ${planName}` },
      } as const;
      const key = keyOf(`price-${planId}`, params);
      return (await request(idShape, () => once(key, (options) => stripe.prices.create(params, options)))).id;
    },
    changePrice: async (id, price, state) => {
      const item = await request(itemShape, () => stripe.subscriptions.retrieve(id));
      const params: Stripe.SubscriptionUpdateParams = {
        items: [{ id: item, price }],
        // What is left of the period is made up for on the next bill.
        proration_behavior: "create_prorations",
      };
      const key = keyOf(`plan-${id}`, [state, params]);
      await request(idShape, () => once(key, (options) => stripe.subscriptions.update(id, params, options)));
    },
    setCancelAtEnd: async (id, isCancelled, state) => {
      const params = { cancel_at_period_end: isCancelled };
      const key = keyOf(`end-${id}`, [state, params]);
      await request(idShape, () => once(key, (options) => stripe.subscriptions.update(id, params, options)));
    },
    bills: (customer) => request(billsShape, () => stripe.invoices.list({ customer, limit: BILLS })),
    nextBill: (subscription) =>
      requestOrMissing(nextBillShape, () => stripe.invoices.createPreview({ subscription })),
    lastBill: (subscription) =>
      requestOrMissing(nextBillShape, () =>
        stripe.invoices.createPreview({ subscription, subscription_details: { cancel_at_period_end: true } }),
      ),
    card: (id) =>
      requestOrMissing(cardShape, () =>
        stripe.subscriptions.retrieve(id, {
          expand: ["default_payment_method", "customer.invoice_settings.default_payment_method"],
        }),
      ),
    handCardOver: (id) => handCardOver(stripe, id),
    openCardPage: async (customer, { leftUrl, givenUrl }) =>
      (
        await request(pageShape, () =>
          stripe.billingPortal.sessions.create({
            customer,
            return_url: leftUrl,
            locale: "fr",
            flow_data: {
              type: "payment_method_update",
              after_completion: { type: "redirect", redirect: { return_url: givenUrl } },
            },
          }),
        )
      ).url,
    readEvent: (body, signature, now) => {
      if (signature === undefined) return undefined;
      const signedAt = /(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1];
      // The library refuses what is too old, not what comes from the future.
      if (signedAt === undefined || Number(signedAt) - now.getTime() / 1000 > SIGNATURE_TOLERANCE_SECONDS) {
        return undefined;
      }
      try {
        return readEventShape(
          stripe.webhooks.constructEvent(
            Buffer.from(body),
            signature,
            account.webhookSecret,
            SIGNATURE_TOLERANCE_SECONDS,
            undefined,
            now.getTime(),
          ),
        );
      } catch {
        return undefined;
      }
    },
  };
}

async function handCardOver(stripe: Stripe, subscription: string): Promise<void> {
  const found = await requestOrMissing(ownMethodShape, () =>
    stripe.subscriptions.retrieve(subscription, {
      expand: ["default_payment_method", "customer.invoice_settings.default_payment_method"],
    }),
  );
  if (found === undefined || found.method === null) return;
  const { customer, method, isNewest } = found;
  // The customer first: left half-way, the subscription's own still pays. Both say what is to be, so neither needs a key of ours.
  if (isNewest)
    await request(idShape, () =>
      stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } }),
    );
  // Empty is none.
  await request(idShape, () => stripe.subscriptions.update(subscription, { default_payment_method: "" }));
}

/** The same for the same order, however often it is sent. */
const keyOf = (what: string, order: unknown): string =>
  `${what}-${createHash("sha256").update(JSON.stringify(order)).digest("base64url")}`;

/**
 * Sends a call under its key. A failure of its own is kept by Stripe too, and given again under that key for a day: then the next key
 * sends it anew, the same for two who ask at once. After silence it is the same key.
 */
async function once(
  key: string,
  send: (options: { readonly idempotencyKey: string }) => Promise<unknown>,
): Promise<unknown> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await send({ idempotencyKey: failures === 0 ? key : `${key}-${failures}` });
    } catch (error) {
      if (failures === KEPT_FAILURES || !isKeptFailure(error)) throw error;
    }
  }
}

const isKeptFailure = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError &&
  (error.statusCode ?? 0) >= 500 &&
  error.headers?.["idempotent-replayed"] === "true";

function checkoutParams(order: CheckoutOrder): Stripe.Checkout.SessionCreateParams {
  const reference = String(order.distributorId);
  return {
    mode: "subscription",
    line_items: [
      {
        quantity: 1,
        ...(order.priceId === null
          ? {
              price_data: {
                currency: order.currency.toLowerCase(),
                unit_amount: order.price,
                recurring: { interval: "month" },
                tax_behavior: "exclusive",
                product_data: { name: `Bobine ${order.planName}` },
              },
            }
          : { price: order.priceId }),
      },
    ],
    client_reference_id: reference,
    ...(order.customer === null
      ? order.email === null
        ? {}
        : { customer_email: order.email }
      : // Stripe asks for the second with a customer, to keep the address and the tax number of the page.
        { customer: order.customer, customer_update: { address: "auto", name: "auto" } }),
    subscription_data: { metadata: { distributor_id: reference } },
    metadata: { plan_id: String(order.planId) },
    success_url: order.successUrl,
    cancel_url: order.cancelUrl,
    locale: "fr",
    billing_address_collection: "required",
    tax_id_collection: { enabled: true },
    // Prices are without VAT (SUB-1).
    automatic_tax: { enabled: true },
  };
}

const unavailable = (cause: unknown): PaymentsUnavailable =>
  new PaymentsUnavailable("the card provider did not answer as it should", { cause });

async function request<T extends z.ZodType>(shape: T, call: () => Promise<unknown>): Promise<z.output<T>> {
  try {
    return shape.parse(await call());
  } catch (error) {
    throw unavailable(error);
  }
}

const isUnknownCustomer = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === "resource_missing" &&
  error.param === "customer";

/** That no bill comes is answered instead of one, and its code says it whatever the status is. */
const isMissing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.statusCode === 404 || error.code === "invoice_upcoming_none");

async function requestOrMissing<T extends z.ZodType>(
  shape: T,
  call: () => Promise<unknown>,
): Promise<z.output<T> | undefined> {
  try {
    return shape.parse(await call());
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unavailable(error);
  }
}
