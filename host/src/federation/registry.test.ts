import { beforeEach, describe, expect, it, vi } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { isSuperAdminPath, parseRegistry, RegistryError, remoteForPanel, remoteForPath } from "./registry.ts";

const parsed = (registry: unknown) => parseRegistry(JSON.stringify(registry));

describe("reading the registry", () => {
  it.each([
    ["not JSON", "__REGISTRY__"],
    ["another schema version", JSON.stringify({ ...aRegistry(), schemaVersion: 2 })],
    ["no host", JSON.stringify({ ...aRegistry(), host: undefined })],
  ])("refuses %s", (_, text) => {
    expect(() => parseRegistry(text)).toThrow(RegistryError);
  });

  describe("an entry that is wrong costs its own remote", () => {
    const other = aRemote({ name: "mfe-admin", routes: ["/super-admin"], panels: [] });
    beforeEach(() => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
    });

    it.each([
      ["no build", { ...aRemote(), build: "" }],
      ["a hash that is not sha384", { ...aRemote(), integrity: { "remoteEntry.js": "md5-x" } }],
      ["no address", { ...aRemote(), baseUrl: 3 }],
      ["only its place", { name: "mfe-finance", routes: ["/invoices"], nav: aRemote().nav }],
    ])("%s: its menu entry stays, nothing of it can be loaded", (_, entry) => {
      const registry = parsed({ ...aRegistry(), remotes: [entry, other] });
      expect(registry.remotes.map(({ name }) => name)).toEqual(["mfe-finance", "mfe-admin"]);
      expect(registry.remotes[0]).toMatchObject({ nav: aRemote().nav, integrity: {} });
      expect(registry.remotes[1]).toEqual(other);
    });

    it("keeps the release before, which may be sound", () => {
      const { previous: _previous, canary: _canary, ...previous } = aRemote({ build: "bbbbbbbbbbbb" });
      const registry = parsed({ ...aRegistry(), remotes: [{ ...aRemote(), build: "", previous }] });
      expect(registry.remotes[0]?.previous).toEqual(previous);
    });

    it.each([[null], ["mfe-finance"], [{ ...aRemote(), routes: ["invoices"] }]])(
      "%j, which has no place, is left out",
      (entry) => {
        expect(parsed({ ...aRegistry(), remotes: [entry, other] }).remotes).toEqual([other]);
      },
    );
  });

  it("puts the installation's report kind in routes and labels", () => {
    const registry = parsed(
      aRegistry([
        aRemote({
          routes: ["/external-data/{boxOfficeKind}"],
          nav: [{ label: "RAPPORT {BOX_OFFICE_KIND}", path: "/external-data/{boxOfficeKind}", order: 1 }],
        }),
      ]),
    );
    expect(registry.remotes[0]).toMatchObject({
      routes: ["/external-data/cnc"],
      nav: [{ label: "RAPPORT CNC", path: "/external-data/cnc" }],
    });
  });

  it("accepts a remote that says nothing of panels", () => {
    const { panels: _, ...remote } = aRemote();
    expect(parsed({ ...aRegistry(), remotes: [remote] }).remotes[0]?.panels).toEqual([]);
  });
});

describe("who owns an address", () => {
  const registry = aRegistry([
    aRemote(),
    aRemote({
      name: "mfe-admin",
      panels: [],
      routes: ["/super-admin"],
      nav: [{ label: "ADMINISTRATION", path: "/super-admin", order: 100, superAdminOnly: true }],
    }),
  ]);

  it.each([
    ["/invoices", "mfe-finance"],
    ["/invoices/12", "mfe-finance"],
    ["/super-admin", "mfe-admin"],
    ["/invoices/12/files", undefined],
    ["/nulle-part", undefined],
  ])("%s: %s", (pathname, owner) => {
    expect(remoteForPath(registry, pathname)?.name).toBe(owner);
  });

  it("finds the remote that brings a panel", () => {
    expect(remoteForPanel(registry, "dashboard")?.name).toBe("mfe-finance");
    expect(remoteForPanel(registry, "weather")).toBeUndefined();
  });

  it("keeps the console for super admins", () => {
    expect(isSuperAdminPath(registry, "/super-admin")).toBe(true);
    expect(isSuperAdminPath(registry, "/invoices")).toBe(false);
    // Nobody's page: « Page introuvable » for everybody.
    expect(isSuperAdminPath(registry, "/super-admin/x")).toBe(false);
  });

  it.each(["/", "/invoices"])(
    "a menu entry of another remote at %s closes nobody's pages (FED-15)",
    (path) => {
      const parc = aRemote({
        name: "mfe-parc",
        panels: [],
        routes: ["/parc"],
        nav: [
          { label: "PARC", path: "/parc", order: 90, superAdminOnly: true },
          { label: "CARTE", path, order: 91, superAdminOnly: true },
        ],
      });
      const withParc = { ...registry, remotes: [...registry.remotes, parc] };
      expect(
        ["/invoices", "/invoices/12", "/dashboard", "/about", "/parc", "/super-admin"].filter((pathname) =>
          isSuperAdminPath(withParc, pathname),
        ),
      ).toEqual(["/parc", "/super-admin"]);
    },
  );
});
