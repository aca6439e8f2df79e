import { describe, expect, it } from "vitest";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import type { Override } from "./dev-overrides.ts";
import type { FailureKind } from "./failures.ts";
import { RemoteLoadError } from "./failures.ts";
import { createRemoteLoader } from "./remote-loader.ts";

const exposed = { routes: [{ path: "/invoices", element: null }] };
const nobody = { userId: null, distributorId: null };

/** A release of mfe-finance as another entry of the same remote. */
function aRelease(build: string) {
  const {
    previous: _previous,
    canary: _canary,
    ...release
  } = aRemote({
    build,
    baseUrl: `/r/mfe-finance/${build}/`,
  });
  return release;
}
const OLD = aRelease("bbbbbbbbbbbb");
const withPrevious = () => aRemote({ previous: OLD });

/** A loader that is answered by a table: for each build, what each attempt gives. Its network is there until `network.online` is set. */
function aLoader(
  answers: Record<string, (FailureKind | typeof exposed)[]>,
  overrides: readonly Override[] = [],
) {
  const network = { online: true };
  const asked: [build: string, again: boolean][] = [];
  const loader = createRemoteLoader({
    host: aRegistry().host,
    overrides,
    retryDelaysMs: [0, 0],
    isOnline: () => network.online,
    fetch: async ({ build }, again) => {
      asked.push([build, again]);
      const list = answers[build] ?? [];
      const answer = list.length > 1 ? list.shift() : list[0];
      if (typeof answer === "object") return answer;
      throw new Error(answer ?? "network");
    },
    examine: async (_, error) => ({
      kind: error instanceof TypeError ? "execution" : ((error as Error).message as FailureKind),
    }),
  });
  return { loader, asked, network, load: (remote = aRemote()) => loader.load(remote, nobody) };
}

const LIVE = aRemote().build;

describe("loading a remote", () => {
  it("asks the network once for all who need it", async () => {
    const { load, asked } = aLoader({ [LIVE]: [exposed] });
    const [first, second] = await Promise.all([load(), load()]);
    expect(first.exposed).toBe(exposed);
    expect(second).toBe(first);
    expect(asked).toEqual([[LIVE, false]]);
  });

  it.each(["network", "server"] as const)(
    "tries again after a %s failure, forcing the runtime to forget the first try",
    async (kind) => {
      const { load, asked } = aLoader({ [LIVE]: [kind, kind, exposed] });
      expect(await load()).toEqual({ exposed, release: aRemote() });
      expect(asked).toEqual([
        [LIVE, false],
        [LIVE, true],
        [LIVE, true],
      ]);
    },
  );

  it.each(["integrity", "execution", "missing", "timeout", "registry"] as const)(
    "never tries again after %s",
    async (kind) => {
      const { load, asked } = aLoader({ [LIVE]: [kind] });
      await expect(load()).rejects.toMatchObject({ diagnosis: { kind }, release: { build: LIVE } });
      expect(asked).toHaveLength(1);
    },
  );

  it("keeps a failure until the user asks again", async () => {
    const { loader, load, asked } = aLoader({ [LIVE]: ["integrity", exposed] });
    await expect(load()).rejects.toBeInstanceOf(RemoteLoadError);
    await expect(load()).rejects.toBeInstanceOf(RemoteLoadError);
    expect(asked).toHaveLength(1);
    loader.forget(aRemote());
    expect((await load()).exposed).toBe(exposed);
    expect(asked.at(-1)).toEqual([LIVE, true]);
  });

  it.each(["network", "timeout"] as const)(
    "forgets a failure of kind %s when the network that was away is back",
    async (kind) => {
      const { load, asked, network } = aLoader({ [LIVE]: [kind] });
      network.online = false;
      await expect(load()).rejects.toMatchObject({ wasCutOff: true });
      const failed = load();
      const attempts = asked.length;
      network.online = true;
      await expect(load()).rejects.toMatchObject({ diagnosis: { kind }, wasCutOff: false });
      expect(load()).not.toBe(failed);
      expect(asked.length).toBeGreaterThan(attempts);
      const again = asked.length;
      // It failed with the network there: kept, so that a render cannot loop on it.
      await expect(load()).rejects.toBeInstanceOf(RemoteLoadError);
      expect(asked).toHaveLength(again);
    },
  );

  it.each(["integrity", "execution", "server"] as const)(
    "keeps a failure of kind %s, also when the network was away",
    async (kind) => {
      const { load, asked, network } = aLoader({ [LIVE]: [kind] });
      network.online = false;
      await expect(load()).rejects.toMatchObject({ wasCutOff: false });
      const attempts = asked.length;
      network.online = true;
      await expect(load()).rejects.toBeInstanceOf(RemoteLoadError);
      expect(asked).toHaveLength(attempts);
    },
  );

  it.each([[undefined], [null], [{}], [{ routes: "none" }]])(
    "refuses a module without routes: %j",
    async (module) => {
      const loader = createRemoteLoader({
        host: aRegistry().host,
        fetch: async () => module,
        examine: async () => ({ kind: "execution" }),
      });
      await expect(loader.load(aRemote(), nobody)).rejects.toBeInstanceOf(RemoteLoadError);
    },
  );

  it("a remote that fails leaves the others alone", async () => {
    const { load } = aLoader({ [LIVE]: ["integrity"], dddddddddddd: [exposed] });
    await expect(load()).rejects.toBeInstanceOf(RemoteLoadError);
    const other = aRemote({
      name: "mfe-admin",
      build: "dddddddddddd",
      baseUrl: "/r/mfe-admin/dddddddddddd/",
    });
    expect((await load(other)).exposed).toBe(exposed);
  });
});

describe("the gate before the code", () => {
  it.each([
    ["another contract", { contract: "^2.0.0" }],
    ["a library that the host does not have", { shared: { react: "^19.0.0" } }],
  ])("refuses %s without asking for a byte, and tells the reasons", async (_, wrong) => {
    const { load, asked } = aLoader({ [LIVE]: [exposed] });
    await expect(load(aRemote(wrong))).rejects.toMatchObject({
      diagnosis: { kind: "incompatible", reasons: [expect.stringContaining("le module demande")] },
    });
    expect(asked).toEqual([]);
  });

  it("refuses an entry that has no hash without asking for it", async () => {
    const { load, asked } = aLoader({ [LIVE]: [exposed] });
    await expect(load(aRemote({ integrity: {} }))).rejects.toMatchObject({ diagnosis: { kind: "unlisted" } });
    // As an entry of the registry that could not be read stands in the page.
    const unreadable = aRemote({ integrity: {}, entry: "", build: "bbbbbbbbbbbb", previous: null });
    const other = aLoader({ [LIVE]: [exposed] });
    await expect(other.load(unreadable)).rejects.toMatchObject({ diagnosis: { kind: "registry" } });
    expect(asked).toEqual([]);
  });
});

describe("the release that was live before", () => {
  it.each(["network", "integrity", "execution", "missing", "timeout"] as const)(
    "runs in the same page after %s, and says for which it stands",
    async (kind) => {
      const { load } = aLoader({ [LIVE]: [kind], [OLD.build]: [exposed] });
      expect(await load(withPrevious())).toMatchObject({
        exposed,
        release: { build: OLD.build },
        instead: { release: { build: LIVE }, diagnosis: { kind } },
      });
    },
  );

  it("is the only one asked again when the network was away for it alone", async () => {
    const { load, asked, network } = aLoader({
      [LIVE]: ["integrity", exposed],
      [OLD.build]: ["network", "network", "network", exposed],
    });
    network.online = false;
    await expect(load(withPrevious())).rejects.toMatchObject({ diagnosis: { kind: "integrity" } });
    network.online = true;
    expect(await load(withPrevious())).toMatchObject({
      release: { build: OLD.build },
      instead: { release: { build: LIVE } },
    });
    expect(asked.filter(([build]) => build === LIVE)).toHaveLength(1);
  });

  it("runs when the gate refuses the live one", async () => {
    const { load } = aLoader({ [OLD.build]: [exposed] });
    const { release } = await load({ ...withPrevious(), contract: "^2.0.0" });
    expect(release.build).toBe(OLD.build);
  });

  it("when it fails too, the failure told is that of the release that should run", async () => {
    const { load } = aLoader({ [LIVE]: ["integrity"], [OLD.build]: ["missing"] });
    await expect(load(withPrevious())).rejects.toMatchObject({
      release: { build: LIVE },
      diagnosis: { kind: "integrity" },
    });
  });

  it("comes when a later chunk of the live one is given up, and the live one again after « Réessayer »", async () => {
    const { loader, load } = aLoader({ [LIVE]: [exposed], [OLD.build]: [exposed] });
    const remote = withPrevious();
    const { release } = await load(remote);
    const failed = { release, diagnosis: { kind: "missing" } as const, error: undefined };
    expect(loader.giveUp(remote, nobody, failed)).toBe(true);
    const second = await load(remote);
    expect(second.release.build).toBe(OLD.build);
    expect(loader.giveUp(remote, nobody, { ...failed, release: second.release })).toBe(false);
    loader.forget(remote);
    expect((await load(remote)).release.build).toBe(LIVE);
  });

  it("a canary that fails gives way to the live release", async () => {
    const canary = { ...aRelease("cccccccccccc"), distributors: [12] };
    const { loader } = aLoader({ cccccccccccc: ["execution"], [LIVE]: [exposed] });
    const loaded = await loader.load(aRemote({ canary }), { userId: 1, distributorId: 12 });
    expect([loaded.release.build, loaded.instead?.release.build]).toEqual([LIVE, "cccccccccccc"]);
  });
});

describe("where code may come from", () => {
  const elsewhere = aRemote({ baseUrl: "http://localhost:3002/federated/" });
  const override = { remote: "mfe-finance", address: "http://localhost:3002/", entry: {} };
  const failureOf = (loaded: Promise<unknown>) =>
    loaded.then(
      () => undefined,
      (error: unknown) => (error as RemoteLoadError).diagnosis,
    );

  it.each([
    "http://localhost:3002/federated/",
    "https://cdn.example/r/mfe-finance/",
    "//cdn.example/r/mfe-finance/",
    "http://",
  ])("a registry that names %s is told so, and nothing is asked for", async (baseUrl) => {
    const { load, asked } = aLoader({ [LIVE]: [exposed] });
    expect(await failureOf(load(aRemote({ baseUrl })))).toMatchObject({ kind: "origin" });
    expect(asked).toEqual([]);
  });

  it("an override may come from its own address", async () => {
    const { load } = aLoader({ [LIVE]: [exposed] }, [override]);
    expect((await load(elsewhere)).exposed).toBe(exposed);
  });

  it("and from no other", async () => {
    const { load } = aLoader({ [LIVE]: [exposed] }, [{ ...override, address: "http://localhost:3003/" }]);
    expect(await failureOf(load(elsewhere))).toEqual({
      kind: "origin",
      reasons: ["http://localhost:3002"],
    });
  });

  it("the gate holds for an override too", async () => {
    const { load, asked } = aLoader({ [LIVE]: [exposed] }, [override]);
    expect(await failureOf(load({ ...elsewhere, contract: "^9.0.0" }))).toMatchObject({
      kind: "incompatible",
    });
    expect(asked).toEqual([]);
  });

  it("an override that could not be read says why", async () => {
    const problem = "L’adresse ne répond pas.";
    const { load, asked } = aLoader({}, [{ remote: "mfe-finance", address: override.address, problem }]);
    expect(await failureOf(load({ ...elsewhere, integrity: {} }))).toEqual({
      kind: "override",
      reasons: [problem],
    });
    expect(asked).toEqual([]);
  });
});
