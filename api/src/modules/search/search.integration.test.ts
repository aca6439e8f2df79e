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
      const client_account = distributor === me ? "411REX1" : "411REX2";
      const rex = await aCinema(tx, distributor, {
        name: "Le Rex",
        city: "Châtenay",
        group: "Rex & Cie",
        legal_name: `SARL A ${distributor.id}`,
        default_accounting_code: client_account,
      });
      const invoice = { invoice_number: "F26-000123", total_amount: "2897.31", client_account };
      await anInvoice(tx, distributor, rex, invoice);
      await anInvoice(tx, distributor, rex, {
        ...invoice,
        invoice_number: "F26-0001234",
        total_amount: "10.00",
      });
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

test("CLI-1: a client is found while it owes something, though its cinema has another account since, or its link was cut", async () => {
  await app.inDatabase(async (tx) => {
    const moved = await aCinema(tx, me, { name: "Éden Moved", default_accounting_code: "411NEWER" });
    const cut = await aCinema(tx, undefined, { name: "Éden Cut" });
    const paid = await aCinema(tx, me, { name: "Éden Paid", default_accounting_code: "411PAID" });
    for (const _each of [1, 2]) await anInvoice(tx, me, moved, { client_account: "411OLDER" });
    await anInvoice(tx, me, cut, { client_account: "411CUT" });
    await anInvoice(tx, me, paid, { client_account: "411PAIDOLD" });
  });
  await app.owner.query(
    "update invoice set credited_amount = total_amount where client_account = '411PAIDOLD'",
  );
  await app.owner.query(
    "update invoice set client = jsonb_build_object('name', 'SARL Les Toiles') where client_account = '411OLDER'",
  );
  expect((await found("eden")).clients.toSorted()).toEqual(["411CUT", "411NEWER", "411OLDER", "411PAID"]);
  for (const [search, name] of [
    ["411older", "SARL Les Toiles"],
    ["411cut", "Éden Cut"],
  ] as const) {
    const { body } = await staff.get(`/search/?search=${search}`);
    expect(body.clients).toEqual([{ client_account: search.toUpperCase(), name, cinema_count: 1 }]);
  }
});

test("CLI-1: a client is found while its money waits, though its cinema has another account since, or its link was cut", async () => {
  const [kept, noted, used] = await app.inDatabase(async (tx) => {
    const make = async (name: string, account: string) =>
      (await aCinema(tx, me, { name, default_accounting_code: account })).id;
    return [
      await make("Vox Kept", "411KEPT"),
      await make("Vox Noted", "411NOTED"),
      await make("Vox Used", "411USED"),
    ] as const;
  });
  for (const [cinema_id, kind, label] of [
    [kept, "advance", "VIR VOX"],
    [used, "credit", "VIR VOX ENCORE"],
  ] as const) {
    const line = await aLine(me, label, "60.00");
    const parts = [{ kind, cinema_id, amount: "60.00" }];
    expect((await staff.post(`/banking/transactions/${line.id}/parts/`, { parts })).status).toBe(200);
  }
  await app.inDatabase(async (tx) => {
    await tx.run(sql`
      insert into invoice (distributor_id, cinema_id, origin, type, invoice_number, invoice_date, due_date, cinema_name, client_account,
        total_net_amount, total_vat_amount, total_amount)
      values (${me.id}, ${noted}, 'imported', 'credit_note', 'AV1', '2026-10-02', '2026-10-02', 'Vox Noted', '411NOTED', -50, 0, -50)`);
    // Their next documents go to other accounts.
    await tx.run(
      sql`update cinema set default_accounting_code = '411NEW' || id where id in (${kept}, ${used})`,
    );
    await tx.run(sql`delete from cinema_distributor where cinema_id = ${noted}`);
  });
  const apart = async () => {
    const { clients } = (await staff.get("/search/?search=vox")).body as {
      clients: { client_account: string }[];
    };
    return clients.filter(({ client_account }) => !client_account.startsWith("411NEW"));
  };
  expect(await apart()).toEqual([
    { client_account: "411KEPT", name: "Vox Kept", cinema_count: 1 },
    { client_account: "411NOTED", name: "Vox Noted", cinema_count: 1 },
    { client_account: "411USED", name: "Vox Used", cinema_count: 1 },
  ]);
  await app.owner.query("update bank_part set used_amount = amount where client_account = '411USED'");
  await app.owner.query(
    "update invoice set credited_amount = total_amount where client_account = '411NOTED'",
  );
  expect(await apart()).toMatchObject([{ client_account: "411KEPT" }]);
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
