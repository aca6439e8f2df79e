import sql from "sql-template-tag";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  aCinema,
  aDistributor,
  anInvoice,
  aStaffUser,
  type BuiltDistributor,
} from "../../testing/builders.ts";
import { createTestApp, type TestApp, type TestClient } from "../../testing/test-app.ts";

/** A Monday. */
const TODAY = "2026-11-30";

let app: TestApp;
let me: BuiltDistributor;
let staff: TestClient;

beforeAll(async () => {
  app = await createTestApp({ today: TODAY });
});
afterAll(() => app.close());
beforeEach(async () => {
  me = await app.inDatabase((tx) => aDistributor(tx));
  staff = await app.as(await app.inDatabase((tx) => aStaffUser(tx, me)));
});

const figures = async () => {
  const { status, body } = await staff.get("/banking/dashboard-figures/");
  expect(status).toBe(200);
  return body;
};
const owes = (total: string, due: string, name = "Le Rex", in_default = false) =>
  app.inDatabase(async (tx) =>
    anInvoice(tx, me, await aCinema(tx, me, { name }), { total_amount: total, due_date: due, in_default }),
  );

let serial = 0;
interface Line {
  readonly date: string;
  readonly amount: string;
  readonly currency?: string;
  readonly isNoise?: boolean;
}
const aLine = ({ date, amount, currency = "EUR", isNoise = false }: Line) => {
  serial += 1;
  return app.inDatabase((tx) =>
    tx.one<{ id: number }>(sql`
      insert into bank_transaction (distributor_id, transaction_date, label, amount, currency_code, is_noise, fingerprint)
      values (${me.id}, ${date}, 'VIR', ${amount}, ${currency}, ${isNoise}, ${`line ${serial}`}) returning id`),
  );
};

const decide = async (id: number, ...parts: object[]) => {
  expect((await staff.post(`/banking/transactions/${id}/parts/`, { parts })).status).toBe(200);
};

test("a distributor to whom nobody owes has every age and week, of nothing", async () => {
  const body = await figures();
  expect(body.receivables.map((row: { age: string; amount: string }) => [row.age, row.amount])).toEqual([
    ["not_due", "0.00"],
    ["1_30", "0.00"],
    ["31_60", "0.00"],
    ["61_90", "0.00"],
    ["over_90", "0.00"],
  ]);
  expect(body.cash_in).toHaveLength(12);
  expect(body.late_payers).toEqual([]);
  expect(body.lettering).toEqual({ automatic: 0, by_hand: 0, closed: 0, open: 0 });
});

test.each([
  ["on its due date", "2026-11-30", "not_due"],
  ["the day after", "2026-11-29", "1_30"],
  ["30 days after", "2026-10-31", "1_30"],
  ["31 days after", "2026-10-30", "31_60"],
  ["60 days after", "2026-10-01", "31_60"],
  ["61 days after", "2026-09-30", "61_90"],
  ["90 days after", "2026-09-01", "61_90"],
  ["91 days after", "2026-08-31", "over_90"],
])("an invoice %s has its age", async (_when, due, age) => {
  await owes("110.00", due);
  const { receivables } = await figures();
  expect(receivables.filter((row: { count: number }) => row.count > 0)).toEqual([
    { age, count: 1, amount: "110.00" },
  ]);
});

test("the ages sum up to the total of the pending payments; what is in default is told apart", async () => {
  await owes("100.00", "2026-12-31");
  await owes("50.00", "2026-11-01");
  await owes("70.00", "2026-01-01", "Le Rex", true);
  const { receivables, in_default } = await figures();
  const sum = receivables.reduce((total: number, row: { amount: string }) => total + Number(row.amount), 0);
  const { body } = await staff.get("/banking/dashboard-stats/");
  expect(sum.toFixed(2)).toBe(body.at(-1).total);
  expect(in_default).toEqual({ count: 1, amount: "70.00" });
});

test("money that came in is by week from Monday; debits, foreign money and what nobody is asked about are left out", async () => {
  await aLine({ date: "2026-11-30", amount: "10.00" });
  await aLine({ date: "2026-11-29", amount: "7.00" });
  await aLine({ date: "2026-11-23", amount: "0.50" });
  await aLine({ date: "2026-09-14", amount: "3.00" });
  await aLine({ date: "2026-09-13", amount: "999.00" });
  await aLine({ date: "2026-11-25", amount: "-5.00" });
  await aLine({ date: "2026-11-25", amount: "60.00", currency: "USD" });
  await aLine({ date: "2026-11-25", amount: "80.00", isNoise: true });
  const { cash_in } = await figures();
  expect(cash_in[0]).toEqual({ week_start: "2026-09-14", count: 1, amount: "3.00", lettered: "0.00" });
  expect(cash_in.slice(-2)).toEqual([
    { week_start: "2026-11-23", count: 2, amount: "7.50", lettered: "0.00" },
    { week_start: "2026-11-30", count: 1, amount: "10.00", lettered: "0.00" },
  ]);
});

test("late payers are those who owe most past its due date, ten of them", async () => {
  for (let n = 1; n <= 11; n += 1) await owes(`${n}.00`, "2026-11-20", `Cinéma ${n}`);
  await owes("500.00", "2026-12-31", "À l'heure");
  const { late_payers } = await figures();
  expect(late_payers).toHaveLength(10);
  expect(late_payers[0]).toMatchObject({
    cinema_name: "Cinéma 11",
    amount: "11.00",
    count: 1,
    days_late: 10,
  });
  expect(late_payers.at(-1)).toMatchObject({ cinema_name: "Cinéma 2" });
});

test("what comes in counts as lettered once its end is decided, whatever that is, but for what nobody knows", async () => {
  const date = "2026-11-30";
  const decided = await aLine({ date, amount: "10.00" });
  await aLine({ date, amount: "3.00" });
  const parts = [
    { kind: "account", account: "768000", amount: "12.50" },
    { kind: "fees", amount: "-6.50" },
    { kind: "unknown", amount: "4.00" },
  ];
  await decide(decided.id, ...parts);
  const { cash_in } = await figures();
  expect(cash_in.at(-1)).toEqual({ week_start: date, count: 2, amount: "13.00", lettered: "6.00" });
});

test("what is moved between own accounts is no money of clients, recognised at its import or not (LET-43)", async () => {
  const date = "2026-11-30";
  for (const isNoise of [false, true]) {
    const moved = await aLine({ date, amount: "50000.00", isNoise });
    await decide(moved.id, { kind: "account", account: "580000", amount: "50000.00" });
  }
  const inPart = await aLine({ date, amount: "100.00" });
  await decide(
    inPart.id,
    { kind: "account", account: "580000", amount: "60.00" },
    { kind: "account", account: "768000", amount: "40.00" },
  );
  const { cash_in, lettering } = await figures();
  expect(cash_in.at(-1)).toEqual({ week_start: date, count: 1, amount: "40.00", lettered: "40.00" });
  expect(lettering).toEqual({ automatic: 0, by_hand: 1, closed: 0, open: 0 });
});

test("what nobody is asked about counts once somebody decides that it is a client's, and only while that stands (LET-50)", async () => {
  const date = "2026-11-30";
  const ignored = (amount: string) => aLine({ date, amount, isNoise: true });
  const cinema = await app.inDatabase((tx) => aCinema(tx, me));
  const [paying, waiting, interest] = [await ignored("30.00"), await ignored("20.00"), await ignored("9.00")];
  const invoice = await owes("30.00", "2026-12-31");
  await decide(waiting.id, { kind: "advance", cinema_id: cinema.id, amount: "20.00" });
  await decide(interest.id, { kind: "account", account: "768000", amount: "9.00" });
  await decide(paying.id, { kind: "invoice", invoice_id: invoice.id, amount: "30.00" });
  const now = async () => {
    const { cash_in, lettering } = await figures();
    return [cash_in.at(-1), lettering.by_hand];
  };
  expect(await now()).toEqual([{ week_start: date, count: 2, amount: "50.00", lettered: "50.00" }, 2]);
  expect((await staff.post(`/banking/transactions/${paying.id}/revert/`)).status).toBe(200);
  expect(await now()).toEqual([{ week_start: date, count: 1, amount: "20.00", lettered: "20.00" }, 1]);
});

test("transfers are lettered by the engine or by hand, put aside, or open", async () => {
  const decided = async (decidedBy: number | null, gate: string | null) => {
    const { id } = await aLine({ date: TODAY, amount: "10.00" });
    await app.inDatabase((tx) =>
      tx.run(sql`
        insert into reconciliation (distributor_id, transaction_id, decided_by, gate, invoice_ids)
        values (${me.id}, ${id}, ${decidedBy}, ${gate}, '{}')`),
    );
  };
  const person = await app.inDatabase((tx) => aStaffUser(tx, me));
  await decided(null, "G1");
  await decided(null, "G2");
  await decided(person.id, null);
  const closed = await aLine({ date: TODAY, amount: "10.00" });
  await app.inDatabase((tx) =>
    tx.run(sql`
      insert into user_action (distributor_id, status, open_status, reason_code, reason, transaction_id)
      values (${me.id}, 'REJECTED', 'PENDING', 'unknown_payer', 'Payeur non identifié', ${closed.id})`),
  );
  await aLine({ date: TODAY, amount: "10.00" });
  const { lettering } = await figures();
  expect(lettering).toEqual({ automatic: 2, by_hand: 1, closed: 1, open: 1 });
});
