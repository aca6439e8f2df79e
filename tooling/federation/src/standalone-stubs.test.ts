import { describe, expect, it } from "vitest";
import { contractRoutes, stubOf } from "./standalone-stubs.mjs";

const routes = (await contractRoutes()).filter((route) => route.response !== undefined);

describe("the API of a remote that runs alone", () => {
  it("knows the calls of the contract", () => {
    expect(routes.length).toBeGreaterThan(30);
  });

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s answers what its schema accepts",
    (_, route) => {
      expect(route.response?.safeParse(stubOf(route)).error?.issues).toBeUndefined();
    },
  );
});
