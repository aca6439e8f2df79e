import {
  checkoutJson,
  failure,
  type Form,
  invoiceJson,
  newId,
  type SimulatedCheckout,
  type SimulatedSubscription,
  type SimulatorAnswer,
  subscriptionJson,
  successAddress,
} from "./card-objects.ts";
import { type CardStore, MONTH_SECONDS, newBill } from "./card-subscriptions.ts";

const CHECKOUT_SECONDS = 86_400;

export interface CheckoutPlace {
  /** Where the payment page of a checkout is. */
  readonly pageUrl: (checkoutId: string) => string;
  /** Prices of the provider's own, by id: amount in cents, and currency in small letters. */
  readonly prices?: ReadonlyMap<string, { unit_amount: number; currency: string }>;
}

/** Payment pages: made of a form, paid or over. */
export function cardCheckouts(store: CardStore, { pageUrl, prices }: CheckoutPlace) {
  const { checkouts, subscriptions, seconds, emit, changed } = store;
  const refresh = (checkout: SimulatedCheckout): SimulatedCheckout => {
    if (checkout.status === "open" && checkout.expiresAt <= seconds()) checkout.status = "expired";
    return checkout;
  };

  const createCheckout = (form: Form): SimulatorAnswer => {
    const line = (name: string): string | undefined => form.get(`line_items[0]${name}`);
    const given = line("[price]");
    const known = given === undefined ? undefined : prices?.get(given);
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
      isPending: false,
    };
    checkouts.set(id, checkout);
    changed();
    return { status: 200, body: checkoutJson(checkout, pageUrl) };
  };

  return {
    create: createCheckout,
    json: (checkout: SimulatedCheckout) => checkoutJson(checkout, pageUrl),
    find: (id: string): SimulatedCheckout | undefined => {
      const checkout = checkouts.get(id);
      return checkout && refresh(checkout);
    },
    pay: (id: string, how: { readonly isSlow?: boolean } = {}): string | undefined => {
      const { isSlow = false } = how;
      const checkout = checkouts.get(id);
      if (!checkout || refresh(checkout).status !== "open") return undefined;
      const theirs = [...subscriptions.values()].find(({ customer }) => customer === checkout.customer);
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
        pending: 0,
        isPaid: !isSlow,
        refusesNext: false,
        bills: [],
        ownCard: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
        card: theirs?.card ?? null,
        cardGiven: theirs?.cardGiven ?? 0,
      };
      subscription.bills.push(newBill(subscriptions, subscription, seconds(), !isSlow));
      subscriptions.set(subscription.id, subscription);
      checkout.status = "complete";
      checkout.isPending = isSlow;
      checkout.subscription = subscription.id;
      emit("customer.subscription.created", subscriptionJson(subscription));
      emit("checkout.session.completed", checkoutJson(checkout, pageUrl));
      if (!isSlow) emit("invoice.paid", invoiceJson(subscription));
      return successAddress(checkout);
    },
    /** What became of a slow payment. */
    settle: (id: string, isPaid: boolean): void => {
      const checkout = checkouts.get(id);
      const subscription = subscriptions.get(checkout?.subscription ?? "");
      if (!checkout || !subscription) return;
      checkout.isPending = !isPaid;
      subscription.isPaid = isPaid;
      subscription.bills = subscription.bills.map((bill) => ({ ...bill, isPaid }));
      if (!isPaid) subscription.status = "canceled";
      emit(
        `checkout.session.async_payment_${isPaid ? "succeeded" : "failed"}`,
        checkoutJson(checkout, pageUrl),
      );
    },
    /** Ends a page that is open. @returns false when it was not */
    expire: (checkout: SimulatedCheckout): boolean => {
      if (refresh(checkout).status !== "open") return false;
      checkout.status = "expired";
      emit("checkout.session.expired", checkoutJson(checkout, pageUrl));
      return true;
    },
  };
}

const metadataOf = (form: Form, prefix: string): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) =>
      name.startsWith(`${prefix}[`) ? [[name.slice(prefix.length + 1, -1), value]] : [],
    ),
  );
