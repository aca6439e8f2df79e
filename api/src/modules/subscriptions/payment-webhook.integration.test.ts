import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { PaymentsUnavailable } from "../../platform/card-payments/card-payments.ts";
import { aStaffUser } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { applyPayment } from "./apply-payment.ts";
import { subscriptionHandlers } from "./subscriptions.jobs.ts";
import {
  aPayer,
  cardOf,
  commentsOf,
  eventCount,
  eventsSince,
  onboardingOf,
  orders,
  outcomeOf,
  type Payer,
  pays,
  subscriptionOf,
  deliverEvent,
  typeOf,
  WEBHOOK,
} from "./subscription-app.testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-20" });
});
afterEach(() => {
  cardOf(app).server.trouble = undefined;
});
afterAll(() => app.close());

const RECEIVED = { status: 200, body: { received: true } };
const NOT_SIGNED = {
  status: 400,
  body: { detail: "La signature de cet événement n’est pas valide.", code: "signature_invalid" },
};

/** Pays, and gives the events without telling them: created, completed, paid. */
async function paidInSilence(payer: Payer): Promise<{ id: string; events: string[] }> {
  const id = await orders(app, payer);
  const before = eventCount(app);
  cardOf(app).simulator.pay(id);
  return { id, events: eventsSince(app, before) };
}
type Change = Parameters<ReturnType<typeof cardOf>["simulator"]["change"]>;
async function changes(id: string, change: Change[1], type: Change[2]): Promise<string> {
  const before = eventCount(app);
  cardOf(app).simulator.change(id, change, type);
  const [event = ""] = eventsSince(app, before);
  expect(await deliverEvent(app, event)).toEqual(RECEIVED);
  await app.drainJobs();
  return event;
}
const at = (date: string): number => Date.parse(`${date}T11:00:00Z`) / 1000;

describe("the mail about a payment that was refused (SUB-1, SEC-22)", () => {
  const warn = async ({ distributor }: Payer) => {
    app.mails.length = 0;
    await subscriptionHandlers(app.services)["warn-of-refused-payment"]({ distributor_id: distributor.id });
    return app.mails.map(({ to }) => to);
  };

  test("goes to an administrator, not to a contact who is none any more", async () => {
    const payer = await aPayer(app);
    const id = await pays(app, await orders(app, payer));
    await changes(id, { status: "past_due" }, "customer.subscription.updated");
    const [, boss] = await app.inDatabase(async (tx) => {
      const contact = await aStaffUser(tx, payer.distributor, { role: "accountant" });
      await tx.run(sql`update app_user set is_onboarding_contact = true where id = ${contact.id}`);
      return tx.many<{ email: string }>(
        sql`select email from app_user where distributor_id = ${payer.distributor.id} order by role = 'admin'`,
      );
    });
    expect(await warn(payer)).toEqual([boss?.email]);
  });

  test("is not sent once it is paid", async () => {
    const payer = await aPayer(app);
    const id = await pays(app, await orders(app, payer));
    await changes(id, { status: "past_due" }, "customer.subscription.updated");
    expect(await warn(payer)).toHaveLength(1);
    await changes(id, { status: "active" }, "customer.subscription.updated");
    expect(await warn(payer)).toEqual([]);
  });
});

describe("the signature", () => {
  test("is asked of every event", async () => {
    const payer = await aPayer(app);
    const { events } = await paidInSilence(payer);
    const [event = ""] = events.filter((one) => typeOf(one) === "checkout.session.completed");
    const good = cardOf(app).simulator.sign(event);
    const [time = "", hmac = ""] = good.split(",");
    const old = `t=${at("2026-11-20") - 301}`;
    const cases: [what: string, body: string, signature: string][] = [
      ["none", event, ""],
      ["no signature", event, time],
      ["another key's", event, `${time},v1=${"0".repeat(64)}`],
      ["of the old scheme", event, `${time},v0=${hmac.slice(3)}`],
      ["of another body", event.replace("completed", "complete "), good],
      ["of the same body with a space more", `${event} `, good],
      ["with another time", event, `${old},${hmac}`],
      ["with two times", event, `${time},${old},${hmac}`],
      ["no header at all", event, "abc"],
    ];
    for (const [what, body, signature] of cases)
      expect([what, await deliverEvent(app, body, signature)]).toEqual([what, NOT_SIGNED]);
    const bare = await app.app.inject({ method: "POST", url: WEBHOOK });
    expect(bare.statusCode).toBe(400);
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toBeUndefined();
    expect(await deliverEvent(app, event, good)).toEqual(RECEIVED);
  });

  test.each([
    [299, 200],
    [300, 200],
    [301, 400],
    [-299, 200],
    [-301, 400],
  ])("made %i seconds ago is answered %i", async (age, status) => {
    const event = JSON.stringify({
      id: `evt_age_${age}`,
      type: "charge.succeeded",
      data: { object: { object: "charge" } },
    });
    app.clock.advance(-age * 1000);
    const signature = cardOf(app).simulator.sign(event);
    app.clock.advance(age * 1000);
    expect((await deliverEvent(app, event, signature)).status).toBe(status);
  });

  test("takes the place of session and CSRF token, at both forms of the address", async () => {
    for (const url of [WEBHOOK, `${WEBHOOK}/`]) {
      const event = JSON.stringify({ id: `evt_${url}`, type: "a.b", data: { object: { object: "charge" } } });
      const answer = await app.app.inject({
        method: "POST",
        url,
        payload: event,
        headers: { "stripe-signature": cardOf(app).simulator.sign(event) },
      });
      expect([url, answer.statusCode]).toEqual([url, 200]);
    }
  });

  test("of something that is no event is refused", async () => {
    for (const body of ["{}", "[]", "null", '{"id":1,"type":"a"}', "not json"])
      expect([body, (await deliverEvent(app, body)).status]).toEqual([body, 400]);
  });
});

describe("a paid checkout", () => {
  test("subscribes: plan, dates, onboarding and audit", async () => {
    const payer = await aPayer(app);
    await app.inDatabase(async (tx) => {
      await tx.run(
        sql`update app_user set email_verified_at = now() where distributor_id = ${payer.distributor.id}`,
      );
      await tx.run(
        sql`update distributor set onboarding_status = 'company_info_added' where id = ${payer.distributor.id}`,
      );
    });
    await pays(app, await orders(app, payer));
    expect(await subscriptionOf(payer)).toMatchObject({
      plan: { name: "Professionnel", price: "129.00", currency_symbol: "€", unit: "/ mois HT" },
      created_at: expect.stringMatching(/^2026-11-20T1[01]:/) as string,
      expiry_date: "2026-12-20",
    });
    expect(await onboardingOf(app, payer)).toBe("plan_selected");
    expect(await commentsOf(app, payer)).toEqual([
      "Page de paiement de l’abonnement ouverte",
      "Abonnement souscrit",
    ]);
  });

  const orderings = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  test.each(orderings)("subscribes once, its events in the order %i %i %i", async (...order) => {
    const payer = await aPayer(app);
    const { events } = await paidInSilence(payer);
    for (const index of order) {
      expect(await deliverEvent(app, events[index] ?? "")).toEqual(RECEIVED);
      await app.drainJobs();
    }
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Professionnel" } });
    expect(await commentsOf(app, payer)).toHaveLength(2);
  });

  test("told again is answered the same and changes nothing", async () => {
    const payer = await aPayer(app);
    const { events } = await paidInSilence(payer);
    for (let round = 0; round < 3; round += 1) {
      for (const event of events) expect(await deliverEvent(app, event)).toEqual(RECEIVED);
      await app.drainJobs();
    }
    expect(await commentsOf(app, payer)).toHaveLength(2);
    const rows = await app.inDatabase((tx) =>
      tx.many(sql`select from subscription where distributor_id = ${payer.distributor.id}`),
    );
    expect(rows).toHaveLength(1);
  });

  test("told twice at once subscribes once", async () => {
    const payer = await aPayer(app);
    const { events } = await paidInSilence(payer);
    const answers = await Promise.all([...events, ...events].map((event) => deliverEvent(app, event)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await Promise.all([app.drainJobs(), app.drainJobs()]);
    expect(await commentsOf(app, payer)).toHaveLength(2);
  });

  test("that this product did not open is nobody's, whoever its event names", async () => {
    const [payer, other] = [await aPayer(app), await aPayer(app)];
    const { id, events } = await paidInSilence(payer);
    await app.inDatabase((tx) =>
      tx.run(sql`update checkout_session set id = ${`${id}_gone`} where id = ${id}`),
    );
    for (const event of events) {
      await deliverEvent(app, event.replaceAll(`"${payer.distributor.id}"`, `"${other.distributor.id}"`));
    }
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toBeUndefined();
    expect(await subscriptionOf(other)).toBeUndefined();
    expect(await Promise.all(events.map((event) => outcomeOf(app, event)))).toEqual([
      "ignored",
      "ignored",
      "ignored",
    ]);
  });

  test("that names another distributor than ours is refused", async () => {
    const [payer, other] = [await aPayer(app), await aPayer(app)];
    const { id, events } = await paidInSilence(payer);
    await app.inDatabase((tx) =>
      tx.run(sql`update checkout_session set distributor_id = ${other.distributor.id} where id = ${id}`),
    );
    for (const event of events) await deliverEvent(app, event);
    await app.drainJobs();
    expect(await subscriptionOf(other)).toBeUndefined();
    expect(await outcomeOf(app, events[1] ?? "")).toBe("refused");
  });

  test.each([
    ["another amount", { price: { id: "price_x", unit_amount: 1, currency: "eur" } }],
    ["another currency", { price: { id: "price_x", unit_amount: 12_900, currency: "jpy" } }],
  ])("of %s is refused", async (_what, change) => {
    const payer = await aPayer(app);
    const { id, events } = await paidInSilence(payer);
    const { simulator } = cardOf(app);
    simulator.change(simulator.find(id)?.subscription ?? "", change, "customer.subscription.updated");
    for (const event of events) await deliverEvent(app, event);
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toBeUndefined();
    expect(await outcomeOf(app, events[1] ?? "")).toBe("refused");
  });

  test("waits for a provider that fails, and is not lost", async () => {
    const payer = await aPayer(app);
    const { events } = await paidInSilence(payer);
    cardOf(app).server.trouble = "error 500";
    for (const event of events) expect(await deliverEvent(app, event)).toEqual(RECEIVED);
    await expect(app.drainJobs()).rejects.toBeInstanceOf(PaymentsUnavailable);
    expect(await subscriptionOf(payer)).toBeUndefined();
    cardOf(app).server.trouble = undefined;
    // The queue waits two seconds before it tries again.
    await expect
      .poll(
        async () => {
          await app.drainJobs();
          return (await subscriptionOf(payer))?.plan.name;
        },
        { timeout: 15_000, interval: 500 },
      )
      .toBe("Professionnel");
  });
});

describe("a subscription that changes", () => {
  const subscribed = async (): Promise<Payer & { subscription: string }> => {
    const payer = await aPayer(app);
    const subscription = await pays(app, await orders(app, payer));
    return { ...payer, subscription };
  };

  test("is extended by a paid invoice", async () => {
    const payer = await subscribed();
    await changes(payer.subscription, { periodEnd: at("2027-01-19") }, "invoice.paid");
    expect(await subscriptionOf(payer)).toMatchObject({ expiry_date: "2027-01-19" });
    expect((await commentsOf(app, payer)).at(-1)).toBe("Abonnement renouvelé");
  });

  test("whose card is refused stays while the provider tries again, and its contact is told once", async () => {
    const payer = await subscribed();
    const mailsBefore = app.mails.length;
    await changes(payer.subscription, { status: "past_due" }, "invoice.payment_failed");
    await changes(payer.subscription, {}, "customer.subscription.updated");
    expect(await subscriptionOf(payer)).toBeDefined();
    expect(await onboardingOf(app, payer)).not.toBe("paused");
    const mails = app.mails.slice(mailsBefore);
    expect(mails.map((mail) => mail.subject)).toEqual(["Le paiement de votre abonnement a été refusé"]);
    expect(mails[0]?.text).toContain("/subscription/plan");
    const again = await payer.client.post("/subscriptions/subscribe", { plan_id: 1 });
    expect(again.status).toBe(409);
  });

  test.each([
    ["unpaid", "customer.subscription.updated", "Abonnement impayé"],
    ["canceled", "customer.subscription.deleted", "Abonnement résilié"],
  ])("to %s is over: onboarding pauses, and it can be taken again", async (status, type, comment) => {
    const payer = await subscribed();
    await changes(payer.subscription, { status }, type);
    expect(await subscriptionOf(payer)).toBeUndefined();
    expect(await onboardingOf(app, payer)).toBe("paused");
    expect((await commentsOf(app, payer)).at(-1)).toBe(comment);
    const id = await orders(app, payer, "Essentiel");
    // The provider knows this customer.
    expect(cardOf(app).simulator.find(id)?.customer).toMatch(/^cus_/);
    await pays(app, id);
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Essentiel" } });
    expect(await onboardingOf(app, payer)).not.toBe("paused");
  });

  test("to be cancelled at its end stays until then", async () => {
    const payer = await subscribed();
    await changes(payer.subscription, { cancelAtPeriodEnd: true }, "customer.subscription.updated");
    expect(await subscriptionOf(payer)).toMatchObject({ expiry_date: "2026-12-20" });
    expect((await commentsOf(app, payer)).at(-1)).toBe("Résiliation demandée pour la fin de la période");
  });

  test("late news of before do not bring an ended one back", async () => {
    const payer = await subscribed();
    const { simulator } = cardOf(app);
    const before = eventCount(app);
    simulator.change(payer.subscription, { periodEnd: at("2027-01-19") }, "invoice.paid");
    simulator.change(payer.subscription, { status: "canceled" }, "customer.subscription.deleted");
    for (const event of eventsSince(app, before).toReversed()) {
      await deliverEvent(app, event);
      await app.drainJobs();
    }
    expect(await subscriptionOf(payer)).toBeUndefined();
    expect(await onboardingOf(app, payer)).toBe("paused");
  });

  test("while an older state of it is being kept is read again", async () => {
    const payer = await subscribed();
    const { payments } = app.services;
    const data = { kind: "subscription", id: payer.subscription, event_id: null } as const;
    let reads = 0;
    const slow = {
      ...payments,
      subscription: async (id: string) => {
        const state = await payments.subscription(id);
        reads += 1;
        if (reads === 1) {
          // It ends, and its end is kept, between the reading and the keeping.
          cardOf(app).simulator.change(id, { status: "canceled" }, "customer.subscription.deleted");
          await applyPayment(app.services, data);
        }
        return state;
      },
    };
    await applyPayment({ ...app.services, payments: slow }, data);
    expect(reads).toBe(2);
    expect(await subscriptionOf(payer)).toBeUndefined();
  });

  test("to another plan's price is that plan", async () => {
    const payer = await subscribed();
    const price = `price_reseau_${payer.distributor.id}`;
    await asOperator(sql`update subscription_plan set provider_price_id = ${price} where name = 'Réseau'`);
    await changes(
      payer.subscription,
      { price: { id: price, unit_amount: 29_900, currency: "eur" } },
      "customer.subscription.updated",
    );
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Réseau" } });
    expect((await commentsOf(app, payer)).at(-1)).toBe("Formule modifiée");
    await asOperator(sql`update subscription_plan set provider_price_id = null where name = 'Réseau'`);
  });

  test("to a price that is no plan of ours is refused, but not its end", async () => {
    const payer = await subscribed();
    const price = { id: "price_of_another_product", unit_amount: 100, currency: "eur" };
    const event = await changes(payer.subscription, { price }, "customer.subscription.updated");
    expect(await outcomeOf(app, event)).toBe("refused");
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Professionnel" } });
    await changes(payer.subscription, { status: "canceled" }, "customer.subscription.deleted");
    expect(await subscriptionOf(payer)).toBeUndefined();
  });

  test("of another customer is refused", async () => {
    const [payer, other] = [await subscribed(), await subscribed()];
    await app.inDatabase((tx) =>
      tx.run(
        sql`update subscription set customer_id = 'cus_somebody' where distributor_id = ${other.distributor.id}`,
      ),
    );
    const event = await changes(other.subscription, { status: "canceled" }, "customer.subscription.deleted");
    expect(await outcomeOf(app, event)).toBe("refused");
    expect(await subscriptionOf(other)).toBeDefined();
    expect(await subscriptionOf(payer)).toBeDefined();
  });

  /** Plans are written by the owner of the database, as an operator does. */
  async function asOperator(query: ReturnType<typeof sql>): Promise<void> {
    await app.owner.query(query);
  }
});
