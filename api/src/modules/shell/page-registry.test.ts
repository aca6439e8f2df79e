import { registrySchema } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import { expect, test } from "vitest";
import { pageRegistry } from "./page-registry.ts";

const release = (build: string) => ({
  name: "mfe-finance",
  version: "0.1.0",
  build,
  entry: "remoteEntry.js",
  owner: "Équipe Finance",
  routes: ["/invoices"],
  nav: [],
  integrity: {
    "remoteEntry.js": "sha384-entry",
    "page.css": "sha384-style",
    "inter.woff2": "sha384-font",
    "logo.png": "sha384-picture",
  },
  preload: ["remoteEntry.js"],
  pages: [{ for: ["/invoices"], files: ["page.css"] }],
  baseUrl: `/r/mfe-finance/${build}/`,
  deployedAt: "2026-11-30T11:00:00.000Z",
});
const CODE = { "remoteEntry.js": "sha384-entry", "page.css": "sha384-style" };

test("a page is told the hashes of scripts and styles of each release, and nothing that only servers read", () => {
  const registry = registrySchema.parse({
    schemaVersion: 1,
    id: "0",
    generatedAt: "",
    host: {
      version: "0.1.0",
      build: "ab",
      shared: {},
      integrity: { "main.js": "sha384-main", "index.html": "sha384-page", "inter.woff2": "sha384-font" },
    },
    settings: { boxOfficeKind: "cnc", communicationDomain: "", providerPages: { card: [], bank: [] } },
    remotes: [
      {
        ...release("aaaaaaaaaaaa"),
        previous: release("bbbbbbbbbbbb"),
        canary: { ...release("cccccccccccc"), share: 10 },
      },
      { ...release("aaaaaaaaaaaa"), name: "mfe-admin" },
    ],
  });
  const page = JSON.parse(pageRegistry(registry));
  expect(page.host.integrity).toEqual({ "main.js": "sha384-main" });
  const [finance, admin] = page.remotes;
  for (const told of [finance, finance.previous, finance.canary, admin]) {
    expect(told.integrity).toEqual(CODE);
    expect(told).not.toHaveProperty("preload");
    expect(told).not.toHaveProperty("pages");
  }
  expect(finance.canary.share).toBe(10);
  expect([admin.previous, admin.canary]).toEqual([null, null]);
  expect(registrySchema.parse(page).remotes[0]).toMatchObject({
    build: "aaaaaaaaaaaa",
    routes: ["/invoices"],
  });
});

// FED-19
test("a page is told of the names that a remote takes those that its host does not lend, and judges as the server does", () => {
  const lends = { react: ["useState"], "@bobine/shared-ui": ["formatNumber"] };
  const uses = { react: ["useState"], "@bobine/shared-ui": ["formatCount", "formatNumber"] };
  const settings = { boxOfficeKind: "cnc", communicationDomain: "" };
  const registry = registrySchema.parse({
    schemaVersion: 1,
    id: "0",
    generatedAt: "",
    host: {
      version: "0.1.0",
      build: "ab",
      contract: "3.0.0",
      shared: {},
      lends,
      late: { react: ["1.js"] },
      integrity: {},
    },
    settings,
    remotes: [
      {
        ...release("aaaaaaaaaaaa"),
        uses,
        contract: "^3.0.0",
        previous: { ...release("bbbbbbbbbbbb"), uses: { react: ["useState"] } },
      },
    ],
  });
  const page = registrySchema.parse(JSON.parse(pageRegistry(registry)));
  const [remote] = page.remotes;
  expect([page.host.lends, page.host.late]).toEqual([{}, undefined]);
  expect([remote?.uses, remote?.previous?.uses]).toEqual([{ "@bobine/shared-ui": ["formatCount"] }, {}]);
  expect(remote && incompatibilities(remote, page.host)).toEqual([
    "@bobine/shared-ui\u00a0: le module utilise formatCount, que l’application ne fournit pas.",
  ]);

  const forDevelopers = registrySchema.parse({ ...registry, settings: { ...settings, devOverrides: true } });
  expect(JSON.parse(pageRegistry(forDevelopers)).host.lends).toEqual(lends);
});
