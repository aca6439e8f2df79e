import sql, { raw } from "sql-template-tag";
import { expect, it } from "vitest";
import { prepared, preparedList } from "./prepared.ts";

const nameOf = (query: object): unknown => (query as { name?: unknown }).name;

it("a statement has one name, whatever its values", () => {
  expect(nameOf(prepared(sql`select ${1}`))).toBe(nameOf(prepared(sql`select ${2}`)));
});

it("lists of every combination take no name of another statement", () => {
  const lists = Array.from({ length: 1_000 }, (_, nth) =>
    nameOf(preparedList(sql`select ${raw(String(nth))}`)),
  );
  expect(lists.filter(Boolean)).toHaveLength(100);
  expect(nameOf(prepared(sql`select 'another page'`))).toBeDefined();
  expect(nameOf(preparedList(sql`select 0`))).toBe(lists[0]);
});
