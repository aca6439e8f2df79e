import { expect, test } from "vitest";
import { type Claimant, takenClaims } from "./claims.ts";

const claimant = (name: string, changes: Partial<Claimant> = {}): Claimant => ({
  name,
  owner: `Équipe ${name}`,
  routes: [],
  nav: [],
  panels: [],
  ...changes,
});

test.each([
  ["/invoices", "/invoices", true],
  ["/Invoices/", "/invoices", true],
  ["/invoices/overview", "/invoices/:invoiceId", true],
  ["/:anything", "/invoices", true],
  ["/invoices/*", "/invoices/:invoiceId", true],
  ["/*", "/invoices/:invoiceId", true],
  ["/external-data/cnc", "/external-data/{boxOfficeKind}", true],
  ["/invoices/:part?", "/invoices", true],
  ["/invoices/archive?", "/invoices", true],
  ["/archive?/invoices", "/invoices", true],
  ["/:a?/:b?/:c?", "/invoices/:invoiceId", true],
  ["/invoices*", "/invoices", true],
  ["/invoices*", "/invoices/:invoiceId", true],
  ["/:part?/archive", "/invoices", false],
  ["/invoices/:part?", "/invoices/:invoiceId/lines", false],
  ["/invoices", "/invoices/:invoiceId", false],
  ["/invoices-archive", "/invoices", false],
  ["/invoices/:id/lines", "/invoices/:invoiceId", false],
  ["/account/bank", "/account/overview", false],
])("%s and %s have an address in common: %s", (one, other, isTaken) => {
  const taken = takenClaims(claimant("mfe-aaa", { routes: [one] }), [claimant("mfe-b", { routes: [other] })]);
  expect(taken.length > 0).toBe(isTaken);
});

test("each sentence names what is claimed and whose it is, and a remote never stands in its own way", () => {
  const entry = { label: "FACTURES", path: "/invoices", order: 40 };
  const mine = claimant("mfe-aaa", {
    routes: ["/invoices/new"],
    nav: [entry],
    panels: ["dashboard", "mine"],
  });
  const finance = claimant("mfe-finance", {
    owner: "Équipe Finance",
    routes: ["/invoices/:invoiceId"],
    nav: [entry],
    panels: ["dashboard"],
  });
  expect(takenClaims(mine, [mine, claimant("mfe-b"), finance])).toEqual([
    "/invoices/new is an address of /invoices/:invoiceId, which belongs to mfe-finance (Équipe Finance)",
    "the menu entry « FACTURES » (/invoices) belongs to mfe-finance (Équipe Finance)",
    "the panel dashboard belongs to mfe-finance (Équipe Finance)",
  ]);
});

test("a menu entry is of its owner however its address is spelled", () => {
  const entry = { label: "FACTURES", path: "/invoices", order: 40 };
  const finance = claimant("mfe-finance", { nav: [entry] });
  for (const path of ["/invoices/", "/Invoices", "//invoices"])
    expect(takenClaims(claimant("mfe-aaa", { nav: [{ ...entry, path }] }), [finance])).toHaveLength(1);
});

test("a menu entry that leads to the page of another remote is its owner's, whether the menu has one or not", () => {
  const finance = claimant("mfe-finance", { routes: ["/clients", "/clients/:account"] });
  const entryAt = (path: string) =>
    takenClaims(
      claimant("mfe-parc", { nav: [{ label: "CLIENTS", path, order: 40, superAdminOnly: true }] }),
      [finance],
    );
  expect(entryAt("/clients")).toEqual([
    "the menu entry « CLIENTS » (/clients) belongs to mfe-finance (Équipe mfe-finance)",
  ]);
  expect(entryAt("/clients/CLI001")).toHaveLength(1);
  expect(entryAt("/parc")).toEqual([]);
});

test.each(["/", "/dashboard", "/about", "/auth", "/auth/verify"])(
  "%s is an address of the application's: no remote has a page or a menu entry there (UI-1)",
  (path) => {
    const taken = takenClaims(
      claimant("mfe-parc", { routes: [path], nav: [{ label: "PARC", path, order: 40 }] }),
      [],
    );
    expect(taken).toEqual([
      `${path} belongs to host (Bobine)`,
      `the menu entry « PARC » (${path}) belongs to host (Bobine)`,
    ]);
  },
);
