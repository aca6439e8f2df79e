import type { Registry, RegistryRemote } from "@bobine/contract/registry";
import type { MountedBuild } from "@bobine/shared-auth";
import { describe, expect, it } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { newerBuilds } from "./newer-builds.ts";
import { createUpdateCheck } from "./update-check.ts";

const OLD = "aaaaaaaaaaaa";
const NEW = "bbbbbbbbbbbb";
const nobody = { userId: null, distributorId: null };
const finance = (build: string, more: Partial<RegistryRemote> = {}) =>
  aRemote({
    build,
    baseUrl: `/r/mfe-finance/${build}/`,
    integrity: { "remoteEntry.js": "sha384-a", "1.js": "sha384-b", "1.css": "sha384-c", "x.svg": "sha384-d" },
    ...more,
  });
const mounted = (...names: string[]): MountedBuild[] => names.map((name) => ({ name, build: OLD }));
const withHost = (registry: Registry, build: string): Registry => ({
  ...registry,
  host: { ...registry.host, build, integrity: { "main.js": "sha384-m" } },
});

describe("what counts as another build", () => {
  const page = aRegistry([finance(OLD)]);
  const named = (...args: Parameters<typeof newerBuilds>) => newerBuilds(...args).map(({ name }) => name);

  it("a mounted remote whose live build is another one", () => {
    expect(newerBuilds(page, aRegistry([finance(NEW)]), mounted("host", "mfe-finance"), nobody)).toEqual([
      {
        name: "mfe-finance",
        build: NEW,
        urls: ["remoteEntry.js", "1.js", "1.css"].map((file) => `/r/mfe-finance/${NEW}/${file}`),
      },
    ]);
  });

  it("not one that nobody looks at", () => {
    expect(named(page, aRegistry([finance(NEW)]), mounted("host", "mfe-cinemas"), nobody)).toEqual([]);
  });

  it("the host, which is always mounted", () => {
    expect(named(page, withHost(page, NEW), mounted("host"), nobody)).toEqual(["host"]);
  });

  it("not a remote that is no longer published", () => {
    expect(named(page, aRegistry([]), mounted("mfe-finance"), nobody)).toEqual([]);
  });

  it("a canary, for its distributor only", () => {
    const live = aRegistry([finance(OLD, { canary: { ...finance(NEW), distributors: [12] } })]);
    expect(named(page, live, mounted("mfe-finance"), nobody)).toEqual([]);
    expect(named(page, live, mounted("mfe-finance"), { userId: 7, distributorId: 12 })).toEqual([
      "mfe-finance",
    ]);
  });

  it("a canary that went live, for who came to its distributor after the page had begun with the other build", () => {
    const canary = { ...finance(NEW), distributors: [12] };
    const begun = aRegistry([finance(OLD, { canary })]);
    const viewer = { userId: 1, distributorId: 12 };
    const runs = (build: string): MountedBuild[] => [{ name: "mfe-finance", build }];
    const live = aRegistry([finance(NEW, { previous: finance(OLD) })]);
    expect(named(begun, live, runs(OLD), viewer)).toEqual(["mfe-finance"]);
    expect(named(begun, live, runs(NEW), viewer)).toEqual([]);
    // As long as it is a canary, the older build may be there because the canary failed.
    expect(named(begun, begun, runs(OLD), viewer)).toEqual([]);
  });

  it("not a live build that failed here and whose older build runs", () => {
    const failing = aRegistry([finance(NEW, { previous: finance(OLD) })]);
    expect(named(failing, { ...failing, id: "another" }, mounted("mfe-finance"), nobody)).toEqual([]);
  });

  it("not the build of a developer's machine", () => {
    const own = aRegistry([finance(OLD, { baseUrl: "http://localhost:3002/" })]);
    expect(named(own, aRegistry([finance(NEW)]), mounted("mfe-finance"), nobody)).toEqual([]);
  });
});

describe("when a person is told", () => {
  const page: Registry = { ...aRegistry([finance(OLD)]), id: "old" };
  const newer: Registry = { ...aRegistry([finance(NEW)]), id: "new" };

  function aTab(screens: MountedBuild[] = mounted("host", "mfe-finance")) {
    const tab = {
      live: page as Registry | undefined,
      missing: new Set<string>(),
      screens,
      reads: 0,
      told: undefined as string | undefined,
    };
    const check = createUpdateCheck({
      page,
      mounted: () => tab.screens,
      viewer: () => nobody,
      readId: async () => tab.live?.id,
      readRegistry: async () => {
        tab.reads += 1;
        return tab.live;
      },
      hasFile: async (url) => !tab.missing.has(url),
      report: (id) => {
        tab.told = id;
      },
    });
    return { tab, ...check };
  }

  it("nothing moved: nobody is told and the registry is not even read", async () => {
    const { tab, check } = aTab();
    await check();
    expect([tab.told, tab.reads]).toEqual([undefined, 0]);
  });

  it("a newer build of what is on the screen", async () => {
    const { tab, check } = aTab();
    tab.live = newer;
    await check();
    await check();
    expect([tab.told, tab.reads]).toEqual(["new", 1]);
  });

  it("only once all its files answer", async () => {
    const { tab, check } = aTab();
    tab.live = newer;
    tab.missing.add(`/r/mfe-finance/${NEW}/1.js`);
    await check();
    expect(tab.told).toBeUndefined();
    tab.missing.clear();
    await check();
    expect(tab.told).toBe("new");
  });

  it("no longer, once it has been rolled back to what this page runs", async () => {
    const { tab, check } = aTab();
    tab.live = newer;
    await check();
    tab.live = page;
    await check();
    expect(tab.told).toBeUndefined();
  });

  it("as soon as the remote that moved is opened", async () => {
    const { tab, check, checkAgain } = aTab(mounted("host"));
    tab.live = newer;
    await check();
    expect(tab.told).toBeUndefined();
    tab.screens = mounted("host", "mfe-finance");
    await checkAgain();
    expect([tab.told, tab.reads]).toEqual(["new", 1]);
  });

  it("a server that does not answer takes nothing back", async () => {
    const { tab, check } = aTab();
    tab.live = newer;
    await check();
    tab.live = undefined;
    await check();
    expect(tab.told).toBe("new");
  });

  it("an id that answers carry is news only when it is not the one that was read", async () => {
    const { tab, check, isNews } = aTab();
    expect([isNews("old"), isNews("new")]).toEqual([false, true]);
    tab.live = newer;
    await check();
    expect([isNews("old"), isNews("new")]).toEqual([true, false]);
  });
});
