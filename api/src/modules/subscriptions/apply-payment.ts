import { lockDistributorRow } from "../../db/locks.ts";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { systemSource, writeAudit } from "../../http/audit.ts";
import {
  PaymentsUnavailable,
  type ProviderSubscription,
  type SubscriptionStatus,
} from "../../platform/card-payments/card-payments.ts";
import type { Job, Services } from "../../services.ts";
import { moveOnboarding } from "../company/move-onboarding.ts";
import {
  changeInWords,
  isSameState,
  type Refusal,
  subscriptionNow,
  subscriptionOfCheckout,
} from "./read-subscription.ts";
import {
  closeCheckout,
  closeEvent,
  insertSubscription,
  type SavedCheckout,
  type SavedSubscription,
  savedCheckout,
  savedSubscription,
  type Outcome,
  planName,
  planOfPrice,
  type SubscriptionState,
  updateSubscription,
} from "./subscriptions.repository.ts";

type ApplyPayment = Extract<Job, { name: "apply-payment" }>["data"];

/** What becomes of a subscription whose first payment has failed for good. */
const OVER: readonly SubscriptionStatus[] = ["unpaid", "canceled"];

/** More of them at once is no coincidence: the job is tried again later. */
const TRIES = 5;

/**
 * The work behind `apply-payment`: reads at the provider what an event named, and keeps what it is now. So events may come in
 * any order and several times (SUB-1). Whose it is comes from our own rows, never from the event.
 * @throws {PaymentsUnavailable} the job is tried again
 */
export async function applyPayment(services: Services, payment: ApplyPayment): Promise<void> {
  const outcome =
    payment.kind === "checkout"
      ? await applyCheckout(services, payment.id)
      : await applySubscription(services, payment.id);
  services.log.info({ ...payment, outcome }, "payment event handled");
  const { event_id } = payment;
  if (event_id !== null)
    await inTransaction(services.pool, { kind: "nobody" }, (tx) =>
      closeEvent(tx, event_id, outcome, services.clock.now()),
    );
}

async function applyCheckout(services: Services, id: string): Promise<Outcome> {
  const { pool, payments, log } = services;
  const saved = await inTransaction(pool, { kind: "all" }, (tx) => savedCheckout(tx, id));
  if (!saved) {
    log.warn({ checkout: id }, "a checkout that this product did not open");
    return "ignored";
  }
  const scope = { kind: "distributor", distributorId: saved.distributor_id } as const;
  const checkout = await payments.checkout(id);
  if (!checkout) return "ignored";
  if (checkout.status === "expired") {
    await inTransaction(pool, scope, (tx) => closeCheckout(tx, id, "expired"));
    return "applied";
  }
  if (checkout.status !== "complete" || checkout.subscriptionId === null) return "unchanged";
  // A slow means of payment: its bank takes days, and may refuse.
  if (!checkout.isPaid) {
    const pending = await payments.subscription(checkout.subscriptionId);
    if (pending && !OVER.includes(pending.status)) return "unchanged";
    await inTransaction(pool, scope, (tx) => closeCheckout(tx, id, "expired"));
    return "applied";
  }
  if (checkout.reference !== String(saved.distributor_id)) {
    log.error({ checkout: id, distributor_id: saved.distributor_id }, "a checkout names another distributor");
    return "refused";
  }
  const outcome = await applyNow(services, checkout.subscriptionId, saved);
  if (outcome !== "refused") await handCardOver(services, checkout.subscriptionId);
  return outcome;
}

/** A subscription that could not hand its card over now does before another one is given (SUB-4): it is paid all the same. */
async function handCardOver({ payments, log }: Services, subscription: string): Promise<void> {
  try {
    await payments.handCardOver(subscription);
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    log.warn({ err: error, subscription }, "a subscription keeps its own card for now");
  }
}

async function applySubscription(services: Services, id: string): Promise<Outcome> {
  const known = await inTransaction(services.pool, { kind: "all" }, (tx) => savedSubscription(tx, id));
  // Before its checkout is told, or not of this product: the checkout reads it then.
  if (!known) return "ignored";
  return await applyNow(services, id, undefined);
}

/**
 * Reads a subscription at the provider and keeps it, unless another did so meanwhile: then what was read may be the older one,
 * and it is read again.
 */
async function applyNow(
  services: Services,
  id: string,
  checkout: SavedCheckout | undefined,
): Promise<Outcome> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const before = await inTransaction(services.pool, { kind: "all" }, (tx) => savedSubscription(tx, id));
    const provider = await services.payments.subscription(id);
    if (!provider) return "ignored";
    const distributorId = before?.distributor_id ?? checkout?.distributor_id;
    if (distributorId === undefined) return "ignored";
    const outcome = await inTransaction(
      services.pool,
      { kind: "distributor", distributorId },
      async (tx): Promise<Outcome | "meanwhile"> => {
        await lockDistributorRow(tx, distributorId);
        const now = await savedSubscription(tx, id);
        if (now?.revision !== before?.revision) return "meanwhile";
        return await saveChange(tx, services, { distributorId, before, checkout, provider });
      },
    );
    if (outcome !== "meanwhile") return outcome;
  }
  throw new Error(`the subscription ${id} changes all the time`);
}

async function saveChange(
  tx: Tx,
  services: Services,
  change: {
    readonly distributorId: number;
    readonly before: SavedSubscription | undefined;
    readonly checkout: SavedCheckout | undefined;
    readonly provider: ProviderSubscription;
  },
): Promise<Outcome> {
  const { distributorId, before, checkout, provider } = change;
  const after = await decide(tx, change);
  if (typeof after === "string") {
    services.log.error(
      { subscription: provider.id, price: provider.priceId, distributor_id: distributorId, why: after },
      "a subscription is refused",
    );
    return "refused";
  }
  if (checkout) await closeCheckout(tx, checkout.id, "complete");
  if (before && isSameState(before, after)) {
    if (before.price !== after.price) await updateSubscription(tx, before.id, after);
    return "unchanged";
  }
  if (before) await updateSubscription(tx, before.id, after);
  else
    await insertSubscription(tx, {
      ...after,
      distributor_id: distributorId,
      provider_id: provider.id,
      customer_id: provider.customerId,
      created_at: provider.createdAt,
    });
  await writeAudit(tx, systemSource(distributorId), "system_action", {
    plan_name: await planName(tx, after.plan_id),
    comment: changeInWords(before, after),
    ...(await moveOnboarding(tx, distributorId)),
  });
  if (after.status === "past_due" && before?.status !== "past_due")
    await services.jobs.enqueue(tx, {
      name: "warn-of-refused-payment",
      data: { distributor_id: distributorId },
    });
  return "applied";
}

async function decide(
  tx: Tx,
  { before, checkout, provider }: Parameters<typeof saveChange>[2],
): Promise<SubscriptionState | Refusal> {
  if (before) return subscriptionNow(before, provider, (await planOfPrice(tx, provider.priceId))?.id);
  if (!checkout) throw new Error("a subscription is new only after a checkout");
  return subscriptionOfCheckout(checkout, provider);
}
