import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { anOpenInvoice, BEFFROI, CLIENTS, DOLE } from "./matching.testing.ts";
import { buildOpenSet, debtOf, takeOut, workingCopy } from "./open-set.ts";

const A_REST = { outstanding: cents(1_000) };
const INVOICES = [
  anOpenInvoice("F26000101", "100.00"),
  anOpenInvoice("F26000102", "55.00", A_REST),
  anOpenInvoice("F26000103", "70.00", { payer_key: DOLE.payer_key, total_net_amount: cents(6_635) }),
];

test("what a payer owes goes down in the copy that letters it, and neither in the set nor for others", () => {
  const openSet = buildOpenSet(INVOICES, CLIENTS, []);
  const copy = workingCopy(openSet);
  expect(debtOf(copy, BEFFROI.payer_key)).toMatchObject({
    amounts: [10_000, 1_000],
    sum: 11_000,
    firm: { owed: [0], amounts: [10_000] },
    hasLowered: true,
    nets: undefined,
  });
  takeOut(copy, [1]);
  expect(debtOf(copy, BEFFROI.payer_key)).toMatchObject({
    owed: [0],
    amounts: [10_000],
    firm: undefined,
    hasLowered: false,
  });
  takeOut(copy, [0]);
  expect(debtOf(copy, BEFFROI.payer_key).owed).toEqual([]);
  expect(debtOf(copy, DOLE.payer_key)).toMatchObject({ owed: [2], nets: [6_635] });
  expect(debtOf(openSet, BEFFROI.payer_key).amounts).toEqual([10_000, 1_000]);
});
