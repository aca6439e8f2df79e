import { type CivilDate, civilDateInParis } from "@bobine/contract/civil-date";
import { type Cents, centsFromWire, centsToWire } from "@bobine/contract/money";
import type { ProviderSubscription, SubscriptionStatus } from "../../platform/card-payments/card-payments.ts";
import type { SavedCheckout, SavedSubscription, SubscriptionState } from "./subscriptions.repository.ts";

/** Those that give a right to the product, and so must be for a plan that was sold. */
const LIVE: readonly SubscriptionStatus[] = ["trialing", "active", "past_due"];

/** Why the provider's word is not taken: an operator reads it in the log. */
export type Refusal = "another customer" | "not what was ordered" | "a price that is no plan";

/**
 * What a paid checkout subscribes to: exactly what was ordered, at the provider's word of now (SEC-11: the amount is
 * read again there).
 */
export function subscriptionOfCheckout(
  checkout: Pick<SavedCheckout, "plan_id" | "price" | "currency_code" | "provider_price_id">,
  provider: ProviderSubscription,
): SubscriptionState | Refusal {
  const ordered: Cents = centsFromWire(checkout.price);
  const isOrdered =
    provider.quantity === 1 &&
    (checkout.provider_price_id === null
      ? provider.price === ordered && provider.currency === checkout.currency_code
      : provider.priceId === checkout.provider_price_id);
  return isOrdered ? stateOf(provider, checkout.plan_id, lastDay(provider)) : "not what was ordered";
}

/**
 * What a known subscription has become. An end is always taken; a right only for a plan of ours, and only up to the end of what is
 * paid: the provider begins a period before its invoice is paid (SUB-1: `invoice.paid` extends).
 * @param planOfPrice plan that has the provider's price, when it is another than before
 */
export function subscriptionNow(
  kept: Pick<SavedSubscription, "plan_id" | "customer_id" | "provider_price_id" | "price" | "expiry_date">,
  provider: ProviderSubscription,
  planOfPrice: number | undefined,
): SubscriptionState | Refusal {
  if (provider.customerId !== kept.customer_id) return "another customer";
  const isSamePrice = provider.priceId === kept.provider_price_id;
  const paidUntil = provider.isPeriodPaid ? lastDay(provider) : kept.expiry_date;
  if (!LIVE.includes(provider.status))
    return {
      ...stateOf(provider, kept.plan_id, paidUntil),
      provider_price_id: kept.provider_price_id,
      price: kept.price,
    };
  if (provider.quantity !== 1) return "not what was ordered";
  if (isSamePrice) return stateOf(provider, kept.plan_id, paidUntil);
  return planOfPrice === undefined ? "a price that is no plan" : stateOf(provider, planOfPrice, paidUntil);
}

const stateOf = (
  provider: ProviderSubscription,
  planId: number,
  paidUntil: CivilDate | null,
): SubscriptionState => ({
  plan_id: planId,
  provider_price_id: provider.priceId,
  price: provider.price === null ? null : centsToWire(provider.price),
  status: provider.status,
  expiry_date: paidUntil,
  cancel_at_period_end: provider.cancelAtPeriodEnd,
});

const lastDay = ({ periodEnd }: ProviderSubscription): CivilDate | null =>
  periodEnd && civilDateInParis(periodEnd);

/** A price of the provider never costs another amount: one that was not kept yet is no change. */
export const isSameState = (a: SubscriptionState, b: SubscriptionState): boolean =>
  a.plan_id === b.plan_id &&
  a.provider_price_id === b.provider_price_id &&
  a.status === b.status &&
  a.expiry_date === b.expiry_date &&
  a.cancel_at_period_end === b.cancel_at_period_end;

/** What the audit log says of a change; the most important part of it. */
export function changeInWords(before: SubscriptionState | undefined, after: SubscriptionState): string {
  if (before === undefined) return "Abonnement souscrit";
  if (before.status !== after.status) return STATUS_WORDS[after.status];
  if (before.plan_id !== after.plan_id) return "Formule modifiée";
  if (before.cancel_at_period_end !== after.cancel_at_period_end)
    return after.cancel_at_period_end
      ? "Résiliation demandée pour la fin de la période"
      : "Résiliation annulée";
  return "Abonnement renouvelé";
}

const STATUS_WORDS: Readonly<Record<SubscriptionStatus, string>> = {
  incomplete: "Paiement de l’abonnement en attente",
  trialing: "Période d’essai",
  active: "Abonnement actif",
  past_due: "Paiement de l’abonnement refusé",
  unpaid: "Abonnement impayé",
  canceled: "Abonnement résilié",
};
