// The card provider of an installation without keys, and of tests: what SUB-1 uses of Stripe.
import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { StoredJson } from "../stored-json.ts";

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

/** How the provider misbehaves. */
export const TROUBLES = ["down", "error 500", "no answer", "no json"] as const;
export type Trouble = (typeof TROUBLES)[number];

/** Hands a signed event over. @returns the HTTP status */
export type Deliver = (body: string, signature: string) => Promise<number>;

export interface CardSimulator {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** One call of Stripe's API. */
  answer(call: {
    method: string;
    path: string;
    form: Form;
    authorization: string | undefined;
    idempotencyKey: string | undefined;
  }): SimulatorAnswer;
  find(checkoutId: string): SimulatedCheckout | undefined;
  /** The payer pays. @returns where the browser goes; nothing when the page is over */
  pay(checkoutId: string): string | undefined;
  /** Changes a subscription as time or an operator of the provider does, and tells it. */
  change(
    subscriptionId: string,
    changes: Partial<Omit<SimulatedSubscription, "id" | "customer" | "created" | "metadata">>,
    eventType: string,
  ): void;
  readonly subscriptions: ReadonlyMap<string, SimulatedSubscription>;
  /**
   * What happens when the period ends: the next one begins and is paid, its card is refused, or the subscription ends as was asked. A
   * payment that was refused is tried again. @returns how it went; undefined for one that is over, or not there
   */
  renew(subscriptionId: string): "paid" | "refused" | "ended" | undefined;
  refuseNext(subscriptionId: string, isRefused: boolean): void;
  cancelAtEnd(subscriptionId: string, isCancelled: boolean): void;
  /** Ends it at once. */
  cancel(subscriptionId: string): void;
  /** Hands the last event over once more. @returns the HTTP status, 0 without an answer; undefined when there was no event */
  replay(): Promise<number | undefined>;
  /** Hands an event over that another than the provider signed. */
  forge(): Promise<number | undefined>;
  /** How its API misbehaves from now on; undefined ends it. */
  trouble: Trouble | undefined;
  /** Where events go from now on; those that waited are sent. */
  deliverTo(deliver: Deliver): void;
  /** Every event until now, the oldest first: what a test sends again, late or in another order. */
  readonly events: readonly string[];
  /** How many of them nobody has taken yet. */
  readonly untold: number;
  sign(body: string): string;
  close(): Promise<void>;
}

const CHECKOUT_SECONDS = 86_400;
const MONTH_SECONDS = 30 * 86_400;
/** Stripe goes on for three days; nobody waits that long for a simulator. */
const RETRY_DELAYS_MS = [500, 1000, 2000, 5000, 10_000, 30_000];

/** Where the browser goes once it is paid. */
export const successAddress = ({ id, successUrl }: SimulatedCheckout): string =>
  successUrl.replaceAll("{CHECKOUT_SESSION_ID}", id);

const newId = (prefix: string): string => `${prefix}_${randomBytes(18).toString("hex")}`;
const failure = (status: number, message: string, code?: string, param?: string): SimulatorAnswer => ({
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

/**
 * @param now the product's clock: the provider signs by it
 * @param pageUrl where the payment page of a checkout is
 */
export function createCardSimulator(place: {
  readonly now: () => Date;
  readonly pageUrl: (checkoutId: string) => string;
  /** Prices of the provider's own, by id: amount in cents, and currency in small letters. */
  readonly prices?: ReadonlyMap<string, { unit_amount: number; currency: string }>;
  /** Where it keeps what it knows; nowhere, it forgets it at the end. */
  readonly kept?: StoredJson<StoredCardSimulator>;
}): CardSimulator {
  const secretKey = `sk_test_${randomBytes(16).toString("hex")}`;
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  const { kept } = place;
  const checkouts = new Map(kept?.known?.checkouts.map((checkout) => [checkout.id, checkout]));
  const subscriptions = new Map(kept?.known?.subscriptions.map((one) => [one.id, one]));
  const answersByKey = new Map<string, { request: string; answer: SimulatorAnswer }>(
    kept?.known?.answers_by_key,
  );
  const events: string[] = [];
  const untold = new Set(kept?.known?.untold);
  const changed = (): void =>
    kept?.changed(() => ({
      checkouts: [...checkouts.values()],
      subscriptions: [...subscriptions.values()],
      answers_by_key: [...answersByKey],
      untold: [...untold],
    }));
  const timers = new Set<NodeJS.Timeout>();
  let deliver: Deliver | undefined;

  const seconds = (): number => Math.floor(place.now().getTime() / 1000);
  const sign = (body: string, secret = webhookSecret): string => {
    const at = seconds();
    return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
  };
  const send = async (body: string, attempt: number): Promise<void> => {
    const status = deliver ? await deliver(body, sign(body)).catch(() => 0) : 0;
    if (status >= 200 && status < 300) {
      untold.delete(body);
      changed();
      return;
    }
    const delay = RETRY_DELAYS_MS[attempt];
    // Told at the next start.
    if (delay === undefined || !deliver) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void send(body, attempt + 1);
    }, delay).unref();
    timers.add(timer);
  };
  const emit = (type: string, object: Record<string, unknown>): void => {
    const body = JSON.stringify({
      id: newId("evt"),
      object: "event",
      type,
      created: seconds(),
      livemode: false,
      data: { object },
    });
    events.push(body);
    untold.add(body);
    changed();
    if (deliver) void send(body, 0);
  };

  const refresh = (checkout: SimulatedCheckout): SimulatedCheckout => {
    if (checkout.status === "open" && checkout.expiresAt <= seconds()) checkout.status = "expired";
    return checkout;
  };
  const checkoutJson = (checkout: SimulatedCheckout): Record<string, unknown> => ({
    id: checkout.id,
    object: "checkout.session",
    mode: "subscription",
    status: checkout.status,
    payment_status: checkout.status === "complete" ? "paid" : "unpaid",
    url: checkout.status === "open" ? place.pageUrl(checkout.id) : null,
    created: checkout.createdAt,
    expires_at: checkout.expiresAt,
    client_reference_id: checkout.reference,
    customer: checkout.status === "complete" ? checkout.customer : null,
    subscription: checkout.subscription,
    metadata: checkout.metadata,
  });
  const subscriptionJson = (subscription: SimulatedSubscription): Record<string, unknown> => ({
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
  const latestInvoice = (subscription: SimulatedSubscription) => ({
    id: `in_of_${subscription.id}`,
    object: "invoice",
    status: subscription.isPaid ? "paid" : "open",
  });
  const invoiceJson = (subscription: SimulatedSubscription): Record<string, unknown> => ({
    ...latestInvoice(subscription),
    customer: subscription.customer,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
  });
  const metadataOf = (form: Form, prefix: string): Record<string, string> =>
    Object.fromEntries(
      [...form].flatMap(([name, value]) =>
        name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
      ),
    );

  const subscriptionOf = (id: string): SimulatedSubscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  };
  const change: CardSimulator["change"] = (id, changes, eventType) => {
    const subscription = subscriptionOf(id);
    Object.assign(subscription, changes);
    emit(
      eventType,
      eventType.startsWith("invoice.") ? invoiceJson(subscription) : subscriptionJson(subscription),
    );
  };
  const end = (id: string): void => change(id, { status: "canceled" }, "customer.subscription.deleted");
  const handOver = async (body: string, signature: string): Promise<number> =>
    deliver ? await deliver(body, signature).catch(() => 0) : 0;

  const createCheckout = (form: Form): SimulatorAnswer => {
    const line = (name: string): string | undefined => form.get(`line_items[0]${name}`);
    const given = line("[price]");
    const known = given === undefined ? undefined : place.prices?.get(given);
    if (given !== undefined && !known) return failure(400, `No such price: '${given}'`, "resource_missing");
    const amount = known?.unit_amount ?? Number(line("[price_data][unit_amount]"));
    const successUrl = form.get("success_url");
    if (form.get("mode") !== "subscription" || !Number.isSafeInteger(amount) || !successUrl)
      return failure(400, "Missing required param.", "parameter_missing");
    const customer = form.get("customer");
    if (customer !== undefined && ![...subscriptions.values()].some((one) => one.customer === customer))
      return failure(400, `No such customer: '${customer}'`, "resource_missing", "customer");
    const id = newId("cs_test");
    const checkout: SimulatedCheckout = {
      id,
      status: "open",
      createdAt: seconds(),
      expiresAt: seconds() + CHECKOUT_SECONDS,
      planName: line("[price_data][product_data][name]") ?? "Abonnement Bobine",
      amount,
      currency: known?.currency ?? line("[price_data][currency]") ?? "eur",
      priceId: given ?? newId("price"),
      customer: customer ?? newId("cus"),
      reference: form.get("client_reference_id") ?? null,
      metadata: metadataOf(form, "metadata"),
      successUrl,
      cancelUrl: form.get("cancel_url") ?? successUrl,
      subscription: null,
    };
    checkouts.set(id, checkout);
    changed();
    return { status: 200, body: checkoutJson(checkout) };
  };

  return {
    secretKey,
    webhookSecret,
    events,
    get untold() {
      return untold.size;
    },
    sign: (body) => sign(body),
    answer: ({ method, path, form, authorization, idempotencyKey }) => {
      if (authorization !== `Bearer ${secretKey}`) return failure(401, "Invalid API Key provided.");
      const call = `${method} ${path}`;
      if (call === "POST /v1/checkout/sessions") {
        const request = JSON.stringify([...form]);
        const before = idempotencyKey === undefined ? undefined : answersByKey.get(idempotencyKey);
        if (before && before.request !== request)
          return {
            status: 400,
            body: { error: { type: "idempotency_error", message: "Keys for idempotent requests differ." } },
          };
        if (before) return before.answer;
        const answer = createCheckout(form);
        if (idempotencyKey !== undefined) {
          answersByKey.set(idempotencyKey, { request, answer });
          changed();
        }
        return answer;
      }
      const [, kind, id, verb] =
        /^\/v1\/(checkout\/sessions|subscriptions)\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
      const checkout = kind === "checkout/sessions" && id ? checkouts.get(id) : undefined;
      if (checkout && method === "GET" && verb === undefined)
        return { status: 200, body: checkoutJson(refresh(checkout)) };
      if (checkout && method === "POST" && verb === "expire") {
        if (refresh(checkout).status !== "open") return failure(400, "This session is not open.");
        checkout.status = "expired";
        emit("checkout.session.expired", checkoutJson(checkout));
        return { status: 200, body: checkoutJson(checkout) };
      }
      const subscription = kind === "subscriptions" && id ? subscriptions.get(id) : undefined;
      if (subscription && method === "GET" && verb === undefined) {
        const invoice = latestInvoice(subscription);
        const isExpanded = [...form].some(
          ([name, value]) => name.startsWith("expand[") && value === "latest_invoice",
        );
        return {
          status: 200,
          body: { ...subscriptionJson(subscription), latest_invoice: isExpanded ? invoice : invoice.id },
        };
      }
      return failure(404, `No such object: ${path}`, "resource_missing");
    },
    find: (id) => {
      const checkout = checkouts.get(id);
      return checkout && refresh(checkout);
    },
    pay: (id) => {
      const checkout = checkouts.get(id);
      if (!checkout || refresh(checkout).status !== "open") return undefined;
      const subscription: SimulatedSubscription = {
        id: newId("sub"),
        customer: checkout.customer,
        status: "active",
        created: seconds(),
        price: { id: checkout.priceId, unit_amount: checkout.amount, currency: checkout.currency },
        periodEnd: seconds() + MONTH_SECONDS,
        cancelAtPeriodEnd: false,
        metadata: checkout.reference === null ? {} : { distributor_id: checkout.reference },
        planName: checkout.planName,
        isPaid: true,
        refusesNext: false,
      };
      subscriptions.set(subscription.id, subscription);
      checkout.status = "complete";
      checkout.subscription = subscription.id;
      emit("customer.subscription.created", subscriptionJson(subscription));
      emit("checkout.session.completed", checkoutJson(checkout));
      emit("invoice.paid", invoiceJson(subscription));
      return successAddress(checkout);
    },
    change,
    subscriptions,
    trouble: undefined,
    renew: (id) => {
      const subscription = subscriptions.get(id);
      if (!subscription || subscription.status === "canceled") return undefined;
      const isNewPeriod = subscription.isPaid;
      if (isNewPeriod && subscription.cancelAtPeriodEnd) {
        end(id);
        return "ended";
      }
      // The period begins at once, and its invoice is paid or refused after that.
      if (isNewPeriod)
        change(
          id,
          { periodEnd: subscription.periodEnd + MONTH_SECONDS, isPaid: false },
          "customer.subscription.updated",
        );
      const isRefused = subscription.refusesNext;
      change(
        id,
        { isPaid: !isRefused, refusesNext: false },
        isRefused ? "invoice.payment_failed" : "invoice.paid",
      );
      change(id, { status: isRefused ? "past_due" : "active" }, "customer.subscription.updated");
      return isRefused ? "refused" : "paid";
    },
    refuseNext: (id, isRefused) => {
      subscriptionOf(id).refusesNext = isRefused;
      changed();
    },
    cancelAtEnd: (id, isCancelled) =>
      change(id, { cancelAtPeriodEnd: isCancelled }, "customer.subscription.updated"),
    cancel: end,
    replay: async () => {
      const last = events.at(-1);
      return last === undefined ? undefined : await handOver(last, sign(last));
    },
    forge: async () => {
      const last = events.at(-1);
      if (last === undefined) return undefined;
      const forged = JSON.stringify({ ...(JSON.parse(last) as object), id: newId("evt") });
      return await handOver(forged, sign(forged, "whsec_of_somebody_else"));
    },
    deliverTo: (to) => {
      deliver = to;
      for (const body of untold) void send(body, 0);
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      deliver = undefined;
      await kept?.flush();
    },
  };
}
