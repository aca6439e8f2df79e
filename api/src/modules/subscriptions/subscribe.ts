import { centsFromWire } from "@bobine/contract/money";
import { isPageOf } from "@bobine/contract/provider-pages";
import { lockDistributorRow } from "../../db/locks.ts";
import { inTransaction, type Scope } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { type Checkout, PaymentsUnavailable } from "../../platform/card-payments/card-payments.ts";
import type { Services } from "../../services.ts";
import { applyPayment } from "./apply-payment.ts";
import {
  closeCheckout,
  closedCheckoutCount,
  saveCheckout,
  savedCheckout,
  knownCustomer,
  liveSubscription,
  openCheckouts,
  payer,
  planToSell,
  waitingSubscriptions,
} from "./subscriptions.repository.ts";

interface Order {
  readonly distributorId: number;
  readonly userId: number;
  readonly planId: number;
  readonly source: AuditSource;
}

/**
 * Opens the payment page of a plan (UI-21, SUB-1). It subscribes nobody: only the provider's webhook does. One page is
 * open per distributor, so that nobody pays twice: asked again it is the same one, and another plan closes it.
 * @returns the address of the page
 * @throws 404 for a plan that is not offered, 409 when there is a subscription already, 502 when the provider fails
 */
export async function openCheckout(services: Services, order: Order): Promise<string> {
  try {
    return await openedCheckout(services, order);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    services.log.error({ err: error, distributor_id: order.distributorId }, "the card provider failed");
    throw errors.subscription.providerUnavailable();
  }
}

async function openedCheckout(services: Services, order: Order): Promise<string> {
  const { pool, payments, clock, config } = services;
  const { distributorId } = order;
  const scope: Scope = { kind: "distributor", distributorId };
  const before = await inTransaction(pool, scope, async (tx) => {
    const plan = await planToSell(tx, order.planId);
    if (!plan) throw errors.subscription.planNotFound();
    if (await liveSubscription(tx, distributorId)) throw errors.subscription.alreadyActive();
    return {
      plan,
      waiting: await waitingSubscriptions(tx, distributorId),
      open: await openCheckouts(tx, distributorId),
      customer: await knownCustomer(tx, distributorId),
      payer: await payer(tx, distributorId),
    };
  });
  const { plan } = before;

  // Its bill may have been paid since, and the word of it lost: a second one would be paid beside it.
  for (const id of before.waiting) await applyPayment(services, { kind: "subscription", id, event_id: null });
  if (await inTransaction(pool, scope, (tx) => liveSubscription(tx, distributorId)))
    throw errors.subscription.alreadyActive();

  for (const checkout of before.open) {
    const known = await payments.checkout(checkout.id);
    if (known?.status === "complete") {
      await refuseComplete(services, scope, known);
      continue;
    }
    const isWanted =
      checkout.plan_id === plan.id &&
      checkout.price === plan.price &&
      checkout.currency_code === plan.currency_code &&
      checkout.provider_price_id === plan.provider_price_id;
    if (isWanted && known?.status === "open" && known.url !== null) return paymentPage(services, known.url);
    await closePage(services, scope, checkout.id);
  }

  const closed = await inTransaction(pool, scope, (tx) => closedCheckoutCount(tx, distributorId));
  const page = `${config.publicUrl}/subscription/plan?checkout=`;
  const checkout = await payments.openCheckout({
    distributorId,
    planId: plan.id,
    planName: plan.name,
    price: centsFromWire(plan.price),
    currency: plan.currency_code,
    priceId: plan.provider_price_id,
    customer: before.customer ?? null,
    email: before.payer?.email ?? null,
    successUrl: `${page}success&session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${page}cancel`,
    // The same for two clicks at once, another after a page was closed.
    once: String(closed),
  });
  if (checkout.url === null) throw new PaymentsUnavailable("a new checkout has no address");
  const url = paymentPage(services, checkout.url);

  const others = await inTransaction(pool, scope, async (tx) => {
    await lockDistributorRow(tx, distributorId);
    const isNew = await saveCheckout(tx, {
      id: checkout.id,
      distributorId,
      plan,
      userId: order.userId,
      at: clock.now(),
      expiresAt: checkout.expiresAt,
    });
    if (isNew)
      await writeAudit(tx, order.source, "other", {
        plan_name: plan.name,
        comment: "Page de paiement de l’abonnement ouverte",
      });
    return (await openCheckouts(tx, distributorId)).filter((one) => one.id !== checkout.id);
  });
  // Somebody of the same distributor chose another plan at the same moment: the later choice stays.
  try {
    for (const other of others) await closePage(services, scope, other.id);
  } catch (error) {
    // Theirs is paid, so that this one must not be.
    if (!(error instanceof PaymentsUnavailable)) await closePage(services, scope, checkout.id);
    throw error;
  }
  return url;
}

/** @throws 409 when it is paid, and while its payment is under way; one that has failed closes its page */
async function refuseComplete(services: Services, scope: Scope, { id, isPaid }: Checkout): Promise<void> {
  if (!isPaid) {
    await refuseWhilePending(services, scope, id);
    return;
  }
  // Its webhook is still on its way or lost.
  await inTransaction(services.pool, scope, (tx) =>
    services.jobs.enqueue(tx, { name: "apply-payment", data: { kind: "checkout", id, event_id: null } }),
  );
  throw errors.subscription.alreadyActive();
}

/** @throws 409 while a payment by a slow means is under way; one that has failed closes its page */
async function refuseWhilePending(services: Services, scope: Scope, id: string): Promise<void> {
  await applyPayment(services, { kind: "checkout", id, event_id: null });
  const status = await inTransaction(
    services.pool,
    scope,
    async (tx) => (await savedCheckout(tx, id))?.status,
  );
  // Paid this moment.
  if (status === "complete") throw errors.subscription.alreadyActive();
  if (status === "open") throw errors.subscription.paymentPending();
}

/** @throws when a browser would leave for another place than the provider's own */
function paymentPage({ config }: Services, url: string): string {
  if (isPageOf(url, config.providerPages.card)) return url;
  throw new PaymentsUnavailable("the checkout is on no page of STRIPE_CHECKOUT_ORIGINS");
}

/** @throws 409 when it was paid, or is being paid, before it could be closed */
async function closePage(services: Services, scope: Scope, id: string): Promise<void> {
  const now = await services.payments.expireCheckout(id);
  if (now?.status === "open") throw new PaymentsUnavailable("a checkout that was closed is open");
  if (now?.status === "complete") await refuseComplete(services, scope, now);
  else await inTransaction(services.pool, scope, (tx) => closeCheckout(tx, id, "expired"));
}
