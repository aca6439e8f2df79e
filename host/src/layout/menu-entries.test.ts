import { describe, expect, it } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { isCurrent, isGroup, menuEntries } from "./menu-entries.ts";

const registry = aRegistry([
  aRemote({
    nav: [
      { label: "FACTURES", path: "/invoices", order: 40 },
      { label: "ORIGINAL", path: "/bank-statements/original", order: 50, group: "RELEVÉ BANCAIRE" },
      {
        label: "AVEC LETTRAGE",
        path: "/bank-statements/with-lettering",
        order: 51,
        group: "RELEVÉ BANCAIRE",
      },
    ],
  }),
  aRemote({
    name: "mfe-admin",
    nav: [{ label: "ADMINISTRATION", path: "/super-admin", order: 100, superAdminOnly: true }],
  }),
  aRemote({
    name: "mfe-account",
    nav: [
      { label: "INFOS COMPTE", path: "/account/overview", order: 20 },
      { label: "JOURNAUX D’AUDIT", path: "/logs", order: 70 },
      { label: "PLAN D'ABONNEMENT", path: "/subscription/plan", order: 90 },
    ],
  }),
  aRemote({ name: "mfe-cinemas", nav: [{ label: "CINÉMAS", path: "/cinemas", order: 30 }] }),
]);
const labels = (isSuperAdmin: boolean) =>
  menuEntries(registry, isSuperAdmin).map((entry) =>
    isGroup(entry) ? [entry.label, ...entry.items.map((item) => item.label)] : entry.label,
  );

describe("the side menu", () => {
  it("puts the entries of host and remotes in one order, account right after the dashboard", () => {
    expect(labels(false)).toEqual([
      "ACCUEIL",
      "INFOS COMPTE",
      "CINÉMAS",
      "FACTURES",
      ["RELEVÉ BANCAIRE", "ORIGINAL", "AVEC LETTRAGE"],
      "JOURNAUX D’AUDIT",
      "PLAN D'ABONNEMENT",
    ]);
  });

  it("ends with the console for super admins only", () => {
    expect(labels(true).at(-1)).toBe("ADMINISTRATION");
    expect(labels(false)).not.toContain("ADMINISTRATION");
  });
});

it.each([
  ["/dashboard", "/", true],
  ["/dashboard", "/dashboard", true],
  ["/invoices", "/invoices/12", true],
  ["/invoices", "/invoices-old", false],
  ["/external-data/invoices", "/invoices", false],
])("%s is current at %s: %s", (path, pathname, current) => {
  expect(isCurrent(path, pathname)).toBe(current);
});
