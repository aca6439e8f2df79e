import { expect, it } from "vitest";
import { createRemoteLoader } from "../../federation/remote-loader.ts";
import { aRegistry, aRemote } from "@bobine/contract/testing/registry";
import { compositionOf } from "./composition.ts";

const LIVE = "aaaaaaaaaaaa";
const OLD = "bbbbbbbbbbbb";
const nobody = { userId: null, distributorId: null };
const exposed = { routes: [] };
const release = (build: string) => aRemote({ build, baseUrl: `/r/mfe-finance/${build}/` });
const remote = { ...release(LIVE), previous: release(OLD) };

/** @param answers what each build gives: its exposed module, or a failure */
async function aPage(answers: Record<string, typeof exposed | undefined>) {
  const loader = createRemoteLoader({
    host: aRegistry().host,
    retryDelaysMs: [],
    fetch: async ({ build }) => {
      const answer = answers[build];
      if (!answer) throw new Error("no network");
      return answer;
    },
    examine: async () => ({ kind: "network" }),
  });
  const [host, finance] = [() => parts()[0], () => parts()[1]];
  const parts = () => compositionOf(aRegistry([remote]), loader, nobody);
  const load = () => loader.load(remote, nobody).catch(() => undefined);
  return { loader, host, finance, load };
}

it("the host is there with its version and the time it took to start", async () => {
  const { host } = await aPage({});
  expect(host()).toMatchObject({ name: "host", version: "0.1.0", build: "ba9876543210", state: "loaded" });
  expect(host()?.loadMs).toBeGreaterThan(0);
});

it("the host tells its team and since when it has been served, when the registry does", () => {
  const registry = aRegistry();
  const parts = (more: object) =>
    compositionOf(
      { ...registry, host: { ...registry.host, ...more } },
      { startedMs: 1, standing: () => ({ state: "idle", release: undefined, loadMs: undefined }) },
      nobody,
    );
  const told = { owner: "Équipe Socle", deployedAt: "2026-11-21T11:07:26.437Z" };
  expect(parts(told)[0]).toMatchObject(told);
  expect(parts({})[0]).toMatchObject({ owner: undefined, deployedAt: undefined });
});

it("a remote that nobody opened shows the build that would run", async () => {
  const { finance } = await aPage({});
  expect(finance()).toMatchObject({
    name: "mfe-finance",
    build: LIVE,
    state: "idle",
    owner: "Équipe Finance",
  });
  expect(finance()?.loadMs).toBeUndefined();
});

it("a remote on its way says so, then how long it took", async () => {
  const { finance, load } = await aPage({ [LIVE]: exposed });
  const loaded = load();
  expect(finance()?.state).toBe("loading");
  await loaded;
  expect(finance()).toMatchObject({ state: "loaded", build: LIVE });
  expect(finance()?.loadMs).toBeGreaterThanOrEqual(0);
});

it("a remote whose older build runs is degraded, and shows the older build", async () => {
  const { finance, load } = await aPage({ [OLD]: exposed });
  await load();
  expect(finance()).toMatchObject({ state: "degraded", build: OLD });
});

it("a remote of which no build loads is unavailable", async () => {
  const { finance, load } = await aPage({});
  await load();
  expect(finance()).toMatchObject({ state: "failed", build: LIVE });
});

it("and so is one whose only running build failed later", async () => {
  const { finance, load, loader } = await aPage({ [OLD]: exposed });
  const loaded = await load();
  expect(loaded).toBeDefined();
  const failure = { release: release(OLD), diagnosis: { kind: "network" as const }, error: undefined };
  expect(loader.giveUp(remote, nobody, failure)).toBe(false);
  expect(finance()?.state).toBe("failed");
});
