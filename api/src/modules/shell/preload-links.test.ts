import { type Registry, registrySchema } from "@bobine/contract/registry";
import { describe, expect, test } from "vitest";
import { preloadLinks } from "./preload-links.ts";

const remote = (name: string, routes: string[], changes: object = {}) => ({
  name,
  version: "1.0.0",
  build: "0123456789ab",
  baseUrl: `/r/${name}/0123456789ab/`,
  deployedAt: "2026-11-30T11:00:00.000Z",
  entry: "remoteEntry.js",
  owner: "Équipe",
  routes,
  nav: [],
  integrity: {
    "remoteEntry.js": "sha384-entry",
    "exposed.js": "sha384-exposed",
    "exposed.css": "sha384-style",
  },
  preload: ["remoteEntry.js", "exposed.js"],
  ...changes,
});
const registryOf = (changes: object = {}): Registry =>
  registrySchema.parse({
    schemaVersion: 1,
    id: "0",
    generatedAt: "",
    host: { version: "1.0.0", build: "ab", shared: {}, integrity: {} },
    settings: { boxOfficeKind: "cnc", communicationDomain: "" },
    remotes: [
      remote("mfe-finance", ["/invoices", "/invoices/:invoiceId"], {
        panels: ["dashboard", "bank-connection"],
        ...changes,
      }),
      remote("mfe-imports", ["/external-data/{boxOfficeKind}"]),
      remote("mfe-account", ["/account/overview"]),
      remote("mfe-admin", ["/super-admin/*"]),
    ],
  });
const namesIn = (html: string): string[] =>
  [...html.matchAll(/href="\/r\/([^"]+)"/g)].map((hit) => hit[1] ?? "");
const finance = ["mfe-finance/0123456789ab/remoteEntry.js", "mfe-finance/0123456789ab/exposed.js"];

describe("the page asks at once for the first files of the remote", () => {
  test.each([
    ["/invoices", "mfe-finance"],
    ["/invoices/", "mfe-finance"],
    ["/Invoices?page=2", "mfe-finance"],
    ["/invoices/12", "mfe-finance"],
    ["/", "mfe-finance"],
    ["/dashboard", "mfe-finance"],
    ["/external-data/cnc", "mfe-imports"],
    ["/super-admin", "mfe-admin"],
    ["/super-admin/users/3", "mfe-admin"],
  ])("of %s", (url, owner) => {
    expect(namesIn(preloadLinks(registryOf(), url))).toEqual([
      `${owner}/0123456789ab/remoteEntry.js`,
      `${owner}/0123456789ab/exposed.js`,
    ]);
  });

  test("and of the remote that brings a part of its screen", () => {
    expect(namesIn(preloadLinks(registryOf(), "/account/overview"))).toEqual([
      "mfe-account/0123456789ab/remoteEntry.js",
      "mfe-account/0123456789ab/exposed.js",
      ...finance,
    ]);
  });

  test.each(["/auth", "/account/nowhere", "/invoices/12/lines", "/constructor", "//", "/invoices/1%/2"])(
    "and for nothing on %s",
    (url) => {
      expect(preloadLinks(registryOf(), url)).toBe("");
    },
  );

  test("under its hash, in the mode in which the host will ask for it", () => {
    expect(preloadLinks(registryOf({ preload: ["remoteEntry.js", "exposed.css"] }), "/invoices")).toBe(
      '<link rel="preload" as="script" href="/r/mfe-finance/0123456789ab/remoteEntry.js" integrity="sha384-entry" crossorigin="anonymous">' +
        '<link rel="preload" as="style" href="/r/mfe-finance/0123456789ab/exposed.css" integrity="sha384-style" crossorigin="anonymous">',
    );
  });

  test("and for those of the screen or the part at the address, each once", () => {
    const pages = [
      { for: ["/invoices", "/invoices/:invoiceId"], files: ["page.js", "page.css", "exposed.js"] },
      { for: ["dashboard"], files: ["panel.js"] },
      { for: ["/external-data/{boxOfficeKind}"], files: ["report.js"] },
    ];
    const integrity = Object.fromEntries(
      ["remoteEntry.js", "exposed.js", "page.js", "page.css", "panel.js", "report.js"].map((file) => [
        file,
        `sha384-${file}`,
      ]),
    );
    const routes = ["/invoices", "/invoices/:invoiceId", "/external-data/{boxOfficeKind}", "/actions"];
    const registry = registryOf({ routes, pages, integrity });
    const more = (url: string) =>
      namesIn(preloadLinks(registry, url))
        .map((name) => name.slice("mfe-finance/0123456789ab/".length))
        .slice(2);
    expect(more("/invoices?page=2")).toEqual(["page.js", "page.css"]);
    expect(more("/Invoices/12/")).toEqual(["page.js", "page.css"]);
    expect(more("/")).toEqual(["panel.js"]);
    expect(more("/dashboard")).toEqual(["panel.js"]);
    expect(more("/external-data/cnc")).toEqual(["report.js"]);
    expect(more("/actions")).toEqual([]);
  });

  test("and for what the host lends that screen on demand, before the screen could ask for it", () => {
    const late = { "lib/screens": ["7.js", "7.css"], "lib/whole": ["8.js"] };
    const integrity = { "7.js": "sha384-7", "7.css": "sha384-7c", "8.js": "sha384-8" };
    const pages = [{ for: ["/invoices"], files: [], late: ["lib/screens", "toString"] }];
    const registry = registryOf({ pages });
    const links = (url: string) =>
      [
        ...preloadLinks({ ...registry, host: { ...registry.host, late, integrity } }, url).matchAll(
          /href="\/assets\/host\/([^"]+)" integrity="([^"]+)"/g,
        ),
      ].map(([, file, hash]) => [file, hash]);
    expect(links("/invoices")).toEqual([
      ["7.js", "sha384-7"],
      ["7.css", "sha384-7c"],
    ]);
    expect(links("/invoices/12")).toEqual([]);
    // A host that does not say, as those before: the screen asks for it.
    expect(preloadLinks(registry, "/invoices")).not.toContain("/assets/host/");
  });

  test("unless a canary runs: the browser may choose the other release", () => {
    const canary = { ...remote("mfe-finance", ["/invoices"]), share: 5 };
    expect(preloadLinks(registryOf({ canary }), "/invoices")).toBe("");
  });

  test("unless the host cannot run it", () => {
    expect(preloadLinks(registryOf({ contract: "^9.0.0" }), "/invoices")).toBe("");
  });

  test("a file without a hash is left out, and a name cannot leave its attribute", () => {
    expect(
      namesIn(
        preloadLinks(
          registryOf({ preload: ["other.js", "toString", "remoteEntry.js", "exposed.js"] }),
          "/invoices",
        ),
      ),
    ).toEqual(finance);
    const name = '"><script>.js';
    const html = preloadLinks(
      registryOf({ preload: [name], integrity: { [name]: "sha384-x" } }),
      "/invoices",
    );
    expect(html).not.toContain("<script>");
  });
});
