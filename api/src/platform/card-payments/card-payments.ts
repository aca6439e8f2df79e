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

export interface CardPayments {
  /** @throws {PaymentsUnavailable} */
  openCheckout(order: CheckoutOrder): Promise<Checkout>;
  /** @throws {PaymentsUnavailable} */
  checkout(id: string): Promise<Checkout | undefined>;
  /** Closes an open payment page; one that is over stays as it is. @throws {PaymentsUnavailable} */
  expireCheckout(id: string): Promise<void>;
  /** @throws {PaymentsUnavailable} */
  subscription(id: string): Promise<ProviderSubscription | undefined>;
  /**
   * @param body the bytes as they came
   * @param signature header `Stripe-Signature`
   * @returns nothing when the provider did not sign these bytes within five minutes of `now`
   */
  readEvent(body: Uint8Array, signature: string | undefined, now: Date): PaymentEvent | undefined;
}
