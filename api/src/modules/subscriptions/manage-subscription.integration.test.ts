// Another plan, the end of it, bills and card (SUB-4).
import sql from "sql-template-tag";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aStaffUser } from "../../testing/builders.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aPayer,
  cardOf,
  commentsOf,
  deliverEvent,
  eventCount,
  eventsSince,
  orders,
  type Payer,
  pays,
  planNamed,
  subscriptionOf,
} from "./subscription-app.testing.ts";
import { subscriptionHandlers } from "./subscriptions.jobs.ts";

let app: TestApp;
let payer: Payer;
let provider: string;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-20" });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-11-20");
  payer = await aPayer(app);
  provider = await pays(app, await orders(app, payer, "Essentiel"));
});
afterEach(() => {
  cardOf(app).server.trouble = undefined;
});

const changeTo = async (plan: string, who = payer) =>
  who.client.post("/subscriptions/change-plan/", { plan_id: await planNamed(app, plan) });
const cancel = (who = payer) => who.client.post("/subscriptions/cancel/");
const resume = () => payer.client.post("/subscriptions/resume/");
const billing = async () => (await payer.client.get("/subscriptions/billing/")).body;
const simulated = () => {
  const found = cardOf(app).simulator.subscriptions.get(provider);
  if (!found) throw new Error("the provider has no such subscription");
  return found;
};
const personOf = () =>
  app.inDatabase((tx) =>
    tx.one<{ id: number }>(sql`select id from app_user where distributor_id = ${payer.distributor.id}`),
  );
const callsTo = (path: RegExp) => cardOf(app).server.calls.filter((call) => path.test(call)).length;

describe("another plan", () => {
  test("is the provider's price and the product's plan at once, whether its event comes before, late, twice or never", async () => {
    const before = eventCount(app);
    const answer = await changeTo("Réseau");
    expect([answer.status, answer.body.plan.name]).toEqual([200, "Réseau"]);
    expect(simulated()).toMatchObject({ price: { unit_amount: 29_900 }, planName: "Bobine Réseau" });
    for (const event of [...eventsSince(app, before), ...eventsSince(app, before)])
      expect((await deliverEvent(app, event)).status).toBe(200);
    await app.drainJobs();
    expect((await subscriptionOf(payer))?.plan.name).toBe("Réseau");
    expect(await commentsOf(app, payer)).toEqual([
      "Page de paiement de l’abonnement ouverte",
      "Abonnement souscrit",
      "Changement de formule demandé",
      "Formule modifiée",
    ]);
  });

  test("and back, and again: each is sent, with one price for a plan", async () => {
    for (const plan of ["Réseau", "Professionnel", "Réseau"]) expect((await changeTo(plan)).status).toBe(200);
    expect((await subscriptionOf(payer))?.plan.name).toBe("Réseau");
    expect(simulated().price.unit_amount).toBe(29_900);
    const { count } = await app.inDatabase((tx) =>
      tx.one<{ count: number }>(sql`
        select count(*)::integer as count from plan_price x join subscription_plan p on p.id = x.plan_id where p.name = 'Réseau'`),
    );
    expect(count).toBe(1);
  });

  test("of the operator's own price is that price", async () => {
    // The simulator knows prices that were made by its API alone: one that it does not is refused as a failure of the provider.
    await app.owner.query(
      "update subscription_plan set provider_price_id = 'price_gone' where name = 'Professionnel'",
    );
    const answer = await changeTo("Professionnel");
    await app.owner.query(
      "update subscription_plan set provider_price_id = null where name = 'Professionnel'",
    );
    expect([answer.status, answer.body.detail]).toEqual([502, "Le service de paiement est indisponible."]);
    expect((await subscriptionOf(payer))?.plan.name).toBe("Essentiel");
  });

  test.each<[string, () => Promise<{ status: number; body: { code: string } }>, [number, string]]>([
    ["the same one", () => changeTo("Essentiel"), [409, "same_plan"]],
    [
      "one that is not offered",
      () => payer.client.post("/subscriptions/change-plan/", { plan_id: 999_999 }),
      [404, "plan_not_found"],
    ],
    ["without a subscription", async () => changeTo("Réseau", await aPayer(app)), [409, "not_subscribed"]],
  ])("%s is refused", async (_what, ask, expected) => {
    const answer = await ask();
    expect([answer.status, answer.body.code]).toEqual(expected);
  });

  test("waits until a refused payment is settled", async () => {
    const before = eventCount(app);
    cardOf(app).simulator.refuseNext(provider, true);
    cardOf(app).simulator.renew(provider);
    for (const event of eventsSince(app, before)) await deliverEvent(app, event);
    await app.drainJobs();
    expect((await changeTo("Réseau")).body.code).toBe("payment_refused");
    expect((await billing()).bills).toMatchObject([
      { state: "open", outstanding: "58.80" },
      { state: "paid", outstanding: "0.00" },
    ]);
  });

  test("asked twice at once is one change at the provider", async () => {
    const answers = await Promise.all([changeTo("Réseau"), changeTo("Réseau")]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    await app.drainJobs();
    expect((await subscriptionOf(payer))?.plan.name).toBe("Réseau");
    expect((await commentsOf(app, payer)).filter((comment) => comment === "Formule modifiée")).toHaveLength(
      1,
    );
  });
});

describe("what a subscription costs", () => {
  const setPrice = (price: string) =>
    app.owner.query("update subscription_plan set price = $1 where name = 'Essentiel'", [price]);
  afterEach(() => setPrice("49.00"));
  const told = async () => (await subscriptionOf(payer))?.plan.price;

  test("is what it was sold for, whatever its plan is sold at since", async () => {
    await setPrice("59.00");
    const { plans } = await billing();
    expect([await told(), plans.find(({ name }: { name: string }) => name === "Essentiel").price]).toEqual([
      "49.00",
      "59.00",
    ]);
    await changeTo("Réseau");
    expect(await told()).toBe("299.00");
    await changeTo("Essentiel");
    expect(await told()).toBe("59.00");
  });

  test("is that of its plan until the provider is asked, the same day, which is no change that anyone made", async () => {
    await app.owner.query("update subscription set price = null where provider_id = $1", [provider]);
    await setPrice("59.00");
    expect(await told()).toBe("59.00");
    const said = await commentsOf(app, payer);
    // Without an event: the round of the day asks.
    await subscriptionHandlers(app.services)["subscription-round"]();
    await app.drainJobs();
    expect([await told(), await commentsOf(app, payer)]).toEqual(["49.00", said]);
  });
});

describe("the end", () => {
  test("comes with the period that is paid, twice is once, and is taken back", async () => {
    const answer = await cancel();
    expect([answer.status, answer.body.is_cancelled]).toEqual([200, true]);
    const calls = callsTo(/^POST \/v1\/subscriptions/);
    expect((await cancel()).body.is_cancelled).toBe(true);
    expect(callsTo(/^POST \/v1\/subscriptions/)).toBe(calls);
    expect(await billing()).toMatchObject({ next_bill: null, ended_subscription: null });
    expect((await resume()).body.is_cancelled).toBe(false);
    const said = await commentsOf(app, payer);
    expect(said).toContain("Abonnement repris");
    expect(said).not.toContain("Résiliation reprise");
    expect((await cancel()).body.is_cancelled).toBe(true);
    expect(simulated().cancelAtPeriodEnd).toBe(true);
  });

  test("is told with what a change of plan leaves to be debited, before and after it is asked for", async () => {
    expect(await billing()).toMatchObject({ last_bill: null });
    app.clock.set("2026-12-05");
    payer = { ...payer, client: await app.as(await personOf()) };
    await changeTo("Réseau");
    // Half a month of 250 €, and the VAT of it.
    const left = { date: "2026-12-20", amount: "150.00", currency_code: "EUR" };
    expect(await billing()).toMatchObject({ next_bill: { amount: "508.80" }, last_bill: left });
    expect((await cancel()).status).toBe(200);
    expect(await billing()).toMatchObject({ next_bill: left, last_bill: left });
    cardOf(app).simulator.renew(provider);
    expect(simulated().bills.map(({ total }) => total)).toEqual([5880, 15_000]);
  });

  test("leaves nothing to be debited of a change to a lower plan, and nor does the next period that the difference pays", async () => {
    provider = await pays(app, await orders(app, (payer = await aPayer(app)), "Réseau"));
    await changeTo("Essentiel");
    expect(await billing()).toMatchObject({
      next_bill: { date: "2026-12-20", amount: "0.00", currency_code: "EUR" },
      last_bill: null,
    });
    expect((await cancel()).status).toBe(200);
    expect(await billing()).toMatchObject({ next_bill: null, last_bill: null });
  });

  test("is known by the next word of the provider when this process ended half-way", async () => {
    const before = eventCount(app);
    // As after a crash between the provider's answer and our own transaction.
    cardOf(app).simulator.cancelAtEnd(provider, true);
    expect((await subscriptionOf(payer))?.is_cancelled).toBe(false);
    for (const event of eventsSince(app, before)) await deliverEvent(app, event);
    await app.drainJobs();
    expect((await subscriptionOf(payer))?.is_cancelled).toBe(true);
    expect((await resume()).body.is_cancelled).toBe(false);
  });

  test("once it has come, nothing is left to resume", async () => {
    const before = eventCount(app);
    cardOf(app).simulator.cancel(provider);
    for (const event of eventsSince(app, before)) await deliverEvent(app, event);
    await app.drainJobs();
    expect((await resume()).body.code).toBe("not_subscribed");
    // Its bills stay, and until when it was paid.
    const told = await billing();
    expect(told.bills).toHaveLength(1);
    expect(told.ended_subscription).toEqual({ plan_name: "Essentiel", paid_until: "2026-12-20" });
  });
});

describe("while the provider is away", () => {
  test.each(["down", "error 500", "no json"] as const)(
    "%s: nothing changes, and it is said in French",
    async (trouble) => {
      cardOf(app).server.trouble = trouble;
      for (const ask of [
        () => changeTo("Réseau"),
        () => cancel(),
        () => payer.client.post("/subscriptions/payment-method/"),
        () => payer.client.get("/subscriptions/billing/"),
      ]) {
        const answer = await ask();
        expect([answer.status, answer.body.detail]).toEqual([
          502,
          "Le service de paiement est indisponible.",
        ]);
      }
      cardOf(app).server.trouble = undefined;
      expect(await subscriptionOf(payer)).toMatchObject({ is_cancelled: false, plan: { name: "Essentiel" } });
      expect(await commentsOf(app, payer)).toHaveLength(2);
      // And once it is back, what it answered then stands in nobody's way.
      expect((await cancel()).status).toBe(200);
      expect((await changeTo("Réseau")).status).toBe(200);
    },
  );
});

describe("bills and card", () => {
  test("are the provider's, with their page and PDF on its origins", async () => {
    const told = await billing();
    expect(told).toMatchObject({
      next_bill: { date: "2026-12-20", amount: "58.80", currency_code: "EUR" },
      card: { brand: "visa", last_digits: "4242", expires_month: 12, expires_year: 2030 },
      bills: [{ number: "BOB-0001", date: "2026-11-20", amount: "58.80", state: "paid" }],
    });
    expect(
      told.plans.map(({ name, people_max }: { name: string; people_max: number | null }) => [
        name,
        people_max,
      ]),
    ).toEqual([
      ["Essentiel", 1],
      ["Professionnel", 1],
      ["Réseau", null],
    ]);
    const [bill] = told.bills;
    const path = (url: string) => new URL(url).pathname;
    expect((await app.app.inject({ url: path(bill.page_url) })).payload).toContain("Facture BOB-0001");
    const pdf = await app.app.inject({ url: path(bill.pdf_url) });
    expect([pdf.headers["content-type"], pdf.payload.slice(0, 5)]).toEqual(["application/pdf", "%PDF-"]);
  });

  test("another card is given on the provider's page, and what was refused is paid with it", async () => {
    const before = eventCount(app);
    cardOf(app).simulator.refuseNext(provider, true);
    cardOf(app).simulator.renew(provider);
    const opened = await payer.client.post("/subscriptions/payment-method/");
    expect(opened.status).toBe(200);
    const page = new URL(opened.body.page_url).pathname;
    const shown = (await app.app.inject({ url: page })).payload;
    expect(shown).toContain("Mastercard •••• 4444");
    // Left without a card it leads back to nothing that says that one was given.
    expect(shown).toContain(`href="${app.services.config.publicUrl}/subscription/plan"`);
    const given = await app.app.inject({
      method: "POST",
      url: `${page}/enregistrer`,
      payload: "",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: "null" },
    });
    expect([given.statusCode, given.headers.location]).toEqual([
      303,
      `${app.services.config.publicUrl}/subscription/plan?card=updated`,
    ]);
    // In the wrong order, and one of them twice.
    const events = eventsSince(app, before).toReversed();
    for (const event of [...events, ...events.slice(0, 1)]) await deliverEvent(app, event);
    await app.drainJobs();
    expect(await subscriptionOf(payer)).toMatchObject({ is_payment_refused: false });
    expect(await billing()).toMatchObject({
      card: { brand: "mastercard", last_digits: "4444" },
      bills: [{ state: "paid" }, { state: "paid" }],
    });
  });

  test("of a checkout is its customer's once it is paid, so that the next one that is given pays", async () => {
    expect(simulated()).toMatchObject({ ownCard: null, card: { last4: "4242" } });
    expect((await billing()).card).toMatchObject({ last_digits: "4242" });
  });

  test("that its customer has given since its checkout pays from the next look at the page on, and is kept", async () => {
    Object.assign(simulated(), {
      ownCard: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
      card: { brand: "mastercard", last4: "4444", exp_month: 11, exp_year: 2031 },
      cardGiven: simulated().created + 1,
    });
    expect((await billing()).card).toMatchObject({ last_digits: "4242" });
    expect((await payer.client.post("/subscriptions/payment-method/")).status).toBe(200);
    expect((await billing()).card).toMatchObject({ brand: "mastercard", last_digits: "4444" });
  });

  // As of before this version, and where the provider was away half-way.
  test.each([
    ["kept its own", null],
    [
      "kept its own, which is the customer's too",
      { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
    ],
  ])("a subscription that %s is paid with the card that is given next", async (_what, card) => {
    Object.assign(simulated(), {
      card,
      ownCard: { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
    });
    const first = await payer.client.post("/subscriptions/payment-method/");
    expect((await billing()).card).toMatchObject({ brand: "visa", last_digits: "4242" });
    const { page_url } = (await payer.client.post("/subscriptions/payment-method/")).body;
    expect(first.status).toBe(200);
    cardOf(app).simulator.giveCard(String(page_url).split("/").at(-1) ?? "");
    expect((await billing()).card).toMatchObject({ brand: "mastercard", last_digits: "4444" });
  });

  test("of who has never paid there are none, and no page for the card", async () => {
    const newcomer = await aPayer(app);
    const told = await newcomer.client.get("/subscriptions/billing/");
    expect([told.status, told.body.bills, told.body.card, told.body.next_bill]).toEqual([
      200,
      [],
      null,
      null,
    ]);
    expect((await newcomer.client.post("/subscriptions/payment-method/")).body.code).toBe("never_paid");
  });

  test("are an administrator's: an accountant is told whom to ask", async () => {
    const accountant = await app.as(
      await app.inDatabase((tx) => aStaffUser(tx, payer.distributor, { role: "accountant" })),
    );
    const answer = await accountant.get("/subscriptions/billing/");
    expect([answer.status, answer.body.detail]).toEqual([
      403,
      "Seul un administrateur de votre société peut le faire\u00a0: demandez-lui.",
    ]);
  });
});
