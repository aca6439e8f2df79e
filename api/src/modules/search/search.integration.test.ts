import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

let app: TestApp;
let me: BuiltDistributor;
let staff: TestClient;

const aLine = (distributor: BuiltDistributor, label: string, amount: string, date = "2026-12-01") =>
  app.inDatabase((tx) =>
    tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, fingerprint)
      values (${distributor.id}, ${date}, ${label}, ${amount}, ${`${label} ${amount} ${date}`}) returning id`),
  );

beforeAll(async () => {
  app = await createTestApp();
  const { mine, other } = await app.inDatabase(async (tx) => ({
    mine: await aDistributor(tx),
    other: await aDistributor(tx),
  }));
  me = mine;
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)));
  await app.inDatabase(async (tx) => {
    for (const distributor of [me, other]) {
      const rex = await aCinema(tx, distributor, {
        name: "Le Rex",
        city: "Châtenay",
        group: "Rex & Cie",
        legal_name: `SARL A ${distributor.id}`,
        default_accounting_code: distributor === me ? "411REX1" : "411REX2",
      });
      await anInvoice(tx, distributor, rex, { invoice_number: "F26-000123", total_amount: "2897.31" });
      await anInvoice(tx, distributor, rex, { invoice_number: "F26-0001234", total_amount: "10.00" });
    }
    await aCinema(tx, me, {
      name: "Ciné du Rex Vieux",
      city: "Douai",
      short_name_code: "VIEUX59",
      legal_name: "SARL Vieilles Toiles",
    });
    for (let n = 0; n < 8; n += 1)
      await anInvoice(tx, me, await aCinema(tx, me, { name: `Palace ${n}` }), {
        invoice_number: `P-${n}`,
        invoice_date: `2026-10-0${n + 1}`,
      });
  });
  await aLine(me, "VIR CHÂTENAY REX", "2897.31");
  await aLine(me, "VIR AUTRE", "50.00");
  await aLine(other, "VIR REX", "2897.31");
});
afterAll(() => app.close());

const found = async (search: string) => {
  const { status, body } = await staff.get(`/search/?search=${encodeURIComponent(search)}`);
  expect(status).toBe(200);
  return {
    cinemas: body.cinemas.map((cinema: { name: string }) => cinema.name),
    clients: body.clients.map((client: { client_account: string }) => client.client_account),
    invoices: body.invoices.map((invoice: { invoice_number: string }) => invoice.invoice_number),
    transactions: body.transactions.map((line: { label: string }) => line.label),
  };
};

test.each([
  [
    "words find names, towns and bank labels, accents aside; what begins by them comes first",
    "rex",
    {
      cinemas: ["Ciné du Rex Vieux", "Le Rex"],
      clients: ["411REX1", "411VIEUX59"],
      invoices: ["F26-0001234", "F26-000123"],
      transactions: ["VIR CHÂTENAY REX"],
    },
  ],
  [
    "each word must match",
    "chatenay rex",
    { cinemas: ["Le Rex"], clients: ["411REX1"], invoices: [], transactions: ["VIR CHÂTENAY REX"] },
  ],
  [
    "a whole number comes before those that it begins",
    "f26000123",
    { cinemas: [], clients: [], invoices: ["F26-000123", "F26-0001234"], transactions: [] },
  ],
  [
    "an amount finds invoices and transfers",
    "2 897,31 €",
    { cinemas: [], clients: [], invoices: ["F26-000123"], transactions: ["VIR CHÂTENAY REX"] },
  ],
  [
    "a short code finds its cinema",
    "vieux59",
    { cinemas: ["Ciné du Rex Vieux"], clients: ["411VIEUX59"], invoices: [], transactions: [] },
  ],
  [
    "who is invoiced and an account find the client (CLI-1)",
    "vieilles toiles",
    { cinemas: [], clients: ["411VIEUX59"], invoices: [], transactions: [] },
  ],
  [
    "what is shorter than two letters finds nothing",
    "r",
    { cinemas: [], clients: [], invoices: [], transactions: [] },
  ],
  ["signs of patterns are text", "100%", { cinemas: [], clients: [], invoices: [], transactions: [] }],
])("%s", async (_rule, search, finds) => {
  expect(await found(search)).toEqual(finds);
});

test("five of each kind are told, the newest invoices", async () => {
  const { cinemas, invoices } = await found("palace");
  expect(cinemas).toHaveLength(5);
  expect(invoices).toEqual(["P-7", "P-6", "P-5", "P-4", "P-3"]);
});

test("a transfer leads to its question", async () => {
  const { id } = await aLine(me, "VIR INCONNU DU NORD", "12.34");
  const action = await app.inDatabase((tx) =>
    tx.one<{ id: number }>(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
      values (${me.id}, 'PENDING', 'PENDING', 'unknown_payer', 'Payeur non identifié', ${id}) returning id`),
  );
  const { body } = await staff.get("/search/?search=inconnu");
  expect(body.transactions).toMatchObject([{ id, user_action_id: action.id, invoice_id: null }]);
});
