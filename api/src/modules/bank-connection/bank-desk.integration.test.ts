// The desk of the simulated banks, over the whole product: what a person breaks there, and what becomes of it here.
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskKeyOf, deskPath } from "../../simulators/bank/bank-desk.routes.ts";
import type { BankSimulator } from "../../simulators/bank/bank-simulator.ts";
import { deliverBankEvents } from "../../simulators/deliver-events.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import {
  aBankCustomer,
  type BankCustomer,
  connect,
  itemOf,
  linesOf,
  simulatorOf,
  statusOf,
} from "./bank-connection.testing.ts";

let app: TestApp;
let bank: BankSimulator;
let me: BankCustomer;
let itemId: number;
let desk: string;
beforeAll(async () => {
  app = await createTestApp({ today: "2026-11-30" });
  bank = simulatorOf(app);
  desk = deskPath(deskKeyOf(app.services.config.secretKey));
  me = await aBankCustomer(app);
  await connect(app, me);
  await app.drainJobs();
  itemId = (await itemOf(app, me)).id;
  await app.app.listen({ port: 0, host: "127.0.0.1" });
  deliverBankEvents(bank, app.app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const labels = async () => (await linesOf(app, me)).map((line) => line.label);
const see = (url = desk) => app.app.inject({ url });
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
  const page = await see(String(sent.headers.location));
  return { status: page.statusCode, html: page.payload };
}
/** The work that the simulator's events ask for, once they have arrived. */
async function afterItsEvent(): Promise<void> {
  await expect.poll(async () => (await statusOf(me)).sync.state).toBe("queued");
  await app.drainJobs();
}

test("only who has the key finds it, and the page is French and without a script", async () => {
  for (const key of ["", "0".repeat(32), deskKeyOf("another secret")])
    expect((await see(deskPath(key))).payload).not.toContain("Banques simulées");
  const page = await see();
  expect([page.statusCode, page.headers["cache-control"]]).toEqual([200, "no-store"]);
  expect(page.payload).toContain(`distributor-${me.distributor.id}`);
  expect(page.payload).not.toContain("<script");
});

test("an operation that is added there comes in by its event alone", async () => {
  const { status, html } = await act(`${itemId}/operations`, {
    date: "2026-11-28",
    label: "VIR <b>DU PUPITRE</b>",
    amount: "1\u202f234,56 €",
    times: "1",
  });
  expect([status, html.includes("Opération ajoutée."), html.includes("<b>DU")]).toEqual([200, true, false]);
  await afterItsEvent();
  expect(await linesOf(app, me)).toContainEqual(
    expect.objectContaining({ label: "VIR <b>DU PUPITRE</b>", amount: "1234.56" }),
  );
});

test("many alike come in as many", async () => {
  await act(`${itemId}/operations`, {
    date: "2026-11-28",
    label: "VIR EN NOMBRE",
    amount: "-1",
    times: "12",
  });
  await afterItsEvent();
  expect((await labels()).filter((label) => label === "VIR EN NOMBRE")).toHaveLength(12);
});

test.each([
  [{ date: "demain", label: "x", amount: "1", times: "1" }, "date"],
  [{ date: "2026-11-28", label: " ", amount: "1", times: "1" }, "label"],
  [{ date: "2026-11-28", label: "x", amount: "un", times: "1" }, "amount"],
  [{ date: "2026-11-28", label: "x", amount: "0", times: "1" }, "amount"],
  [{ date: "2026-11-28", label: "x", amount: "1", times: "1001" }, "times"],
])("a form that makes no sense is told and does nothing: %j", async (form, field) => {
  const before = bank.state.transactions.length;
  const { status, html } = await act(`${itemId}/operations`, form);
  expect([status, html.includes(`À corriger\u00a0: ${field}.`)]).toEqual([400, true]);
  expect(bank.state.transactions).toHaveLength(before);
});

test("an operation given twice is one, and one that is deleted goes", async () => {
  const line = String(bank.state.linesOf(itemId).find(({ label }) => label.includes("PUPITRE"))?.id);
  expect((await act(`${itemId}/doubler`, { line })).html).toContain("transmise deux fois");
  await afterItsEvent();
  expect((await labels()).filter((label) => label.includes("PUPITRE"))).toHaveLength(1);
  expect((await act(`${itemId}/supprimer`, { line })).html).toContain("supprimée par la banque");
  await afterItsEvent();
  expect(await labels()).not.toContain("VIR <b>DU PUPITRE</b>");
});

test("another bank's operation is not touched", async () => {
  expect((await act(`${itemId}/supprimer`, { line: "1" })).status).toBe(400);
});

test("an access that expires is asked about, and one that is well again is connected", async () => {
  await act(`${itemId}/etat`, { status: "1010" });
  await afterItsEvent();
  expect(await statusOf(me)).toMatchObject({ status: "action_required", is_connected: false });
  await act(`${itemId}/etat`, { status: "0" });
  await afterItsEvent();
  expect((await statusOf(me)).status).toBe("connected");
  expect((await act(`${itemId}/etat`, { status: "12345" })).status).toBe(400);
});

test("a signed event is taken, its repetition too, and a badly signed one is refused", async () => {
  expect((await act(`${itemId}/evenement`)).html).toContain("le produit a répondu 200");
  await afterItsEvent();
  expect((await act("rejouer")).html).toContain("le produit a répondu 200");
  expect((await statusOf(me)).sync.state).toBe("idle");
  expect((await act(`${itemId}/evenement-mal-signe`)).html).toContain("le produit a répondu 401");
});

test.each(["500", "503", "429", "illisible", "coupure"])(
  "what breaks by « %s » is repaired, and nothing is lost",
  async (kind) => {
    const { html } = await act("panne", { kind, times: "100" });
    expect(html).toContain("encore 100 appels");
    await me.client.post("/banking/sync-transactions/");
    await app.drainJobs().catch(() => undefined);
    expect((await statusOf(me)).sync.state).toBe("failed");
    expect((await act("reparer")).html).toContain("Aucune panne en cours.");
  },
);

test("a bank that is closed there is gone here", async () => {
  await act(`${itemId}/fermer`);
  expect(bank.state.items.has(itemId)).toBe(false);
  expect((await act(`${itemId}/evenement`)).html).toContain("n’est plus connectée");
});

test("what the desk does not know is not found", async () => {
  expect((await act("toString")).status).toBe(404);
  expect((await act(`${itemId}/constructor`)).status).toBe(404);
});
