import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";

test.each([
  ["page=2&status=paid&status=default", { page: "2", status: ["paid", "default"] }],
  ["page=&search=&ordering=name", { ordering: "name" }],
  ["status=&status=paid", { status: "paid" }],
  ["status=&status=", {}],
  ["search=%20", { search: " " }],
  ["search=%C3%A9t%C3%A9", { search: "été" }],
  ["", {}],
])("of %j, what is blank is not given", (text, query) => {
  expect({ ...readQuery(text) }).toEqual(query);
});

test("a parameter may have any name", () => {
  const query = readQuery("__proto__=a&constructor=b&toString=");
  expect(Object.keys(query)).toEqual(["__proto__", "constructor"]);
  expect(Object.getPrototypeOf(query)).toBeNull();
});
