import { createInstance } from "@module-federation/enhanced/runtime";
import { expect, it } from "vitest";
import forgetFailedShares from "./forget-failed-shares.mjs";

/** A host that lends a library which does not come the first time. */
function aHost(plugins: ReturnType<typeof forgetFailedShares>[]) {
  let asked = 0;
  const host = createInstance({
    name: `bobine_host_${plugins.length}`,
    remotes: [],
    plugins,
    shared: {
      "@mantine/dates": {
        version: "9.7.3",
        scope: "default",
        get: async () => {
          asked += 1;
          if (asked === 1) throw new Error("away");
          return () => "dates";
        },
        shareConfig: { singleton: true, requiredVersion: "^9.7.0" },
      },
    },
  });
  const load = async (): Promise<unknown> => {
    const factory = await host.loadShare("@mantine/dates");
    return factory === false ? factory : factory();
  };
  return load;
}

it("a lent library that did not come is asked for again, which the runtime alone does not do", async () => {
  const alone = aHost([]);
  await expect(alone()).rejects.toThrow("away");
  await expect(alone()).rejects.toThrow("away");

  const load = aHost([forgetFailedShares()]);
  await expect(load()).rejects.toThrow("away");
  expect(await load()).toBe("dates");
});
