import type { Billing } from "@bobine/contract/billing";
import { civilDateInParis } from "@bobine/contract/civil-date";
import { centsFromWire, centsToWire } from "@bobine/contract/money";
import { isPageOf } from "@bobine/contract/provider-pages";
import type { Subscription } from "@bobine/contract/subscriptions";
import { inTransaction, type Tx } from "../../db/scope.ts";
import { errors } from "../../errors.ts";
import { type AuditSource, writeAudit } from "../../http/audit.ts";
import { type NextBill, PaymentsUnavailable } from "../../platform/card-payments/card-payments.ts";
import type { Services } from "../../services.ts";
import { applyPayment } from "./apply-payment.ts";
import {
  endedSubscription,
  knownCustomer,
  liveSubscription,
  madePrice,
  planName,
  planOffers,
  planToSell,
  saveMadePrice,
  subscriptionToManage,
} from "./subscriptions.repository.ts";

/** Who asks, and for which distributor. */
interface Asked {
  readonly distributorId: number;
  readonly source: AuditSource;
}
type Managed = NonNullable<Awaited<ReturnType<typeof subscriptionToManage>>>;

/** What is paid, how and when next, as the provider tells it now (SUB-4). @throws 502 when it is away */
export async function readBilling(services: Services, distributorId: number): Promise<Billing> {
  const { pool, payments, config } = services;
  const { plans, customer, current, ended } = await inTransaction(
    pool,
    { kind: "distributor", distributorId },
    async (tx) => {
      const current = await subscriptionToManage(tx, distributorId);
      return {
        plans: await planOffers(tx),
        customer: await knownCustomer(tx, distributorId),
        current,
        ended: current ? undefined : await endedSubscription(tx, distributorId),
      };
    },
  );
  // SEC-21: a page that is not one of the provider's is not shown.
  const ownPage = (url: string | null) =>
    url !== null && isPageOf(url, config.providerPages.card) ? url : null;
  return await orAway(services, distributorId, async () => {
    const [bills, next, last, card] = await Promise.all([
      customer === undefined ? [] : payments.bills(customer),
      current && !current.cancel_at_period_end ? payments.nextBill(current.provider_id) : undefined,
      current && payments.lastBill(current.provider_id),
      current && payments.card(current.provider_id),
    ]);
    // What a change to a lower plan leaves is a credit: nothing is taken.
    const lastBill = last && last.due > 0 ? toComing(last) : null;
    return {
      plans,
      next_bill: current?.cancel_at_period_end ? lastBill : next ? toComing(next) : null,
      last_bill: lastBill,
      card: card
        ? {
            brand: card.brand,
            last_digits: card.lastDigits,
            expires_month: card.expiresMonth,
            expires_year: card.expiresYear,
          }
        : null,
      bills: bills.map((bill) => ({
        number: bill.number,
        date: civilDateInParis(bill.createdAt),
        amount: centsToWire(bill.total),
        outstanding: centsToWire(bill.remaining),
        currency_code: bill.currency,
        state: bill.state,
        page_url: ownPage(bill.pageUrl),
        pdf_url: ownPage(bill.pdfUrl),
      })),
      ended_subscription: ended ?? null,
    };
  });
}

const toComing = ({ at, due, currency }: NextBill): NonNullable<Billing["next_bill"]> => ({
  date: civilDateInParis(at),
  amount: centsToWire(due),
  currency_code: currency,
});

/**
 * Changes to another plan. The price is the provider's word: what it answers is read back as after an event, which may come before, after,
 * or never (SUB-1).
 * @throws 404 a plan that is not offered; 409 no subscription, the same plan, a refused payment; 502 the provider is away, and nothing changed
 */
export async function changePlan(services: Services, asked: Asked, planId: number): Promise<Subscription> {
  const { pool, payments } = services;
  const { distributorId } = asked;
  const inScope = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    inTransaction(pool, { kind: "distributor", distributorId }, work);
  const { plan, current, known } = await inScope(async (tx) => {
    const plan = await planToSell(tx, planId);
    if (!plan) throw errors.subscription.planNotFound();
    const current = await managed(tx, distributorId);
    if (current.plan_id === plan.id) throw errors.subscription.samePlan();
    if (current.status === "past_due") throw errors.subscription.unpaid();
    return { plan, current, known: plan.provider_price_id ?? (await madePrice(tx, plan)) };
  });
  await orAway(services, distributorId, async () => {
    const price =
      known ??
      (await payments.makePrice({
        planId: plan.id,
        planName: plan.name,
        price: centsFromWire(plan.price),
        currency: plan.currency_code,
      }));
    // Before the subscription has it: the provider's event may be faster than we are, and must know whose price it is.
    if (known === undefined) await inScope((tx) => saveMadePrice(tx, plan, price));
    await payments.changePrice(current.provider_id, price, String(current.revision));
  });
  return await settled(services, asked, current, plan.name, "Changement de formule demandé");
}

/**
 * Ends a subscription with the period that is paid, or goes on with it. Twice is once.
 * @throws 409 no subscription, 502 the provider is away, and nothing changed
 */
export async function setCancelled(
  services: Services,
  asked: Asked,
  isCancelled: boolean,
): Promise<Subscription> {
  const { distributorId } = asked;
  const { current, name, now } = await inTransaction(
    services.pool,
    { kind: "distributor", distributorId },
    async (tx) => {
      const current = await managed(tx, distributorId);
      return {
        current,
        name: await planName(tx, current.plan_id),
        now: await liveSubscription(tx, distributorId),
      };
    },
  );
  if (now && current.cancel_at_period_end === isCancelled) return now;
  await orAway(services, distributorId, () =>
    services.payments.setCancelAtEnd(current.provider_id, isCancelled, String(current.revision)),
  );
  const comment = isCancelled ? "Résiliation demandée" : "Abonnement repris";
  return await settled(services, asked, current, name, comment);
}

/** The provider's page where another card is given. @throws 409 who has never paid, 502 the provider is away */
export async function openCardPage(services: Services, distributorId: number): Promise<string> {
  const { pool, payments, config } = services;
  const { customer, current } = await inTransaction(
    pool,
    { kind: "distributor", distributorId },
    async (tx) => ({
      customer: await knownCustomer(tx, distributorId),
      current: await subscriptionToManage(tx, distributorId),
    }),
  );
  if (customer === undefined) throw errors.subscription.neverPaid();
  return await orAway(services, distributorId, async () => {
    // The page gives the customer a card: one that the subscription has of its own would go on paying.
    if (current) await payments.handCardOver(current.provider_id);
    const leftUrl = `${config.publicUrl}/subscription/plan`;
    const url = await payments.openCardPage(customer, { leftUrl, givenUrl: `${leftUrl}?card=updated` });
    if (isPageOf(url, config.providerPages.card)) return url;
    throw new PaymentsUnavailable("the page of the card is on no page of STRIPE_CHECKOUT_ORIGINS");
  });
}

async function managed(tx: Tx, distributorId: number): Promise<Managed> {
  const current = await subscriptionToManage(tx, distributorId);
  if (!current) throw errors.subscription.none();
  return current;
}

/**
 * The provider has done it: who asked is told in the audit log, and what it is now is read. A job reads it too, should this process end or
 * the provider fall silent here.
 */
async function settled(
  services: Services,
  { distributorId, source }: Asked,
  { provider_id: id }: Managed,
  plan: string,
  comment: string,
): Promise<Subscription> {
  const { pool, jobs, log } = services;
  const scope = { kind: "distributor", distributorId } as const;
  const payment = { kind: "subscription", id, event_id: null } as const;
  await inTransaction(pool, scope, async (tx) => {
    await writeAudit(tx, source, "other", { plan_name: plan, comment });
    await jobs.enqueue(tx, { name: "apply-payment", data: payment });
  });
  await applyPayment(services, payment).catch((error: unknown) =>
    log.warn({ err: error, distributor_id: distributorId }, "a changed subscription is read later"),
  );
  const now = await inTransaction(pool, scope, (tx) => liveSubscription(tx, distributorId));
  if (!now) throw errors.subscription.none();
  return now;
}

async function orAway<T>(services: Services, distributorId: number, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof PaymentsUnavailable)) throw error;
    services.log.error({ err: error, distributor_id: distributorId }, "the card provider failed");
    throw errors.subscription.providerUnavailable();
  }
}
