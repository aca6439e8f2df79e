import type { cardCheckouts } from "./card-checkouts.ts";
import {
  billJson,
  failure,
  type Form,
  latestInvoice,
  newId,
  ownMethodId,
  type SimulatedCardPage,
  type SimulatedPrice,
  type SimulatedSubscription,
  type SimulatorAnswer,
  subscriptionJson,
  withVat,
} from "./card-objects.ts";
import type { SubscriptionChanges } from "./card-subscriptions.ts";

/** One call of Stripe's API. */
export interface CardCall {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

interface ApiPlace {
  readonly secretKey: string;
  readonly checkouts: ReturnType<typeof cardCheckouts>;
  readonly life: {
    readonly change: (id: string, changes: SubscriptionChanges, eventType: string) => void;
  };
  readonly subscriptions: ReadonlyMap<string, SimulatedSubscription>;
  readonly prices: Map<string, SimulatedPrice>;
  readonly cardPages: Map<string, SimulatedCardPage>;
  readonly answersByKey: Map<string, { request: string; answer: SimulatorAnswer }>;
  /** Where its pages are. */
  readonly pageUrl: (path: string) => string;
  /** Prices of the provider's own. */
  readonly knownPrices: ReadonlyMap<string, { unit_amount: number; currency: string }> | undefined;
  readonly changed: () => void;
  /** Whether a failure of its own is all that it does. */
  readonly isFailing: () => boolean;
}

/** What SUB-1 and SUB-4 use of Stripe's API. */
export function cardApi(place: ApiPlace) {
  const { secretKey, answersByKey, changed } = place;
  return (call: CardCall): SimulatorAnswer => {
    const { method, path, form, authorization, idempotencyKey } = call;
    if (authorization !== `Bearer ${secretKey}`) return failure(401, "Invalid API Key provided.");
    if (method !== "POST" || idempotencyKey === undefined) return answerNow(place, call);
    const request = JSON.stringify([path, ...form]);
    const before = answersByKey.get(idempotencyKey);
    if (before && before.request !== request)
      return {
        status: 400,
        body: { error: { type: "idempotency_error", message: "Keys for idempotent requests differ." } },
      };
    if (before) return { ...before.answer, isReplayed: true };
    // A failure is kept as any other answer, and given again.
    const answer = answerNow(place, call);
    answersByKey.set(idempotencyKey, { request, answer });
    changed();
    return answer;
  };
}

const answerNow = (place: ApiPlace, call: CardCall): SimulatorAnswer =>
  place.isFailing()
    ? { status: 500, body: { error: { type: "api_error", message: "Simulated." } } }
    : answerOf(place, call);

function answerOf(place: ApiPlace, { method, path, form }: CardCall): SimulatorAnswer {
  const { checkouts, subscriptions, cardPages, prices, pageUrl, changed } = place;
  switch (`${method} ${path}`) {
    case "POST /v1/checkout/sessions":
      return checkouts.create(form);
    case "POST /v1/prices": {
      const price = {
        id: newId("price"),
        unit_amount: Number(form.get("unit_amount")),
        currency: form.get("currency") ?? "eur",
        planName: form.get("product_data[name]") ?? "Abonnement Bobine",
      };
      prices.set(price.id, price);
      changed();
      return { status: 200, body: { ...price, object: "price" } };
    }
    case "GET /v1/invoices": {
      const bills = [...subscriptions.values()]
        .filter(({ customer }) => customer === form.get("customer"))
        .flatMap((one) => one.bills.toReversed())
        .toSorted((a, b) => b.created - a.created)
        .slice(0, Number(form.get("limit") ?? 10));
      return { status: 200, body: { object: "list", data: bills.map((bill) => billJson(bill, pageUrl)) } };
    }
    case "POST /v1/invoices/create_preview": {
      const subscription = subscriptions.get(form.get("subscription") ?? "");
      if (!subscription || subscription.status === "canceled")
        return failure(404, "No upcoming invoices.", "invoice_upcoming_none");
      const { price, periodEnd, pending, cancelAtPeriodEnd } = subscription;
      const isLast = cancelAtPeriodEnd || form.get("subscription_details[cancel_at_period_end]") === "true";
      // Told by its code: of its status both are said.
      if (isLast && pending === 0) return failure(400, "No upcoming invoices.", "invoice_upcoming_none");
      const total = withVat(pending + (isLast ? 0 : price.unit_amount));
      return {
        status: 200,
        body: {
          object: "invoice",
          total,
          amount_due: Math.max(0, total),
          currency: price.currency,
          next_payment_attempt: periodEnd,
          period_end: periodEnd,
        },
      };
    }
    case "POST /v1/billing_portal/sessions": {
      const customer = form.get("customer") ?? "";
      if (![...subscriptions.values()].some((one) => one.customer === customer))
        return failure(400, `No such customer: '${customer}'`, "resource_missing", "customer");
      const page = {
        id: newId("bps"),
        customer,
        returnUrl: form.get("return_url") ?? "/",
        givenUrl: form.get("flow_data[after_completion][redirect][return_url]"),
      };
      cardPages.set(page.id, page);
      changed();
      return {
        status: 200,
        body: { id: page.id, object: "billing_portal.session", url: pageUrl(`moyen-de-paiement/${page.id}`) },
      };
    }
  }
  return answerOfOne(place, method, path, form);
}

function answerOfOne(place: ApiPlace, method: string, path: string, form: Form): SimulatorAnswer {
  const { checkouts, subscriptions } = place;
  const [, kind, id, verb] =
    /^\/v1\/(checkout\/sessions|subscriptions|customers)\/([\w-]+)(?:\/(\w+))?$/.exec(path) ?? [];
  const checkout = kind === "checkout/sessions" && id ? checkouts.find(id) : undefined;
  if (checkout && method === "GET" && verb === undefined)
    return { status: 200, body: checkouts.json(checkout) };
  if (checkout && method === "POST" && verb === "expire") {
    if (!checkouts.expire(checkout)) return failure(400, "This session is not open.");
    return { status: 200, body: checkouts.json(checkout) };
  }
  if (kind === "customers" && id && method === "POST" && verb === undefined)
    return changeCustomer(place, id, form);
  const subscription = kind === "subscriptions" && id ? subscriptions.get(id) : undefined;
  if (!subscription || verb !== undefined) return failure(404, `No such object: ${path}`, "resource_missing");
  if (method === "GET") return { status: 200, body: expandedSubscription(subscription, form) };
  return changeSubscription(place, subscription, form);
}

/** The card that pays where a subscription has none of its own. */
function changeCustomer({ subscriptions, changed }: ApiPlace, id: string, form: Form): SimulatorAnswer {
  const theirs = [...subscriptions.values()].filter(({ customer }) => customer === id);
  if (theirs.length === 0) return failure(404, `No such customer: '${id}'`, "resource_missing", "id");
  const wanted = form.get("invoice_settings[default_payment_method]");
  const owner = theirs.find((one) => ownMethodId(one) === wanted);
  if (!owner) return failure(400, `No such payment method: '${wanted}'`, "resource_missing");
  const card = owner.ownCard ?? owner.card;
  const cardGiven = owner.ownCard ? owner.created : owner.cardGiven;
  for (const one of theirs) Object.assign(one, { card, cardGiven });
  changed();
  return { status: 200, body: { id, object: "customer" } };
}

/** A price, a wished end, or that its own card pays no more: as the form says. */
function changeSubscription(
  { life, prices, knownPrices }: ApiPlace,
  subscription: SimulatedSubscription,
  form: Form,
): SimulatorAnswer {
  if (subscription.status === "canceled") return failure(400, "A canceled subscription can only be read.");
  const wanted = form.get("items[0][price]");
  const made = wanted === undefined ? undefined : prices.get(wanted);
  const known = wanted === undefined ? undefined : knownPrices?.get(wanted);
  if (wanted !== undefined && !made && !known)
    return failure(400, `No such price: '${wanted}'`, "resource_missing");
  const price = made ?? known;
  const end = form.get("cancel_at_period_end");
  life.change(
    subscription.id,
    {
      ...(price && wanted !== undefined
        ? { price: { id: wanted, unit_amount: price.unit_amount, currency: price.currency } }
        : {}),
      ...(made ? { planName: made.planName } : {}),
      ...(end === undefined ? {} : { cancelAtPeriodEnd: end === "true" }),
      ...(form.get("default_payment_method") === "" ? { ownCard: null } : {}),
    },
    "customer.subscription.updated",
  );
  return { status: 200, body: subscriptionJson(subscription) };
}

function expandedSubscription(subscription: SimulatedSubscription, form: Form): Record<string, unknown> {
  const expanded = [...form].flatMap(([name, value]) => (name.startsWith("expand[") ? [value] : []));
  const invoice = latestInvoice(subscription);
  const { ownCard, card, created, cardGiven } = subscription;
  const object = "payment_method";
  const method = card && { id: `pm_of_${subscription.customer}`, object, card, created: cardGiven };
  const own = ownCard && { id: ownMethodId(subscription), object, card: ownCard, created };
  return {
    ...subscriptionJson(subscription),
    latest_invoice: expanded.includes("latest_invoice") ? invoice : invoice.id,
    default_payment_method: expanded.includes("default_payment_method") ? own : (own?.id ?? null),
    ...(expanded.includes("customer.invoice_settings.default_payment_method")
      ? { customer: { id: subscription.customer, invoice_settings: { default_payment_method: method } } }
      : {}),
  };
}
