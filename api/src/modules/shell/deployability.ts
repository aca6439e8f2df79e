import type { HostBuild, RemoteBuild } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import type { RegistryBuilds } from "./registry-builds.ts";
import type { By } from "./registry-decision.ts";
import { type ServedHost, servedHosts } from "./registry-hosts.ts";
import type { RegistryStorage } from "./registry-storage.ts";
import { RegistryRefusal, type RemotePointer } from "./remote-pointer.ts";

/** A host that could not run a build, and why. */
export interface Obstacle {
  readonly host: ServedHost;
  readonly reasons: readonly string[];
}

export type Deployability = ReturnType<typeof deployability>;

/** Whether hosts can run a build. */
export function deployability(storage: RegistryStorage, builds: RegistryBuilds) {
  async function obstaclesOf(manifest: RemoteBuild, now: Date): Promise<Obstacle[]> {
    return (await servedHosts(storage, now))
      .map((host) => ({ host, reasons: incompatibilities(manifest, host.host) }))
      .filter(({ reasons }) => reasons.length > 0);
  }

  /** Whole, and every live host can run it; with `force` and a reason, whole is enough. */
  async function checkDeployable(remote: string, build: string, by: By, force: boolean): Promise<Obstacle[]> {
    const obstacles = await obstaclesOf(await builds.checkStored(remote, build), by.now);
    if (obstacles.length === 0) return obstacles;
    const told = obstacles.flatMap(({ host, reasons }) =>
      reasons.map((reason) => `  ${host.node}: ${reason}`),
    );
    if (!force) throw new RegistryRefusal(`a host that is live cannot run this build:\n${told.join("\n")}`);
    if (!by.reason) throw new RegistryRefusal("--force needs --reason");
    return obstacles;
  }

  /** Why a host cannot run what is live although it can run `manifest`; empty when it can, or when nothing is live. */
  async function incompatibilitiesOf(
    host: HostBuild,
    manifest: RemoteBuild,
    { live }: RemotePointer,
  ): Promise<readonly string[]> {
    const running = live === null ? undefined : await builds.manifestOf(manifest.name, live.build);
    if (running === undefined || incompatibilities(manifest, host).length > 0) return [];
    return incompatibilities(running, host);
  }

  return { obstaclesOf, checkDeployable, incompatibilitiesOf };
}
