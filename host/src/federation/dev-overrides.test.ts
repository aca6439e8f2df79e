import { beforeEach, describe, expect, it, vi } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { readOverrides, requestedOverrides, withOverrides, withoutOverrides } from "./dev-overrides.ts";
import { parseRegistry } from "./registry.ts";
import { integrityByAddress } from "./trusted-scripts.ts";

const LOCAL = "http://localhost:3002/";
const allowing = () => {
  const registry = aRegistry();
  return { ...registry, settings: { ...registry.settings, devOverrides: true as const } };
};

/** What a tab keeps. */
function aTab(kept?: string) {
  const items = new Map(kept === undefined ? [] : [["bobine.overrides", kept]]);
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    kept: () => items.get("bobine.overrides"),
  };
}

describe("asking for a remote of a developer's machine", () => {
  it.each(["?mfe.finance=http://localhost:3002/", "?mfe.mfe-finance=http%3A%2F%2Flocalhost%3A3002%2F"])(
    "%s is kept for the tab",
    (search) => {
      const tab = aTab();
      expect(requestedOverrides(allowing(), search, tab)).toEqual({ "mfe-finance": LOCAL });
      expect(requestedOverrides(allowing(), "?page=2", tab)).toEqual({ "mfe-finance": LOCAL });
    },
  );

  it("an empty one takes the remote back", () => {
    const tab = aTab(JSON.stringify({ "mfe-finance": LOCAL }));
    expect(requestedOverrides(allowing(), "?mfe.finance=", tab)).toEqual({});
    expect(tab.kept()).toBeUndefined();
  });

  it.each([
    ["a remote that the registry does not know", "?mfe.unknown=http://localhost:3002/"],
    ["another machine", "?mfe.finance=http://192.168.1.4:3002/"],
    ["a name that begins like this machine's", "?mfe.finance=http://localhost.evil.example/"],
    ["a user in the address", "?mfe.finance=http://localhost:3002@evil.example/"],
    ["a password for this machine", "?mfe.finance=http://a:b@localhost:3002/"],
    ["another scheme", "?mfe.finance=https://localhost:3002/"],
    ["code", "?mfe.finance=javascript:alert(1)"],
    ["an address of the page", "?mfe.finance=/r/mfe-finance/"],
    ["a name of Object's", "?mfe.__proto__=http://localhost:3002/"],
  ])("%s is not taken", (_, search) => {
    expect(requestedOverrides(allowing(), search, aTab())).toEqual({});
  });

  it("what a tab kept is judged again", () => {
    const kept = JSON.stringify({ "mfe-finance": "http://evil.example/", "mfe-gone": LOCAL });
    expect(requestedOverrides(allowing(), "", aTab(kept))).toEqual({});
    expect(requestedOverrides(allowing(), "", aTab("{"))).toEqual({});
  });

  it.each([undefined, false, "true", 1])(
    "nothing is taken, not even looked at, when the settings say %s",
    (devOverrides) => {
      const kept = JSON.stringify({ "mfe-finance": LOCAL });
      const tab = aTab(kept);
      const registry = { ...aRegistry(), settings: { ...aRegistry().settings, devOverrides } };
      expect(requestedOverrides(registry, "?mfe.finance=http://localhost:3002/", tab)).toEqual({});
      expect(tab.kept()).toBe(kept);
    },
  );

  it("leaves the rest of the address", () => {
    expect(withoutOverrides("?mfe.finance=http://localhost:3002/&page=2&mfe.admin=")).toBe("?page=2");
    expect(withoutOverrides("?mfe.finance=")).toBe("");
  });
});

describe("reading what was asked for", () => {
  const build = () => {
    const {
      baseUrl: _,
      deployedAt: __,
      previous: ___,
      canary: ____,
      ...metadata
    } = aRemote({ version: "dev" });
    return metadata;
  };
  const answer = (body: unknown, init: ResponseInit = {}, url = "") =>
    Object.defineProperty(new Response(JSON.stringify(body), init), "url", { value: url });
  const read = async (given: () => Response | Promise<Response>) => {
    const [override] = await readOverrides({ "mfe-finance": LOCAL }, async () => given());
    if (!override) throw new Error("no override");
    return override;
  };

  it("takes the place of the live entry, with its hashes, and no release behind it", async () => {
    const override = await read(() => answer(build(), {}, "http://localhost:3002/federated/remote.json"));
    const previous = { ...build(), build: "bbbbbbbbbbbb", baseUrl: "/r/x/", deployedAt: "" };
    const page = withOverrides({ ...allowing(), remotes: [aRemote({ previous })] }, [override]);
    expect(parseRegistry(JSON.stringify(page)).remotes).toEqual([
      {
        ...build(),
        baseUrl: "http://localhost:3002/federated/",
        deployedAt: "",
        previous: null,
        canary: null,
      },
    ]);
    expect(integrityByAddress(page, "http://localhost:3000/")).toEqual({
      "http://localhost:3002/federated/remoteEntry.js": "sha384-abc",
    });
  });

  it.each([
    ["does not answer", () => Promise.reject(new TypeError("Failed to fetch")), /ne répond pas/],
    ["answers an error", () => answer({}, { status: 404 }), /répond par une erreur \(404\)/],
    ["is another remote's", () => answer({ ...build(), name: "mfe-admin" }), /n’est pas la description/],
    ["is no JSON", () => new Response("<html>"), /n’est pas la description/],
    [
      "sends elsewhere",
      () => answer(build(), {}, "https://evil.example/remote.json"),
      /renvoie vers une autre adresse/,
    ],
  ])("one that %s leaves the menu and has no code", async (_, given, problem) => {
    const override = await read(given);
    expect(override.problem).toMatch(problem);
    const page = withOverrides(allowing(), [override]);
    const [remote] = parseRegistry(JSON.stringify(page)).remotes;
    expect(remote).toMatchObject({ nav: aRemote().nav, integrity: {}, previous: null });
    expect(Object.keys(integrityByAddress(page, "http://localhost:3000/"))).toEqual([]);
  });

  describe("a manifest that does not follow the schema", () => {
    beforeEach(() => {
      vi.spyOn(console, "error").mockImplementation(() => undefined);
    });
    it("costs its own remote, as in the registry", async () => {
      const override = await read(() => answer({ ...build(), integrity: "none" }));
      const [remote] = parseRegistry(JSON.stringify(withOverrides(allowing(), [override]))).remotes;
      expect(remote).toMatchObject({ integrity: {}, baseUrl: "" });
    });
  });
});
