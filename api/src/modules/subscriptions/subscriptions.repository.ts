import type { CivilDate } from "@bobine/contract/civil-date";
import type { Money } from "@bobine/contract/money";
import type { Billing, PlanOffer } from "@bobine/contract/billing";
import type { Plan, Subscription } from "@bobine/contract/subscriptions";
import sql from "sql-template-tag";
import type { Tx } from "../../db/scope.ts";
import type { PaymentEvent, SubscriptionStatus } from "../../platform/card-payments/card-payments.ts";

export interface PlanToSell {
  readonly id: number;
  readonly name: string;
  readonly price: Money;
  readonly currency_code: string;
  readonly provider_price_id: string | null;
}

export interface SavedCheckout {
  readonly id: string;
  readonly distributor_id: number;
  readonly plan_id: number;
  readonly price: Money;
  readonly currency_code: string;
  readonly provider_price_id: string | null;
  readonly status: "open" | "complete" | "expired";
}

export interface SavedSubscription {
  readonly id: number;
  readonly distributor_id: number;
  readonly plan_id: number;
  readonly customer_id: string;
  readonly provider_price_id: string;
  readonly price: Money | null;
  readonly status: SubscriptionStatus;
  readonly expiry_date: CivilDate | null;
  readonly cancel_at_period_end: boolean;
  readonly revision: number;
}

const PLAN = sql`p.id, p.name, p.description, p.price::text, p.currency_symbol, p.unit, p.people_max`;
/** At what the subscription costs, which may be an older price than the plan is sold at (SUB-4). */
const PLAN_OF_SUBSCRIPTION = sql`p.id, p.name, p.description, coalesce(s.price, p.price)::text as price, p.currency_symbol, p.unit, p.people_max`;
/** The provider still tries to be paid in `past_due`: a second subscription would be paid twice. */
const LIVE = sql`('trialing', 'active', 'past_due')`;
/** Gives no right, and is live again once its bill is paid: the provider says so, or its word is lost. */
const WAITING = sql`('incomplete', 'unpaid')`;

export const offeredPlans = (tx: Tx): Promise<Plan[]> =>
  tx.many(sql`select ${PLAN} from subscription_plan p where p.is_offered order by p.price, p.id`);

export const planToSell = (tx: Tx, id: number): Promise<PlanToSell | undefined> =>
  tx.maybe(sql`
    select id, name, price::text, currency_code, provider_price_id from subscription_plan where id = ${id} and is_offered`);

export const planName = async (tx: Tx, id: number): Promise<string> =>
  (await tx.one<{ name: string }>(sql`select name from subscription_plan where id = ${id}`)).name;

/** The operator's own prices first, then those that were made for a change of plan (SUB-4). */
export const planOfPrice = (tx: Tx, providerPriceId: string): Promise<{ id: number } | undefined> =>
  tx.maybe(sql`
    select id from (
      select id, 1 as place from subscription_plan where provider_price_id = ${providerPriceId}
      union all select plan_id, 2 from plan_price where provider_price_id = ${providerPriceId}) known
    order by place limit 1`);

export const madePrice = async (
  tx: Tx,
  { id, price, currency_code }: Pick<PlanToSell, "id" | "price" | "currency_code">,
): Promise<string | undefined> =>
  (
    await tx.maybe<{ provider_price_id: string }>(sql`
      select provider_price_id from plan_price where plan_id = ${id} and price = ${price} and currency_code = ${currency_code}`)
  )?.provider_price_id;

/** Another node may have made the same one: the provider gives both the same. */
export const saveMadePrice = (
  tx: Tx,
  { id, price, currency_code }: Pick<PlanToSell, "id" | "price" | "currency_code">,
  providerPriceId: string,
): Promise<number> =>
  tx.run(sql`
    insert into plan_price (provider_price_id, plan_id, price, currency_code)
    values (${providerPriceId}, ${id}, ${price}, ${currency_code}) on conflict do nothing`);

export const planOffers = (tx: Tx): Promise<PlanOffer[]> =>
  tx.many(sql`select ${PLAN} from subscription_plan p where p.is_offered order by p.price, p.id`);

/** The one that a distributor has now, with what the provider calls it. */
export const subscriptionToManage = (
  tx: Tx,
  distributorId: number,
): Promise<
  | (Pick<SavedSubscription, "plan_id" | "customer_id" | "status" | "cancel_at_period_end" | "revision"> & {
      readonly provider_id: string;
    })
  | undefined
> =>
  tx.maybe(sql`
    select provider_id, plan_id, customer_id, status, cancel_at_period_end, revision from subscription
    where distributor_id = ${distributorId} and status in ${LIVE} order by created_at desc, id desc limit 1`);

/** The newest one that has ended. */
export const endedSubscription = (
  tx: Tx,
  distributorId: number,
): Promise<NonNullable<Billing["ended_subscription"]> | undefined> =>
  tx.maybe(sql`
    select p.name as plan_name, s.expiry_date as paid_until
    from subscription s join subscription_plan p on p.id = s.plan_id
    where s.distributor_id = ${distributorId} and s.status in ('unpaid', 'canceled')
    order by s.created_at desc, s.id desc limit 1`);

/** The subscription a distributor has now; the newest, should there be two. */
export async function liveSubscription(tx: Tx, distributorId: number): Promise<Subscription | undefined> {
  return await tx.maybe<Subscription>(sql`
    select (select to_jsonb(one) from (select ${PLAN_OF_SUBSCRIPTION}) one) as plan, s.created_at, s.expiry_date,
      s.status = 'past_due' as is_payment_refused, s.cancel_at_period_end as is_cancelled
    from subscription s join subscription_plan p on p.id = s.plan_id
    where s.distributor_id = ${distributorId} and s.status in ${LIVE}
    order by s.created_at desc, s.id desc limit 1`);
}

/** What the provider calls those that a payment would make live again. */
export const waitingSubscriptions = async (tx: Tx, distributorId: number): Promise<string[]> =>
  (
    await tx.many<{ provider_id: string }>(sql`
      select provider_id from subscription where distributor_id = ${distributorId} and status in ${WAITING} order by id`)
  ).map(({ provider_id }) => provider_id);

/** Also those past their end: one that was completed by a slow means of payment has not come to its own. */
export const openCheckouts = (tx: Tx, distributorId: number): Promise<SavedCheckout[]> =>
  tx.many(sql`
    select id, distributor_id, plan_id, price::text, currency_code, provider_price_id, status from checkout_session
    where distributor_id = ${distributorId} and status = 'open' order by created_at, id`);

export const closedCheckoutCount = async (tx: Tx, distributorId: number): Promise<number> =>
  (
    await tx.one<{ count: number }>(sql`
      select count(*)::int as count from checkout_session
      where distributor_id = ${distributorId} and status <> 'open'`)
  ).count;

/** The provider's name for a distributor that has paid before. */
export const knownCustomer = async (tx: Tx, distributorId: number): Promise<string | undefined> =>
  (
    await tx.maybe<{ customer_id: string }>(
      sql`select customer_id from subscription where distributor_id = ${distributorId} order by created_at desc, id desc limit 1`,
    )
  )?.customer_id;

/** Who is written to about payments: an administrator, the contact before others (SEC-22); whoever is there, of a distributor without one. */
export const payer = (
  tx: Tx,
  distributorId: number,
): Promise<{ email: string; first_name: string } | undefined> =>
  tx.maybe(sql`
    select email, first_name from app_user where distributor_id = ${distributorId} and disabled_at is null
    order by system_role = 'super_admin', (role = 'admin') desc, is_onboarding_contact desc, id limit 1`);

/** @returns whether it was not kept yet */
export const saveCheckout = async (
  tx: Tx,
  checkout: {
    readonly id: string;
    readonly distributorId: number;
    readonly plan: PlanToSell;
    readonly userId: number;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): Promise<boolean> =>
  (await tx.run(sql`
    insert into checkout_session (id, distributor_id, plan_id, price, currency_code, provider_price_id, opened_by, created_at, expires_at)
    values (${checkout.id}, ${checkout.distributorId}, ${checkout.plan.id}, ${checkout.plan.price}, ${checkout.plan.currency_code},
      ${checkout.plan.provider_price_id}, ${checkout.userId}, ${checkout.at}, ${checkout.expiresAt})
    on conflict (id) do nothing`)) === 1;

export const closeCheckout = (tx: Tx, id: string, status: "complete" | "expired"): Promise<number> =>
  tx.run(sql`update checkout_session set status = ${status} where id = ${id} and status = 'open'`);

export const savedCheckout = (tx: Tx, id: string): Promise<SavedCheckout | undefined> =>
  tx.maybe(sql`
    select id, distributor_id, plan_id, price::text, currency_code, provider_price_id, status from checkout_session where id = ${id}`);

export const savedSubscription = (tx: Tx, providerId: string): Promise<SavedSubscription | undefined> =>
  tx.maybe(sql`
    select id, distributor_id, plan_id, customer_id, provider_price_id, price::text, status, expiry_date, cancel_at_period_end, revision
    from subscription where provider_id = ${providerId}`);

export interface SubscriptionState {
  readonly plan_id: number;
  readonly provider_price_id: string;
  /** For one month, without VAT; null while the provider has not told it. */
  readonly price: Money | null;
  readonly status: SubscriptionStatus;
  readonly expiry_date: CivilDate | null;
  readonly cancel_at_period_end: boolean;
}

export const insertSubscription = (
  tx: Tx,
  subscription: SubscriptionState & {
    readonly distributor_id: number;
    readonly provider_id: string;
    readonly customer_id: string;
    readonly created_at: Date;
  },
): Promise<number> =>
  tx.run(sql`
    insert into subscription (distributor_id, plan_id, provider_id, customer_id, provider_price_id, price, status, expiry_date,
      cancel_at_period_end, created_at)
    values (${subscription.distributor_id}, ${subscription.plan_id}, ${subscription.provider_id}, ${subscription.customer_id},
      ${subscription.provider_price_id}, ${subscription.price}, ${subscription.status}, ${subscription.expiry_date},
      ${subscription.cancel_at_period_end}, ${subscription.created_at})`);

export const updateSubscription = (tx: Tx, id: number, state: SubscriptionState): Promise<number> =>
  tx.run(sql`
    update subscription set plan_id = ${state.plan_id}, provider_price_id = ${state.provider_price_id}, price = ${state.price},
      status = ${state.status}, expiry_date = ${state.expiry_date}, cancel_at_period_end = ${state.cancel_at_period_end}, revision = revision + 1
    where id = ${id}`);

/**
 * What the provider has not told in time: subscriptions that run beyond what is paid, or of before their price was kept, those that may be paid any day, and payment pages
 * that are over and were neither paid nor closed here.
 */
export const overdueWord = (
  tx: Tx,
  today: CivilDate,
  now: Date,
): Promise<{ kind: "checkout" | "subscription"; id: string }[]> =>
  tx.many(sql`
    select 'subscription' as kind, provider_id as id from subscription
    where (status in ${LIVE} and (expiry_date is null or expiry_date < ${today} or price is null)) or status in ${WAITING}
    union all
    select 'checkout', id from checkout_session where status = 'open' and expires_at < ${now}
    order by kind, id`);

/** @returns whether it is the first time that this event comes */
export const saveEvent = async (tx: Tx, event: PaymentEvent, at: Date): Promise<boolean> =>
  (await tx.run(sql`
    insert into payment_event (id, type, subject_kind, subject_id, received_at)
    values (${event.id}, ${event.type}, ${event.subject.kind}, ${event.subject.id}, ${at}) on conflict (id) do nothing`)) ===
  1;

export type Outcome = "applied" | "unchanged" | "refused" | "ignored";
export const closeEvent = (tx: Tx, id: string, outcome: Outcome, at: Date): Promise<number> =>
  tx.run(
    sql`update payment_event set handled_at = ${at}, outcome = ${outcome} where id = ${id} and handled_at is null`,
  );
