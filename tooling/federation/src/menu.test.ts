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
