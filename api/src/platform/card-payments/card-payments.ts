// What the product asks of a card provider (SUB-1).
import type { Cents } from "@bobine/contract/money";

export interface CheckoutOrder {
  readonly distributorId: number;
  readonly planId: number;
  readonly planName: string;
  /** Without VAT, for one month. */
  readonly price: Cents;
  /** ISO 4217, in capitals. */
  readonly currency: string;
  /** The provider's own price; null sends the amount instead. */
  readonly priceId: string | null;
  /** The provider's name for one who has paid before. */
  readonly customer: string | null;
  /** For the provider's mails to a new customer; null lets the page ask. */
  readonly email: string | null;
  readonly successUrl: string;
  readonly cancelUrl: string;
  /** Two orders with the same words here, and otherwise alike, are one. */
  readonly once: string;
}

export interface Checkout {
  readonly id: string;
  readonly status: "open" | "complete" | "expired";
  /** Where the payer goes; null once it is over. */
  readonly url: string | null;
  readonly expiresAt: Date;
  readonly isPaid: boolean;
  /** What the order named as its distributor. */
  readonly reference: string | null;
  readonly subscriptionId: string | null;
}

export type SubscriptionStatus = "incomplete" | "trialing" | "active" | "past_due" | "unpaid" | "canceled";

export interface ProviderSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly priceId: string;
  readonly price: Cents | null;
  readonly currency: string;
  readonly quantity: number;
  readonly periodEnd: Date | null;
  /** A period begins before its invoice is paid, and goes on when that is refused. */
  readonly isPeriodPaid: boolean;
  readonly cancelAtPeriodEnd: boolean;
  readonly createdAt: Date;
}

/** An event that the provider signed. Only the ids in it are used: what they name is read again. */
export interface PaymentEvent {
  readonly id: string;
  readonly type: string;
  readonly subject: { readonly kind: "checkout" | "subscription" | "other"; readonly id: string };
}

/** The provider cannot be reached, is too slow, or refuses what it is asked. */
export class PaymentsUnavailable extends Error {
  override readonly name = "PaymentsUnavailable";
}

/** A bill, as the provider tells it. */
export interface ProviderBill {
  readonly number: string;
  readonly createdAt: Date;
  /** With VAT. */
  readonly total: Cents;
  /** What is still to be paid, less what stood to the customer's credit. */
  readonly remaining: Cents;
  readonly currency: string;
  readonly state: "paid" | "open" | "void" | "uncollectible";
  readonly pageUrl: string | null;
  readonly pdfUrl: string | null;
}

export interface ProviderCard {
  readonly brand: string;
  readonly lastDigits: string;
  readonly expiresMonth: number;
  readonly expiresYear: number;
}

export interface NextBill {
  readonly at: Date;
  /** What is debited, with VAT: the bill less what stands to the customer's credit, and never less than nothing. */
  readonly due: Cents;
  readonly currency: string;
}

export interface CardPayments {
  /** A price for a month of a plan. The same plan and amount are one price. @throws {PaymentsUnavailable} */
  makePrice(plan: Pick<CheckoutOrder, "planId" | "planName" | "price" | "currency">): Promise<string>;
  /**
   * Changes what a subscription costs from now on; the days that are left are made up for on the next bill.
   * @param once two orders with the same words here are one
   * @throws {PaymentsUnavailable}
   */
  changePrice(subscriptionId: string, priceId: string, once: string): Promise<void>;
  /** Whether it ends with the period that is paid. @throws {PaymentsUnavailable} */
  setCancelAtEnd(subscriptionId: string, isCancelled: boolean, once: string): Promise<void>;
  /** The newest first, drafts left out. @throws {PaymentsUnavailable} */
  bills(customerId: string): Promise<ProviderBill[]>;
  /** @throws {PaymentsUnavailable} */
  nextBill(subscriptionId: string): Promise<NextBill | undefined>;
  /** What is billed at the end of the period if it ends then: what changes of plan have left. @throws {PaymentsUnavailable} */
  lastBill(subscriptionId: string): Promise<NextBill | undefined>;
  /** The card that the next bill is paid with. @throws {PaymentsUnavailable} */
  card(subscriptionId: string): Promise<ProviderCard | undefined>;
  /**
   * Makes the card that a subscription has of its own that of its customer, so that the next one that the customer gives pays; one that the
   * customer has given since pays from now on. Twice is once; one without a card of its own, or that has ended, stays as it is.
   * @throws {PaymentsUnavailable}
   */
  handCardOver(subscriptionId: string): Promise<void>;
  /**
   * The provider's page where another card is given.
   * @param back where it leads whoever leaves it without one, and once one is given
   * @returns its address
   * @throws {PaymentsUnavailable}
   */
  openCardPage(
    customerId: string,
    back: { readonly leftUrl: string; readonly givenUrl: string },
  ): Promise<string>;
  /** @throws {PaymentsUnavailable} */
  openCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** @throws {PaymentsUnavailable} */
  checkout(id: string): Promise<Checkout | undefined>;
  /** Closes an open payment page; one that is over stays as it is. @returns what it is then @throws {PaymentsUnavailable} */
  expireCheckout(id: string): Promise<Checkout | undefined>;
  /** @throws {PaymentsUnavailable} */
  subscription(id: string): Promise<ProviderSubscription | undefined>;
  /**
   * @param body the bytes as they came
   * @param signature header `Stripe-Signature`
   * @returns nothing when the provider did not sign these bytes within five minutes of `now`
   */
  readEvent(body: Uint8Array, signature: string | undefined, now: Date): PaymentEvent | undefined;
}
