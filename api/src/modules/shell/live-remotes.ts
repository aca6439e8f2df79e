import type { Canary, HostBuild, RegistryRemote, Release } from "@bobine/contract/registry";
import { pointerFor } from "./host-generation.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import type { Pointers } from "./registry-ledger.ts";
import { BuildRefusal } from "./remote-build.ts";
import type { RemotePointer } from "./remote-pointer.ts";

/**
 * What pages are told of the remotes that pointers name, sorted by name.
 * @param host of those pages: they get builds of its contract (FED-23); without it, what is live
 */
export async function liveRemotes(
  builds: RegistryBuilds,
  pointers: Pointers,
  host?: HostBuild,
): Promise<RegistryRemote[]> {
  const { manifestOf } = builds;
  const sorted = Object.entries(pointers).sort(([a], [b]) => (a < b ? -1 : 1));
  const seen = await Promise.all(
    sorted.map(async ([name, pointer]) => ({
      name,
      pointer: host === undefined ? pointer : await pointerFor(builds, name, pointer, host),
    })),
  );
  return (await Promise.all(seen.map(({ name, pointer }) => remoteOf(name, pointer)))).flat();

  async function releaseOf(
    remote: string,
    ref: { build: string; deployedAt: string } | null | undefined,
  ): Promise<Release | undefined> {
    if (!ref) return undefined;
    const manifest = await manifestOf(remote, ref.build).catch((error: unknown) => {
      // A storage that does not answer says nothing about the build.
      if (error instanceof BuildRefusal) return undefined;
      throw error;
    });
    return manifest && { ...manifest, baseUrl: `/r/${remote}/${ref.build}/`, deployedAt: ref.deployedAt };
  }

  async function remoteOf(remote: string, pointer: RemotePointer): Promise<RegistryRemote[]> {
    const [live, previous, canary] = await Promise.all([
      releaseOf(remote, pointer.live),
      releaseOf(remote, pointer.history[0]),
      releaseOf(remote, pointer.canary),
    ]);
    if (live) return [{ ...live, previous: previous ?? null, canary: canaryOf(canary, pointer) }];
    // Somebody deleted or damaged the files that are live: the menu and the routes stay as they were before (FED-2),
    // and without hashes nothing of the build itself can be loaded.
    const before = previous ?? (await newestSound(remote, pointer.history.slice(1)));
    if (!before || !pointer.live) return [];
    const { build, deployedAt } = pointer.live;
    const place = { ...before, version: "?", build, deployedAt, baseUrl: `/r/${remote}/${build}/` };
    return [
      {
        ...place,
        integrity: {},
        preload: [],
        pages: [],
        previous: before,
        canary: canaryOf(canary, pointer),
      },
    ];
  }

  async function newestSound(
    remote: string,
    history: RemotePointer["history"],
  ): Promise<Release | undefined> {
    for (const ref of history) {
      const release = await releaseOf(remote, ref);
      if (release) return release;
    }
    return undefined;
  }
}

function canaryOf(release: Release | undefined, { canary }: RemotePointer): Canary | null {
  if (release === undefined || canary === null) return null;
  return {
    ...release,
    ...(canary.share === undefined ? {} : { share: canary.share }),
    ...(canary.distributors === undefined ? {} : { distributors: canary.distributors }),
  };
}
