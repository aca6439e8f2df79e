import { describe, expect, test, vi } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { createPrefetch, likelyNext, mayPrefetch, remoteBehind } from "./prefetch.ts";

const finance = aRemote({
  integrity: { "remoteEntry.js": "sha384-a", "187.css": "sha384-b", "inter.woff2": "sha384-c" },
});
const cinemas = aRemote({ name: "mfe-cinemas", routes: ["/cinemas"], panels: [] });
const imports = aRemote({ name: "mfe-imports", routes: ["/external-data/cnc"], panels: [] });
const registry = aRegistry([finance, cinemas, imports]);
const MENU = ["/dashboard", "/account/overview", "/cinemas", "/invoices", "/logs", "/external-data/cnc"];
const nobody = { userId: null, distributorId: null };
const everything = vi.fn(async (_address: string, _integrity: string) => undefined);
const prefetchOf = (options: object = {}) => {
  everything.mockClear();
  return createPrefetch({ registry, fetch: everything, connection: () => ({}), ...options });
};

describe("the remote that is likely next", () => {
  test.each([
    ["/dashboard", [], "mfe-cinemas"],
    ["/cinemas", [], "mfe-finance"],
    ["/invoices", [], "mfe-imports"],
    ["/external-data/cnc", [], "mfe-finance"],
    ["/invoices", ["mfe-imports"], "mfe-cinemas"],
    ["/nowhere", [], "mfe-finance"],
    ["/invoices", ["mfe-imports", "mfe-cinemas"], undefined],
  ])("on %s with %j known is %s", (pathname, known, expected) => {
    const next = likelyNext(registry, MENU, pathname, ({ name }) => known.includes(name));
    expect(next?.name).toBe(expected);
  });

  test("the dashboard is a panel of a remote", () => {
    expect(remoteBehind(registry, "/dashboard")?.name).toBe("mfe-finance");
    expect(remoteBehind(registry, "/account/overview")).toBeUndefined();
  });
});

describe("a prefetch", () => {
  test("asks for each script and style once, under its hash", () => {
    const prefetch = prefetchOf();
    prefetch.remote(finance, nobody);
    prefetch.remote(finance, nobody);
    const place = "/r/mfe-finance/0123456789ab/";
    expect(everything.mock.calls).toEqual([
      [`${place}remoteEntry.js`, "sha384-a"],
      [`${place}187.css`, "sha384-b"],
    ]);
    expect([prefetch.isKnown(finance), prefetch.isKnown(cinemas)]).toEqual([true, false]);
  });

  test("takes the release that this user gets", () => {
    const canary = { ...cinemas, baseUrl: "/r/mfe-cinemas/ba9876543210/", build: "ba9876543210", share: 100 };
    prefetchOf().remote({ ...cinemas, canary }, { userId: 7, distributorId: null });
    expect(everything.mock.calls[0]?.[0]).toContain("/ba9876543210/");
  });

  test("leaves out what this host cannot run", () => {
    prefetchOf().remote({ ...cinemas, contract: "^9.0.0" }, nobody);
    expect(everything).not.toHaveBeenCalled();
  });

  test("does nothing for a user who saves data", () => {
    prefetchOf({ connection: () => ({ saveData: true }) }).remote(finance, nobody);
    expect(everything).not.toHaveBeenCalled();
  });

  test("that fails is nobody's trouble", async () => {
    const offline = prefetchOf({ fetch: async () => Promise.reject(new TypeError("offline")) });
    expect(() => offline.remote(finance, nobody)).not.toThrow();
    await Promise.resolve();
  });
});

test.each([
  [undefined, true],
  [{}, true],
  [{ effectiveType: "4g" }, true],
  [{ effectiveType: "2g" }, false],
  [{ effectiveType: "slow-2g" }, false],
  [{ saveData: true, effectiveType: "4g" }, false],
])("on a connection %j prefetching is %s", (connection, expected) => {
  expect(mayPrefetch(connection)).toBe(expected);
});
