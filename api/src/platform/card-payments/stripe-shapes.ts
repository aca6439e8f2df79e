// The parts of Stripe's objects that are read, wherever its API versions put them.
import { cents } from "@bobine/contract/money";
import { z } from "zod";
import type {
  Checkout,
  NextBill,
  PaymentEvent,
  ProviderBill,
  ProviderCard,
  ProviderSubscription,
  SubscriptionStatus,
} from "./card-payments.ts";

/** An id, or the object when it was expanded. */
const reference = z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)]);
const seconds = z.number().transform((at) => new Date(at * 1000));

const STATUSES: Readonly<Record<string, SubscriptionStatus>> = {
  incomplete: "incomplete",
  incomplete_expired: "canceled",
  trialing: "trialing",
  active: "active",
  past_due: "past_due",
  unpaid: "unpaid",
  canceled: "canceled",
  // A trial that ended without a card: nobody pays.
  paused: "unpaid",
};

export const checkoutShape = z
  .object({
    id: z.string(),
    status: z.enum(["open", "complete", "expired"]),
    payment_status: z.string(),
    url: z.string().nullish(),
    expires_at: seconds,
    client_reference_id: z.string().nullish(),
    subscription: reference.nullish(),
  })
  .transform(
    (session): Checkout => ({
      id: session.id,
      status: session.status,
      url: session.url ?? null,
      expiresAt: session.expires_at,
      isPaid: session.payment_status === "paid" || session.payment_status === "no_payment_required",
      reference: session.client_reference_id ?? null,
      subscriptionId: session.subscription ?? null,
    }),
  );

export const subscriptionShape = z
  .object({
    id: z.string(),
    customer: reference,
    status: z.string(),
    created: seconds,
    cancel_at_period_end: z.boolean().default(false),
    cancel_at: z.number().nullish(),
    current_period_end: seconds.nullish(),
    latest_invoice: z.union([z.string(), z.object({ status: z.string().nullish() })]).nullish(),
    items: z.object({
      data: z
        .array(
          z.object({
            quantity: z.number().default(1),
            current_period_end: seconds.nullish(),
            price: z.object({
              id: z.string(),
              unit_amount: z.int().nullish(),
              currency: z.string(),
            }),
          }),
        )
        // One plan is one line; more of them is nothing that this product sold.
        .length(1),
    }),
  })
  .transform((subscription, context): ProviderSubscription => {
    const [item] = subscription.items.data;
    const status = STATUSES[subscription.status];
    if (!item || !status) {
      context.addIssue({ code: "custom", message: "not a subscription of this product" });
      return z.NEVER;
    }
    return {
      id: subscription.id,
      customerId: subscription.customer,
      status,
      priceId: item.price.id,
      price: item.price.unit_amount == null ? null : cents(item.price.unit_amount),
      currency: item.price.currency.toUpperCase(),
      quantity: item.quantity,
      // SUB-1: on the items since 2025-03-31, on the subscription before.
      periodEnd: item.current_period_end ?? subscription.current_period_end ?? null,
      isPeriodPaid:
        typeof subscription.latest_invoice === "object" && subscription.latest_invoice !== null
          ? subscription.latest_invoice.status === "paid"
          : status === "active" || status === "trialing",
      cancelAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at != null,
      createdAt: subscription.created,
    };
  });

export const idShape = z.object({ id: z.string().min(1) });
export const pageShape = z.object({ url: z.string() });

/** The line of a subscription that a change of its price names. */
export const itemShape = z
  .object({ items: z.object({ data: z.array(idShape).length(1) }) })
  .transform(({ items }) => items.data[0]?.id ?? "");

export const billsShape = z
  .object({
    data: z.array(
      z.object({
        number: z.string().nullish(),
        created: seconds,
        total: z.int(),
        amount_remaining: z.int(),
        currency: z.string(),
        status: z.enum(["draft", "paid", "open", "void", "uncollectible"]).nullish(),
        hosted_invoice_url: z.string().nullish(),
        invoice_pdf: z.string().nullish(),
      }),
    ),
  })
  .transform(({ data }) =>
    data.flatMap((bill): ProviderBill[] =>
      // Nobody owes a draft: the provider may still change it.
      bill.status == null || bill.status === "draft"
        ? []
        : [
            {
              number: bill.number ?? "",
              createdAt: bill.created,
              total: cents(bill.total),
              remaining: cents(bill.status === "open" ? bill.amount_remaining : 0),
              currency: bill.currency.toUpperCase(),
              state: bill.status,
              pageUrl: bill.hosted_invoice_url ?? null,
              pdfUrl: bill.invoice_pdf ?? null,
            },
          ],
    ),
  );

export const nextBillShape = z
  .object({
    // The total is of its lines alone, and below zero where they give more back than they cost.
    amount_due: z.int(),
    currency: z.string(),
    next_payment_attempt: seconds.nullish(),
    period_end: seconds,
  })
  .transform(
    (preview): NextBill => ({
      at: preview.next_payment_attempt ?? preview.period_end,
      due: cents(Math.max(0, preview.amount_due)),
      currency: preview.currency.toUpperCase(),
    }),
  );

const datedMethod = z.object({ id: z.string(), created: z.int() });

/**
 * The means of payment that a checkout gave to its subscription alone, and whether its customer has given none since; none of one that has ended,
 * which can only be read.
 */
export const ownMethodShape = z
  .object({
    customer: z.object({
      id: z.string(),
      invoice_settings: z.object({ default_payment_method: datedMethod.nullish() }).nullish(),
    }),
    status: z.string(),
    default_payment_method: datedMethod.nullish(),
  })
  .transform(({ customer, status, default_payment_method: own }) => {
    const theirs = customer.invoice_settings?.default_payment_method;
    return {
      customer: customer.id,
      method: STATUSES[status] === "canceled" ? null : (own?.id ?? null),
      isNewest: !own || !theirs || own.created >= theirs.created,
    };
  });

const method = z
  .object({
    card: z
      .object({
        brand: z.string(),
        last4: z.string(),
        exp_month: z.int(),
        exp_year: z.int(),
      })
      .nullish(),
  })
  .nullish()
  // Not expanded: nothing is known of it but its id.
  .or(z.string().transform(() => null));

/** The subscription's own card, else its customer's. */
export const cardShape = z
  .object({
    default_payment_method: method,
    customer: z
      .object({ invoice_settings: z.object({ default_payment_method: method }).nullish() })
      .or(z.string().transform(() => null)),
  })
  .transform(({ default_payment_method: own, customer }): ProviderCard | undefined => {
    const card = own?.card ?? customer?.invoice_settings?.default_payment_method?.card;
    return card
      ? {
          brand: card.brand,
          lastDigits: card.last4,
          expiresMonth: card.exp_month,
          expiresYear: card.exp_year,
        }
      : undefined;
  });

const eventShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().max(255).default(""),
      // Of an invoice: under `parent` since 2025-03-31.
      subscription: reference.nullish(),
      parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
    }),
  }),
});

/** @returns nothing when it is not shaped as an event */
export function readEventShape(event: unknown): PaymentEvent | undefined {
  const parsed = eventShape.safeParse(event);
  if (!parsed.success) return undefined;
  const { id, type, data } = parsed.data;
  const { object } = data;
  if (object.object === "checkout.session") return { id, type, subject: { kind: "checkout", id: object.id } };
  if (object.object === "subscription") return { id, type, subject: { kind: "subscription", id: object.id } };
  const ofInvoice =
    object.object === "invoice"
      ? (object.parent?.subscription_details?.subscription ?? object.subscription)
      : undefined;
  return ofInvoice
    ? { id, type, subject: { kind: "subscription", id: ofInvoice } }
    : { id, type, subject: { kind: "other", id: "" } };
}
