import { cents } from "@bobine/contract/money";
import { expect, test } from "vitest";
import { vatTakenBack } from "./credited-vat.ts";

test.each([
  ["is rounded once", -3000, { net: 10000, vat: 1000 }, -300],
  ["is all that is left at the end, a cent less than its rounding", -505, { net: 505, vat: 50 }, -50],
  ["or a cent more", -504, { net: 504, vat: 51 }, -51],
  ["is never more than is left", -505, { net: 510, vat: 50 }, -50],
  ["is nothing where none is left", -4, { net: 8, vat: -1 }, 0],
  ["is rounded on its own beyond what the invoice bills at the rate", -1500, { net: 1000, vat: 101 }, -151],
  ["is added where the rate replaces another one", 500, { net: 0, vat: 0 }, 50],
])("VAT that a credit note takes back %s", (_, net, left, expected) => {
  expect(vatTakenBack(cents(net), 1000, left)).toBe(expected);
});
