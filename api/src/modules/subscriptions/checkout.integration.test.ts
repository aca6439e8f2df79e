import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { aDistributor, aSuperAdmin } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aPayer,
  cardOf,
  deliverEvent,
  eventCount,
  eventsSince,
  onboardingOf,
  orders,
  type Payer,
  pays,
  planNamed,
  SUBSCRIPTION,
  subscriptionOf,
} from "./subscription-app.testing.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-20" });
});
afterEach(() => {
  cardOf(app).server.trouble = undefined;
});
afterAll(() => app.close());

const ESSENTIEL = {
  id: expect.any(Number) as number,
  name: "Essentiel",
  description: "Jusqu’à 150 factures par mois",
  price: "49.00",
  currency_symbol: "€",
  unit: "/ mois HT",
  people_max: 1,
};
const kept = (distributorId: number) =>
  app.inDatabase((tx) =>
    tx.many<{ id: string; status: string }>(
      sql`select id, status from checkout_session where distributor_id = ${distributorId} order by created_at, id`,
    ),
  );

/** Subscribes somebody whose card fails for good, as the provider tells. @returns the provider's subscription */
async function isUnpaid(payer: Payer): Promise<string> {
  const id = await pays(app, await orders(app, payer));
  const before = eventCount(app);
  cardOf(app).simulator.change(id, { status: "unpaid" }, "customer.subscription.updated");
  for (const event of eventsSince(app, before)) await deliverEvent(app, event);
  await app.drainJobs();
  return id;
}

describe("plans", () => {
  test("are listed by price, at both forms of the address, to whoever is signed in", async () => {
    const { client } = await aPayer(app);
    const admin = await app.as(await app.inDatabase(aSuperAdmin));
    for (const [who, path] of [
      [client, "/subscriptions/plans"],
      [client, "/subscriptions/plans/"],
      [admin, "/subscriptions/plans"],
    ] as const) {
      const answer = await who.get(path);
      expect(answer.status).toBe(200);
      expect(answer.body[0]).toEqual(ESSENTIEL);
      expect(answer.body.map((plan: { name: string; price: string }) => [plan.name, plan.price])).toEqual([
        ["Essentiel", "49.00"],
        ["Professionnel", "129.00"],
        ["Réseau", "299.00"],
      ]);
    }
  });

  test("cannot be written by a request, whatever its SQL says", async () => {
    await expect(
      app.inDatabase((tx) => tx.run(sql`update subscription_plan set price = 0.01`)),
    ).rejects.toMatchObject({ code: "42501" });
  });
});

describe("without a subscription", () => {
  test("the answer is 204 and empty", async () => {
    const { client } = await aPayer(app);
    const answer = await client.get(SUBSCRIPTION);
    expect([answer.status, answer.text]).toEqual([204, ""]);
  });

  test("subscribing opens a payment page and grants nothing, nor does coming back from it", async () => {
    const payer = await aPayer(app);
    const id = await orders(app, payer);
    const page = await app.app.inject({ url: `/simulateur/carte/${id}` });
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain("129,00");
    expect(page.payload).not.toMatch(/<script|javascript:/i);
    await app.app.inject({ url: `/subscription/plan?checkout=success&session_id=${id}` });
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toBeUndefined();
    expect(await kept(payer.distributor.id)).toEqual([{ id, status: "open" }]);
  });

  test("a plan that is unknown or not offered is not found", async () => {
    const { client } = await aPayer(app);
    const unknown = await client.post("/subscriptions/subscribe", {
      distributor_user_id: 1,
      plan_id: 999_999,
    });
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { detail: "Formule introuvable.", code: "plan_not_found" },
    ]);
  });

  test.each([
    [{}, "plan_id"],
    [{ plan_id: "1" }, "plan_id"],
    [{ plan_id: 1, price: "0.01" }, "price"],
  ])("%o is refused at %s", async (body, field) => {
    const { client } = await aPayer(app);
    const answer = await client.post("/subscriptions/subscribe", body);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body)).toEqual([field]);
  });
});

describe("whom it is for", () => {
  test("the user that the page sends is ignored: the distributor is the session's", async () => {
    const [payer, other] = [await aPayer(app), await aPayer(app)];
    await payer.client.post("/subscriptions/subscribe", {
      distributor_user_id: other.distributor.id,
      plan_id: await planNamed(app, "Essentiel"),
    });
    expect(await kept(payer.distributor.id)).toHaveLength(1);
    expect(await kept(other.distributor.id)).toEqual([]);
  });

  test("a super admin chooses a distributor first, and subscribes it", async () => {
    const admin = await app.inDatabase(aSuperAdmin);
    const distributor = await app.inDatabase((tx) => aDistributor(tx));
    const body = { distributor_user_id: 1, plan_id: await planNamed(app, "Essentiel") };
    const without = await (await app.as(admin)).post("/subscriptions/subscribe", body);
    expect([without.status, without.body.code]).toEqual([400, "distributor_required"]);
    const chosen = await (await app.as(admin, distributor.id)).post("/subscriptions/subscribe", body);
    expect(chosen.status).toBe(200);
    expect(await kept(distributor.id)).toHaveLength(1);
  });

  test("without the WHERE, another distributor's rows still do not come", async () => {
    const [payer, other] = [await aPayer(app), await aPayer(app)];
    await pays(app, await orders(app, payer));
    const seen = await app.inDatabase(
      (tx) =>
        tx.one<{ subscriptions: number; checkouts: number }>(sql`
          select (select count(*)::int from subscription) as subscriptions, (select count(*)::int from checkout_session) as checkouts`),
      other.distributor.id,
    );
    expect(seen).toEqual({ subscriptions: 0, checkouts: 0 });
    expect(await subscriptionOf(other)).toBeUndefined();
  });
});

describe("one page is open at a time", () => {
  test("two clicks at once open one", async () => {
    const payer = await aPayer(app);
    const ids = await Promise.all([1, 2, 3, 4].map(() => orders(app, payer)));
    expect(new Set(ids).size).toBe(1);
    expect(await kept(payer.distributor.id)).toHaveLength(1);
  });

  test("asked again, the same page answers", async () => {
    const payer = await aPayer(app);
    expect(await orders(app, payer)).toBe(await orders(app, payer));
  });

  test("another plan closes the page of the former", async () => {
    const payer = await aPayer(app);
    const first = await orders(app, payer, "Essentiel");
    const second = await orders(app, payer, "Réseau");
    expect(cardOf(app).simulator.find(first)?.status).toBe("expired");
    expect(cardOf(app).simulator.pay(first)).toBeUndefined();
    expect(await kept(payer.distributor.id)).toEqual(
      [
        { id: first, status: "expired" },
        { id: second, status: "open" },
      ].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    );
  });

  test("of a plan that is paid while another is chosen is not closed: the other is not sold (SUB-1)", async () => {
    const payer = await aPayer(app);
    const first = await orders(app, payer, "Essentiel");
    const { payments } = app.services;
    const spy = vi.spyOn(payments, "expireCheckout").mockImplementationOnce(async (id) => {
      cardOf(app).simulator.pay(first);
      return await payments.expireCheckout(id);
    });
    const answer = await payer.client.post("/subscriptions/subscribe", {
      plan_id: await planNamed(app, "Réseau"),
    });
    spy.mockRestore();
    expect([answer.status, answer.body.code]).toEqual([409, "already_subscribed"]);
    await app.drainJobs();
    expect(await kept(payer.distributor.id)).toEqual([{ id: first, status: "complete" }]);
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Essentiel" } });
  });

  test("two plans of which the first is paid while the second page opens leave the first (SUB-1)", async () => {
    const payer = await aPayer(app);
    const first = await orders(app, payer, "Essentiel");
    await app.inDatabase((tx) =>
      tx.run(sql`update checkout_session set status = 'expired' where id = ${first}`),
    );
    const { payments } = app.services;
    const spy = vi.spyOn(payments, "openCheckout").mockImplementationOnce(async (order) => {
      cardOf(app).simulator.pay(first);
      await app.inDatabase((tx) =>
        tx.run(sql`update checkout_session set status = 'open' where id = ${first}`),
      );
      return await payments.openCheckout(order);
    });
    const answer = await payer.client.post("/subscriptions/subscribe", {
      plan_id: await planNamed(app, "Réseau"),
    });
    spy.mockRestore();
    expect([answer.status, answer.body.code]).toEqual([409, "already_subscribed"]);
    await app.drainJobs();
    const pages = await kept(payer.distributor.id);
    expect(pages.map(({ status }) => status).toSorted()).toEqual(["complete", "expired"]);
    const second = pages.find(({ id }) => id !== first)?.id ?? "";
    expect(cardOf(app).simulator.find(second)?.status).toBe("expired");
  });

  test("two plans chosen at once leave one page that can be paid", async () => {
    const payer = await aPayer(app);
    const ids = await Promise.all([orders(app, payer, "Essentiel"), orders(app, payer, "Réseau")]);
    const open = ids.filter((id) => cardOf(app).simulator.find(id)?.status === "open");
    expect(open).toHaveLength(1);
  });

  test("the same plan can be chosen again after its page expired", async () => {
    const payer = await aPayer(app);
    const first = await orders(app, payer);
    app.clock.advance(25 * 3_600_000);
    const fresh = await app.as(
      await app.inDatabase((tx) =>
        tx.one<{ id: number }>(sql`select id from app_user where distributor_id = ${payer.distributor.id}`),
      ),
    );
    const second = await orders(app, { ...payer, client: fresh });
    expect(second).not.toBe(first);
    expect(cardOf(app).simulator.find(second)?.status).toBe("open");
    app.clock.set("2026-11-20");
  });
});

describe("with a subscription", () => {
  test("subscribing again is refused", async () => {
    const payer = await aPayer(app);
    await pays(app, await orders(app, payer));
    const answer = await payer.client.post("/subscriptions/subscribe", {
      plan_id: await planNamed(app, "Réseau"),
    });
    expect([answer.status, answer.body]).toEqual([
      409,
      { detail: "Un abonnement est déjà actif.", code: "already_subscribed" },
    ]);
  });

  test("that is paid while its webhook was lost, subscribing is refused and finds it", async () => {
    const payer = await aPayer(app);
    cardOf(app).simulator.pay(await orders(app, payer));
    const answer = await payer.client.post("/subscriptions/subscribe", {
      plan_id: await planNamed(app, "Professionnel"),
    });
    expect(answer.status).toBe(409);
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Professionnel" } });
    expect(await onboardingOf(app, payer)).toBe("created");
  });
});

test("with one that was unpaid and is paid again in silence, subscribing is refused and finds it", async () => {
  const payer = await aPayer(app);
  const id = await isUnpaid(payer);
  expect(await subscriptionOf(payer)).toBeUndefined();
  cardOf(app).simulator.change(id, { status: "active" }, "customer.subscription.updated");
  const order = { plan_id: await planNamed(app, "Réseau") };
  const answer = await payer.client.post("/subscriptions/subscribe", order);
  expect([answer.status, answer.body.code]).toEqual([409, "already_subscribed"]);
  expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Professionnel" } });
});

test("with one that stays unpaid, another is sold", async () => {
  const payer = await aPayer(app);
  await isUnpaid(payer);
  await pays(app, await orders(app, payer, "Réseau"));
  expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Réseau" } });
});

describe("SUB-1: a slow means of payment", () => {
  const HOURS = 3_600_000;
  afterEach(() => app.clock.set("2026-11-20"));
  /** Days after its page is over, its bank has said nothing yet. */
  const aPending = async (): Promise<{ payer: Payer; id: string }> => {
    const payer = await aPayer(app);
    const id = await orders(app, payer);
    cardOf(app).simulator.pay(id, { isSlow: true });
    app.clock.advance(30 * HOURS);
    const { id: user } = await app.inDatabase((tx) =>
      tx.one<{ id: number }>(sql`select id from app_user where distributor_id = ${payer.distributor.id}`),
    );
    return { payer: { ...payer, client: await app.as({ id: user }) }, id };
  };
  const subscribes = async ({ client }: Payer) =>
    client.post("/subscriptions/subscribe", { plan_id: await planNamed(app, "Réseau") });

  test("is told as under way, and no second page is sold", async () => {
    const { payer, id } = await aPending();
    const answer = await subscribes(payer);
    expect([answer.status, answer.body.code]).toEqual([409, "payment_pending"]);
    expect(answer.body.detail).toMatch(/^Votre paiement est en cours de traitement/);
    cardOf(app).simulator.settlePayment(id, true);
    expect((await subscribes(payer)).body.code).toBe("already_subscribed");
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Professionnel" } });
  });

  test("that the bank refuses in the end closes its page, and a plan is sold again", async () => {
    const { payer, id } = await aPending();
    cardOf(app).simulator.settlePayment(id, false);
    const second = await orders(app, payer, "Réseau");
    expect((await kept(payer.distributor.id)).find((one) => one.id === id)?.status).toBe("expired");
    await pays(app, second);
    expect(await subscriptionOf(payer)).toMatchObject({ plan: { name: "Réseau" } });
  });
});

describe("when the provider fails", () => {
  test.each(["down", "error 500", "no json"] as const)(
    "(%s) it is said in French, and nothing is kept",
    async (trouble) => {
      const payer = await aPayer(app);
      cardOf(app).server.trouble = trouble;
      const answer = await payer.client.post("/subscriptions/subscribe", {
        plan_id: await planNamed(app, "Essentiel"),
      });
      expect([answer.status, answer.body]).toEqual([
        502,
        { detail: "Le service de paiement est indisponible.", code: "payment_unavailable" },
      ]);
      expect(await kept(payer.distributor.id)).toEqual([]);
      cardOf(app).server.trouble = undefined;
      expect(await orders(app, payer, "Essentiel")).toMatch(/^cs_/);
    },
  );
});
