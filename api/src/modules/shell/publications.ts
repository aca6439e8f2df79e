import type { HostBuild, RemoteBuild } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import type { Deployability } from "./deployability.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import { type By, decisionOf, refuseWhilePruned } from "./registry-decision.ts";
import type { RegistryLedger } from "./registry-ledger.ts";
import { readBuild } from "./remote-build.ts";
import { emptyPointer, followsDisk, promoted, published, withoutCanary } from "./remote-pointer.ts";

/** How builds come into the registry: by an operator, or from beside the product when it starts. */
export function publications(
  ledger: RegistryLedger,
  builds: RegistryBuilds,
  { checkDeployable, incompatibilitiesOf, obstaclesOf }: Deployability,
) {
  /** @param mend write again what is there already and was damaged */
  async function store(dist: string, now: Date, { mend = false } = {}): Promise<RemoteBuild> {
    const checked = await readBuild(dist);
    const { build } = checked;
    refuseWhilePruned((await ledger.pointers())[build.name] ?? emptyPointer, build.build, now);
    await builds.save(checked, mend);
    return build;
  }

  return {
    /**
     * Copies the folder of a build in. Nothing goes live. What is there already and was damaged is mended.
     * @throws when remote.json is wrong or a file is not what its hash says: nothing is published then
     */
    async publish(dist: string, by: By): Promise<RemoteBuild> {
      const build = await store(dist, by.now, { mend: true });
      await ledger.change(build.name, by.now, async (pointer) => {
        refuseWhilePruned(pointer, build.build, by.now);
        const next = published(pointer, build.build, by.now.toISOString());
        return next === pointer
          ? undefined
          : { pointer: next, decision: decisionOf(by, "publish", build.name, build.build) };
      });
      return build;
    },

    /**
     * Publishes the build that lies beside the product and makes it live, unless an operator has decided otherwise. When the
     * host that lies there too cannot run what is live, the build goes live whatever was decided: the older hosts that are
     * still served fall back to the build that they run now (docs/decisions/0009). So does the first build of a remote, which
     * no page of an older host has had (docs/decisions/0014).
     * @param own the host of this server, when it is known
     * @returns what was done: `live` when the pointer moved, `kept` when an operator's decision or the present build stands
     * @throws as publish and promote do
     */
    async followDisk(dist: string, by: By, own?: HostBuild): Promise<"live" | "kept"> {
      const manifest = await store(dist, by.now);
      const { name, build } = manifest;
      let moved = false;
      await ledger.change(name, by.now, async (pointer) => {
        refuseWhilePruned(pointer, build, by.now);
        const liveProblems = own === undefined ? [] : await incompatibilitiesOf(own, manifest, pointer);
        const isLiveIncompatible = liveProblems.length > 0;
        moved = followsDisk(pointer, build, isLiveIncompatible);
        if (!moved && pointer.disk === build) return undefined;
        const isFirst = moved && pointer.live === null && own !== undefined && canRun(own, manifest);
        const obstacles =
          isLiveIncompatible || isFirst
            ? await obstaclesOf(await builds.checkStored(name, build), by.now)
            : moved
              ? await checkDeployable(name, build, by, false)
              : [];
        const at = by.now.toISOString();
        const next = moved ? promoted(pointer, build, at) : published(pointer, build, at);
        // What waits for its users in a canary was made for the host before, too.
        const ended = moved && isLiveIncompatible && next.canary !== null ? withoutCanary(next, at) : next;
        return {
          pointer: { ...ended, disk: build },
          decision: decisionOf(by, moved ? "promote" : "publish", name, build, {
            from: pointer.live?.build ?? null,
            ...(moved && isLiveIncompatible ? { incompatible: liveProblems } : {}),
            ...(obstacles.length > 0 ? { forced: obstacles.flatMap(({ reasons }) => reasons) } : {}),
          }),
        };
      });
      return moved ? "live" : "kept";
    },
  };
}

const canRun = (host: HostBuild, build: RemoteBuild): boolean => incompatibilities(build, host).length === 0;
