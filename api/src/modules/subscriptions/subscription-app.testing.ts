// A distributor before the checkout, and the steps of one.
import type { Subscription } from "@bobine/contract/subscriptions";
import sql from "sql-template-tag";
import { type BuiltDistributor, aDistributor, aStaffUser } from "../../testing/builders.ts";
import type { TestApp, TestClient } from "../../testing/test-app.ts";

export const WEBHOOK = "/api/v1/subscriptions/webhook";
export const SUBSCRIPTION = "/subscriptions/get-distributor-subscription";

export interface Payer {
  readonly distributor: BuiltDistributor;
  readonly client: TestClient;
}

export async function aPayer(app: TestApp): Promise<Payer> {
  const { distributor, user } = await app.inDatabase(async (tx) => {
    const distributor = await aDistributor(tx);
    return { distributor, user: await aStaffUser(tx, distributor) };
  });
  return { distributor, client: await app.as(user) };
}

export function cardOf(app: TestApp) {
  const { card } = app;
  if (!card) throw new Error("the test has no simulated card provider");
  return card;
}

export const planNamed = async (app: TestApp, name: string): Promise<number> =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`select id from subscription_plan where name = ${name}`),
    )
  ).id;

/** Opens the payment page of a plan. @returns the id of its checkout */
export async function orders(app: TestApp, payer: Payer, plan = "Professionnel"): Promise<string> {
  const answer = await payer.client.post("/subscriptions/subscribe", {
    distributor_user_id: 1,
    plan_id: await planNamed(app, plan),
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return String(answer.body.checkout_url).split("/").at(-1) ?? "";
}

/** Hands an event to the webhook as the provider does. */
export async function deliverEvent(
  app: TestApp,
  event: string,
  signature = cardOf(app).simulator.sign(event),
): Promise<{ status: number; body: unknown }> {
  const answer = await app.app.inject({
    method: "POST",
    url: WEBHOOK,
    payload: event,
    headers: { "content-type": "application/json; charset=utf-8", "stripe-signature": signature },
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

export const eventsSince = (app: TestApp, count: number): string[] =>
  cardOf(app).simulator.events.slice(count);
export const eventCount = (app: TestApp): number => cardOf(app).simulator.events.length;
export const typeOf = (event: string): string => (JSON.parse(event) as { type: string }).type;

/** Pays a checkout, tells all that the provider tells, and does the work of it. @returns the provider's subscription */
export async function pays(app: TestApp, checkoutId: string): Promise<string> {
  const { simulator } = cardOf(app);
  const before = eventCount(app);
  if (simulator.pay(checkoutId) === undefined) throw new Error("this checkout cannot be paid");
  for (const event of eventsSince(app, before)) await deliverEvent(app, event);
  await app.drainJobs();
  return simulator.find(checkoutId)?.subscription ?? "";
}

export async function subscriptionOf({ client }: Payer): Promise<Subscription | undefined> {
  const answer = await client.get(SUBSCRIPTION);
  if (answer.status !== 200 && answer.status !== 204) throw new Error(`${answer.status} ${answer.text}`);
  return answer.status === 200 ? (answer.body as Subscription) : undefined;
}

export const onboardingOf = async (app: TestApp, { distributor }: Payer): Promise<string> =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ status: string }>(
        sql`select onboarding_status as status from distributor where id = ${distributor.id}`,
      ),
    )
  ).status;

export const outcomeOf = async (app: TestApp, event: string): Promise<string | null> =>
  (
    await app.inDatabase((tx) =>
      tx.one<{ outcome: string | null }>(
        sql`select outcome from payment_event where id = ${(JSON.parse(event) as { id: string }).id}`,
      ),
    )
  ).outcome;

export const commentsOf = async (app: TestApp, { distributor }: Payer): Promise<string[]> =>
  (
    await app.inDatabase((tx) =>
      tx.many<{ comment: string }>(sql`
        select action_details ->> 'comment' as comment from audit_log
        where distributor_id = ${distributor.id} and action_details ? 'plan_name' order by id`),
    )
  ).map(({ comment }) => comment);
