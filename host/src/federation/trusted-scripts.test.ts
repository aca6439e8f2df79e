import { describe, expect, it } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import {
  installTrustedScripts,
  integrityByAddress,
  trustNextBuild,
  trustRules,
  UnlistedScriptError,
} from "./trusted-scripts.ts";

const PAGE = "https://bobine.example/invoices";
const release = (build: string, baseUrl = `/r/mfe-finance/${build}/`) =>
  aRemote({ build, baseUrl, integrity: { "remoteEntry.js": `sha384-${build}` } });

const registry = {
  ...aRegistry([
    {
      ...release("aaaaaaaaaaaa"),
      previous: release("bbbbbbbbbbbb"),
      canary: release("cccccccccccc", "https://cdn.example/finance/"),
    },
  ]),
  host: { ...aRegistry().host, integrity: { "1.abc.js": "sha384-host" } },
};

describe("the files that the page may load", () => {
  const hashes = integrityByAddress(registry, PAGE);

  it("are those of the host and of each release: live, previous and canary", () => {
    expect(hashes).toEqual({
      "https://bobine.example/assets/host/1.abc.js": "sha384-host",
      "https://bobine.example/r/mfe-finance/aaaaaaaaaaaa/remoteEntry.js": "sha384-aaaaaaaaaaaa",
      "https://bobine.example/r/mfe-finance/bbbbbbbbbbbb/remoteEntry.js": "sha384-bbbbbbbbbbbb",
      "https://cdn.example/finance/remoteEntry.js": "sha384-cccccccccccc",
    });
  });

  it.each([
    undefined,
    null,
    "texte",
    {},
    { remotes: "x" },
    { remotes: [null, 3, { baseUrl: "/r/" }, { baseUrl: "http://[", integrity: { "a.js": "sha384-a" } }] },
  ])("are none when the registry is %j", (broken) => {
    expect(integrityByAddress(broken, PAGE)).toEqual({});
  });
});

describe("the policy of Trusted Types", () => {
  const rules = trustRules(integrityByAddress(registry, PAGE), PAGE);

  it.each([
    "/r/mfe-finance/aaaaaaaaaaaa/remoteEntry.js",
    "https://bobine.example/r/mfe-finance/bbbbbbbbbbbb/remoteEntry.js",
    "/assets/host/1.abc.js",
  ])("lets %s be loaded", (address) => {
    expect(rules.createScriptURL(address)).toBe(address);
  });

  it.each([
    "https://ailleurs.example/r/mfe-finance/aaaaaaaaaaaa/remoteEntry.js",
    "/r/mfe-finance/aaaaaaaaaaaa/../../../evil.js",
    "/r/mfe-finance/aaaaaaaaaaaa/remoteEntry.js?x=1",
    "data:text/javascript,alert(1)",
    "constructor",
    "__proto__",
  ])("refuses %s", (address) => {
    expect(() => rules.createScriptURL(address)).toThrow(UnlistedScriptError);
  });

  it("lets text be written that makes no element, and refuses markup", () => {
    expect(rules.createHTML(":root{--mantine-scale: 1}")).toBe(":root{--mantine-scale: 1}");
    expect(() => rules.createHTML("<img src=x onerror=alert(1)>")).toThrow("refused");
  });

  it("has no rule that would make code of text", () => {
    expect(rules).not.toHaveProperty("createScript");
  });
});

it("fixes what may be loaded for the life of a page that takes no remote from elsewhere", () => {
  installTrustedScripts({ baseURI: PAGE } as Document, registry);
  expect(() => trustNextBuild(release("dddddddddddd"), PAGE)).toThrow(TypeError);
  expect(globalThis.__BOBINE_INTEGRITY__).toEqual(integrityByAddress(registry, PAGE));
});
