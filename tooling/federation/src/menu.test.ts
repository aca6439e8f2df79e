import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
type Entry = {
  readonly label: string;
  readonly path: string;
  readonly order: number;
  readonly group?: string;
};
const navOf = (remote: string): Entry[] =>
  (JSON.parse(readFileSync(resolve(root, remote, "remote.config.json"), "utf8")) as { nav: Entry[] }).nav;

it.each([
  [
    "mfe-imports",
    "IMPORT DE DONNÉES",
    [
      ["RAPPORT {BOX_OFFICE_KIND}", "/external-data/{boxOfficeKind}"],
      ["RELEVÉS BANCAIRES", "/external-data/bank-statements"],
      ["FACTURES ÉMISES", "/external-data/invoices"],
    ],
  ],
  [
    "mfe-finance",
    "RELEVÉ BANCAIRE",
    [
      ["ORIGINAL", "/bank-statements/original"],
      ["AVEC LETTRAGE", "/bank-statements/with-lettering"],
    ],
  ],
  ["mfe-finance", undefined, expect.arrayContaining([["ACTIONS UTILISATEUR", "/user-actions"]])],
  ["mfe-cinemas", undefined, [["CINÉMAS", "/cinemas"]]],
  [
    "mfe-account",
    undefined,
    [
      ["INFOS COMPTE", "/account/overview"],
      ["JOURNAUX D’AUDIT", "/logs"],
      ["PLAN D'ABONNEMENT", "/subscription/plan"],
    ],
  ],
  ["mfe-admin", undefined, expect.arrayContaining([["ADMINISTRATION", "/super-admin"]])],
])("%s brings the entries that UI-2 names to %s", (remote, group, entries) => {
  const inGroup = navOf(remote)
    .filter((entry) => entry.group === group)
    .sort((a, b) => a.order - b.order);
  expect(inGroup.map(({ label, path }) => [label, path])).toEqual(entries);
});

// `npm run new-remote` enters a remote there, so that it ships with the product.
const shipped = [
  ...readFileSync(resolve(root, "api/src/modules/shell/product-remotes.ts"), "utf8").matchAll(
    /"(mfe-[\w-]+)"/g,
  ),
].map(([, name = ""]) => name);

it("no two entries of the menu have the same order", () => {
  const orders = shipped.flatMap((remote) => navOf(remote).map(({ order }) => order));
  expect(orders.length).toBeGreaterThan(10);
  expect(orders.filter((order, index) => orders.indexOf(order) !== index)).toEqual([]);
});

it.each([
  "docs/architecture.md",
  "README.md",
  "e2e/standalone.e2e.ts",
  "e2e/support/remote-faults.ts",
  "tooling/federation/src/menu.test.ts",
  "tooling/federation/src/standalone.mjs",
])("%s has each remote that ships, as docs/new-remote.md says", (place) => {
  const text = readFileSync(resolve(root, place), "utf8");
  expect(readFileSync(resolve(root, "docs/new-remote.md"), "utf8")).toContain(place.replace("docs/", ""));
  expect(shipped.filter((remote) => !text.includes(remote))).toEqual([]);
});
