import { describe, expect, test } from "vitest";
import {
  billsShape,
  checkoutShape,
  nextBillShape,
  readEventShape,
  subscriptionShape,
} from "./stripe-shapes.ts";

const price = { id: "price_1", unit_amount: 4900, currency: "eur" };
const subscription = (changes: object, item: object = {}) => ({
  id: "sub_1",
  customer: "cus_1",
  status: "active",
  created: 1_763_640_000,
  items: { data: [{ quantity: 1, price, ...item }] },
  ...changes,
});
const end = (unix: number) => new Date(unix * 1000);

describe("the end of a period", () => {
  test.each([
    ["is on the item since 2025-03-31", {}, { current_period_end: 1_766_232_000 }, end(1_766_232_000)],
    ["was on the subscription before", { current_period_end: 1_766_232_001 }, {}, end(1_766_232_001)],
    [
      "of the item comes first",
      { current_period_end: 1 },
      { current_period_end: 1_766_232_000 },
      end(1_766_232_000),
    ],
    ["may be missing", {}, {}, null],
  ])("%s", (_where, changes, item, expected) => {
    expect(subscriptionShape.parse(subscription(changes, item)).periodEnd).toEqual(expected);
  });
});

describe("a period", () => {
  test.each([
    ["is paid with its invoice", { latest_invoice: { id: "in_1", status: "paid" } }, true],
    ["is not paid while its invoice is a draft", { latest_invoice: { id: "in_1", status: "draft" } }, false],
    ["is not paid while its invoice is open", { latest_invoice: { id: "in_1", status: "open" } }, false],
    ["whose invoice is not told is paid while all is well", { latest_invoice: "in_1" }, true],
    ["whose invoice is not told is not when a card was refused", { status: "past_due" }, false],
  ])("%s", (_what, changes, isPaid) => {
    expect(subscriptionShape.parse(subscription(changes)).isPeriodPaid).toBe(isPaid);
  });
});

describe("a subscription", () => {
  test.each([
    ["incomplete_expired", "canceled"],
    ["paused", "unpaid"],
    ["trialing", "trialing"],
    ["past_due", "past_due"],
  ])("%s is %s", (status, expected) => {
    expect(subscriptionShape.parse(subscription({ status })).status).toBe(expected);
  });

  test("names its customer by id, or whole", () => {
    for (const customer of ["cus_1", { id: "cus_1", object: "customer" }])
      expect(subscriptionShape.parse(subscription({ customer })).customerId).toBe("cus_1");
  });

  test.each([
    ["of a status that nobody knows", { status: "new" }],
    ["of two lines", { items: { data: [{ price }, { price }] } }],
    ["of no line", { items: { data: [] } }],
    ["of half a cent", { items: { data: [{ price: { ...price, unit_amount: 0.5 } }] } }],
  ])("%s is not read", (_what, changes) => {
    expect(subscriptionShape.safeParse(subscription(changes)).success).toBe(false);
  });
});

test.each([
  ["what is debited, and not the total, where a credit pays a part", { total: 5880, amount_due: 880 }, 880],
  ["nothing, where the lines give back more than they cost", { total: -20_000, amount_due: 0 }, 0],
])("a coming bill is %s (SUB-4)", (_what, amounts, due) => {
  const preview = { currency: "eur", next_payment_attempt: null, period_end: 1_766_232_000, ...amounts };
  expect(nextBillShape.parse(preview)).toEqual({ at: end(1_766_232_000), due, currency: "EUR" });
});

test.each([
  ["what a credit has left of it, while it is open", "open", 880],
  ["nothing, once it is annulled", "void", 0],
] as const)("of a bill there is still to be paid %s (SUB-4)", (_what, status, remaining) => {
  const bill = { created: 1_766_232_000, total: 5880, amount_remaining: 880, currency: "eur", status };
  expect(billsShape.parse({ data: [bill] })).toMatchObject([{ total: 5880, remaining, state: status }]);
});

test.each([
  ["paid", true],
  ["no_payment_required", true],
  ["unpaid", false],
])("a checkout that is %s: %s", (payment_status, isPaid) => {
  const session = { id: "cs_1", status: "complete", payment_status, url: null, expires_at: 1_766_232_000 };
  expect(checkoutShape.parse({ ...session, subscription: { id: "sub_1" } })).toMatchObject({
    isPaid,
    subscriptionId: "sub_1",
    reference: null,
  });
});

describe("an event", () => {
  const of = (object: object) => readEventShape({ id: "evt_1", type: "a.b", data: { object } })?.subject;
  test.each([
    ["a checkout", { object: "checkout.session", id: "cs_1" }, { kind: "checkout", id: "cs_1" }],
    ["a subscription", { object: "subscription", id: "sub_1" }, { kind: "subscription", id: "sub_1" }],
    [
      "an invoice, as now",
      { object: "invoice", id: "in_1", parent: { subscription_details: { subscription: "sub_1" } } },
      { kind: "subscription", id: "sub_1" },
    ],
    [
      "an invoice, as before",
      { object: "invoice", id: "in_1", subscription: "sub_1" },
      { kind: "subscription", id: "sub_1" },
    ],
    ["an invoice of nothing", { object: "invoice", id: "in_1" }, { kind: "other", id: "" }],
    ["anything else", { object: "charge", id: "ch_1", subscription: "sub_1" }, { kind: "other", id: "" }],
  ])("of %s", (_what, object, subject) => {
    expect(of(object)).toEqual(subject);
  });

  test.each([null, {}, { id: "evt_1" }, { id: "", type: "a", data: { object: { object: "a" } } }])(
    "is not %o",
    (body) => {
      expect(readEventShape(body)).toBeUndefined();
    },
  );
});
