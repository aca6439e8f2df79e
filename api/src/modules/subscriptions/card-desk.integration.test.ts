// The desk of the simulated card provider, over the whole product: what time and people do there, and what becomes of it here.
import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardDeskPath } from "../../simulators/card/card-desk.routes.ts";
import { deliverCardEvents } from "../../simulators/deliver-events.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { subscriptionHandlers } from "./subscriptions.jobs.ts";
import {
  aPayer,
  cardOf,
  commentsOf,
  onboardingOf,
  orders,
  type Payer,
  subscriptionOf,
} from "./subscription-app.testing.ts";

const SOON = { timeout: 15_000 };

let app: TestApp;
let desk: string;
let me: Payer;
let id: string;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-20" });
  desk = cardDeskPath(app.services.config.secretKey);
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  deliverCardEvents(cardOf(app).simulator, app.app.server.address() as AddressInfo);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.set("2026-11-20");
  me = await aPayer(app);
  const checkout = await orders(app, me);
  cardOf(app).simulator.pay(checkout);
  id = cardOf(app).simulator.find(checkout)?.subscription ?? "";
  await untilTold();
});

/** Sends a form of the desk, and reads the page that comes. */
async function act(
  action: string,
  form: Record<string, string> = {},
): Promise<{ status: number; html: string }> {
  const sent = await app.app.inject({
    method: "POST",
    url: `${desk}/${action}`,
    payload: new URLSearchParams(form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  if (sent.statusCode !== 303) return { status: sent.statusCode, html: sent.payload };
  const page = await app.app.inject({ url: String(sent.headers.location) });
  return { status: page.statusCode, html: page.payload };
}
/** Until the product has heard of every event, and has done their work. */
async function untilTold(): Promise<void> {
  await expect.poll(() => cardOf(app).simulator.untold, SOON).toBe(0);
  await app.drainJobs();
}
const press = async (button: string): Promise<string> => {
  const { html } = await act(`${id}/${button}`);
  await untilTold();
  return html;
};

test("only who has the key finds it, and the page is French and without a script", async () => {
  for (const path of [cardDeskPath("another secret"), desk.slice(0, -1)])
    expect((await app.app.inject({ url: path })).payload).not.toContain("Abonnements simulés");
  const page = await app.app.inject({ url: desk });
  expect(page.statusCode).toBe(200);
  for (const text of ["Abonnements simulés", "129,00\u00a0€", "Renouveler", "Refuser le prochain paiement"])
    expect(page.payload).toContain(text);
  expect(page.payload).not.toMatch(/<script| on\w+=/i);
});

test("a renewal that is paid extends the subscription by its period", async () => {
  expect(await subscriptionOf(me)).toMatchObject({ expiry_date: "2026-12-20" });
  expect(await press("renouveler")).toContain("Paiement accepté.");
  expect(await subscriptionOf(me)).toMatchObject({ expiry_date: "2027-01-19" });
});

test("a renewal whose card is refused extends nothing, is told once, and is paid at the next try", async () => {
  const mailsBefore = app.mails.length;
  expect(await press("refuser")).toContain("Le prochain paiement sera refusé.");
  expect(await press("renouveler")).toContain("Paiement refusé.");
  expect(await subscriptionOf(me)).toMatchObject({ expiry_date: "2026-12-20", is_payment_refused: true });
  await press("refuser");
  await press("renouveler");
  expect(app.mails.slice(mailsBefore).map((mail) => mail.subject)).toEqual([
    "Le paiement de votre abonnement a été refusé",
  ]);
  expect(await press("renouveler")).toContain("Paiement accepté.");
  expect(await subscriptionOf(me)).toMatchObject({ expiry_date: "2027-01-19" });
  expect((await commentsOf(app, me)).at(-1)).toBe("Abonnement actif");
});

test("what is cancelled for the end of its period runs until then, and can be taken up again", async () => {
  await press("resilier");
  expect(await subscriptionOf(me)).toMatchObject({ expiry_date: "2026-12-20", is_cancelled: true });
  await press("reprendre");
  expect((await commentsOf(app, me)).at(-1)).toBe("Résiliation annulée");
  await press("resilier");
  expect(await press("renouveler")).toContain("L’abonnement est arrivé à son terme.");
  expect(await subscriptionOf(me)).toBeUndefined();
  expect(await onboardingOf(app, me)).toBe("paused");
});

test("what is cancelled at once is over, and nothing more can be done with it", async () => {
  await press("annuler");
  expect(await subscriptionOf(me)).toBeUndefined();
  expect(await act(`${id}/renouveler`)).toMatchObject({ status: 400 });
  expect(await act(`${id}/refuser`)).toMatchObject({ status: 400 });
  expect(await act("sub_unknown/renouveler")).toMatchObject({ status: 400 });
  expect(await act(`${id}/tout`)).toMatchObject({ status: 404 });
});

test("an event that comes again changes nothing, and a forged one is refused", async () => {
  const before = await commentsOf(app, me);
  expect((await act("rejouer")).html).toContain("Dernier événement renvoyé\u00a0: le produit a répondu 200.");
  expect((await act("evenement-mal-signe")).html).toContain("le produit a répondu 400.");
  await app.drainJobs();
  expect(await commentsOf(app, me)).toEqual(before);
});

describe("what the provider never told", () => {
  const round = async () => {
    await subscriptionHandlers(app.services)["subscription-round"]();
    await app.drainJobs();
  };
  /** Changes it at the provider, whose events are lost. */
  const inSilence = async (change: () => void): Promise<void> => {
    const { simulator } = cardOf(app);
    simulator.deliverTo(() => Promise.resolve(200));
    change();
    await expect.poll(() => simulator.untold, SOON).toBe(0);
    deliverCardEvents(simulator, app.app.server.address() as AddressInfo);
  };

  test("is asked for once a subscription runs beyond what is paid, and not before", async () => {
    await inSilence(() => cardOf(app).simulator.cancel(id));
    await round();
    expect(await subscriptionOf(me)).toBeDefined();
    app.clock.set("2026-12-21");
    await round();
    // Its browser's token is of that day.
    app.clock.set("2026-11-20");
    expect(await subscriptionOf(me)).toBeUndefined();
    expect(await onboardingOf(app, me)).toBe("paused");
  });

  test("is asked for once a payment page is over: what was paid is not lost", async () => {
    const other = await aPayer(app);
    const checkout = await orders(app, other);
    await inSilence(() => cardOf(app).simulator.pay(checkout));
    await round();
    expect(await subscriptionOf(other)).toBeUndefined();
    app.clock.advance(25 * 3_600_000);
    await round();
    expect(await subscriptionOf(other)).toMatchObject({ plan: { name: "Professionnel" } });
  });

  test("is asked for while a subscription is unpaid: its bill may be paid any day", async () => {
    const { simulator } = cardOf(app);
    simulator.change(id, { status: "unpaid" }, "customer.subscription.updated");
    await untilTold();
    expect(await subscriptionOf(me)).toBeUndefined();
    await inSilence(() => simulator.change(id, { status: "active" }, "customer.subscription.updated"));
    await round();
    expect(await subscriptionOf(me)).toMatchObject({ plan: { name: "Professionnel" } });
  });

  test("is a page that nobody paid: it is closed, and no more asked for", async () => {
    const other = await aPayer(app);
    const checkout = await orders(app, other);
    app.clock.advance(25 * 3_600_000);
    await round();
    const kept = await app.inDatabase((tx) =>
      tx.one(sql`select status from checkout_session where id = ${checkout}`),
    );
    expect(kept).toEqual({ status: "expired" });
  });
});

test("a renewal while the provider's API is down waits, and is not lost", async () => {
  await act("panne", { kind: "error 500" });
  await act(`${id}/renouveler`);
  await expect.poll(() => cardOf(app).simulator.untold, SOON).toBe(0);
  await expect(app.drainJobs()).rejects.toThrow("card provider");
  expect((await act("panne", { kind: "aucune" })).html).toContain("Tout fonctionne de nouveau.");
  await expect
    .poll(async () => {
      await app.drainJobs();
      return (await subscriptionOf(me))?.expiry_date;
    }, SOON)
    .toBe("2027-01-19");
  expect(await act("panne", { kind: "feu" })).toMatchObject({ status: 400 });
});
