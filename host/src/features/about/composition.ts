import type { Registry, RegistryRemote } from "@bobine/contract/registry";
import { releaseFor, type Viewer } from "@bobine/contract/remote-choice";
import type { RemoteLoader, Standing } from "../../federation/remote-loader.ts";

/** One part of the page: the host or a remote. */
export interface Part {
  readonly name: string;
  readonly version: string;
  readonly build: string;
  readonly state: Standing["state"];
  /** Milliseconds; undefined when it was not loaded. */
  readonly loadMs: number | undefined;
  /** Undefined when the registry does not tell these two of the host. */
  readonly owner: string | undefined;
  readonly deployedAt: string | undefined;
}

export const HOST = "host";

/** What this page is made of: the host, then each remote with the build that runs, or would (FED-8). */
export function compositionOf(
  registry: Registry,
  loader: Pick<RemoteLoader, "standing" | "startedMs">,
  viewer: Viewer,
): Part[] {
  const host: Part = {
    name: HOST,
    version: registry.host.version,
    build: registry.host.build,
    state: "loaded",
    loadMs: loader.startedMs,
    owner: registry.host.owner,
    deployedAt: registry.host.deployedAt,
  };
  return [host, ...registry.remotes.map((remote) => partOf(remote, loader, viewer))];
}

function partOf(remote: RegistryRemote, loader: Pick<RemoteLoader, "standing">, viewer: Viewer): Part {
  const { state, release, loadMs } = loader.standing(remote);
  const { name, version, build, owner, deployedAt } = release ?? releaseFor(remote, viewer);
  return { name, version, build, state, loadMs, owner, deployedAt };
}
