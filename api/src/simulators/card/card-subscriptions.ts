import {
  invoiceJson,
  type SimulatedCheckout,
  type SimulatedSubscription,
  subscriptionJson,
} from "./card-objects.ts";

export const MONTH_SECONDS = 30 * 86_400;

/** What the provider knows, and how it says what happened. */
export interface CardStore {
  readonly checkouts: Map<string, SimulatedCheckout>;
  readonly subscriptions: Map<string, SimulatedSubscription>;
  /** The provider's time. */
  readonly seconds: () => number;
  readonly emit: (type: string, object: Record<string, unknown>) => void;
  readonly changed: () => void;
}

export type SubscriptionChanges = Partial<
  Omit<SimulatedSubscription, "id" | "customer" | "created" | "metadata">
>;

/** What becomes of subscriptions, by time or by an operator of the provider. */
export function cardSubscriptions({ subscriptions, emit, changed }: CardStore) {
  const subscriptionOf = (id: string): SimulatedSubscription => {
    const subscription = subscriptions.get(id);
    if (!subscription) throw new Error(`no subscription ${id}`);
    return subscription;
  };
  const change = (id: string, changes: SubscriptionChanges, eventType: string): void => {
    const subscription = subscriptionOf(id);
    Object.assign(subscription, changes);
    emit(
      eventType,
      eventType.startsWith("invoice.") ? invoiceJson(subscription) : subscriptionJson(subscription),
    );
  };
  const end = (id: string): void => change(id, { status: "canceled" }, "customer.subscription.deleted");

  return {
    change,
    renew: (id: string): "paid" | "refused" | "ended" | undefined => {
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
    refuseNext: (id: string, isRefused: boolean): void => {
      subscriptionOf(id).refusesNext = isRefused;
      changed();
    },
    cancelAtEnd: (id: string, isCancelled: boolean): void =>
      change(id, { cancelAtPeriodEnd: isCancelled }, "customer.subscription.updated"),
    cancel: end,
  };
}
