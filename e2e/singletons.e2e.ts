import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "./support/fixtures.ts";
import { REMOTES } from "./support/remote-faults.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** A text that only the implementation of a library holds. */
const MARKERS = {
  react: "react.transitional.element",
  "react-dom": "__reactContainer$",
  "react-router-dom": "may be used only in the context of a <Router> component",
  "@tanstack/react-query": "No QueryClient set, use QueryClientProvider to set one",
  "@mantine/core": "MantineProvider was not found in component tree",
  "@mantine/core/screens": "Tabs component was not found in the tree",
  "@bobine/shared-auth": "selectedDistributorId",
  "@bobine/shared-ui": "page code failed to load",
} as const;

const LATE = /[/](screens|whole)$|^@mantine[/]dates$/;

const scriptsOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder, "dist"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(join(ROOT, folder, "dist", name), "utf8"));

test.describe("one copy of what is shared", () => {
  for (const [library, marker] of Object.entries(MARKERS)) {
    test(`only the host's build holds ${library}`, () => {
      expect(scriptsOf("host").filter((script) => script.includes(marker)).length).toBeGreaterThan(0);
      for (const remote of Object.keys(REMOTES)) {
        expect([remote, scriptsOf(remote).filter((script) => script.includes(marker)).length]).toEqual([
          remote,
          0,
        ]);
      }
    });
  }

  test("at run time each library has one version, and the host gave it", async ({ page, signIn }) => {
    await signIn("admin@bobine.example");
    await page.getByRole("heading", { name: "Gestion des Distributeurs" }).waitFor();
    await page.getByRole("link", { name: "CINÉMAS", exact: true }).click();
    await page.getByPlaceholder("Sélectionner un distributeur...").click();
    await page.getByRole("option", { name: /Lumen Films Distribution/ }).click();
    for (const [link, title] of [
      ["CINÉMAS", "Cinémas"],
      ["FACTURES", "Factures"],
      ["RELEVÉS BANCAIRES", "Relevés bancaires"],
      ["JOURNAUX D’AUDIT", "Journaux d'Audit"],
    ] as const) {
      await page.getByRole("link", { name: link, exact: true }).click();
      // By its name: the title of the screen before stays until the remote is there.
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
    }
    const instances = await page.evaluate(() => {
      interface Share {
        from: string;
      }
      interface Instance {
        name: string;
        shareScopeMap: { default?: Record<string, Record<string, Share>> };
      }
      const federation = (window as unknown as { __FEDERATION__: { __INSTANCES__: Instance[] } })
        .__FEDERATION__;
      return federation.__INSTANCES__.map((instance) => ({
        name: instance.name,
        shares: Object.entries(instance.shareScopeMap.default ?? {}).map(([library, versions]) => ({
          library,
          versions: Object.keys(versions),
          providers: [...new Set(Object.values(versions).map((share) => share.from))],
        })),
      }));
    });
    // A container carries its build in its name: two builds of a remote in one page are two containers.
    expect(instances.map((instance) => instance.name.replace(/_[a-f0-9]{12}$/, "")).sort()).toEqual([
      "bobine_host",
      ...Object.keys(REMOTES)
        .map((remote) => `bobine_${remote.replace("-", "_")}`)
        .sort(),
    ]);
    for (const instance of instances) {
      const libraries = instance.shares.map((share) => share.library);
      expect(libraries).toEqual(expect.arrayContaining([...Object.keys(MARKERS), "zustand"]));
      for (const share of instance.shares) {
        expect([instance.name, share.library, share.versions.length]).toEqual([
          instance.name,
          share.library,
          1,
        ]);
        // Of what comes on demand the runtime writes down who asked first; only the host's build holds it.
        if (!LATE.test(share.library))
          expect([share.library, share.providers]).toEqual([share.library, ["bobine_host"]]);
      }
    }
  });
});
