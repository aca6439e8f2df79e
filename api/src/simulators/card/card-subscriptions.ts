import {
  invoiceJson,
  newId,
  type SimulatedBill,
  type SimulatedCardPage,
  type SimulatedCheckout,
  type SimulatedSubscription,
  subscriptionJson,
  withVat,
} from "./card-objects.ts";

export const MONTH_SECONDS = 30 * 86_400;

/** What the provider knows, and how it says what happened. */
export interface CardStore {
  readonly checkouts: Map<string, SimulatedCheckout>;
  readonly subscriptions: Map<string, SimulatedSubscription>;
  readonly cardPages: Map<string, SimulatedCardPage>;
  /** The provider's time. */
  readonly seconds: () => number;
  readonly emit: (type: string, object: Record<string, unknown>) => void;
  readonly changed: () => void;
}

export type SubscriptionChanges = Partial<
  Omit<SimulatedSubscription, "id" | "customer" | "created" | "metadata">
>;

/** The bill of a period that begins, with what is pending, numbered after all that its customer has, of subscriptions that have ended too. */
export const newBill = (
  subscriptions: ReadonlyMap<string, SimulatedSubscription>,
  {
    id,
    customer,
    bills,
    price,
    pending,
  }: Pick<SimulatedSubscription, "id" | "customer" | "bills" | "price" | "pending">,
  created: number,
  isPaid: boolean,
): SimulatedBill => ({
  id: newId("in"),
  number: `BOB-${String(
    [...subscriptions.values()]
      .filter((one) => one.customer === customer && one.id !== id)
      .reduce((count, one) => count + one.bills.length, bills.length) + 1,
  ).padStart(4, "0")}`,
  created,
  total: withVat(Math.max(0, price.unit_amount + pending)),
  currency: price.currency,
  isPaid,
});

/** What becomes of subscriptions, by time or by an operator of the provider. */
export function cardSubscriptions({ subscriptions, cardPages, seconds, emit, changed }: CardStore) {
  const subscriptionOf = (id: string): SimulatedSubscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  };
  const change = (id: string, changes: SubscriptionChanges, eventType: string): void => {
    const subscription = subscriptionOf(id);
    const { price, periodEnd, pending } = subscription;
    const left = Math.max(0, periodEnd - seconds()) / MONTH_SECONDS;
    const difference = changes.price ? Math.round((changes.price.unit_amount - price.unit_amount) * left) : 0;
    Object.assign(subscription, { pending: pending + difference }, changes);
    emit(
      eventType,
      eventType.startsWith("invoice.") ? invoiceJson(subscription) : subscriptionJson(subscription),
    );
  };
  const end = (id: string): void => change(id, { status: "canceled" }, "customer.subscription.deleted");

  /** The open bill of the present period is paid. */
  const settle = (subscription: SimulatedSubscription): void => {
    const { id, bills } = subscription;
    const paid = bills.map((bill) => ({ ...bill, isPaid: true }));
    change(id, { isPaid: true, refusesNext: false, bills: paid }, "invoice.paid");
    change(id, { status: "active" }, "customer.subscription.updated");
  };

  return {
    change,
    payBill: (billId: string): boolean => {
      const owner = [...subscriptions.values()].find(({ bills }) => bills.some(({ id }) => id === billId));
      if (!owner || owner.isPaid || owner.status === "canceled") return false;
      settle(owner);
      return true;
    },
    giveCard: (pageId: string): string | undefined => {
      const page = cardPages.get(pageId);
      if (!page) return undefined;
      cardPages.delete(pageId);
      for (const subscription of subscriptions.values()) {
        if (subscription.customer !== page.customer || subscription.status === "canceled") continue;
        subscription.card = { brand: "mastercard", last4: "4444", exp_month: 11, exp_year: 2031 };
        subscription.cardGiven = seconds();
        // The page gives the customer a card, and the subscription's own still pays.
        if (subscription.ownCard !== null) continue;
        subscription.refusesNext = false;
        // As the provider does with what it could not take from the card before.
        if (!subscription.isPaid) settle(subscription);
      }
      changed();
      return page.givenUrl ?? page.returnUrl;
    },
    renew: (id: string): "paid" | "refused" | "ended" | undefined => {
      const subscription = subscriptions.get(id);
      if (!subscription || subscription.status === "canceled") return undefined;
      const isNewPeriod = subscription.isPaid;
      const { price, pending, bills } = subscription;
      if (isNewPeriod && subscription.cancelAtPeriodEnd) {
        // What is left of a change of plan is billed all the same.
        if (pending > 0) {
          const last = { ...subscription, price: { ...price, unit_amount: 0 } };
          subscription.bills = [...bills, newBill(subscriptions, last, seconds(), true)];
          subscription.pending = 0;
        }
        end(id);
        return "ended";
      }
      // The period begins at once, and its invoice is paid or refused after that.
      if (isNewPeriod)
        change(
          id,
          {
            periodEnd: subscription.periodEnd + MONTH_SECONDS,
            isPaid: false,
            // A credit that is more than the period goes on to the next.
            pending: Math.min(0, price.unit_amount + pending),
            bills: [...bills, newBill(subscriptions, subscription, seconds(), false)],
          },
          "customer.subscription.updated",
        );
      if (!subscription.refusesNext) {
        settle(subscription);
        return "paid";
      }
      change(id, { isPaid: false, refusesNext: false }, "invoice.payment_failed");
      change(id, { status: "past_due" }, "customer.subscription.updated");
      return "refused";
    },
    refuseNext: (id: string, isRefused: boolean): void => {
      subscriptionOf(id).refusesNext = isRefused;
      changed();
    },
    cancelAtEnd: (id: string, isCancelled: boolean): void =>
      change(id, { cancelAtPeriodEnd: isCancelled }, "customer.subscription.updated"),
    cancel: end,
  };
}
