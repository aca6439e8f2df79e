import { expect, test } from "vitest";
import { z } from "zod";
import { invoiceSchema } from "../calls/invoices.contract.ts";
import { moneySchema } from "../units/money-schema.ts";
import { builderOf } from "./builder.testing.ts";
import { anInvoice } from "./invoices.testing.ts";

const schema = z.object({
  id: z.number().int().positive(),
  name: z.string(),
  amount: moneySchema,
  kind: z.enum(["paid", "open"]),
  rows: z.array(z.string()),
  owner: z.object({ id: z.number() }).nullable(),
  notes: z.string().optional(),
});

test("a value is what the test says, over the defaults, over the least that the schema takes", () => {
  const build = builderOf(schema, { name: "Le Rex", kind: "open" });
  expect(build({ kind: "paid" })).toEqual({
    id: 1,
    name: "Le Rex",
    amount: "1250.00",
    kind: "paid",
    rows: [],
    owner: null,
  });
});

test("what the schema refuses is refused: no test runs on an answer that no server gives", () => {
  expect(() => anInvoice({ total_amount: "2897,31" })).toThrow("Saisissez un montant");
});

test("a field that is new in the contract is in each value, with no builder changed", () => {
  const withRoom = invoiceSchema.extend({ room: z.string() });
  expect(builderOf(withRoom, anInvoice())().room).not.toBe("");
});
