import type { HostBuild } from "@bobine/contract/registry";
import { isForContractOf } from "@bobine/contract/remote-choice";
import type { RegistryBuilds } from "./registry-builds.ts";
import { BuildRefusal } from "./remote-build.ts";
import type { RemotePointer } from "./remote-pointer.ts";

type Manifests = Pick<RegistryBuilds, "manifestOf">;

/**
 * What is decided about a remote as the pages of one host see it: of builds of another contract they have the newest good one
 * before it that is of theirs (FED-23). So hosts of two contracts are served side by side, and the remotes of both go out in any order.
 * @returns the pointer itself when its live build is of the host's contract, or none of the builds before is
 */
export async function pointerFor(
  { manifestOf }: Manifests,
  remote: string,
  pointer: RemotePointer,
  host: Pick<HostBuild, "contract">,
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
