import { types } from "pg";
import { describe, expect, test } from "vitest";
import { complaintsOf } from "./compare-rows.ts";
import type { Declared, Shape } from "./shapes.ts";

// { id: number; name: string | null; parts: { kind: "fees" | "refund"; amount?: string }[] }
const SHAPES: Shape[] = [
  { is: "object", fields: { id: 1, name: 2, parts: 5 }, optional: [] },
  { is: "number" },
  { is: "either", shapes: [3, 4] },
  { is: "string" },
  { is: "null" },
  { is: "list", of: 6 },
  { is: "object", fields: { kind: 7, amount: 3 }, optional: ["amount"] },
  { is: "either", shapes: [8, 9] },
  { is: "literal", value: "fees" },
  { is: "literal", value: "refund" },
];
const DECLARED: Declared = { shapes: SHAPES, rows: { "a.ts:1": 0 } };
const { INT8, TEXT, NUMERIC, JSON } = types.builtins;
const columns = { id: INT8, name: TEXT, parts: JSON };

const compared = (rows: unknown[], given: Record<string, number> = columns) =>
  complaintsOf(DECLARED, {
    place: "a.ts:1",
    fields: Object.entries(given).map(([name, dataTypeID]) => ({ name, dataTypeID })),
    rows,
  });

test("rows that are what their type says are no complaint", () => {
  const parts = [{ kind: "fees", amount: "1.00" }, { kind: "refund" }];
  expect(
    compared([
      { id: 1, name: null, parts },
      { id: 2, name: "a", parts: [] },
    ]),
  ).toEqual([]);
});

test("a query of which nothing is declared is passed over", () => {
  expect(complaintsOf({ ...DECLARED, rows: {} }, { place: "a.ts:1", fields: [], rows: [{}] })).toEqual([]);
});

describe("without a row, a complaint tells of", () => {
  test("a column that the query does not read", () => {
    expect(compared([], { id: INT8, name: TEXT })).toEqual(["a.ts:1: parts is not read"]);
  });

  test("a sum that is a numeric and said to be a number", () => {
    expect(compared([], { ...columns, id: NUMERIC })).toEqual([
      "a.ts:1: id is a string and is said to be number",
    ]);
  });
});

describe("a complaint tells of", () => {
  test("null where the type has none", () => {
    expect(compared([{ id: null, name: "a", parts: [] }])).toEqual([
      "a.ts:1: id is null and is said to be number",
    ]);
  });

  test("what json holds, however deep", () => {
    const parts = [{ kind: "fees" }, { kind: "fees", amount: 1 }];
    expect(compared([{ id: 1, name: "a", parts }])).toEqual([
      "a.ts:1: parts[1].amount is 1 and is said to be string",
    ]);
  });

  test("a text that is none of those listed", () => {
    expect(compared([{ id: 1, name: "a", parts: [{ kind: "tip" }] }])).toEqual([
      'a.ts:1: parts[0].kind is "tip" and is said to be "fees" or "refund"',
    ]);
  });

  test("a field that is not there", () => {
    expect(compared([{ id: 1, name: "a", parts: [{}] }])).toEqual(["a.ts:1: parts[0].kind is not there"]);
  });
});
