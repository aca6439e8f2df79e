import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { isSameClient, spreadCredits } from "./spread-credits.ts";

const invoice = (id: number, amount: number, client_account = "411MIRAGE") => ({
  id,
  amount: cents(amount),
  client_account,
  cinema_id: id,
});
const credit = (id: string, amount: number, client_account = "411MIRAGE") => ({
  id,
  amount: cents(amount),
  client_account,
  cinema_id: null,
});

test("LET-24: a payment is the invoices less the credit, which goes to the first of them", () => {
  expect(spreadCredits([invoice(22, 248516), invoice(30, 367536)], [credit("note:4", 8997)])).toEqual({
    allocations: [
      { invoice_id: 22, amount: 239519 },
      { invoice_id: 30, amount: 367536 },
    ],
    uses: [{ credit: "note:4", invoice_id: 22, amount: 8997 }],
    beyond: undefined,
  });
});

test("credits go on where the last one ended, and an invoice that they settle alone is not paid", () => {
  const spread = spreadCredits(
    [invoice(1, 100), invoice(2, 50)],
    [credit("note:4", 80), credit("part:5", 30)],
  );
  expect(spread.uses.map(({ credit: id, invoice_id, amount }) => [id, invoice_id, amount])).toEqual([
    ["note:4", 1, 80],
    ["part:5", 1, 20],
    ["part:5", 2, 10],
  ]);
  expect(spread.allocations).toEqual([{ invoice_id: 2, amount: 40 }]);
});

test("a credit settles its own client's invoices, what nobody knew anybody's, and never more than there is", () => {
  const invoices = [invoice(1, 100, "411A"), invoice(2, 100)];
  expect(spreadCredits(invoices, [credit("note:4", 60)]).uses).toMatchObject([{ invoice_id: 2 }]);
  expect(spreadCredits(invoices, [credit("note:3", 60), credit("note:4", 41)]).beyond?.id).toBe("note:4");
  expect(spreadCredits(invoices, [credit("part:5", 101, "")])).toMatchObject({
    beyond: undefined,
    uses: [{}, {}],
  });
  expect(
    isSameClient({ client_account: "411OLD", cinema_id: 1 }, { client_account: "411NEW", cinema_id: 1 }),
  ).toBe(true);
});

test("LET-21: credits leave of an invoice what is written off, which the line pays", () => {
  const short = { ...invoice(1, 120), written_off: cents(10) };
  expect(spreadCredits([short, invoice(2, 120)], [credit("part:5", 120)])).toEqual({
    allocations: [
      { invoice_id: 1, amount: 10 },
      { invoice_id: 2, amount: 110 },
    ],
    uses: [
      { credit: "part:5", invoice_id: 1, amount: 110 },
      { credit: "part:5", invoice_id: 2, amount: 10 },
    ],
    beyond: undefined,
  });
  const others = [short, invoice(2, 120, "411B")];
  expect(spreadCredits(others, [credit("part:5", 110)]).beyond).toBeUndefined();
  expect(spreadCredits(others, [credit("part:5", 111)]).beyond?.id).toBe("part:5");
});
