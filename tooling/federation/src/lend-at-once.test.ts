import { createInstance } from "@module-federation/enhanced/runtime";
import { expect, it } from "vitest";
import lendAtOnce from "./lend-at-once.mjs";

/** What a remote is given that brings a newer copy, of a host that lends its own. */
async function givenTo(remote: string, plugins: ReturnType<typeof lendAtOnce>[]): Promise<unknown> {
  let ran = 0;
  const react = (version: string, value: string, eager: boolean) => ({
    react: {
      version,
      scope: "default",
      strategy: "loaded-first" as const,
      get: () => () => {
        ran += 1;
        return value;
      },
      shareConfig: { singleton: true, requiredVersion: "^19.3.0", eager },
    },
  });
  const host = createInstance({
    name: `host_of_${remote}`,
    remotes: [],
    plugins,
    shareStrategy: "loaded-first",
    shared: react("19.3.1", "the host's", true),
  });
  expect(ran).toBe(0);
  const borrower = createInstance({
    name: remote,
    remotes: [],
    shareStrategy: "loaded-first",
    shared: react("19.9.0", "another copy", false),
  });
  borrower.initShareScopeMap("default", host.shareScopeMap["default"] ?? {});
  await Promise.all(borrower.initializeSharing("default", { strategy: "loaded-first" }));
  const factory = await borrower.loadShare("react");
  return factory === false ? factory : factory();
}

it("FED-19: the host's copy is given to a remote that brings a newer one, which the runtime alone does not do", async () => {
  expect(await givenTo("alone", [])).toBe("another copy");
  expect(await givenTo("lent", [lendAtOnce()])).toBe("the host's");
});
