import { describe, expect, it } from "vitest";
import { aRegistry, aRemote } from "../testing.ts";
import { isSuperAdminPath, parseRegistry, RegistryError, remoteForPanel, remoteForPath } from "./registry.ts";

const parsed = (registry: unknown) => parseRegistry(JSON.stringify(registry));

describe("reading the registry", () => {
  it.each([
    ["not JSON", "__REGISTRY__"],
    ["another schema version", JSON.stringify({ ...aRegistry(), schemaVersion: 2 })],
    ["a remote without a build", JSON.stringify(aRegistry([{ ...aRemote(), build: "" }]))],
    ["a route that is no path", JSON.stringify(aRegistry([aRemote({ routes: ["invoices"] })]))],
    [
      "an integrity that is not sha384",
      JSON.stringify(aRegistry([aRemote({ integrity: { "a.js": "md5-x" } })])),
    ],
  ])("refuses %s", (_, text) => {
    expect(() => parseRegistry(text)).toThrow(RegistryError);
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
    expect(isSuperAdminPath(registry, "/super-admin/x")).toBe(true);
    expect(isSuperAdminPath(registry, "/invoices")).toBe(false);
  });
});
