import type { HostBuild, RemoteBuild } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import { claimsBeyond, takenClaims } from "./claims.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import { hinderedBy, pointerFor, buildsGivenTo } from "./host-generation.ts";
import type { By } from "./registry-decision.ts";
import { hostsGiven, hostsOfTabs } from "./given-hosts.ts";
import type { ServedHost } from "./registry-hosts.ts";
import type { Pointers, RegistryLedger } from "./registry-ledger.ts";
import { BuildRefusal } from "./remote-build.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { RegistryRefusal, type RemotePointer } from "./remote-pointer.ts";

/** A host that could not run a build, and why. */
export interface Obstacle {
  readonly host: ServedHost;
  readonly reasons: readonly string[];
}

export type Deployability = ReturnType<typeof deployability>;

/** Whether hosts can run a build, and what of it belongs to others. */
export function deployability(
  storage: RegistryStorage,
  builds: RegistryBuilds,
  ledger: Pick<RegistryLedger, "hostPointer">,
) {
  const given = async (): Promise<ServedHost[]> => hostsGiven(storage, await ledger.hostPointer());

  async function obstaclesOf(manifest: RemoteBuild): Promise<Obstacle[]> {
    return (await given())
      .map((host) => ({ host, reasons: incompatibilities(manifest, host.host) }))
      .filter(({ reasons }) => reasons.length > 0);
  }

  const hosts = async (): Promise<HostBuild[]> => (await given()).map(({ host }) => host);

  const hindered = (manifest: RemoteBuild, obstacles: readonly Obstacle[], pointer: RemotePointer) =>
    hinderedBy(builds, manifest, obstacles, pointer);

  /**
   * Whole, and every live host can run it or is of another contract and loses nothing; with `force` and a reason, whole is enough.
   * @param pointer of the remote, as it is when the build is live
   */
  async function checkDeployable(
    remote: string,
    build: string,
    by: By,
    force: boolean,
    pointer: RemotePointer,
  ): Promise<Obstacle[]> {
    const manifest = await builds.checkStored(remote, build);
    const obstacles = await hindered(manifest, await obstaclesOf(manifest), pointer);
    if (obstacles.length === 0) return obstacles;
    if (!force) throw refusedByHosts(obstacles);
    if (!by.reason) throw new RegistryRefusal("--force needs --reason", "Dites pourquoi.");
    return obstacles;
  }

  /** Why a host cannot run what its pages are given although it can run `manifest`; empty when it can, or when nothing is live. */
  async function incompatibilitiesOf(
    host: HostBuild,
    manifest: RemoteBuild,
    { live }: RemotePointer,
  ): Promise<readonly string[]> {
    const running = live === null ? undefined : await builds.manifestOf(manifest.name, live.build);
    if (running === undefined || incompatibilities(manifest, host).length > 0) return [];
    return incompatibilities(running, host);
  }

  /**
   * Each route, menu entry and panel belongs to one remote (FED-15). Asked within the decision, so that of two who claim at
   * once the second is refused.
   * @param ways.beside remotes that come from the same sources as the build and change places with it
   * @param ways.from the bad build that this is the way back from: what it claims as well stands in no way, as it would stay
   * @throws RegistryRefusal that names the owner; no `--force` overrules it
   */
  async function refuseTakenClaims(
    manifest: RemoteBuild,
    all: Pointers,
    { beside = [], from }: { readonly beside?: readonly string[]; readonly from?: string } = {},
  ): Promise<void> {
    const { name } = manifest;
    const others = (await buildsOfOthers(builds, name, all)).filter((other) => !beside.includes(other.name));
    const left = from === undefined ? undefined : await builds.manifestOf(name, from).catch(nothing);
    const taken = takenClaims(left === undefined ? manifest : claimsBeyond(manifest, left), others);
    if (taken.length > 0) throw refusedClaims(name, [...new Set(taken)].map((one) => `  ${one}`).join("\n"));
  }

  /**
   * Whether a host could run what is live, before it is served (FED-16).
   * @returns the live remotes that it could not run, and why; none = it may be deployed
   */
  async function obstaclesOfHost(
    host: HostBuild,
    all: Pointers,
  ): Promise<{ readonly remote: string; readonly build: string; readonly reasons: readonly string[] }[]> {
    const live = Object.entries(all)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([remote, pointer]) => (pointer.live === null ? [] : [{ remote, pointer }]));
    const checked = await Promise.all(
      live.map(async ({ remote, pointer }) => {
        const build = (await pointerFor(builds, remote, pointer, host)).live?.build ?? "";
        const manifest = await builds.manifestOf(remote, build);
        return { remote, build, reasons: manifest === undefined ? [] : incompatibilities(manifest, host) };
      }),
    );
    return checked.filter(({ reasons }) => reasons.length > 0);
  }

  return {
    given,
    told: toldOf(storage, builds, ledger),
    obstaclesOf,
    hindered,
    hosts,
    checkDeployable,
    incompatibilitiesOf,
    refuseTakenClaims,
    obstaclesOfHost,
  };
}

/** What pages of hosts are told of a remote; the newest build may be for the host after theirs. */
const toldOf =
  (storage: RegistryStorage, builds: RegistryBuilds, ledger: Pick<RegistryLedger, "hostPointer">) =>
  async (remote: string, pointer: RemotePointer, now: Date): Promise<string[]> =>
    buildsGivenTo(builds, await hostsOfTabs(storage, await ledger.hostPointer(), now), remote, pointer);

/** What pages are given of the other remotes: their live builds and canaries. */
async function buildsOfOthers(builds: RegistryBuilds, name: string, all: Pointers): Promise<RemoteBuild[]> {
  const given = Object.entries(all)
    .filter(([other]) => other !== name)
    .flatMap(([other, { live, canary }]) =>
      [live, canary].flatMap((ref) => (ref === null ? [] : [{ other, build: ref.build }])),
    );
  const manifests = await Promise.all(
    given.map(({ other, build }) => builds.manifestOf(other, build).catch(nothing)),
  );
  return manifests.flatMap((manifest) => (manifest === undefined ? [] : [manifest]));
}

/** A damaged description says nothing; a storage that does not answer is no answer. */
function nothing(error: unknown): undefined {
  if (error instanceof BuildRefusal) return undefined;
  throw error;
}

function refusedByHosts(obstacles: readonly Obstacle[]): RegistryRefusal {
  const sentences = obstacles.flatMap(({ host, reasons }) =>
    reasons.map((reason) => `  ${host.node}: ${reason}`),
  );
  return new RegistryRefusal(
    `a host that is live cannot run this build:\n${sentences.join("\n")}`,
    `Une application en service ne peut pas exécuter ce build\u00a0:\n${sentences.join("\n")}`,
  );
}

const refusedClaims = (remote: string, claims: string): RegistryRefusal =>
  new RegistryRefusal(
    `${remote} claims what is not its own:\n${claims}`,
    `${remote} revendique ce qui appartient à un autre module\u00a0:\n${claims}`,
  );
