import type { RemoteLogEntry, RemoteState } from "@bobine/contract/remotes";
import type { countsSince } from "./build-reports.repository.ts";
import { HOST } from "../shell/host-seals.ts";
import type { Pointers } from "../shell/registry-ledger.ts";
import type { RegistryStore } from "../shell/registry-store.ts";
import { emptyPointer, type RemotePointer } from "../shell/remote-pointer.ts";

/** Of a remote the console shows that many; `remotes list` shows all. */
const MOST_BUILDS = 20;
const MOST_LINES = 100;

type Store = Pick<RegistryStore, "builds" | "hostPointer" | "ledger" | "ownerOf" | "pointers">;
type Builds = Awaited<ReturnType<RegistryStore["builds"]>>;

/** What browsers told of each build of a day. */
export type Health = Awaited<ReturnType<typeof countsSince>>;

/** How each remote stands that the registry knows, by name. */
export async function remoteStates(store: Store, health: Health): Promise<RemoteState[]> {
  const [pointers, builds] = await Promise.all([pointersOf(store), store.builds()]);
  const names = new Set([...Object.keys(pointers), ...builds.map(({ remote }) => remote)]);
  return Promise.all(
    [...names]
      .sort((one, other) => (one < other ? -1 : 1))
      .map((name) => stateOf(store, name, pointers[name] ?? emptyPointer, builds, health)),
  );
}

/** How one stands; of one that nobody has published nothing is said but its name. */
export async function remoteState(store: Store, name: string, health: Health): Promise<RemoteState> {
  const [pointers, builds] = await Promise.all([pointersOf(store), store.builds()]);
  return stateOf(
    store,
    name,
    (Object.hasOwn(pointers, name) ? pointers[name] : undefined) ?? emptyPointer,
    builds,
    health,
  );
}

/** Of remotes, and of the host once a server has given one (FED-31). */
async function pointersOf(store: Store): Promise<Pointers> {
  const [pointers, host] = await Promise.all([store.pointers(), store.hostPointer()]);
  return host.live === null ? pointers : { ...pointers, [HOST]: host };
}

async function stateOf(
  store: Store,
  name: string,
  { live, history, canary, builds: known, retiredAt }: RemotePointer,
  all: Builds,
  health: Health,
): Promise<RemoteState> {
  const own = all
    .filter(({ remote }) => remote === name)
    .sort((one, other) => other.publishedAt.getTime() - one.publishedAt.getTime());
  const speaker = live?.build ?? own[0]?.build;
  return {
    name,
    owner: speaker === undefined ? "" : await store.ownerOf(name, speaker),
    live: live && { build: live.build, since: live.deployedAt, by: live.by ?? null },
    previous: history[0]?.build ?? null,
    canary: canary && {
      build: canary.build,
      since: canary.deployedAt,
      share: canary.share ?? null,
      distributors: canary.distributors ?? [],
    },
    retired_at: retiredAt,
    builds: own.slice(0, MOST_BUILDS).map(({ build, publishedAt }) => ({
      build,
      published_at: publishedAt.toISOString(),
      state: known[build]?.isAutomatic === true ? "failed" : stateName(known[build]?.state),
    })),
    health: health
      .filter(({ remote }) => remote === name)
      .slice(0, MOST_BUILDS)
      .map(({ remote: _remote, ...counts }) => counts),
  };
}

/** What is being removed is no more than published. */
const stateName = (state: RemotePointer["builds"][string]["state"] | undefined) =>
  state === "live" || state === "withdrawn" ? state : "published";

/** The newest first. */
export const logOf = async (store: Store, name: string): Promise<RemoteLogEntry[]> =>
  (await store.ledger())
    .filter(({ remote }) => remote === name)
    .slice(-MOST_LINES)
    .reverse()
    .map(({ at, who, action, build, reason, details }) => ({ at, who, action, build, reason, details }));
