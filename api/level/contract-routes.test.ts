import { expect, test } from "vitest";
import { contractRoutes } from "./contract-routes.ts";

test("what a call invalidates is what some call reads", async () => {
  const routes = await contractRoutes();
  const read = routes.filter(({ method }) => method === "GET").map(({ path }) => path);
  const lost = routes.flatMap(({ path, invalidates = [] }) =>
    invalidates
      .filter((beginning) => !read.some((one) => one.startsWith(beginning)))
      .map((beginning) => `${path}: ${beginning}`),
  );
  expect(lost).toEqual([]);
});
