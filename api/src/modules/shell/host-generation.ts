import type { HostBuild, RemoteBuild } from "@bobine/contract/registry";
import { isForContractOf } from "@bobine/contract/remote-choice";
import type { RegistryBuilds } from "./registry-builds.ts";
import { BuildRefusal } from "./remote-build.ts";
import {
  reachable,
  RegistryRefusal,
  type RemotePointer,
  rolledBack,
  rolledBackBehind,
} from "./remote-pointer.ts";

type Manifests = Pick<RegistryBuilds, "manifestOf">;

/**
 * What is decided about a remote as the pages of one host see it: of builds of another contract, or for another API (FED-32), they have the newest good one
 * before it that is of theirs (FED-23). So hosts of two contracts are served side by side, and the remotes of both go out in any order.
 * @returns the pointer itself when its live build is of the host's contract, or none of the builds before is
 */
export async function pointerFor(
  { manifestOf }: Manifests,
  remote: string,
  pointer: RemotePointer,
  host: Pick<HostBuild, "contract" | "api">,
): Promise<RemotePointer> {
  /** A build that cannot be read says nothing of its contract: it stays what it is for others. */
  const isOfHost = async (build: string): Promise<boolean> => {
    const manifest = await manifestOf(remote, build).catch((error: unknown) => {
      if (error instanceof BuildRefusal) return undefined;
      throw error;
    });
    return manifest === undefined || isForContractOf(manifest, host);
  };
  const newestOf = async (refs: RemotePointer["history"]): Promise<RemotePointer["history"]> => {
    for (const [index, ref] of refs.entries()) if (await isOfHost(ref.build)) return refs.slice(index);
    return [];
  };
  const { live, canary } = pointer;
  if (live === null) return pointer;
  const [own, ...before] = await newestOf([live, ...pointer.history]);
  if (own === undefined) return pointer;
  const isForHost = canary !== null && canary.build !== own.build && (await isOfHost(canary.build));
  return { ...pointer, live: own, history: await newestOf(before), canary: isForHost ? canary : null };
}

/** The builds of a remote that pages of some hosts are told. */
export const buildsGivenTo = async (
  manifests: Manifests,
  hosts: readonly HostBuild[],
  remote: string,
  pointer: RemotePointer,
): Promise<string[]> => {
  const seen = await Promise.all(hosts.map((host) => pointerFor(manifests, remote, pointer, host)));
  return seen.flatMap(reachable);
};

/**
 * Of the hosts that cannot run a build those that it would take something from: not those of another contract, whose pages go on
 * with what they have. Of a remote of which nothing was live, all.
 * @param pointer of the remote, as it is when the build is live
 */
export async function hinderedBy<T extends { readonly host: { readonly host: HostBuild } }>(
  manifests: Manifests,
  manifest: RemoteBuild,
  obstacles: readonly T[],
  pointer: RemotePointer,
): Promise<T[]> {
  const { name, build } = manifest;
  const checked = await Promise.all(
    obstacles.map(async (obstacle) => {
      const { host } = obstacle.host;
      if (isForContractOf(manifest, host)) return [obstacle];
      const own = (await pointerFor(manifests, name, pointer, host)).live?.build;
      return own === undefined || own === build ? [obstacle] : [];
    }),
  );
  return checked.flat();
}

/**
 * Back from a bad build, also from one that is not the newest but is what served hosts of another contract give to their pages.
 * @param hosts that are served
 * @returns the pointer after it, and the build that is live now for those who had the bad one
 * @throws RegistryRefusal when nobody is given `from` (any more), or nothing was live before it
 */
export async function rolledBackFor(
  manifests: Manifests,
  hosts: readonly HostBuild[],
  remote: string,
  pointer: RemotePointer,
  ways: { readonly from: string; readonly to?: string | undefined },
  at: string,
): Promise<{ readonly next: RemotePointer; readonly live: string }> {
  const isBehind = pointer.history.some((ref) => ref.build === ways.from);
  for (const host of isBehind ? hosts : []) {
    if ((await pointerFor(manifests, remote, pointer, host)).live?.build !== ways.from) continue;
    const next = rolledBackBehind(pointer, ways, at);
    const live = (await pointerFor(manifests, remote, next, host)).live?.build ?? "";
    if (live === pointer.live?.build)
      throw new RegistryRefusal(
        "no build of its contract was live before this one: publish one, and name it by --to",
        "Aucun build de cette version de l’application n’a été en service avant celui-ci\u00a0: publiez-en un, et choisissez-le.",
      );
    return { next, live };
  }
  const next = rolledBack(pointer, ways, at);
  return { next, live: next.live?.build ?? "" };
}
