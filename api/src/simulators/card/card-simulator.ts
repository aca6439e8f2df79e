// The card provider of an installation without keys, and of tests: what SUB-1 uses of Stripe.
import { randomBytes } from "node:crypto";
import type { StoredJson } from "../stored-json.ts";
import { type CardCall, cardApi } from "./card-api.ts";
import { cardCheckouts, type CheckoutPlace } from "./card-checkouts.ts";
import { cardEvents, type Deliver } from "./card-events.ts";
import type {
  SimulatedCardPage,
  SimulatedCheckout,
  SimulatedSubscription,
  SimulatorAnswer,
  StoredCardSimulator,
} from "./card-objects.ts";
import { cardSubscriptions, type SubscriptionChanges } from "./card-subscriptions.ts";

/** How the provider misbehaves. */
export const TROUBLES = ["down", "error 500", "no answer", "no json"] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface CardSimulator {
  readonly secretKey: string;
  readonly webhookSecret: string;
  answer(call: CardCall): SimulatorAnswer;
  find(checkoutId: string): SimulatedCheckout | undefined;
  /** The payer pays, or only says so by a slow means. @returns where the browser goes; nothing when the page is over */
  pay(checkoutId: string, how?: { readonly isSlow?: boolean }): string | undefined;
  /** What became of a slow payment. */
  settlePayment(checkoutId: string, isPaid: boolean): void;
  /** Changes a subscription as time or an operator of the provider does, and tells it. */
  change(subscriptionId: string, changes: SubscriptionChanges, eventType: string): void;
  readonly subscriptions: ReadonlyMap<string, SimulatedSubscription>;
  /**
   * What happens when the period ends: the next one begins and is paid, its card is refused, or the subscription ends as was asked. A
   * payment that was refused is tried again. @returns how it went; undefined for one that is over, or not there
   */
  renew(subscriptionId: string): "paid" | "refused" | "ended" | undefined;
  refuseNext(subscriptionId: string, isRefused: boolean): void;
  cancelAtEnd(subscriptionId: string, isCancelled: boolean): void;
  /** The payer pays an open bill on its page. @returns false when it is not open */
  payBill(billId: string): boolean;
  /** The payer gives another card on the page for it. @returns where the browser goes; nothing when the page is over */
  giveCard(pageId: string): string | undefined;
  readonly cardPages: ReadonlyMap<string, SimulatedCardPage>;
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

/** @param now the product's clock: the provider signs by it */
export function createCardSimulator(
  place: CheckoutPlace & {
    readonly now: () => Date;
    /** Where it keeps what it knows; nowhere, it forgets it at the end. */
    readonly kept?: StoredJson<StoredCardSimulator>;
  },
): CardSimulator {
  const secretKey = `sk_test_${randomBytes(16).toString("hex")}`;
  const webhookSecret = `whsec_${randomBytes(24).toString("hex")}`;
  const { kept } = place;
  const checkouts = new Map(kept?.known?.checkouts.map((checkout) => [checkout.id, checkout]));
  const subscriptions = new Map(kept?.known?.subscriptions.map((one) => [one.id, one]));
  const prices = new Map(kept?.known?.prices.map((price) => [price.id, price]));
  const cardPages = new Map(kept?.known?.card_pages.map((page) => [page.id, page]));
  const answersByKey = new Map<string, { request: string; answer: SimulatorAnswer }>(
    kept?.known?.answers_by_key,
  );
  const untold = new Set(kept?.known?.untold);
  const changed = (): void =>
    kept?.changed(() => ({
      checkouts: [...checkouts.values()],
      subscriptions: [...subscriptions.values()],
      prices: [...prices.values()],
      card_pages: [...cardPages.values()],
      answers_by_key: [...answersByKey],
      untold: [...untold],
    }));
  const seconds = (): number => Math.floor(place.now().getTime() / 1000);
  const events = cardEvents({ webhookSecret, seconds, untold, changed });
  const store = { checkouts, subscriptions, cardPages, seconds, emit: events.emit, changed };
  const payments = cardCheckouts(store, place);
  const life = cardSubscriptions(store);

  const simulator: CardSimulator = {
    secretKey,
    webhookSecret,
    events: events.events,
    get untold() {
      return untold.size;
    },
    sign: events.sign,
    answer: cardApi({
      secretKey,
      checkouts: payments,
      life,
      subscriptions,
      prices,
      cardPages,
      answersByKey,
      pageUrl: place.pageUrl,
      knownPrices: place.prices,
      changed,
      isFailing: () => simulator.trouble === "error 500",
    }),
    cardPages,
    find: payments.find,
    pay: payments.pay,
    settlePayment: payments.settle,
    ...life,
    subscriptions,
    trouble: undefined,
    replay: events.replay,
    forge: events.forge,
    deliverTo: events.deliverTo,
    close: async () => {
      events.stop();
      await kept?.flush();
    },
  };
  return simulator;
}
