import { describe, expect, it } from "vitest";
import { bareExampleOf } from "../../../api/contract/testing/example-of.testing.ts";
import { contractRoutes, stubOf } from "./standalone-stubs.mjs";

const routes = (await contractRoutes()).filter((route) => route.response !== undefined);

describe("the API of a remote that runs alone", () => {
  it("knows the calls of the contract", () => {
    expect(routes.length).toBeGreaterThan(30);
  });

  it("gives each amount a currency that exists: screens write it", () => {
    const currencies = routes.flatMap((route) =>
      [...JSON.stringify(stubOf(route)).matchAll(/"currency(?:_code)?":"([^"]*)"/g)].map(([, code]) => code),
    );
    expect(currencies.length).toBeGreaterThan(0);
    expect(new Set(currencies)).toEqual(new Set(["EUR"]));
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s answers what its schema accepts",
    (_, route) => {
      expect(route.response?.safeParse(stubOf(route)).error?.issues).toBeUndefined();
    },
  );
});

it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s has a barest answer, under the values of tests, which its schema accepts too",
  (_, route) => {
    expect(route.response?.safeParse(bareExampleOf(route.response)).error?.issues).toBeUndefined();
  },
);
