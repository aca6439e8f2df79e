import type { HostBuild, RemoteBuild } from "@bobine/contract/registry";
import { incompatibilities } from "@bobine/contract/remote-choice";
import type { Deployability, Obstacle } from "./deployability.ts";
import type { RegistryBuilds } from "./registry-builds.ts";
import { pointerFor } from "./host-generation.ts";
import { HOST } from "./host-seals.ts";
import { type By, decisionOf, refuseWhilePruned } from "./registry-decision.ts";
import { type Change, type RegistryLedger, remotesIn, type State } from "./registry-ledger.ts";
import { type CheckedBuild, readBuild } from "./remote-build.ts";
import {
  emptyPointer,
  followsDisk,
  promoted,
  published,
  RegistryRefusal,
  withoutCanary,
} from "./remote-pointer.ts";

/** How builds come into the registry: by an operator, or from beside the product when it starts. */
export function publications(
  ledger: RegistryLedger,
  builds: RegistryBuilds,
  { checkDeployable, hindered, incompatibilitiesOf, obstaclesOf, refuseTakenClaims, told }: Deployability,
) {
  /**
   * @param mend write again what is there already and was damaged
   * @returns the build, who signed it, and what the registry said before
   */
  async function store(
    checked: CheckedBuild,
    now: Date,
    { mend = false, beside = [] }: { readonly mend?: boolean; readonly beside?: readonly string[] } = {},
  ): Promise<{
    readonly build: RemoteBuild;
    readonly signedBy: string | undefined;
    readonly state: State;
  }> {
    const { build } = checked;
    if (build.name === HOST) throw refusedName();
    const state = await ledger.read();
    refuseWhilePruned(state.remotes[build.name] ?? emptyPointer, build.build, now);
    await refuseTakenClaims(build, remotesIn(state), { beside });
    const signedBy = await builds.save(checked, mend);
    return { build, signedBy, state };
  }

  return {
    /**
     * Copies a build in: that of a folder, or one that was sent. Nothing goes live. What is there already and was damaged is mended.
     * @returns the build, and the hosts that could not run it: its promotion would be refused
     * @throws when remote.json is wrong, a file is not what its hash says, or it claims what belongs to another remote: nothing
     * is published then
     */
    async publish(
      source: string | CheckedBuild,
      by: By,
    ): Promise<{ readonly build: RemoteBuild; readonly obstacles: readonly Obstacle[] }> {
      const checked = typeof source === "string" ? await readBuild(source) : source;
      const { build, signedBy, state } = await store(checked, by.now, { mend: true });
      const details = signedBy === undefined ? {} : { signedBy };
      const change: Change = async (pointer) => {
        refuseWhilePruned(pointer, build.build, by.now);
        const next = published(pointer, build.build, by.now.toISOString());
        return next === pointer
          ? undefined
          : {
              pointer: next,
              decision: decisionOf(by, "publish", build.name, build.build, details),
            };
      };
      const [obstacles] = await Promise.all([
        obstaclesOf(build).then((all) => hindered(build, all, state.remotes[build.name] ?? emptyPointer)),
        ledger.change(build.name, by.now, change, state),
      ]);
      return { build, obstacles };
    },

    /**
     * Publishes the build that lies beside the product, and makes it live where no person has decided otherwise. When the
     * host that lies there too cannot run what its pages are given, the build goes live whatever was decided: the older hosts that are
     * still served fall back to the build that they run now (docs/decisions/0009). So does the first build of a remote, which
     * no page of an older host has had (docs/decisions/0014).
     * @param own the host of this server, when it is known
     * @param beside the remotes whose builds lie there too: one may take over what another gives up
     * @returns what was done: `live` when the pointer moved, `kept` when the present build stands, `waiting` when a person's
     * decision keeps another build live
     * @throws as publish and promote do
     */
    async followDisk(
      dist: string,
      by: By,
      own?: HostBuild,
      beside: readonly string[] = [],
    ): Promise<"live" | "kept" | "waiting"> {
      const { build: manifest } = await store(await readBuild(dist), by.now, { beside });
      const { name, build } = manifest;
      let isLive = false;
      let moved = false;
      await ledger.change(name, by.now, async (pointer, all) => {
        refuseWhilePruned(pointer, build, by.now);
        await refuseTakenClaims(manifest, all, { beside });
        // What is newest may be for the host after this one, whose pages have what was decided before (FED-23).
        const seen = own === undefined ? pointer : await pointerFor(builds, name, pointer, own);
        const liveProblems = own === undefined ? [] : await incompatibilitiesOf(own, manifest, seen);
        const isLiveIncompatible = liveProblems.length > 0;
        moved = followsDisk(seen, build, isLiveIncompatible);
        isLive = seen.live?.build === build;
        if (!moved && pointer.disk === build) return undefined;
        const isFirst = moved && pointer.live === null && own !== undefined && canRun(own, manifest);
        const obstacles =
          isLiveIncompatible || isFirst
            ? await obstaclesOf(await builds.checkStored(name, build))
            : moved
              ? await checkDeployable(name, build, by, false, pointer)
              : [];
        const at = by.now.toISOString();
        const next = moved
          ? promoted(pointer, build, at, { by: "start", told: await told(name, pointer, by.now) })
          : published(pointer, build, at);
        // What waits for its users in a canary was made for the host before, too.
        const isCanaryLost = moved && isLiveIncompatible && seen.canary !== null && next.canary !== null;
        const ended = isCanaryLost ? withoutCanary(next, at) : next;
        return {
          pointer: { ...ended, disk: build },
          decision: decisionOf(by, moved ? "promote" : "publish", name, build, {
            from: pointer.live?.build ?? null,
            ...(moved && isLiveIncompatible ? { incompatible: liveProblems } : {}),
            ...(obstacles.length > 0 ? { forced: obstacles.flatMap(({ reasons }) => reasons) } : {}),
          }),
        };
      });
      if (moved) return "live";
      return isLive ? "kept" : "waiting";
    },
  };
}

const refusedName = (): RegistryRefusal =>
  new RegistryRefusal(
    "host is the name of the application: give the remote another one",
    "«\u00a0host\u00a0» est le nom de l’application\u00a0: donnez-en un autre au module.",
  );

const canRun = (host: HostBuild, build: RemoteBuild): boolean => incompatibilities(build, host).length === 0;
